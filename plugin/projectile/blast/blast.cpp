// MIT License, Copyright (c) 2026 the ricochet authors

#include "projectile/blast/blast.h"
#include "host/host.h"

#include "geometry/checker.h"
#include "geometry/separation.h"
#include "geometry/with_memory.h"
#include "projectile/blast/stand_off.h"
#include "query/collector.h"
#include "sight/collect.h"

#include <algorithm>
#include <functional>

namespace ricochet
{

namespace
{

// One that would be known by a name alone, as of a snapshot.
b2Body* NameOf(const b2Body* body)
{
	return const_cast<b2Body*>(body);
}

bool IsOfOneShape(const Obstacle& a, const Obstacle& b)
{
	return IsSameItem(a, b);
}

} // namespace

void BlastView::Look(Space space, const ExplosionDef& def, double depth, std::vector<BlastHit>& hits)
{
	hits.clear();
	m_eye = StandOff(space, def.position, def.filter, depth);
	m_reach = {def.radius, static_cast<double>(def.radius) + def.falloff};
	CollectObstacles(space, BoundsOfDisc(m_eye, def.radius + def.falloff), Vantage::Eye(m_eye), def.filter, m_found);
	SortByBody();
	SetDirections();
	const Pieces& pieces = m_builder.Build(m_obstacles);
	m_pieces.assign(pieces.begin(), pieces.end());
	AddSeen();
	Tell(def, hits);
}

// The obstacles of one body, or of one thing that was added by hand, come together. The order of bodies decides
// nothing.
void BlastView::SortByBody()
{
	m_order.resize(m_found.size());
	for (uint32_t i = 0; i < m_order.size(); ++i)
	{
		m_order[i] = i;
	}
	std::sort(m_order.begin(), m_order.end(),
	          [&](uint32_t a, uint32_t b)
	          {
		          const Obstacle& first = m_found[a];
		          const Obstacle& second = m_found[b];
		          if (first.body != second.body)
		          {
			          return std::less<>()(first.body, second.body);
		          }
		          return first.id != second.id ? first.id.index < second.id.index : a < b;
	          });
	m_obstacles.clear();
	m_groupOf.clear();
	m_groups.clear();
	for (const uint32_t i : m_order)
	{
		const Obstacle* last = m_obstacles.empty() ? nullptr : &m_obstacles.back();
		if (last == nullptr || last->body != m_found[i].body || last->id != m_found[i].id)
		{
			Group& group = m_groups.emplace_back();
			group.first = group.last = m_obstacles.size();
		}
		m_obstacles.push_back(m_found[i]);
		m_groupOf.push_back(static_cast<uint32_t>(m_groups.size() - 1));
		++m_groups.back().last;
	}
}

// The obstacles of a shape stand side by side, as they were collected.
void BlastView::SetDirections()
{
	m_directions.resize(m_obstacles.size());
	for (size_t first = 0; first < m_obstacles.size();)
	{
		size_t last = first;
		Vec<double> nearest{};
		for (; last < m_obstacles.size() && IsOfOneShape(m_obstacles[first], m_obstacles[last]); ++last)
		{
			if (m_obstacles[last].kind == ObstacleKind::Block)
			{
				Group& group = m_groups[m_groupOf[last]];
				const bool isFirst = group.isTouched == false || Precedes(m_obstacles[last], *group.nearest);
				group.nearest = isFirst ? &m_obstacles[last] : group.nearest;
				group.isTouched = true;
				continue;
			}
			const Vec<double> point = NearestOf(m_obstacles[last]);
			nearest = last == first || Dot(point, point) < Dot(nearest, nearest) ? point : nearest;
		}
		std::fill(m_directions.begin() + static_cast<std::ptrdiff_t>(first),
		          m_directions.begin() + static_cast<std::ptrdiff_t>(last), UnitOf(nearest));
		first = last;
	}
}

void BlastView::AddSeen()
{
	for (const Piece<PointView>& piece : m_pieces)
	{
		const auto i = static_cast<size_t>(piece.obstacle - m_obstacles.data());
		AddPart(piece, m_directions[i], m_groups[m_groupOf[i]]);
	}
}

// A piece of an envelope.
void BlastView::AddPart(const Piece<PointView>& piece, const Vec<double>& along, Group& group) const
{
	const Obstacle& obstacle = *piece.obstacle;
	if (obstacle.kind == ObstacleKind::Block)
	{
		return;
	}
	const Vec<double> from = PointView::PointAt(obstacle, piece.from);
	const Vec<double> to = PointView::PointAt(obstacle, piece.to);
	const FacingPart part = FacingOf(obstacle, from, to, along, m_reach);
	if (part.length > 0.0)
	{
		const bool isFirst = group.nearest == nullptr;
		const bool isAsNear = isFirst == false && part.distance == group.seen.distance;
		const bool isNearest =
		    isFirst || part.distance < group.seen.distance || (isAsNear && Precedes(obstacle, *group.nearest));
		if (isNearest && group.isTouched == false)
		{
			group.nearest = &obstacle;
			group.seen.distance = part.distance;
			group.seen.nearest = part.nearest;
		}
		group.seen.length += part.length;
		group.seen.moment += part.moment;
		group.impulse = group.impulse + part.weighted * along;
	}
}

// What faces the blast of one body alone.
double BlastView::WholeLength(const Group& group)
{
	double length = 0.0;
	const std::span<const Obstacle> own(m_obstacles.data() + group.first, group.last - group.first);
	for (const Piece<PointView>& piece : m_ownBuilder.Build(own))
	{
		const Obstacle& obstacle = *piece.obstacle;
		if (obstacle.kind != ObstacleKind::Block)
		{
			const Vec<double> from = PointView::PointAt(obstacle, piece.from);
			const Vec<double> end = PointView::PointAt(obstacle, piece.to);
			const auto i = static_cast<size_t>(piece.obstacle - m_obstacles.data());
			length += FacingLengthOf(obstacle, from, end, m_directions[i], m_reach);
		}
	}
	return length;
}

BlastHit BlastView::HitOf(const ExplosionDef& def, const Group& group, double whole) const
{
	BlastHit hit;
	const double share = group.isTouched ? 1.0 : std::min(1.0, group.seen.length / whole);
	const double distance = group.isTouched ? 0.0 : group.seen.distance;
	hit.point = ToFloat(Lift<double>(m_eye) + (group.isTouched ? Vec<double>{} : group.seen.nearest));
	hit.distance = ToFloat(distance);
	hit.seenLength = ToFloat(group.seen.length);
	hit.share = static_cast<float>(share);
	hit.damage = ToFloat(def.damage * m_reach.FalloffAt(distance) * share);
	hit.impulse = ToFloat(static_cast<double>(def.impulsePerLength) * group.impulse);
	const double moved = Cross(Lift<double>(m_eye) - Lift<double>(def.position), group.impulse);
	hit.moment = ToFloat(def.impulsePerLength * (group.seen.moment + moved));
	return hit;
}

void BlastView::Tell(const ExplosionDef& def, std::vector<BlastHit>& hits)
{
	m_told.clear();
	for (const Group& group : m_groups)
	{
		if (group.nearest != nullptr)
		{
			m_told.push_back(&group);
		}
	}
	std::sort(m_told.begin(), m_told.end(),
	          [](const Group* a, const Group* b)
	          {
		          const double first = a->isTouched ? 0.0 : a->seen.distance;
		          const double second = b->isTouched ? 0.0 : b->seen.distance;
		          return first != second ? first < second : Precedes(*a->nearest, *b->nearest);
	          });
	for (const Group* group : m_told)
	{
		BlastHit& hit = hits.emplace_back(HitOf(def, *group, WholeLength(*group)));
		hit.body = NameOf(group->nearest->body);
		static_cast<Item&>(hit) = *group->nearest;
	}
}

std::optional<BlastHit> BlastView::HitDisc(const ExplosionDef& def, b2Vec2 center, float radius)
{
	const Vec<double> c = Lift<double>(center) - Lift<double>(m_eye);
	const double r = radius;
	const double squared = Dot(c, c);
	const double length = Length(c);
	if (length - r >= m_reach.reach)
	{
		return std::nullopt;
	}
	Group seen;
	if (length <= r)
	{
		// It stands where the centre is, in front of everything; it is pushed away by its whole width.
		seen.isTouched = true;
		seen.impulse = 2.0 * r * UnitOf(c);
		seen.seen.length = 2.0 * r;
		return HitOf(def, seen, 2.0 * r);
	}
	const double along = (length - r) * (length + r) / squared;
	const double across = std::sqrt((length - r) * (length + r)) * r / squared;
	Obstacle disc;
	disc.kind = ObstacleKind::Arc;
	disc.from = {along * c.x + across * c.y, along * c.y - across * c.x};
	disc.to = {along * c.x - across * c.y, along * c.y + across * c.x};
	disc.center = c;
	disc.radius = r;
	const Vec<double> unit = UnitOf(c);
	const Pieces& own = m_ownBuilder.Build({&disc, 1});
	m_withDisc.clear();
	if (own.empty() == false && m_pieces.empty() == false)
	{
		EnvelopeMerge<PointView>(m_pieces, own, m_withDisc);
	}
	for (const Piece<PointView>& piece : m_pieces.empty() ? own : m_withDisc)
	{
		if (piece.obstacle == &disc)
		{
			AddPart(piece, unit, seen);
		}
	}
	const double whole = FacingLengthOf(disc, disc.from, disc.to, unit, m_reach);
	return seen.nearest != nullptr ? std::optional(HitOf(def, seen, whole)) : std::nullopt;
}

Result<> CheckBlast(const ExplosionDef& def)
{
	return Checker()
	    .Finite("ExplosionDef::position", def.position)
	    .AtLeast("ExplosionDef::radius", def.radius, 0.0)
	    .AtLeast("ExplosionDef::falloff", def.falloff, 0.0)
	    .Positive("radius + falloff", def.radius + def.falloff)
	    .Finite("ExplosionDef::impulsePerLength", def.impulsePerLength)
	    .Finite("ExplosionDef::damage", def.damage)
	    .Outcome();
}

Result<> MeasureBlast(Space space, const ExplosionDef& def, std::vector<BlastHit>& hits)
{
	thread_local BlastView view;
	hits.clear();
	const Result<> sound = CheckBlast(def);
	const Result<> outcome = sound ? WithMemory(
	                                     [&]() -> Result<>
	                                     {
		                                     view.Look(space, def, b2_linearSlop, hits);
		                                     return {};
	                                     })
	                               : sound;
	if (!outcome)
	{
		hits.clear();
	}
	return outcome;
}

} // namespace ricochet
