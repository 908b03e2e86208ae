// MIT License, Copyright (c) 2026 the ricochet authors

#include "projectile/solid_ahead.h"

#include "projectile/ballistics.h"
#include "projectile/flight.h"
#include "world/source.h"

#include <box2d/b2_fixture.h>
#include <box2d/b2_world.h>

#include <algorithm>
#include <cmath>

namespace ricochet
{

namespace
{

// Of a way: the directions of two casts from nearly one point differ by what floats round.
constexpr double k_seamShare = 0x1p-22;

// Of RoundingClearance: two surfaces that touch are no farther apart.
constexpr double k_seamClearances = 2.0;

bool IsAlone(const b2Body& body)
{
	const b2Fixture* first = body.GetFixtureList();
	return first->GetNext() == nullptr && first->GetShape()->GetChildCount() == 1;
}

Vec<double> DirectionOf(const LegHit& hit)
{
	const Vec<double> way = hit.thickness > 0.0 ? hit.exitWay : hit.pieceWay;
	const double length = Length(way);
	return length > 0.0 ? (1.0 / length) * way : Vec<double>{};
}

// No farther than this from a point is all of a child that stands under a pose.
double ReachFrom(const Vec<double>& point, const ChildGeometry& geometry, const b2Transform& pose)
{
	double reach = 0.0;
	for (const b2Vec2& vertex : geometry.Points())
	{
		const Vec<double> corner = Turned(pose.q, Lift<double>(vertex)) + Lift<double>(pose.p);
		reach = std::max(reach, Length(corner - point));
	}
	return reach + geometry.radius;
}

} // namespace

// From a little before the impact, so that what begins with it is entered there.
struct SolidAhead::Way
{
	const QueryFilter& filter;
	const Passing& passing;
	const ResistanceOf& resistanceOf;
	const b2Transform& pose;
	Vec<double> origin;
	Vec<double> direction; // unit
	double before;         // from the origin to the impact
	double clearance;
	bool startsInside;

	[[nodiscard]] b2Vec2 PointAt(double depth) const { return ToFloat(origin + (before + depth) * direction); }
	[[nodiscard]] double GapAt(double depth) const { return clearance + k_seamShare * depth; }
};

bool SolidAhead::IsNew(const b2Fixture* fixture, int32_t child) const
{
	return std::none_of(m_layers.begin(), m_layers.end(),
	                    [&](const Layer& layer) { return layer.fixture == fixture && layer.child == child; });
}

// Takes a child if it begins where what is known so far has not ended.
void SolidAhead::Take(const Way& way, b2Fixture* fixture, int32_t child)
{
	const Place place = PlaceOf(*fixture->GetShape(), child, way.pose);
	if (place.geometry.isEdge || fixture->IsSensor() || IsNew(fixture, child) == false ||
	    way.passing.Has(fixture, child) || Accepts(way.filter, fixture) == false)
	{
		return;
	}
	const double reach = ReachFrom(way.origin, place.geometry, way.pose);
	const b2Vec2 from = ToFloat(way.origin);
	const b2Vec2 to = ToFloat(way.origin + (2.0 * reach + way.clearance) * way.direction);
	const std::optional<ShapeSpan> met = MeetWay(from, to, place);
	if (met.has_value() == false || met->span.grazing || (met->span.startsInside && way.startsInside == false))
	{
		return;
	}
	const double length = Length(Lift<double>(to) - Lift<double>(from));
	Layer layer{fixture,
	            child,
	            std::max(met->span.enter.fraction * length - way.before, 0.0),
	            met->span.exit.fraction * length - way.before,
	            met->span.startsInside,
	            0.0,
	            met->span.exit};
	if (layer.enter <= m_thickness + way.GapAt(m_thickness) && layer.exit > layer.enter)
	{
		layer.resistance = way.resistanceOf(fixture);
		m_unsettled.push_back(m_layers.size());
		m_layers.push_back(layer);
	}
}

void SolidAhead::Begin(const LegHit& hit, double resistance)
{
	m_layers.assign(
	    1, {hit.fixture, hit.child, 0.0, hit.thickness, hit.met.span.startsInside, resistance, hit.met.span.exit});
	m_unsettled.assign(1, 0);
	m_stretches.clear();
	m_settled = 0.0;
	m_thickness = hit.thickness;
	// Not even what has no thickness lets anything through if its resistance is infinite.
	m_energy = std::isinf(resistance) ? resistance : 0.0;
}

void SolidAhead::Find(const b2World& world, const LegHit& hit, const Vec<double>& point, double energy, bool isInTree,
                      const QueryFilter& filter, const Passing& passing, const ResistanceOf& resistanceOf)
{
	Begin(hit, resistanceOf(hit.fixture));
	b2Body* body = hit.fixture->GetBody();
	const Vec<double> direction = DirectionOf(hit);
	if (hit.met.facing != Facing::Solid || hit.fixture->IsSensor() || IsAlone(*body) ||
	    (direction.x == 0.0 && direction.y == 0.0))
	{
		Settle(m_thickness);
		return;
	}
	const bool startsInside = hit.met.span.startsInside;
	const double clearance = k_seamClearances * RoundingClearance(ToFloat(point));
	const double before = startsInside ? 0.0 : 2.0 * clearance;
	const Way way{filter,    passing, resistanceOf, hit.pose,    point - before * direction,
	              direction, before,  clearance,    startsInside};
	// What begins before the end that is known has been found when none is new: each look begins where the last ended.
	for (size_t known = 0; known < m_layers.size() && m_energy <= energy;)
	{
		known = m_layers.size();
		const double end = m_thickness;
		if (isInTree)
		{
			TakeFromTree(world, way, *body, end);
		}
		else
		{
			TakeAll(way, *body);
		}
		Settle(end);
		for (size_t i = known; i < m_layers.size(); ++i)
		{
			m_thickness = std::max(m_thickness, m_layers[i].exit);
		}
	}
	Settle(m_thickness);
}

void SolidAhead::TakeFromTree(const b2World& world, const Way& way, const b2Body& body, double end)
{
	const auto take = [&](const FixtureChild& what)
	{
		if (what.fixture->GetBody() == &body)
		{
			Take(way, what.fixture, what.child);
		}
		return false;
	};
	LiveTree{world, static_cast<float>(way.GapAt(end))}.WalkWay(way.PointAt(m_settled), way.PointAt(end), take);
}

void SolidAhead::TakeAll(const Way& way, b2Body& body)
{
	for (b2Fixture* fixture = body.GetFixtureList(); fixture != nullptr; fixture = fixture->GetNext())
	{
		for (int32_t child = 0; child < fixture->GetShape()->GetChildCount(); ++child)
		{
			Take(way, fixture, child);
		}
	}
}

// Cuts what is known into stretches of one resistance, up to a depth. Gaps of rounding resist nothing.
void SolidAhead::Settle(double end)
{
	m_ends.assign(1, end);
	for (const size_t i : m_unsettled)
	{
		for (const double x : {m_layers[i].enter, m_layers[i].exit})
		{
			if (m_settled < x && x < end)
			{
				m_ends.push_back(x);
			}
		}
	}
	std::sort(m_ends.begin(), m_ends.end());
	for (const double next : m_ends)
	{
		if (next <= m_settled)
		{
			continue;
		}
		const double middle = 0.5 * (m_settled + next);
		double resistance = 0.0;
		for (const size_t i : m_unsettled)
		{
			const Layer& layer = m_layers[i];
			const bool covers = layer.enter <= middle && middle <= layer.exit;
			resistance = covers ? std::max(resistance, layer.resistance) : resistance;
		}
		m_stretches.push_back({next, resistance});
		m_energy += resistance * (next - m_settled);
		m_settled = next;
	}
	std::erase_if(m_unsettled, [&](size_t i) { return m_layers[i].exit <= m_settled; });
}

LegHit SolidAhead::Whole(const LegHit& hit) const
{
	LegHit whole = hit;
	const auto last = std::max_element(m_layers.begin(), m_layers.end(),
	                                   [](const Layer& a, const Layer& b) { return a.exit < b.exit; });
	const double more = m_thickness - hit.thickness;
	if (more > 0.0)
	{
		const double way = Length(hit.pieceWay);
		whole.thickness = m_thickness;
		whole.exitWay = hit.exitWay + more * DirectionOf(hit);
		whole.exitFraction += way > 0.0 ? more / way * hit.pieceShare : 0.0;
		whole.endsInside = whole.exitFraction > 1.0;
		whole.met.span.exit.normal = last->left.normal;
		whole.met.span.exit.edge = -1;
	}
	return whole;
}

double SolidAhead::DepthFor(double energy) const
{
	double depth = 0.0;
	for (const Stretch& stretch : m_stretches)
	{
		const double needed = stretch.resistance * (stretch.end - depth);
		if (needed > energy)
		{
			return depth + energy / stretch.resistance;
		}
		energy -= needed;
		depth = stretch.end;
	}
	return depth;
}

} // namespace ricochet
