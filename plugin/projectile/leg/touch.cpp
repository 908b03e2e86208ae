// MIT License, Copyright (c) 2026 the ricochet authors

#include "projectile/leg/touch.h"
#include "host/host.h"

#include "projectile/base/ballistics.h"

namespace ricochet
{

// What Box2D has put to sleep under the disc bears it.
bool Touch::IsFree() const
{
	const b2Body* body = fixture->GetBody();
	return body->GetType() == b2_dynamicBody && (body->IsAwake() || isHeld == false);
}

b2Transform Touch::PoseAt(double share) const
{
	return motion != nullptr ? motion->PoseAt(share) : fixture->GetBody()->GetTransform();
}

Vec<double> Touch::Carried(const Vec<double>& point, double from, double to) const
{
	if (motion == nullptr)
	{
		return point;
	}
	const b2Transform before = motion->PoseAt(from);
	const b2Transform after = motion->PoseAt(to);
	return Lift<double>(after.p) + Turned(after.q, InverseTurn(before.q, point - Lift<double>(before.p)));
}

Vec<double> Touch::CarriedNormal(double from, double to) const
{
	if (motion == nullptr)
	{
		return normal;
	}
	// A b2Rot is a unit to 1e-7 only, and what is projected along a longer normal misses its plane.
	const Vec<double> turned = Turned(motion->PoseAt(to).q, InverseTurn(motion->PoseAt(from).q, normal));
	return (1.0 / Length(turned)) * turned;
}

} // namespace ricochet
