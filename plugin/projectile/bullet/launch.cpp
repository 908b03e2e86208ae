// MIT License, Copyright (c) 2026 the ricochet authors

#include <ricochet/projectile/launch.h>

#include "geometry/checker.h"
#include "geometry/vec.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

namespace ricochet
{

namespace
{

/// A flight of duration t over d under gravity g begins with the velocity v(t) = q d - r g. With linear drag k, as in
/// Arc,
///   q = 1 / f,  r = g(t) / f,  f = (1 - e^-kt) / k,  g(t) = (t - f) / k.
/// Without drag q = 1 / t and r = t / 2.
///
/// As t grows, v moves along a curve in the cone between d and -g, and starts on the side of d. The curve is convex,
/// because r is a convex function of q. With x = k / q, r = (-ln(1 - x) / x - 1) / k = (x / 2 + x^2 / 3 + ...) / k, a
/// sum of convex functions of q.
/// So |v| falls up to one duration and grows from there on. Any speed above that minimum has two durations.
class Launch
{
public:
	Launch(b2Vec2 from, b2Vec2 to, b2Vec2 gravity, float drag)
	    : m_way(Lift<double>(to) - Lift<double>(from)), m_gravity(Lift<double>(gravity)), m_drag(drag)
	{
	}

	[[nodiscard]] Vec<double> VelocityAt(double time) const
	{
		const DecayShares shares = DecaySharesOf(m_drag * time);
		return (1.0 / (time * shares.first)) * m_way - (time * shares.second / shares.first) * m_gravity;
	}

	/// Returns the two directions in which a shot of this speed reaches the point, that of the shorter flight first.
	/// None if the point is out of reach.
	[[nodiscard]] std::optional<std::array<Vec<double>, 2>> Solve(double speed) const
	{
		const double most = speed * speed;
		if (IsStraight())
		{
			const Vec<double> way = IsThere() ? -1.0 * m_gravity : m_way;
			return Reaches(most, SquareOfLeast()) ? std::optional(std::array{way, way}) : std::nullopt;
		}
		return m_drag == 0.0 ? SolveParabola(most) : SolveWithDrag(most);
	}

	/// The least float speed that reaches the point. None if no float speed does.
	[[nodiscard]] std::optional<float> LeastSpeed() const
	{
		const double least = SquareOfLeast();
		constexpr float k_largest = std::numeric_limits<float>::max();
		const auto reaches = [&](float speed)
		{
			return Reaches(static_cast<double>(speed) * speed, least);
		};
		if (reaches(k_largest) == false)
		{
			return std::nullopt;
		}
		float speed = std::min(static_cast<float>(std::sqrt(least)), k_largest);
		while (reaches(speed) == false)
		{
			speed = std::nextafter(speed, k_largest);
		}
		while (speed > 0.0f && reaches(std::nextafter(speed, 0.0f)))
		{
			speed = std::nextafter(speed, 0.0f);
		}
		return speed;
	}

	[[nodiscard]] double SquareOfLeast() const
	{
		if (IsThere())
		{
			return 0.0;
		}
		if (IsStraight()) // the limit of v for long flights
		{
			return m_drag * m_drag * Dot(m_way, m_way);
		}
		return m_drag == 0.0 ? SquareOfLeastParabola() : SquareAt(BestTime());
	}

private:
	[[nodiscard]] bool IsThere() const { return m_way.x == 0.0 && m_way.y == 0.0; }
	[[nodiscard]] bool IsStraight() const { return IsThere() || (m_gravity.x == 0.0 && m_gravity.y == 0.0); }

	// True if the square of a speed is enough. If `least` is only a limit for long flights, the speed must exceed it.
	[[nodiscard]] bool Reaches(double square, double least) const
	{
		return IsStraight() && least > 0.0 ? square > least : square >= least;
	}

	[[nodiscard]] double SquareAt(double time) const
	{
		const Vec<double> velocity = VelocityAt(time);
		return Dot(velocity, velocity);
	}

	// |v|^2 = d^2 / t^2 - d g + g^2 t^2 / 4 is least at t^2 = 2 |d| / |g|. There it is |d| |g| - d g. Where this
	// difference would cancel, |d|^2 |g|^2 = (d g)^2 + (d x g)^2 gives it as a quotient.
	[[nodiscard]] double SquareOfLeastParabola() const
	{
		const double along = Dot(m_way, m_gravity);
		const double across = Cross(m_way, m_gravity);
		const double product = Length(m_way) * Length(m_gravity);
		return along > 0.0 ? across * across / (product + along) : product - along;
	}

	[[nodiscard]] std::optional<std::array<Vec<double>, 2>> SolveParabola(double most) const
	{
		const double least = SquareOfLeastParabola();
		if (Reaches(most, least) == false)
		{
			return std::nullopt;
		}
		// Solves g^2 u^2 / 4 - b u + d^2 = 0 for u = t^2, with b = most + d g.
		// The discriminant is (b - |d| |g|) (b + |d| |g|).
		const double length = Length(m_way);
		const double pull = Length(m_gravity);
		const double b = most + Dot(m_way, m_gravity);
		const double sum = b + std::sqrt((most - least) * (b + length * pull));
		return std::array{VelocityAt(length * std::sqrt(2.0 / sum)), VelocityAt(std::sqrt(2.0 * sum) / pull)};
	}

	[[nodiscard]] std::optional<std::array<Vec<double>, 2>> SolveWithDrag(double most) const
	{
		const double best = BestTime();
		if (Reaches(most, SquareAt(best)) == false)
		{
			return std::nullopt;
		}
		const auto isEnough = [&](double time)
		{
			return SquareAt(time) <= most;
		};
		return std::array{VelocityAt(LastTime(best, 0.5, isEnough)), VelocityAt(LastTime(best, 2.0, isEnough))};
	}

	// True if |v|^2 falls at this duration. Half of its derivative follows from q' = -q^2 e^-kt and r' = 1 - r q e^-kt.
	[[nodiscard]] bool FallsAt(double time) const
	{
		const DecayShares shares = DecaySharesOf(m_drag * time);
		const double q = 1.0 / (time * shares.first);
		const double left = q * ExpOf(-m_drag * time);
		const double r = time * shares.second / shares.first;
		const Vec<double> velocity = q * m_way - r * m_gravity;
		return Dot(velocity, (q * left) * m_way + (1.0 - r * left) * m_gravity) > 0.0;
	}

	// Returns the duration of the flight with the least speed (s).
	[[nodiscard]] double BestTime() const
	{
		const double withoutDrag = std::sqrt(2.0 * Length(m_way) / Length(m_gravity));
		const bool falls = FallsAt(withoutDrag);
		return LastTime(withoutDrag, falls ? 2.0 : 0.5, [&](double time) { return FallsAt(time) == falls; });
	}

	// Returns the last time for which `holds` is true. The search starts at `time` and multiplies by a factor above or
	// below 1.
	// Requires: holds(time).
	template <class Holds>
	[[nodiscard]] static double LastTime(double time, double factor, const Holds& holds)
	{
		double other = factor * time;
		while (other > 0.0 && std::isfinite(other) && holds(other))
		{
			time = other;
			other *= factor;
		}
		while (true)
		{
			const double middle = 0.5 * (time + other);
			if (middle == time || middle == other)
			{
				return time;
			}
			(holds(middle) ? time : other) = middle;
		}
	}

	Vec<double> m_way;
	Vec<double> m_gravity;
	double m_drag;
};

Checker CheckAll(b2Vec2 from, b2Vec2 to, b2Vec2 gravity, float drag)
{
	return Checker().Finite("from", from).Finite("to", to).Finite("gravity", gravity).AtLeast("drag", drag, 0.0);
}

float ToAngle(const Vec<double>& direction)
{
	return static_cast<float>(AngleOf(direction.x, direction.y));
}

} // namespace

Result<std::array<float, 2>> SolveLaunch(b2Vec2 from, b2Vec2 to, float speed, b2Vec2 gravity, float drag)
{
	if (const Result<> sound = CheckAll(from, to, gravity, drag).Positive("speed", speed).Outcome(); !sound)
	{
		return sound.GetError();
	}
	const Launch launch(from, to, gravity, drag);
	const auto velocities = launch.Solve(speed);
	if (velocities.has_value() == false)
	{
		const std::optional<float> least = launch.LeastSpeed();
		return Error{ErrorReason::TooSmall, "speed", -1, speed,
		             least ? static_cast<double>(*least) : std::sqrt(launch.SquareOfLeast())};
	}
	return std::array{ToAngle((*velocities)[0]), ToAngle((*velocities)[1])};
}

Result<float> LeastLaunchSpeed(b2Vec2 from, b2Vec2 to, b2Vec2 gravity, float drag)
{
	if (const Result<> sound = CheckAll(from, to, gravity, drag).Outcome(); !sound)
	{
		return sound.GetError();
	}
	const Launch launch(from, to, gravity, drag);
	const std::optional<float> least = launch.LeastSpeed();
	constexpr double k_largest = std::numeric_limits<float>::max();
	return least ? Result<float>(*least)
	             : Error{ErrorReason::TooLarge, "speed", -1, std::sqrt(launch.SquareOfLeast()), k_largest};
}

Result<b2Vec2> LaunchVelocity(b2Vec2 from, b2Vec2 to, float duration, b2Vec2 gravity, float drag)
{
	const Result<> sound = CheckAll(from, to, gravity, drag).Positive("duration", duration).Outcome();
	const Vec<double> velocity = sound ? Launch(from, to, gravity, drag).VelocityAt(duration) : Vec<double>{0.0, 0.0};
	constexpr double k_largest = std::numeric_limits<float>::max();
	const double larger = std::abs(velocity.x) > std::abs(velocity.y) ? velocity.x : velocity.y;
	const Result<> fits =
	    Checker().Require(FitsFloat(velocity), {ErrorReason::TooLarge, "velocity", -1, larger, k_largest}).Outcome();
	if (!sound || !fits)
	{
		return !sound ? sound.GetError() : fits.GetError();
	}
	return ToFloat(velocity);
}

} // namespace ricochet
