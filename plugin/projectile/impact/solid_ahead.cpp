// MIT License, Copyright (c) 2026 the ricochet authors

#include "host/host.h"
#include "projectile/impact/way_ahead.h"

#include "projectile/base/ballistics.h"
#include "projectile/base/parts.h"
#include "projectile/leg/flight.h"
#include "query/source.h"

#include <algorithm>
#include <cmath>

namespace ricochet
{

namespace
{

// Of RoundingClearance: two surfaces that touch are no farther apart.
constexpr double k_seamClearances = 2.0;

bool IsAlone(const b2Body& body)
{
	const b2Fixture* only = OnlyFixtureOf(body);
	return only != nullptr && PartCountOf(*only->GetShape()) == 1;
}

} // namespace

bool SolidAhead::MayJoin(const b2Fixture& fixture) const
{
	return m_only != nullptr ? &fixture == m_only : fixture.IsSensor() == false;
}

bool SolidAhead::IsNew(const b2Fixture* fixture, int32_t child) const
{
	return std::none_of(m_layers.begin(), m_layers.end(),
	                    [&](const Layer& layer) { return layer.fixture == fixture && layer.child == child; });
}

bool SolidAhead::TakesAsPoint(const Way& way, const Place& place, Layer& layer) const
{
	const Way::Line line = way.LineTo(place);
	const std::optional<ShapeSpan> met = MeetWay(line.from, line.to, place);
	if (met.has_value() == false || met->span.grazing || (met->span.startsInside && way.startsInside == false))
	{
		return false;
	}
	layer.enter = std::max(met->span.enter.fraction * line.length - way.before, 0.0);
	layer.exit = met->span.exit.fraction * line.length - way.before;
	layer.startsInside = met->span.startsInside;
	layer.begin = layer.enter;
	layer.end = layer.exit;
	layer.left = met->span.exit;
	return Continues(way, layer, way.SineTo(met->span.enter.normal));
}

// Surfaces that are so near each other are farther apart along a way that crosses them at a flat angle.
bool SolidAhead::Continues(const Way& way, const Layer& layer, double sine) const
{
	return layer.enter * sine <= m_thickness * sine + way.GapAt(m_thickness) && layer.exit > layer.enter;
}

// Takes a child if it begins where what is known so far has not ended.
void SolidAhead::Take(const Way& way, b2Fixture* fixture, int32_t child)
{
	const Looker& looker = way.looker;
	const Place place = PlaceOfPart(*fixture->GetShape(), child, way.pose);
	if ((place.geometry.IsEdge() && m_radius == 0.0f) || MayJoin(*fixture) == false || IsNew(fixture, child) == false ||
	    looker.passing.Has(fixture, child) || Accepts(looker.filter, fixture) == false)
	{
		return;
	}
	Layer layer;
	layer.fixture = fixture;
	layer.child = child;
	if (m_radius > 0.0f ? TakesAsDisc(way, place, layer) : TakesAsPoint(way, place, layer))
	{
		layer.resistance = way.resistanceOf(fixture);
		m_unsettled.push_back(m_layers.size());
		m_layers.push_back(layer);
		if (m_radius > 0.0f && std::isinf(layer.resistance))
		{
			Bar(layer);
		}
	}
}

void SolidAhead::Begin(const LegHit& hit, double resistance)
{
	Layer first;
	first.fixture = hit.fixture;
	first.child = hit.child;
	first.exit = hit.thickness;
	first.startsInside = hit.met.span.startsInside;
	first.resistance = resistance;
	first.end = hit.thickness;
	first.left = hit.met.span.exit;
	m_layers.assign(1, first);
	m_unsettled.assign(1, 0);
	m_stretches.clear();
	m_settled = 0.0;
	m_thickness = hit.thickness;
	m_material = 0.0;
	m_barred = std::numeric_limits<double>::infinity();
	m_energy = 0.0;
	if (std::isinf(resistance))
	{
		Bar(first);
	}
}

void SolidAhead::Find(const b2World& world, const LegHit& hit, const Vec<double>& point, bool isInTree,
                      const Looker& looker, const ResistanceOf& resistanceOf)
{
	m_radius = looker.radius;
	Begin(hit, resistanceOf(hit.fixture));
	b2Body* body = hit.fixture->GetBody();
	const Vec<double> direction = Way::DirectionOf(hit, m_radius);
	const bool startsInside = hit.met.span.startsInside;
	const double clearance = k_seamClearances * RoundingClearance(ToFloat(point));
	const double before = startsInside ? 0.0 : 2.0 * clearance;
	const Way way{looker,    resistanceOf, hit.pose,  point - before * direction,
	              direction, before,       clearance, startsInside};
	const bool goesNowhere = direction.x == 0.0 && direction.y == 0.0;
	if (m_radius > 0.0f)
	{
		Measure(way, PlaceOfPart(*hit.fixture->GetShape(), hit.child, hit.pose), m_layers[0]);
	}
	// What is attached is one solid to whatever meets it, though its parts are several.
	const bool isOne = looker.pierces == false || hit.fixture->IsSensor();
	m_only = isOne ? hit.fixture : nullptr;
	if ((m_radius == 0.0f && hit.met.facing != Facing::Solid) || IsAlone(*body) || goesNowhere ||
	    (isOne && AttachedTo(*hit.fixture->GetShape()) == nullptr))
	{
		Settle(m_thickness);
		return;
	}
	// What begins before the end that is known has been found when none is new: each look begins where the last ended.
	for (size_t known = 0; known < m_layers.size() && (isOne || m_energy <= looker.energy);)
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
	const b2Vec2 from = way.PointAt(m_settled);
	const b2Vec2 to = way.PointAt(end);
	const float margin = m_radius + static_cast<float>(way.GapAt(end));
	const b2Vec2 reach{margin, margin};
	const b2AABB box{b2Min(from, to) - reach, b2Max(from, to) + reach};
	const auto take = [&](const FixtureChild& what)
	{
		if (what.fixture->GetBody() == &body)
		{
			ForEachPartIn(*what.fixture->GetShape(), what.child, way.pose, box,
			              [&](int32_t part) { Take(way, what.fixture, part); });
		}
		return false;
	};
	LiveTree{world, margin}.WalkWay(from, to, take);
}

void SolidAhead::TakeAll(const Way& way, b2Body& body)
{
	for (b2Fixture* fixture : FixturesOf(body))
	{
		for (int32_t child = 0; child < PartCountOf(*fixture->GetShape()); ++child)
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
		for (const double x : {m_layers[i].begin, m_layers[i].end})
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
		bool isSolid = false;
		for (const size_t i : m_unsettled)
		{
			const Layer& layer = m_layers[i];
			const bool covers = layer.isCrossed && layer.begin <= middle && middle <= layer.end;
			resistance = covers ? std::max(resistance, layer.resistance) : resistance;
			isSolid = isSolid || covers;
		}
		m_material += isSolid ? next - m_settled : 0.0;
		m_stretches.push_back({next, resistance});
		m_energy += resistance * (next - m_settled);
		m_settled = next;
	}
	std::erase_if(m_unsettled, [&](size_t i) { return m_layers[i].end <= m_settled; });
}

LegHit SolidAhead::Whole(const LegHit& hit) const
{
	if (m_radius > 0.0f)
	{
		return WholeOfDisc(hit);
	}
	LegHit whole = hit;
	const auto last = std::max_element(m_layers.begin(), m_layers.end(),
	                                   [](const Layer& a, const Layer& b) { return a.exit < b.exit; });
	const double more = m_thickness - hit.thickness;
	if (more > 0.0)
	{
		const double way = Length(hit.pieceWay);
		whole.thickness = m_thickness;
		whole.exitWay = hit.exitWay + more * Way::DirectionOf(hit, m_radius);
		whole.exitFraction += way > 0.0 ? more / way * hit.pieceShare : 0.0;
		whole.endsInside = whole.exitFraction > 1.0;
		whole.met.span.exit.normal = last->left.normal;
		whole.met.span.exit.edge = -1;
	}
	return whole;
}

double SolidAhead::DepthFor(double energy) const
{
	return std::min(DepthThrough(energy), m_barred);
}

double SolidAhead::DepthThrough(double energy) const
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
