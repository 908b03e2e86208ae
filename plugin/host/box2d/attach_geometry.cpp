// MIT License, Copyright (c) 2026 the ricochet authors

#include <ricochet/host/attach_geometry.h>

#include "geometry/checker.h"
#include "host/box2d/tree.h"
#include "shapes/attached_shape.h"

#include <box2d/b2_body.h>

#include <utility>

namespace ricochet
{

RICOCHET_GRANT_ACCESS(ShapeOfFixture, b2Shape* b2Fixture::*, &b2Fixture::m_shape);
RICOCHET_GRANT_ACCESS(AllocatorOfWorld, b2BlockAllocator b2World::*, &b2World::m_blockAllocator);

namespace
{

b2BlockAllocator& AllocatorOf(b2Fixture& fixture)
{
	return fixture.GetBody()->GetWorld()->*MemberOf(AllocatorOfWorld());
}

void Replace(b2Fixture& fixture, b2Shape* shape)
{
	Discard(*std::exchange(fixture.*MemberOf(ShapeOfFixture()), shape), AllocatorOf(fixture));
	RefreshBounds(fixture);
}

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
	// Only the geometry that is attached now may keep the new one alive. So a copy holds it meanwhile.
	const CastGeometry kept = geometry;
	(void)DetachGeometry(fixture);
	const Result<b2Shape*> attached = Attached(*fixture->GetShape(), kept.Data(), AllocatorOf(*fixture));
	if (!attached)
	{
		return attached.GetError();
	}
	Replace(*fixture, *attached);
	return {};
}

Result<> DetachGeometry(b2Fixture* fixture)
{
	const Result<> sound = CheckFixture(fixture);
	if (sound && AttachedTo(*fixture->GetShape()) != nullptr)
	{
		Replace(*fixture, Detached(*fixture->GetShape(), AllocatorOf(*fixture)));
	}
	return sound;
}

std::optional<CastGeometry> GeometryOf(const b2Fixture& fixture)
{
	const CastGeometryData* attached = AttachedTo(*fixture.GetShape());
	return attached != nullptr ? std::optional<CastGeometry>(*attached) : std::nullopt;
}

} // namespace ricochet
