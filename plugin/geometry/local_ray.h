// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "geometry/filtered.h"
#include "geometry/pose.h"

#include <ricochet/geometry/ray.h>

#include <algorithm>
#include <limits>
#include <optional>
#include <type_traits>

namespace ricochet
{

/// A vector with a bound on the error of each coordinate.
struct Approximation
{
	Vec<double> value;
	double error;
};

/// True if the rounded difference a - b is exact. It is if it gives back both operands (Knuth, The Art of Computer
/// Programming, vol. 2, 4.2.2).
inline bool IsDifference(double difference, double a, double b)
{
	return difference + b == a && a - difference == b;
}

/// q^T (a - b) in double. Differences and products of floats round by 2^-53 relative. With the sum these are at most 3
/// roundings of |d.x| + |d.y|, and 2^-51 covers them. If q is the identity and a - b is exact, there is no error.
inline Approximation Pull(const b2Rot& q, b2Vec2 a, b2Vec2 b)
{
	const Vec<double> d{static_cast<double>(a.x) - b.x, static_cast<double>(a.y) - b.y};
	const double c = q.c;
	const double s = q.s;
	if (s == 0.0 && c == 1.0)
	{
		const bool exact = IsDifference(d.x, a.x, b.x) && IsDifference(d.y, a.y, b.y);
		return {d, exact ? 0.0 : 0x1p-53 * (std::abs(d.x) + std::abs(d.y))};
	}
	return {{c * d.x + s * d.y, c * d.y - s * d.x}, 0x1p-51 * (std::abs(d.x) + std::abs(d.y)) + k_underflow};
}

/// cross(p, q) for vectors of doubles. Each coordinate is off by at most 2^-53 relative plus an absolute error. Then
/// each product is off by at most 2^-51 relative plus the share of the absolute errors. Coordinates that come from
/// floats stay within the range of double, and exact zeros stay exact.
inline Bounded CrossEstimate(const Vec<double>& p, double errorP, const Vec<double>& q, double errorQ)
{
	const double left = p.x * q.y;
	const double right = p.y * q.x;
	const double inherited = errorP * (std::abs(q.x) + std::abs(q.y)) + errorQ * (std::abs(p.x) + std::abs(p.y));
	return {left - right, 0x1p-50 * (std::abs(left) + std::abs(right)) + 1.01 * (inherited + 2.0 * errorP * errorQ)};
}

/// Notes whether a ray passes a shape so closely that its hit point, which is rounded, may lie in that shape or behind
/// it. Let c be the largest coordinate of the exact crossing. The hit point is within 2.3 * 2^-23 c of it, and the line
/// to the hit point strays from the ray by no more. A shape may touch that line only in one of four cases:
///   - It has a vertex, or an arc about one, as close to the line of the ray as AtStart and PerLength say.
///   - The line of the ray crosses it at a small angle: NoteSlope.
///   - It begins behind the hit or ends before the start of the ray, but so near that Closest notes it
///     (query/collector.h).
///   - It is not convex: then the cast decides.
/// Elsewhere a convex shape lies beyond a line that crosses the ray steeply, and so far from the hit that rounding does
/// not reach it.
class Closeness
{
public:
	/// A crossing is shallow if the sine of the angle between ray and surface is less than this.
	static constexpr double k_leastSine = 0x1p-6;
	/// Bounds how far hit points may stray, as a share of coordinates.
	static constexpr double k_stray = 0x1p-21;

	/// The rounding margin of fractions. Another thing counts as close to a fraction if it begins at most atStart +
	/// k_share * fraction behind it.
	struct Slack
	{
		static constexpr double k_share = 2.0 * k_stray / k_leastSine;

		double atStart = k_least;

		/// Everything that is close to the given fraction begins at the returned one or before. So does everything
		/// whose entry rounds to the given fraction.
		[[nodiscard]] double Behind(double fraction) const { return atStart + (1.0 + k_share) * fraction; }

		/// The fractions of a ray that are close to none of its ends.
		struct Inner
		{
			double first, last;

			[[nodiscard]] bool Holds(double fraction) const { return first < fraction && fraction < last; }
		};
		[[nodiscard]] Inner Within(double maxFraction) const
		{
			return {(1.0 + 2.0 * k_share) * atStart, (1.0 - k_share) * maxFraction - atStart};
		}

		/// True if a fraction is close behind the start of the ray.
		[[nodiscard]] bool IsAtStart(double fraction) const { return (1.0 - k_share) * fraction <= atStart; }
	};

	/// Requires: a valid ray.
	explicit Closeness(const Ray& ray) : m_origin(SumOf(ray.origin)), m_length(SumOf(ray.translation)) {}

	[[nodiscard]] Slack GetSlack() const
	{
		// Without a length all hits are at fraction 0.
		return {k_least + 2.0 * Slack::k_share * m_origin / std::max(m_length, k_least)};
	}

	/// Bounds how far the line to a hit point strays from the ray (m) up to a distance from its start (m).
	[[nodiscard]] double StrayAt(double distance) const { return k_stray * (m_origin + distance); }

	/// A corner is close if |cross(translation, corner - start)| is at most AtStart() + PerLength() * the sum of the
	/// absolute coordinates of corner - start.
	[[nodiscard]] double AtStart() const { return PerLength() * m_origin; }
	[[nodiscard]] double PerLength() const { return k_stray * m_length; }

	[[nodiscard]] bool IsFound() const { return m_isFound; }
	void Note() { m_isFound = true; }
	/// Notes a crossing if it is shallow. `slope`: dot(normal, translation).
	void NoteSlope(double slope, const Vec<double>& normal)
	{
		const double least = k_leastSine * m_length * (std::abs(normal.x) + std::abs(normal.y));
		m_isFound = m_isFound || std::abs(slope) < least;
	}

private:
	static constexpr double k_least = 0x1p-149; // the smallest float

	static double SumOf(b2Vec2 v) { return std::abs(static_cast<double>(v.x)) + std::abs(static_cast<double>(v.y)); }

	double m_origin;
	double m_length;
	bool m_isFound = false;
};

/// A ray in a shape's frame: the caller's points, converted to that frame as real numbers. It is stored twice: as
/// doubles with error bounds for the fast path, and as the given floats. `Start` and `Translation` compute the exact
/// values from the floats. Every kernel takes this ray.
class LocalRay
{
public:
	/// A ray in the shape's own frame.
	explicit LocalRay(const Ray& ray);

	/// A ray in world coordinates and a shape under a pose.
	LocalRay(const Ray& ray, const b2Transform& pose);

	/// The path from one point to another while the shape moves from one pose to another. The pose before converts the
	/// start, the pose after converts the end. The path is straight in the shape's frame.
	LocalRay(b2Vec2 from, const b2Transform& before, b2Vec2 to, const b2Transform& after, float maxFraction);

	/// False if a number is not finite, maxFraction is negative or a pose is not a rotation (|q|^2 not within 1 %).
	[[nodiscard]] bool IsValid() const { return m_valid; }
	[[nodiscard]] float MaxFraction() const { return m_maxFraction; }

	/// The pose that converts the start to the shape's frame.
	[[nodiscard]] const b2Transform& StartPose() const { return m_startPose; }

	/// True if the exact translation is zero: the ray is a point.
	[[nodiscard]] bool IsPoint() const { return m_isPoint; }

	/// If the entry is beyond this fraction, a kernel may report a miss. The kernel compares the cutoff with the
	/// entry's fraction in double, which is rounded. At first the cutoff is infinite: then only the exact comparison
	/// with maxFraction decides.
	[[nodiscard]] double Cutoff() const { return m_cutoff; }
	void SetCutoff(double fraction) { m_cutoff = fraction; }

	/// Watches the ray: from now on casts note in `closeness` that the ray comes close to a shape. `closeness` must
	/// outlive this ray.
	void Watch(Closeness& closeness)
	{
		m_closeness = &closeness;
		m_nearSide = m_sideError + closeness.AtStart();
		m_nearReach = m_sideReach + closeness.PerLength();
	}
	/// The Closeness that Watch has set, or null.
	[[nodiscard]] Closeness* Watched() const { return m_closeness; }

	/// Notes the crossing of the line with a surface that has this normal.
	void NoteCrossing(const Vec<double>& normal) const
	{
		if (m_closeness != nullptr)
		{
			m_closeness->NoteSlope(normal.x * m_translation.x + normal.y * m_translation.y, normal);
		}
	}

	/// The same ray up to another fraction (>= 0).
	[[nodiscard]] LocalRay WithMaxFraction(float maxFraction) const;

	/// A ray with the same start and another translation, in the frame in which the ray was given. Its maxFraction is
	/// 1.
	[[nodiscard]] LocalRay Toward(b2Vec2 translation) const { return {Ray{m_from, translation}, m_startPose}; }

	template <class T>
	[[nodiscard]] Vec<T> Start() const
	{
		if constexpr (std::is_same_v<T, Bounded>)
		{
			return {{m_start.x, m_startError}, {m_start.y, m_startError}};
		}
		else
		{
			return InverseTurn<T>(m_startPose.q, Lift<T>(m_from) - Lift<T>(m_startPose.p));
		}
	}

	template <class T>
	[[nodiscard]] Vec<T> Translation() const
	{
		if constexpr (std::is_same_v<T, Bounded>)
		{
			return {{m_translation.x, m_translationError}, {m_translation.y, m_translationError}};
		}
		else if (m_isRay)
		{
			return InverseTurn<T>(m_startPose.q, Lift<T>(m_to));
		}
		else
		{
			return InverseTurn<T>(m_endPose.q, Lift<T>(m_to) - Lift<T>(m_endPose.p)) - Start<T>();
		}
	}

	/// The exact numbers rounded to double; StartError and TranslationError are their error bounds.
	[[nodiscard]] Vec<double> StartApproximation() const { return m_start; }
	[[nodiscard]] Vec<double> TranslationApproximation() const { return m_translation; }
	/// The translation with a relative error of 2^-30 in each coordinate.
	[[nodiscard]] Vec<double> CertainTranslation() const;
	[[nodiscard]] double StartError() const { return m_startError; }
	[[nodiscard]] double TranslationError() const { return m_translationError; }

	/// The exact sign of cross(translation, vertex - start): the side of the line on which the vertex lies. It depends
	/// on the vertex alone, so shapes that share a vertex agree about it.
	[[nodiscard]] int SideOf(b2Vec2 vertex) const
	{
		// CrossEstimate, with the part of its bound that does not depend on the vertex computed in advance.
		const double x = vertex.x - m_start.x;
		const double y = vertex.y - m_start.y;
		const double left = m_translation.x * y;
		const double right = m_translation.y * x;
		const double cross = left - right;
		const double error =
		    0x1p-50 * (std::abs(left) + std::abs(right)) + m_nearSide + m_nearReach * (std::abs(x) + std::abs(y));
		if (std::abs(cross) > error)
		{
			return cross > 0.0 ? 1 : -1;
		}
		return cross == 0.0 && error == 0.0 ? 0 : CloseSideOf(vertex);
	}

private:
	void Validate();
	[[nodiscard]] int CloseSideOf(b2Vec2 vertex) const;

	Vec<double> m_start{};
	Vec<double> m_translation{};
	double m_startError = 0.0;
	double m_translationError = 0.0;
	double m_sideError = 0.0; // part of SideOf's error that start and translation cause
	double m_sideReach = 0.0; // the same part for each metre between start and vertex
	double m_nearSide = 0.0;  // m_sideError, enlarged so that every close vertex leaves the fast path
	double m_nearReach = 0.0; // m_sideReach, enlarged in the same way
	Closeness* m_closeness = nullptr;
	double m_cutoff = std::numeric_limits<double>::infinity();
	float m_maxFraction = 0.0f;
	bool m_isRay = true; // true: m_to is a translation; false: a point
	bool m_isPoint = false;
	bool m_valid = false;
	b2Vec2 m_from{0.0f, 0.0f};
	b2Vec2 m_to{0.0f, 0.0f};
	b2Transform m_startPose;
	b2Transform m_endPose;
};

} // namespace ricochet
