// MIT License, Copyright (c) 2026 the ricochet authors

#include "projectile/disc_cast.h"

#include "projectile/ballistics.h"
#include "world/overlap_walk.h"

#include <box2d/b2_fixture.h>

namespace ricochet
{

namespace
{

constexpr double k_contactGap = 2.0e-5 * b2_lengthUnitsPerMeter;

// A disc that is nearer than this counts as overlapping: what exact casts and distances in double may differ by.
constexpr double k_touching = 1.0e-8 * b2_lengthUnitsPerMeter;

// Out of one solid may be into the next; a disc between two that leave it no room never gets clear.
constexpr int k_maxPushes = 16;

// Where it looks for room then: shares of its radius, and directions. Less than a radius leads through no wall.
constexpr double k_roomShares[] = {0.02, 0.05, 0.1, 0.2, 0.4};
constexpr int k_roomDirections = 32;

} // namespace

double ContactGap(b2Vec2 position)
{
	return std::max(k_contactGap, 4.0 * RoundingClearance(position));
}

std::optional<LegHit> DiscCast::FirstHit(const Leg& leg) const
{
	return m_flight.FirstHit(leg, m_radius, m_filter, m_passing, &m_passing);
}

Leg DiscCast::Before(const Leg& leg, const LegHit& hit) const
{
	return m_flight.Before(leg, hit, m_radius, m_filter, m_passing);
}

std::optional<LegHit> DiscCast::Probe(b2Vec2 position, const Vec<double>& offset, double time) const
{
	const Leg leg{position, ToFloat(ToDouble(position) + offset), time, time};
	return m_flight.FirstHit(leg, m_radius, m_filter, m_passing, nullptr);
}

b2Vec2 DiscCast::Nudged(b2Vec2 position, const Vec<double>& offset, double time) const
{
	return Probe(position, offset, time) ? position : ToFloat(ToDouble(position) + offset);
}

struct DiscCast::Overlap
{
	double depth = -k_touching;
	Vec<double> normal{};
	[[nodiscard]] bool IsNone() const { return depth <= -k_touching; }
};

DiscCast::Overlap DiscCast::DeepestOverlap(b2Vec2 position, double time) const
{
	Overlap deepest;
	const auto visit = [&](b2Fixture* fixture, int32_t child, const b2Transform& pose)
	{
		const b2Shape::Type type = fixture->GetType();
		const bool isEdge = type == b2Shape::e_edge || type == b2Shape::e_chain;
		const bool counts = Accepts(m_filter, fixture) && m_passing.Has(fixture, child) == false && IsSound(pose) &&
		                    m_filter.startInside && (isEdge == false || m_filter.sides == Sides::Both);
		if (counts == false)
		{
			return;
		}
		const Separation separation = SeparateFromShape(*fixture->GetShape(), child, pose, position);
		const double depth = m_radius - separation.distance;
		if (depth > deepest.depth)
		{
			deepest = {depth, separation.normal};
		}
	};

	const WorldMotion& motion = m_flight.Motion();
	const b2AABB box = BoundsOfDisc(position, m_radius);
	WalkOverlaps(m_flight.World(), box,
	             [&](b2Fixture* fixture, int32_t child)
	             {
		             if (motion.Find(fixture->GetBody()) == nullptr)
		             {
			             visit(fixture, child, fixture->GetBody()->GetTransform());
		             }
	             });
	WalkBox(motion.Swept(), box,
	        [&](void* userData)
	        {
		        const auto& moved = *static_cast<const MovedChild*>(userData);
		        visit(moved.fixture, moved.child, moved.motion->PoseAt(m_flight.Share(time)));
	        });
	return deepest;
}

bool DiscCast::PushOut(b2Vec2& position, double time) const
{
	b2Vec2 pushed = position;
	for (int i = 0; i < k_maxPushes; ++i)
	{
		const Overlap overlap = DeepestOverlap(pushed, time);
		if (overlap.IsNone())
		{
			position = pushed;
			return true;
		}
		pushed = ToFloat(ToDouble(pushed) + (overlap.depth + ContactGap(pushed)) * overlap.normal);
	}
	return FindRoom(position, time);
}

// Between solids that push it to and fro there may be room aside.
bool DiscCast::FindRoom(b2Vec2& position, double time) const
{
	for (const double share : k_roomShares)
	{
		for (int i = 0; i < k_roomDirections; ++i)
		{
			const SinCos direction = SinCosOf(2.0 * static_cast<double>(b2_pi) * i / k_roomDirections);
			const Vec<double> way = share * m_radius * Vec<double>{direction.cos, direction.sin};
			const b2Vec2 aside = ToFloat(ToDouble(position) + way);
			if (DeepestOverlap(aside, time).IsNone())
			{
				position = aside;
				return true;
			}
		}
	}
	return false;
}

} // namespace ricochet
