// MIT License, Copyright (c) 2026 the ricochet authors

#include <ricochet/world/attach_geometry.h>

#include "geometry/checker.h"
#include "shapes/attached_shape.h"
#include "world/broadphase.h"

#include <box2d/b2_body.h>

namespace ricochet
{

namespace
{

Result<> CheckFixture(const b2Fixture* fixture)
{
	Checker checker;
	if (checker.NotNull("fixture", fixture).IsSound())
	{
		checker.Require(fixture->GetBody()->GetWorld()->IsLocked() == false, {ErrorReason::WorldIsLocked, "fixture"});
	}
	return checker.Outcome();
}

} // namespace

Result<> AttachGeometry(b2Fixture* fixture, const CastGeometry& geometry)
{
	if (const Result<> sound = CheckFixture(fixture); !sound)
	{
		return sound;
	}
	// What stands there now may be all that keeps it alive, or what it has in common with the new one.
	const std::optional<CastGeometry> before = GeometryOf(*fixture);
	b2Shape& shape = *fixture->GetShape();
	Detach(shape);
	const Result<> outcome = Attach(shape, geometry.Data());
	if (outcome)
	{
		RefreshBounds(*fixture);
	}
	return outcome;
}

Result<> DetachGeometry(b2Fixture* fixture)
{
	const Result<> sound = CheckFixture(fixture);
	if (sound)
	{
		Detach(*fixture->GetShape());
		RefreshBounds(*fixture);
	}
	return sound;
}

std::optional<CastGeometry> GeometryOf(const b2Fixture& fixture)
{
	const CastGeometryData* attached = AttachedTo(*fixture.GetShape());
	return attached != nullptr ? std::optional<CastGeometry>(*attached) : std::nullopt;
}

} // namespace ricochet
