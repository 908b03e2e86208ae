// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "support/oracle.h"
#include "support/random.h"
#include "support/test_scale.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <iterator>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

// Random shapes and rays for comparison with the oracle. Most rays are aimed at places where rounding matters, exactly
// or off by an ulp: vertices, points of edges, and tangents. Coordinates range from denormals to 2^60.

namespace ricochet::test
{

/// Returns the seed in the environment variable RICOCHET_TEST_SEED, or else the test's own seed. Prints the seed, so
/// that a failure can be reproduced.
inline uint64_t SeedOf(uint64_t own)
{
	const char* text = std::getenv("RICOCHET_TEST_SEED");
	const uint64_t seed = text != nullptr ? std::strtoull(text, nullptr, 0) : own;
	std::printf("    seed 0x%llx\n", static_cast<unsigned long long>(seed));
	return seed;
}

/// Returns the float that is `ulps` floats above `value`.
inline float UlpsFrom(float value, int ulps)
{
	const float infinity = std::numeric_limits<float>::infinity();
	for (; ulps > 0; --ulps)
	{
		value = std::nextafter(value, infinity);
	}
	for (; ulps < 0; ++ulps)
	{
		value = std::nextafter(value, -infinity);
	}
	return value;
}

// Fields: where coordinates come from -----------------------------------------------------------------------------

/// A region, and a way to draw points in it. The shape and the rays of a trial share one field.
class Field
{
public:
	enum class Kind
	{
		Grid,      ///< small integers, which cause exact ties
		Near,      ///< around the origin, sizes from 1e-6 to 1e6
		Far,       ///< small things at 1e3 to 1e6
		Mixed,     ///< every coordinate has an exponent of its own, 2^-60 to 2^60
		Denormals, ///< below the smallest normal float
		Huge       ///< near the largest float: differences overflow, and the ray is then invalid
	};

	static Field Draw(Random& random)
	{
		constexpr Kind k_kinds[] = {Kind::Grid, Kind::Grid, Kind::Grid,  Kind::Near,      Kind::Near,
		                            Kind::Far,  Kind::Far,  Kind::Mixed, Kind::Denormals, Kind::Huge};
		return Field(random, k_kinds[random.Below(random.OneIn(4) ? 10 : 9)]);
	}

	Field(Random& random, Kind kind) : m_kind(kind)
	{
		switch (kind)
		{
		case Kind::Grid:
			m_size = std::ldexp(1.0f, random.Between(-10, 10));
			break;
		case Kind::Near:
			m_size = random.LogUniform(1e-6f, 1e6f);
			break;
		case Kind::Far:
			m_size = random.LogUniform(1e-3f, 1e2f);
			// The offset is limited, so that an ulp there is smaller than the shape.
			m_offset = {random.Sign() * random.LogUniform(1e3f, std::min(1e6f, 0x1p20f * m_size)),
			            random.Sign() * random.LogUniform(1e3f, std::min(1e6f, 0x1p20f * m_size))};
			break;
		case Kind::Mixed:
			m_size = 1.0f;
			break;
		case Kind::Denormals:
			m_size = 0x1p-149f;
			m_range = random.OneIn(2) ? 8 : (1 << 23);
			break;
		case Kind::Huge:
			m_size = 1e38f;
			break;
		}
	}

	Kind GetKind() const { return m_kind; }
	float Size() const { return m_size; }

	b2Vec2 Point(Random& random) const { return {m_offset.x + Coordinate(random), m_offset.y + Coordinate(random)}; }

	/// Returns a positive length of the field's order of magnitude.
	float Length(Random& random) const
	{
		const float least = m_kind == Kind::Grid ? m_size : 0x1p-149f;
		return std::max(std::abs(Coordinate(random)), least);
	}

	/// Returns a direction with few binary digits, so that its multiples are mostly exact.
	b2Vec2 Step(Random& random) const
	{
		if (m_kind == Kind::Denormals)
		{
			return {random.Denormal(8), random.Denormal(8)};
		}
		const float unit = std::ldexp(1.0f, std::ilogb(m_size) - 2);
		return {unit * static_cast<float>(random.Between(-6, 6)), unit * static_cast<float>(random.Between(-6, 6))};
	}

private:
	float Coordinate(Random& random) const
	{
		switch (m_kind)
		{
		case Kind::Grid:
			return m_size * static_cast<float>(random.Between(-6, 6));
		case Kind::Mixed:
			return random.OneIn(6) ? 0.0f : random.MixedExponent(-60, 60);
		case Kind::Denormals:
			return random.Denormal(m_range);
		case Kind::Near:
		case Kind::Far:
			break;
		case Kind::Huge:
			return random.Uniform(-3.2f, 3.2f) * m_size;
		}
		return random.Uniform(-m_size, m_size);
	}

	Kind m_kind;
	float m_size = 1.0f;
	b2Vec2 m_offset{0.0f, 0.0f};
	int m_range = 8;
};

// Shapes ----------------------------------------------------------------------------------------------------------

inline bool AreFinite(std::span<const b2Vec2> vertices)
{
	return std::all_of(vertices.begin(), vertices.end(),
	                   [](b2Vec2 v) { return std::isfinite(v.x) && std::isfinite(v.y); });
}

inline bool IsSame(b2Vec2 a, b2Vec2 b)
{
	return a.x == b.x && a.y == b.y;
}

/// Returns the convex hull, counter-clockwise, computed with exact signs. If `keepCollinear` is true, points on its
/// sides are vertices, too. Returns fewer than 3 vertices if the points are on one line.
inline std::vector<b2Vec2> ConvexHull(std::vector<b2Vec2> points, bool keepCollinear)
{
	std::sort(points.begin(), points.end(), [](b2Vec2 a, b2Vec2 b) { return a.x < b.x || (a.x == b.x && a.y < b.y); });
	points.erase(std::unique(points.begin(), points.end(), IsSame), points.end());
	const auto chain = [&](auto first, auto last)
	{
		std::vector<b2Vec2> side;
		for (; first != last; ++first)
		{
			while (side.size() >= 2)
			{
				const int turn = Orientation(side[side.size() - 2], side.back(), *first);
				if (turn > 0 || (turn == 0 && keepCollinear))
				{
					break;
				}
				side.pop_back();
			}
			side.push_back(*first);
		}
		side.pop_back();
		return side;
	};
	if (points.size() < 3)
	{
		return points;
	}
	std::vector<b2Vec2> hull = chain(points.begin(), points.end());
	if (keepCollinear)
	{
		// If all points are on one line, the second half of the hull would repeat every point.
		const bool isLine = std::all_of(points.begin(), points.end(),
		                                [&](b2Vec2 p) { return Orientation(points.front(), points.back(), p) == 0; });
		if (isLine)
		{
			return {points.front(), points.back()};
		}
	}
	const std::vector<b2Vec2> upper = chain(points.rbegin(), points.rend());
	hull.insert(hull.end(), upper.begin(), upper.end());
	return hull;
}

/// Returns a convex polygon that starts at a random vertex. Some have collinear or repeated vertices.
inline std::vector<b2Vec2> RandomConvex(Random& random, const Field& field)
{
	for (;;)
	{
		std::vector<b2Vec2> points;
		const int count = random.Between(3, 12);
		if (random.OneIn(2) && field.GetKind() != Field::Kind::Mixed && field.GetKind() != Field::Kind::Grid)
		{
			// The points are on a circle, because most random points of a box would be inside the hull.
			const b2Vec2 center = field.Point(random);
			const float radius = 0.5f * field.Length(random);
			for (int i = 0; i < count; ++i)
			{
				const float angle = random.Uniform(0.0f, 6.2831853f);
				points.push_back({center.x + radius * std::cos(angle), center.y + radius * std::sin(angle)});
			}
		}
		else
		{
			for (int i = 0; i < count; ++i)
			{
				points.push_back(field.Point(random));
			}
		}

		if (AreFinite(points) == false)
		{
			continue;
		}
		std::vector<b2Vec2> hull = ConvexHull(points, random.OneIn(2));
		if (hull.size() < 3)
		{
			continue;
		}
		std::rotate(hull.begin(), hull.begin() + random.Below(static_cast<int>(hull.size())), hull.end());
		if (random.OneIn(6))
		{
			const int repeated = random.Below(static_cast<int>(hull.size()));
			hull.insert(hull.begin() + repeated, hull[static_cast<size_t>(repeated)]);
		}
		return hull;
	}
}

inline std::vector<b2Vec2> MovedBy(std::vector<b2Vec2> vertices, b2Vec2 offset)
{
	for (b2Vec2& v : vertices)
	{
		v += offset;
	}
	return vertices;
}

/// Maps x to -x, and reverses the order, so that counter-clockwise stays counter-clockwise.
inline std::vector<b2Vec2> MirroredOf(std::vector<b2Vec2> vertices)
{
	for (b2Vec2& v : vertices)
	{
		v.x = -v.x;
	}
	std::reverse(vertices.begin(), vertices.end());
	return vertices;
}

/// True if two edges have a common point only where one ends and the next one begins.
inline bool IsSimple(std::span<const b2Vec2> vertices)
{
	const size_t count = vertices.size();
	const auto isOn = [](b2Vec2 p, b2Vec2 a, b2Vec2 b)
	{
		return Orientation(a, b, p) == 0 && std::min(a.x, b.x) <= p.x && p.x <= std::max(a.x, b.x) &&
		       std::min(a.y, b.y) <= p.y && p.y <= std::max(a.y, b.y);
	};
	for (size_t i = 0; i < count; ++i)
	{
		const b2Vec2 a = vertices[i];
		const b2Vec2 b = vertices[(i + 1) % count];
		if (IsSame(a, b))
		{
			return false;
		}
		for (size_t j = i + 1; j < count; ++j)
		{
			const b2Vec2 c = vertices[j];
			const b2Vec2 d = vertices[(j + 1) % count];
			const bool isNext = j == i + 1;
			const bool isPrevious = (j + 1) % count == i;
			if (isNext || isPrevious)
			{
				// Neighbouring edges may not overlap.
				const b2Vec2 far = isNext ? d : c;
				const b2Vec2 other = isNext ? a : b;
				if (isOn(far, a, b) || isOn(other, c, d))
				{
					return false;
				}
				continue;
			}
			if (isOn(c, a, b) || isOn(d, a, b) || isOn(a, c, d) || isOn(b, c, d) ||
			    (Orientation(a, b, c) != Orientation(a, b, d) && Orientation(c, d, a) != Orientation(c, d, b)))
			{
				return false;
			}
		}
	}
	return count >= 3;
}

/// Returns a simple polygon, convex or concave, in either orientation.
inline std::vector<b2Vec2> RandomSimple(Random& random, const Field& field)
{
	for (;;)
	{
		std::vector<b2Vec2> vertices;
		switch (random.Below(4))
		{
		case 0: // random points that happen to form a simple polygon
			for (int i = random.Between(3, 6); i > 0; --i)
			{
				vertices.push_back(field.Point(random));
			}
			break;
		case 1: // a comb: teeth of random height, many edges on one line
		{
			const b2Vec2 corner = field.Point(random);
			const b2Vec2 step{field.Length(random), field.Length(random)};
			const int teeth = random.Between(1, 5);
			for (int i = 0; i <= 2 * teeth + 1; ++i)
			{
				const float x = corner.x + static_cast<float>((i + 1) / 2) * step.x;
				const float y =
				    corner.y + static_cast<float>(i % 4 == 1 || i % 4 == 2 ? random.Between(1, 2) : 0) * step.y;
				vertices.push_back({x, y});
			}
			vertices.push_back({vertices.back().x, corner.y - step.y});
			vertices.push_back({vertices.front().x, corner.y - step.y});
			break;
		}
		default: // a star around a centre
		{
			const b2Vec2 center = field.Point(random);
			const float radius = field.Length(random);
			const int count = random.Between(3, 12);
			const bool isSnapped = field.GetKind() == Field::Kind::Grid;
			for (int i = 0; i < count; ++i)
			{
				const float angle = 6.2831853f * static_cast<float>(i) / static_cast<float>(count);
				const float length = radius * random.Uniform(0.2f, 1.0f);
				b2Vec2 v{center.x + length * std::cos(angle), center.y + length * std::sin(angle)};
				if (isSnapped)
				{
					v = {field.Size() * std::round(v.x / field.Size()), field.Size() * std::round(v.y / field.Size())};
				}
				vertices.push_back(v);
			}
			break;
		}
		}
		if (AreFinite(vertices) == false || IsSimple(vertices) == false)
		{
			continue;
		}
		if (random.OneIn(2))
		{
			std::reverse(vertices.begin(), vertices.end());
		}
		std::rotate(vertices.begin(), vertices.begin() + random.Below(static_cast<int>(vertices.size())),
		            vertices.end());
		return vertices;
	}
}

// Rays ------------------------------------------------------------------------------------------------------------

/// Targets of rays: points of a surface, and directions along it.
struct Aim
{
	std::vector<b2Vec2> points;
	std::vector<b2Vec2> directions;
};

/// Returns vertices and edge points of a polygon, or of an open polyline, as targets.
inline Aim AimAt(Random& random, std::span<const b2Vec2> vertices)
{
	Aim aim;
	for (size_t i = 0; i < vertices.size(); ++i)
	{
		const b2Vec2 a = vertices[i];
		const b2Vec2 b = vertices[(i + 1) % vertices.size()];
		aim.points.push_back(a);
		const float share = random.OneIn(2) ? 0.5f : random.Uniform(0.0f, 1.0f);
		aim.points.push_back({a.x + share * (b.x - a.x), a.y + share * (b.y - a.y)});
		aim.directions.push_back({b.x - a.x, b.y - a.y});
	}
	return aim;
}

/// Adds points on a circle and the tangents there. On a grid, if the radius is 5 units, Pythagorean triples make these
/// points exact.
inline void AimAtCircle(Random& random, b2Vec2 center, float radius, Aim& aim)
{
	constexpr std::array<std::array<int, 3>, 4> k_triples = {{{3, 4, 5}, {5, 12, 13}, {8, 15, 17}, {1, 0, 1}}};
	for (const std::array<int, 3>& triple : k_triples)
	{
		const float unit = radius / static_cast<float>(triple[2]);
		float x = random.Sign() * static_cast<float>(triple[0]);
		float y = random.Sign() * static_cast<float>(triple[1]);
		if (random.OneIn(2))
		{
			std::swap(x, y);
		}
		aim.points.push_back({center.x + unit * x, center.y + unit * y});
		const float length = radius > 0.0f ? unit : 1.0f;
		aim.directions.push_back({-length * y, length * x});
		aim.directions.push_back({length * x, length * y});
	}
	aim.points.push_back(center);
}

inline float RandomMaxFraction(Random& random)
{
	switch (random.Below(16))
	{
	case 0:
		return 0.5f;
	case 1:
		return 2.0f;
	case 2:
		return random.Uniform(0.0f, 4.0f);
	case 3:
		return UlpsFrom(1.0f, random.Between(-2, 2));
	case 4:
		return random.OneIn(4) ? 0.0f : random.LogUniform(1e-6f, 1e6f);
	case 5:
		// Negative values are among these, and must give misses.
		return random.OneIn(8) ? random.MixedExponent(-149, 127) : 1.0f;
	default:
		return 1.0f;
	}
}

/// Returns a ray between two random points of the field.
inline Ray RandomRay(Random& random, const Field& field)
{
	const b2Vec2 from = field.Point(random);
	const b2Vec2 to = field.Point(random);
	const float stretch = random.OneIn(2) ? 1.0f : 2.0f;
	return {from, {stretch * (to.x - from.x), stretch * (to.y - from.y)}, RandomMaxFraction(random)};
}

/// Returns a ray that starts, ends or passes exactly at a target, or within a few ulp of it.
inline Ray AimedRay(Random& random, const Field& field, const Aim& aim)
{
	b2Vec2 target = random.OneOf(aim.points);
	if (random.OneIn(3))
	{
		target = {UlpsFrom(target.x, random.Between(-3, 3)), UlpsFrom(target.y, random.Between(-3, 3))};
	}
	const auto along = [&](b2Vec2 direction)
	{
		// The target is a whole number of steps from the start. If floats have enough digits, it is therefore exactly
		// on the line.
		const float back = static_cast<float>(random.Between(-1, 3));
		const float length = std::ldexp(1.0f, random.Between(0, 3));
		return Ray{{target.x - back * direction.x, target.y - back * direction.y},
		           {length * direction.x, length * direction.y},
		           1.0f};
	};
	Ray ray;
	switch (random.Below(9))
	{
	case 0: // ends at the target
	{
		const b2Vec2 from = field.Point(random);
		ray = {from, {target.x - from.x, target.y - from.y}, 1.0f};
		break;
	}
	case 1: // starts at the target
	{
		const b2Vec2 to = field.Point(random);
		ray = {target, {to.x - target.x, to.y - target.y}, 1.0f};
		break;
	}
	case 2: // starts at the target, ends at another target
	{
		const b2Vec2 to = random.OneOf(aim.points);
		ray = {target, {to.x - target.x, to.y - target.y}, 1.0f};
		break;
	}
	case 3: // passes the target
	case 4:
		ray = along(field.Step(random));
		break;
	case 5: // passes two targets
	{
		const b2Vec2 to = random.OneOf(aim.points);
		ray = along({to.x - target.x, to.y - target.y});
		break;
	}
	case 6: // parallel to a direction of the aim, mostly exactly along it
		ray = along(random.OneOf(aim.directions));
		break;
	case 7: // parallel to an axis
	{
		const float length = random.Sign() * field.Length(random);
		ray = along(random.OneIn(2) ? b2Vec2{length, 0.0f} : b2Vec2{0.0f, length});
		break;
	}
	default: // a random ray, which may hit the target by chance
		ray = {field.Point(random), field.Step(random), 1.0f};
		if (random.OneIn(4))
		{
			ray = {target, {0.0f, 0.0f}, 1.0f};
		}
		break;
	}
	if (random.OneIn(2))
	{
		ray.translation = {-ray.translation.x, -ray.translation.y};
	}
	ray.maxFraction = RandomMaxFraction(random);
	return ray;
}

/// Returns the ray with a maxFraction just before, at or just after a fraction at which the result changes.
inline Ray CutNear(Random& random, const Ray& ray, const RaySpan& span)
{
	const float fraction = random.OneIn(2) ? span.enter.fraction : span.exit.fraction;
	return {ray.origin, ray.translation, std::max(0.0f, UlpsFrom(fraction, random.Between(-1, 1)))};
}

// Running ---------------------------------------------------------------------------------------------------------

/// Counts the results of a run of trials. The counts show whether the run has tested anything: if every ray missed, it
/// has not.
struct Tally
{
	int rays = 0;
	int hits = 0;
	int grazing = 0;
	int startsInside = 0;
	int endsInside = 0;

	void Count(std::span<const ExactSpan> exact)
	{
		++rays;
		hits += exact.empty() ? 0 : 1;
		for (const ExactSpan& span : exact)
		{
			grazing += span.grazing ? 1 : 0;
			startsInside += span.startsInside ? 1 : 0;
			endsInside += span.endsInside ? 1 : 0;
		}
	}

	/// Expects that at least this share of the rays hits, and at least this share misses.
	void ExpectBothOutcomes(double share) const
	{
		std::printf("    %d rays: %d hits, %d grazing, %d start inside, %d end inside\n", rays, hits, grazing,
		            startsInside, endsInside);
		EXPECT_GE(hits, share * rays);
		EXPECT_GE(rays - hits, share * rays);
	}
};

/// Runs `trial(random)`, which returns an error text or an empty string. Stops after 5 failures.
template <class Trial>
void RunTrials(uint64_t ownSeed, int count, Trial trial)
{
	const uint64_t seed = SeedOf(ownSeed);
	Random random(seed);
	int failures = 0;
	const int scaled = ScaledCount(count);
	for (int i = 0; i < scaled; ++i)
	{
		const std::string wrong = trial(random);
		if (wrong.empty() == false)
		{
			ADD_FAILURE() << "seed 0x" << std::hex << seed << std::dec << ", trial " << i << "\n" << wrong;
			if (++failures == 5)
			{
				return;
			}
		}
	}
}

/// Converts the result of any kernel to a list.
inline std::vector<RaySpan> ToList(const std::optional<RaySpan>& span)
{
	return span.has_value() ? std::vector<RaySpan>{*span} : std::vector<RaySpan>{};
}

inline std::vector<RaySpan> ToList(std::vector<RaySpan> spans)
{
	return spans;
}

inline bool IsSameBits(float a, float b)
{
	return std::bit_cast<uint32_t>(a) == std::bit_cast<uint32_t>(b);
}

enum class Rays
{
	AnyInField,
	Aimed
};

/// Compares a kernel with its oracle. A Shape must have these members: static Shape Draw(Random&, const Field&):
/// returns a random shape of the field. Aim GetAim(Random&) const: returns the targets of rays. Clip(const Ray&) const:
/// returns the kernel's result. ExactSpans Exact(const PulledRay&) const: returns the oracle's result. bool
/// Contains(const ExactVec&) const: is used by the membership check. std::string Text(const Ray&) const: returns the
/// call as C++ code.
template <class Shape>
void CompareWithOracle(uint64_t ownSeed, int count, Rays rays)
{
	constexpr int k_raysPerShape = 8;
	constexpr int k_raysPerMembership = 4;
	Tally tally;
	std::optional<Field> field;
	std::optional<Shape> shape;
	Aim aim;
	int trial = 0;

	const auto compare = [&](const Ray& ray, std::vector<RaySpan>& got)
	{
		const PulledRay pulled = Pull(ray);
		got = ToList(shape->Clip(ray));
		const ExactSpans exact = shape->Exact(pulled);
		tally.Count(exact);
		std::string wrong = Mismatch(ray, got, exact);
		if (wrong.empty() && trial % k_raysPerMembership == 0)
		{
			wrong = MembershipMismatch(pulled, got, [&](const ExactVec& p) { return shape->Contains(p); });
		}
		return wrong.empty() ? "" : shape->Text(ray) + "\n" + wrong;
	};

	RunTrials(ownSeed, count,
	          [&](Random& random) -> std::string
	          {
		          if (trial++ % k_raysPerShape == 0)
		          {
			          field = Field::Draw(random);
			          shape = Shape::Draw(random, *field);
			          aim = shape->GetAim(random);
		          }
		          const Ray ray = rays == Rays::Aimed ? AimedRay(random, *field, aim) : RandomRay(random, *field);
		          std::vector<RaySpan> got;
		          std::string wrong = compare(ray, got);
		          if (wrong.empty() && got.empty() == false && random.OneIn(4))
		          {
			          const Ray cut = CutNear(random, ray, random.OneOf(got));
			          wrong = compare(cut, got);
		          }
		          return wrong;
	          });
	tally.ExpectBothOutcomes(0.05);
}

// Laws ------------------------------------------------------------------------------------------------------------

/// True if two results for the same question agree. Each of them may be off by 1 ulp.
inline bool AreNear(float a, float b)
{
	return UlpsFrom(a, -2) <= b && b <= UlpsFrom(a, 2);
}

/// Like AreNear, for fractions of which one was subtracted from 1. Its rounding unit is an ulp of 1.
inline bool AreNearToOne(float a, float b)
{
	return std::abs(a - b) <= 0x1p-22f;
}

/// The rules for comparing the results of two rays.
struct LawRules
{
	float mirror = 1.0f; ///< -1: the normals of the second result are mirrored in x
	bool (*areNear)(float, float) = AreNear;
};

inline std::string LawMismatch(const Crossing& a, const Crossing& b, const Ray& ray, const LawRules& rules)
{
	if (rules.areNear(a.fraction, b.fraction) == false)
	{
		return "fraction";
	}
	// If two edges tie at a vertex, the lower index wins, which may be another edge in the other frame. Only the
	// component of the normal along the ray must then agree.
	const float facing = b2Dot(a.normal, ray.translation);
	const float other = rules.mirror * b.normal.x * ray.translation.x + b.normal.y * ray.translation.y;
	const float size = std::abs(ray.translation.x) + std::abs(ray.translation.y);
	return std::abs(facing - other) <= 1e-6f * size ? "" : "normal";
}

inline std::string LawMismatch(std::span<const RaySpan> a, std::span<const RaySpan> b, const Ray& ray,
                               const LawRules& rules = {})
{
	if (a.size() != b.size())
	{
		return "hit or miss";
	}
	for (size_t i = 0; i < a.size(); ++i)
	{
		if (a[i].startsInside != b[i].startsInside || a[i].endsInside != b[i].endsInside ||
		    a[i].grazing != b[i].grazing)
		{
			return "flags";
		}
		const std::string wrong =
		    LawMismatch(a[i].enter, b[i].enter, ray, rules) + LawMismatch(a[i].exit, b[i].exit, ray, rules);
		if (wrong.empty() == false)
		{
			return wrong;
		}
	}
	return "";
}

/// Returns the spans that the reversed ray must have. A ray that starts on a surface and leaves the solid misses it. A
/// span that only touches the end of the ray therefore has no counterpart, and is left out of both lists.
inline std::vector<RaySpan> Reversed(std::span<const RaySpan> spans)
{
	std::vector<RaySpan> reversed;
	for (auto span = spans.rbegin(); span != spans.rend(); ++span)
	{
		RaySpan turned{span->exit, span->enter, span->endsInside, span->startsInside, span->grazing};
		turned.enter.fraction = 1.0f - turned.enter.fraction;
		turned.exit.fraction = 1.0f - turned.exit.fraction;
		if (turned.exit.fraction > 0.0f)
		{
			reversed.push_back(turned);
		}
	}
	return reversed;
}

inline std::vector<RaySpan> WithoutTouchedEnd(std::span<const RaySpan> spans)
{
	std::vector<RaySpan> kept;
	std::copy_if(spans.begin(), spans.end(), std::back_inserter(kept),
	             [](const RaySpan& span) { return span.enter.fraction < 1.0f; });
	return kept;
}

/// Checks laws that hold for every solid if the ray is reversed, moved, mirrored, split, shortened or stretched. All
/// coordinates are on a grid, so these operations are exact in floats. Beyond the members for CompareWithOracle, a
/// Shape has Shape Moved(b2Vec2 offset) const, and Shape Mirrored() const, which maps x to -x.
template <class Shape>
void CheckLaws(uint64_t ownSeed, int count)
{
	constexpr int k_raysPerShape = 4;
	int hits = 0;
	int trial = 0;
	std::optional<Field> field;
	std::optional<Shape> drawn;
	RunTrials(ownSeed, count,
	          [&](Random& random) -> std::string
	          {
		          if (trial++ % k_raysPerShape == 0)
		          {
			          field = Field(random, Field::Kind::Grid);
			          drawn = Shape::Draw(random, *field);
		          }
		          const Shape& shape = *drawn;
		          const float unit = field->Size();
		          const Aim aim = shape.GetAim(random);
		          const auto snap = [&](b2Vec2 v)
		          {
			          return b2Vec2{unit * std::round(v.x / unit), unit * std::round(v.y / unit)};
		          };
		          // The translation consists of 8 small steps, so that the ray can be split after each of them.
		          const b2Vec2 step = unit * b2Vec2{static_cast<float>(random.Between(-3, 3)),
		                                            static_cast<float>(random.Between(-3, 3))};
		          const b2Vec2 target = snap(random.OneOf(aim.points));
		          const Ray ray{target - static_cast<float>(random.Between(0, 8)) * step, 8.0f * step, 1.0f};
		          if (step.x == 0.0f && step.y == 0.0f)
		          {
			          return "";
		          }

		          const std::vector<RaySpan> spans = ToList(shape.Clip(ray));
		          hits += spans.empty() ? 0 : 1;
		          const auto fail = [&](const char* law, const std::string& wrong)
		          {
			          return wrong.empty() ? std::string() : std::string(law) + ": " + wrong + "\n" + shape.Text(ray);
		          };

		          const b2Vec2 end = ray.origin + ray.translation;
		          const Ray back{end, {-ray.translation.x, -ray.translation.y}, 1.0f};
		          const std::vector<RaySpan> forth = WithoutTouchedEnd(spans);
		          std::string wrong =
		              fail("reversed", LawMismatch(forth, Reversed(WithoutTouchedEnd(ToList(shape.Clip(back)))), ray,
		                                           {.areNear = AreNearToOne}));

		          const b2Vec2 offset = unit * b2Vec2{static_cast<float>(random.Between(-1000, 1000)), 4096.0f};
		          const Ray moved{ray.origin + offset, ray.translation, 1.0f};
		          wrong += fail("moved", LawMismatch(spans, ToList(shape.Moved(offset).Clip(moved)), ray));

		          const Ray mirrored{{-ray.origin.x, ray.origin.y}, {-ray.translation.x, ray.translation.y}, 1.0f};
		          wrong += fail("mirrored",
		                        LawMismatch(spans, ToList(shape.Mirrored().Clip(mirrored)), ray, {.mirror = -1.0f}));

		          const float at = static_cast<float>(random.Between(1, 7));
		          const Ray first{ray.origin, at * step, 1.0f};
		          const Ray second{ray.origin + at * step, (8.0f - at) * step, 1.0f};
		          const bool isPartHit =
		              ToList(shape.Clip(first)).empty() == false || ToList(shape.Clip(second)).empty() == false;
		          wrong += fail("split", isPartHit == (spans.empty() == false) ? "" : "hit or miss");

		          if (spans.empty() == false)
		          {
			          const float enter = spans[0].enter.fraction;
			          const auto isHitUpTo = [&](float fraction)
			          {
				          return ToList(shape.Clip({ray.origin, ray.translation, fraction})).empty() == false;
			          };
			          wrong += fail("shrunk to the entry and an ulp", isHitUpTo(UlpsFrom(enter, 1)) ? "" : "miss");
			          if (enter > 0.0f)
			          {
				          wrong += fail("shrunk below the entry", isHitUpTo(UlpsFrom(enter, -2)) ? "hit" : "");
			          }
			          // Only multiples of 1/8 are compared, because they are exact.
			          if (8.0f * enter == std::round(8.0f * enter))
			          {
				          wrong += fail("shrunk to the entry", isHitUpTo(enter) || enter == 0.0f ? "" : "miss");
			          }
		          }

		          const Ray stretched{ray.origin, 4.0f * ray.translation, 0.25f};
		          std::vector<RaySpan> quarters = ToList(shape.Clip(stretched));
		          for (RaySpan& span : quarters)
		          {
			          span.enter.fraction *= 4.0f;
			          span.exit.fraction *= 4.0f;
		          }
		          wrong += fail("stretched", LawMismatch(spans, quarters, ray));
		          return wrong;
	          });
	EXPECT_GT(hits, ScaledCount(count) / 4);
}

// Every number there is -------------------------------------------------------------------------------------------

/// Returns floats that are hard for arithmetic, including NaN and infinity.
inline const std::vector<float>& HardFloats()
{
	static const std::vector<float> k_floats = []
	{
		std::vector<float> floats = {std::numeric_limits<float>::quiet_NaN()};
		for (const float x : {0.0f, 0x1p-149f, 0x1p-126f, 1e-20f, 0x1.000002p0f, 16777216.0f, 1e20f, 3e38f,
		                      std::numeric_limits<float>::max(), std::numeric_limits<float>::infinity()})
		{
			floats.push_back(x);
			floats.push_back(-x);
		}
		return floats;
	}();
	return k_floats;
}

/// Returns an error text, or an empty string. A span must have no NaN or infinity, and each normal must be a unit
/// vector or zero.
inline std::string HardMismatch(const Ray& ray, std::span<const RaySpan> got)
{
	for (const RaySpan& span : got)
	{
		for (const Crossing& crossing : {span.enter, span.exit})
		{
			const b2Vec2 n = crossing.normal;
			const double length = std::hypot(static_cast<double>(n.x), static_cast<double>(n.y));
			if (!(crossing.fraction >= 0.0f && crossing.fraction <= ray.maxFraction))
			{
				return "a fraction out of range";
			}
			if (std::isfinite(crossing.point.x) == false || std::isfinite(crossing.point.y) == false)
			{
				return "a point that is not finite";
			}
			if (!(length == 0.0 || std::abs(length - 1.0) <= 0x1p-22))
			{
				return "a normal that is neither unit nor zero";
			}
		}
	}
	return "";
}

/// Makes calls with every hard float in every field. Also makes calls with every pair of hard floats in every pair of
/// fields; TestScale sets the share of these calls. Then makes calls with random bits in all fields. `Call` has `static
/// constexpr size_t k_fields` and `std::array<float, k_fields> fields`, whose initial values are valid. `check(call)`
/// returns an error text or an empty string.
template <class Call, class Check>
void SweepFields(uint64_t ownSeed, int count, Check check)
{
	Random choice(ownSeed);
	const float share = static_cast<float>(std::min(1.0, TestScale()));
	int failures = 0;
	for (size_t i = 0; i < Call::k_fields; ++i)
	{
		for (size_t j = 0; j <= i; ++j)
		{
			for (const float x : HardFloats())
			{
				for (const float y : HardFloats())
				{
					if (i != j && choice.Uniform(0.0f, 1.0f) > share)
					{
						continue;
					}
					Call call;
					call.fields[j] = y;
					call.fields[i] = x;
					const std::string wrong = check(call);
					if (wrong.empty() == false)
					{
						ADD_FAILURE() << wrong;
						if (++failures == 5)
						{
							return;
						}
					}
				}
			}
		}
	}

	RunTrials(ownSeed, count,
	          [&](Random& random)
	          {
		          Call call;
		          for (float& field : call.fields)
		          {
			          field = random.OneIn(4) ? random.OneOf(HardFloats()) : random.AnyFloat();
		          }
		          return check(call);
	          });
}

/// Does the same for a cast, whose first five fields are those of the ray. `Call` must also have these members:
/// Clip(const Ray&) const, ExactSpans Exact(const PulledRay&) const, std::string Text(const Ray&) const: as for
/// CompareWithOracle. bool IsShape() const: true if the fields after the fifth form a shape that the kernel accepts.
/// bool IsMiss() const: true if they form a shape that every ray must miss.
template <class Call>
void SweepHardFloats(uint64_t ownSeed, int count)
{
	const auto rayOf = [](const Call& call)
	{
		const auto& f = call.fields;
		return Ray{{f[0], f[1]}, {f[2], f[3]}, f[4]};
	};
	const auto check = [&](const Call& call) -> std::string
	{
		const auto& f = call.fields;
		const Ray ray = rayOf(call);
		const std::vector<RaySpan> got = ToList(call.Clip(ray));
		std::string wrong = HardMismatch(ray, got);
		const bool isFinite = std::all_of(f.begin(), f.end(), [](float x) { return std::isfinite(x); });
		if (wrong.empty() && (isFinite == false || ray.maxFraction < 0.0f || call.IsMiss()) && got.empty() == false)
		{
			wrong = "a hit, not a miss";
		}
		else if (wrong.empty() && isFinite && call.IsShape())
		{
			wrong = Mismatch(ray, got, call.Exact(Pull(ray)));
		}
		return wrong.empty() ? "" : call.Text(ray) + "\n" + wrong;
	};

	const Call good;
	ASSERT_EQ(ToList(good.Clip(rayOf(good))).size(), 1u);
	SweepFields<Call>(ownSeed, count, check);
}

} // namespace ricochet::test
