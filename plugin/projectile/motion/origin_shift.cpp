// MIT License, Copyright (c) 2026 the ricochet authors

#include "projectile/motion/origin_shift.h"
#include "host/host.h"

#include "projectile/base/ballistics.h"

#include <algorithm>
#include <limits>

namespace ricochet
{

namespace
{

// A share of a coordinate, larger than the rounding of a difference.
constexpr double k_shiftRounding = 0x1p-23;

// The interval of displacements of the origin along one axis that agree with the bodies visited so far.
struct Interval
{
	double low = -std::numeric_limits<double>::infinity();
	double high = std::numeric_limits<double>::infinity();

	void Narrow(double before, double after)
	{
		const double rounding = k_shiftRounding * std::abs(after);
		low = std::max(low, before - after - rounding);
		high = std::min(high, before - after + rounding);
	}
	[[nodiscard]] bool IsEmpty() const { return low > high; }
	[[nodiscard]] bool HasZero() const { return low <= 0.0 && high >= 0.0; }
	[[nodiscard]] double Middle() const { return 0.5 * (low + high); }
};

} // namespace

bool BodyRecord::StaysStatic() const
{
	return isStatic && body->GetType() == b2_staticBody;
}

void BodyRecord::ShiftOrigin(b2Vec2 newOrigin)
{
	pose.p -= newOrigin;
	center -= newOrigin;
}

std::optional<b2Vec2> FindShift(std::span<const BodyRecord> records)
{
	Interval x, y;
	for (const BodyRecord& record : records)
	{
		if (record.StaysStatic())
		{
			x.Narrow(record.pose.p.x, record.body->GetPosition().x);
			y.Narrow(record.pose.p.y, record.body->GetPosition().y);
			if (x.IsEmpty() || y.IsEmpty() || (x.HasZero() && y.HasZero()) || record.angle != record.body->GetAngle())
			{
				return std::nullopt;
			}
		}
	}
	const Vec<double> shift{x.Middle(), y.Middle()};
	const auto movesLess = [&](const BodyRecord& record)
	{
		const Vec<double> way = Lift<double>(record.center) - Lift<double>(record.body->GetWorldCenter());
		return record.StaysStatic() || Length(way - shift) <= Length(way);
	};
	const bool found = records.size() > 1 && FitsFloat(shift) && std::all_of(records.begin(), records.end(), movesLess);
	return found ? std::optional(ToFloat(shift)) : std::nullopt;
}

} // namespace ricochet
