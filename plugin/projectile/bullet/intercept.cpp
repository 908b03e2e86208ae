// MIT License, Copyright (c) 2026 the ricochet authors

#include <ricochet/projectile/launch.h>

#include "geometry/checker.h"
#include "geometry/vec.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>

namespace ricochet
{

namespace
{

// The search for meetings of bullet and target ends at this time (s). The limit keeps all products within the range of
// double.
constexpr double k_longestFlight = 1.0e6;

/// A bullet that meets the target at a time t starts with the velocity w(t) / f(t). Here w is the vector from the
/// muzzle to the target, minus the bullet's fall: w(t) = p + u t + a t^2 / 2 - g(t) gravity. p is the target's position
/// relative to the muzzle; u and a are its velocity and acceleration. f and g are those of launch.cpp:
///   f = (1 - e^-kt) / k,  g(t) = (t - f) / k,  with the derivatives f1 = e^-kt and g1 = f.
/// A bullet of speed s meets the target at the zeros of n(t) = |w|^2 - s^2 f^2. n is positive at first. The code uses
/// an s^2 that is larger by a share of 2^-46. So rounding misses no meeting at a limit. Derivatives:
///   n1 = 2 (w w1 - s^2 f f1)                         w1 = u + a t - f gravity
///   n2 = 2 (w1^2 + w w2 - s^2 f1 (f1 - k f))         w2 = a - f1 gravity
///   n3 = 6 w1 w2 + 2 w w3 - s^2 k f1 (2 - 8 f1)      w3 = k f1 gravity,  |2 - 8 f1| <= 6 since f1 is in (0, 1]
class Pursuit
{
public:
	Pursuit(b2Vec2 from, const MovingTarget& target, b2Vec2 gravity, float drag)
	    : m_offset(Lift<double>(target.position) - Lift<double>(from)), m_velocity(Lift<double>(target.velocity)),
	      m_acceleration(Lift<double>(target.acceleration)), m_gravity(Lift<double>(gravity)),
	      m_pull(Length(m_gravity)), m_drag(drag)
	{
	}

	/// Returns the first time at which a bullet meets the target, up to `longest` (s). Requires: the target is not at
	/// the muzzle.
	[[nodiscard]] std::optional<double> FirstMeeting(double speed, double longest) const
	{
		const double square = (1.0 + 0x1p-46) * speed * speed;
		double time = 0.0; // there is no meeting up to this time
		double step = longest;
		while (time < longest)
		{
			const double end = std::min(time + step, longest);
			const Verdict verdict = Judge(square, time, end);
			if (verdict == Verdict::Open && end - time > 0x1p-30 * end)
			{
				step = 0.5 * (end - time);
				continue;
			}
			if (verdict != Verdict::Apart && Meets(square, end))
			{
				return FirstIn(square, time, end);
			}
			time = end;
			step *= 2.0;
		}
		return std::nullopt;
	}

	/// Returns a speed with which a bullet meets the target by `longest` (s). It exceeds the least such speed by a
	/// share of at most 2^-26. Requires: with the speed `tooSlow` the bullet does not meet the target.
	[[nodiscard]] double LeastSpeed(double tooSlow, double longest) const
	{
		double enough = std::numeric_limits<double>::infinity();
		for (double time = longest; time > 0x1p-40 * longest; time *= 0.5)
		{
			enough = std::min(enough, Length(VelocityAt(time)));
		}
		while (enough - tooSlow > 0x1p-26 * enough)
		{
			const double middle = tooSlow + 0.5 * (enough - tooSlow);
			(FirstMeeting(middle, longest) ? enough : tooSlow) = middle;
		}
		return enough;
	}

	[[nodiscard]] Vec<double> VelocityAt(double time) const
	{
		const Instant at = At(time);
		return (1.0 / at.f) * at.w;
	}

	/// Returns the target's position relative to the muzzle.
	[[nodiscard]] Vec<double> TargetAt(double time) const
	{
		return m_offset + time * m_velocity + (0.5 * time * time) * m_acceleration;
	}

private:
	struct Instant
	{
		Vec<double> w, w1, w2;
		double f, f1;
	};

	[[nodiscard]] Instant At(double time) const
	{
		const DecayShares shares = DecaySharesOf(m_drag * time);
		const double f = time * shares.first;
		const double f1 = ExpOf(-m_drag * time);
		return {TargetAt(time) - (time * time * shares.second) * m_gravity,
		        m_velocity + time * m_acceleration - f * m_gravity, m_acceleration - f1 * m_gravity, f, f1};
	}

	// True if n <= 0.
	[[nodiscard]] bool Meets(double square, double time) const
	{
		const Instant at = At(time);
		return Dot(at.w, at.w) <= square * at.f * at.f;
	}

	enum class Verdict : uint8_t
	{
		Apart, ///< n is proven to be positive
		Flat,  ///< n is the same everywhere, up to rounding
		Open
	};

	// Bounds n from one time to another. Its Taylor parabola has n, n1 and n2 at the middle. n strays from this
	// parabola by up to |n3| h^3 / 6, where h is half the interval, and |n3| its largest value there.
	[[nodiscard]] Verdict Judge(double square, double from, double to) const
	{
		const double half = 0.5 * (to - from);
		const Instant at = At(from + half);
		const double path = Dot(at.w, at.w) + square * at.f * at.f;
		const double n = Dot(at.w, at.w) - square * at.f * at.f;
		const double n1 = 2.0 * (Dot(at.w, at.w1) - square * at.f * at.f1);
		const double n2 = 2.0 * (Dot(at.w1, at.w1) + Dot(at.w, at.w2) - square * at.f1 * (at.f1 - m_drag * at.f));
		const bool isLowestWithin = std::abs(n1) < n2 * half;
		const double least = isLowestWithin ? n - 0.5 * n1 * n1 / n2 : n + 0.5 * n2 * half * half - std::abs(n1) * half;
		const double decay = m_drag * ExpOf(-m_drag * from); // the largest k f1
		const double most2 = Length(at.w2) + decay * m_pull * half;
		const double most1 = Length(at.w1) + most2 * half;
		const double most = Length(at.w) + most1 * half;
		const double most3 = 6.0 * most1 * most2 + 2.0 * most * decay * m_pull + 6.0 * square * decay;
		const double stray = most3 * half * half * half / 6.0;
		const double change = std::abs(n1) * half + std::abs(n2) * half * half + stray;
		if (least > stray + 0x1p-48 * (path + change))
		{
			return Verdict::Apart;
		}
		return change <= 0x1p-46 * path ? Verdict::Flat : Verdict::Open;
	}

	// The time at which bullet and target meet, by bisection to the last bit. Requires: they have not met at `before`,
	// and have met at `met`.
	[[nodiscard]] double FirstIn(double square, double before, double met) const
	{
		while (true)
		{
			const double middle = 0.5 * (before + met);
			if (middle == before || middle == met)
			{
				return met;
			}
			(Meets(square, middle) ? met : before) = middle;
		}
	}

	Vec<double> m_offset;
	Vec<double> m_velocity;
	Vec<double> m_acceleration;
	Vec<double> m_gravity;
	double m_pull;
	double m_drag;
};

Result<> Check(b2Vec2 from, const MovingTarget& target, float speed, b2Vec2 gravity, float drag, float lifetime)
{
	const double life = lifetime; // may be infinite
	return Checker()
	    .Finite("from", from)
	    .Finite("MovingTarget::position", target.position)
	    .Finite("MovingTarget::velocity", target.velocity)
	    .Finite("MovingTarget::acceleration", target.acceleration)
	    .Positive("speed", speed)
	    .Finite("gravity", gravity)
	    .AtLeast("drag", drag, 0.0)
	    .Require(std::isnan(life) == false, {ErrorReason::NotFinite, "lifetime", -1, life})
	    .Require(life > 0.0, {ErrorReason::NotPositive, "lifetime", -1, life})
	    .Outcome();
}

// The least float that is not below a number. Beyond the range of float it is the number itself.
double RoundUp(double number)
{
	if (number > static_cast<double>(std::numeric_limits<float>::max()))
	{
		return number;
	}
	const auto rounded = static_cast<float>(number);
	const bool isBelow = static_cast<double>(rounded) < number;
	return isBelow ? std::nextafter(rounded, std::numeric_limits<float>::infinity()) : rounded;
}

} // namespace

Result<Intercept> SolveIntercept(b2Vec2 from, const MovingTarget& target, float speed, b2Vec2 gravity, float drag,
                                 float lifetime)
{
	if (const Result<> sound = Check(from, target, speed, gravity, drag, lifetime); !sound)
	{
		return sound.GetError();
	}
	if (from == target.position)
	{
		return Intercept{0.0f, {speed, 0.0f}, from};
	}
	const Pursuit pursuit(from, target, gravity, drag);
	const double longest = std::min(static_cast<double>(lifetime), k_longestFlight);
	const std::optional<double> time = pursuit.FirstMeeting(speed, longest);
	if (time.has_value() == false)
	{
		const std::optional<double> later = pursuit.FirstMeeting(speed, k_longestFlight);
		return later ? Error{ErrorReason::TooSmall, "lifetime", -1, lifetime, RoundUp(*later)}
		             : Error{ErrorReason::TooSmall, "speed", -1, speed, RoundUp(pursuit.LeastSpeed(speed, longest))};
	}
	const Vec<double> point = Lift<double>(from) + pursuit.TargetAt(*time);
	if (FitsFloat(point) == false)
	{
		constexpr double k_largest = std::numeric_limits<float>::max();
		const double larger = std::abs(point.x) > std::abs(point.y) ? point.x : point.y;
		return Error{ErrorReason::TooLarge, "point", -1, larger, k_largest};
	}
	return Intercept{static_cast<float>(*time), ToFloat(pursuit.VelocityAt(*time)), ToFloat(point)};
}

} // namespace ricochet
