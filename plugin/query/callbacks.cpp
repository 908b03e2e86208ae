// MIT License, Copyright (c) 2026 the ricochet authors

#include <ricochet/query/callbacks.h>

#include "geometry/separation.h"
#include "host/host.h"
#include "query/accept.h"
#include "shapes/cast_shape.h"

#include <algorithm>
#include <cfloat>
#include <cmath>
#include <limits>
#include <utility>

namespace ricochet
{

namespace
{

// The meaning of the float that a callback returns to b2World::RayCast.
constexpr float k_ignore = -1.0f;
constexpr float k_terminate = 0.0f;
constexpr float k_continue = 1.0f;

struct Alignment
{
	double facing = 0.0; // cosine between the hit's normal and the edge's own, to the right of v1 -> v2
	double along = 0.0;  // cosine between the hit's normal and v1 -> v2
};

Alignment AlignmentOf(b2Vec2 v1, b2Vec2 v2, b2Vec2 normal)
{
	const double ex = static_cast<double>(v2.x) - v1.x;
	const double ey = static_cast<double>(v2.y) - v1.y;
	const double length = std::sqrt(ex * ex + ey * ey);
	return {(ey * normal.x - ex * normal.y) / length, (ex * normal.x + ey * normal.y) / length};
}

// A hit's normal points against the ray. If the ray came from the front, it is the edge's own normal; from the back,
// its opposite. If the ray ran along the edge, the normal lies along the edge. Cosines of +-0.5 separate the three
// cases, whatever the rounding error of the normal.
Facing FacingOfHit(double cosine)
{
	return cosine > 0.5 ? Facing::Front : (cosine < -0.5 ? Facing::Back : Facing::Along);
}

struct HitEdge
{
	Facing facing = Facing::Solid;
	bool oneSided = false;
};

// Box2D does not report which child of a chain was hit. The nearest child to the point is taken, among those whose
// normal fits. If two children lie on top of each other in opposite directions, the one with the lower index is taken.
HitEdge EdgeOfHit(const b2Fixture& fixture, b2Vec2 point, b2Vec2 normal)
{
	constexpr double k_normalError = 1e-4; // many times the rounding error of a unit vector
	const b2Shape& shape = *fixture.GetShape();
	const b2Transform& pose = fixture.GetBody()->GetTransform();
	const b2Vec2 localPoint = b2MulT(pose, point);
	const b2Vec2 localNormal = b2MulT(pose.q, normal);
	HitEdge hit;
	double nearest = std::numeric_limits<double>::infinity();
	ChildGeometry edge;
	for (int32_t i = 0; DescribeChild(shape, i, edge) && edge.IsEdge(); ++i)
	{
		const Alignment alignment = AlignmentOf(edge.ends[0], edge.ends[1], localNormal);
		const double distance = DistanceToSegment(localPoint, edge.ends[0], edge.ends[1]);
		hit.oneSided = edge.oneSided;
		hit.facing = i == 0 ? Facing::Along : hit.facing; // stays if the normal fits no edge
		if (std::abs(alignment.along) < k_normalError && distance < nearest)
		{
			nearest = distance;
			hit.facing = FacingOfHit(alignment.facing);
		}
	}
	return hit;
}

// Applies the filter's rules that need no ray, then those that depend on the hit. A start inside a solid is recognized
// by its zero normal: stock shapes never report one, ricochet's do. A NaN fraction, which Box2D's edges give for rays
// that are not finite, must fail the first test.
bool AcceptsHit(const QueryFilter& filter, b2Fixture* fixture, b2Vec2 point, b2Vec2 normal, float fraction)
{
	if ((fraction >= 0.0f && fraction <= 1.0f) == false)
	{
		return false;
	}
	const bool startsInside = normal.x == 0.0f && normal.y == 0.0f;
	if (AcceptsStart(filter, startsInside) == false || Accepts(filter, fixture) == false)
	{
		return false;
	}
	const HitEdge edge = IsOneWay(filter) ? EdgeOfHit(*fixture, point, normal) : HitEdge{};
	return AcceptsSide(filter, edge.facing, edge.oneSided);
}

} // namespace

ClosestRayCallback::ClosestRayCallback(QueryFilter queryFilter) : filter(std::move(queryFilter)) {}

float ClosestRayCallback::ReportFixture(b2Fixture* fixture, const b2Vec2& point, const b2Vec2& normal, float fraction)
{
	if (AcceptsHit(filter, fixture, point, normal, fraction) == false)
	{
		return k_ignore;
	}
	if (hasHit == false || fraction < hit.fraction || (fraction == hit.fraction && ComesFirst(fixture, hit.fixture)))
	{
		hit = {fixture, point, normal, fraction};
		hasHit = true;
	}
	// Box2D would accept a larger fraction than the last one, so the callback always returns the closest one so far. It
	// returns the next float above it: then Box2D still reports hits that are exactly as close but whose fraction was
	// rounded down. A return of 0 would stop the cast before them.
	return std::clamp(std::nextafter(hit.fraction, k_continue), FLT_MIN, k_continue);
}

void ClosestRayCallback::Reset()
{
	hit = {};
	hasHit = false;
}

AnyRayCallback::AnyRayCallback(QueryFilter queryFilter) : filter(std::move(queryFilter)) {}

float AnyRayCallback::ReportFixture(b2Fixture* fixture, const b2Vec2& point, const b2Vec2& normal, float fraction)
{
	if (AcceptsHit(filter, fixture, point, normal, fraction) == false)
	{
		return k_ignore;
	}
	hasHit = true;
	return k_terminate;
}

void AnyRayCallback::Reset()
{
	hasHit = false;
}

AllRayCallback::AllRayCallback(QueryFilter queryFilter) : filter(std::move(queryFilter)) {}

float AllRayCallback::ReportFixture(b2Fixture* fixture, const b2Vec2& point, const b2Vec2& normal, float fraction)
{
	if (AcceptsHit(filter, fixture, point, normal, fraction) == false)
	{
		return k_ignore;
	}
	hits.push_back({fixture, point, normal, fraction});
	return k_continue;
}

void AllRayCallback::Sort()
{
	// The sort is stable: children of one chain that are hit at the same fraction keep Box2D's order.
	std::stable_sort(hits.begin(), hits.end(),
	                 [](const StockHit& a, const StockHit& b)
	                 { return a.fraction != b.fraction ? a.fraction < b.fraction : ComesFirst(a.fixture, b.fixture); });
}

void AllRayCallback::Reset()
{
	hits.clear();
}

OverlapCallback::OverlapCallback(const b2AABB& queriedBox, QueryFilter queryFilter)
    : box(queriedBox), filter(std::move(queryFilter))
{
}

bool OverlapCallback::ReportFixture(b2Fixture* fixture)
{
	// Box2D reports a fixture for each of its children, without the child's index. Only a shape with several children
	// can be reported again.
	const b2Shape& shape = *fixture->GetShape();
	const int32 children = shape.GetChildCount();
	const auto isIn = [&](const std::vector<b2Fixture*>& list)
	{
		return children > 1 && std::find(list.begin(), list.end(), fixture) != list.end();
	};
	if (isIn(fixtures) || isIn(m_beside) || Accepts(filter, fixture) == false)
	{
		return true;
	}
	bool overlaps = false;
	for (int32 child = 0; child < children && overlaps == false; ++child)
	{
		overlaps = OverlapsBox(shape, child, fixture->GetBody()->GetTransform(), box);
	}
	if (overlaps)
	{
		fixtures.push_back(fixture);
	}
	else if (children > 1)
	{
		m_beside.push_back(fixture);
	}
	return true;
}

void OverlapCallback::Reset()
{
	fixtures.clear();
	m_beside.clear();
}

} // namespace ricochet
