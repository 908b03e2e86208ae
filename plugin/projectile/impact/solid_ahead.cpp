// MIT License, Copyright (c) 2026 the ricochet authors

#include "projectile/impact/solid_ahead.h"

#include "host/host.h"
#include "projectile/base/ballistics.h"
#include "projectile/base/parts.h"
#include "projectile/leg/flight.h"
#include "projectile/leg/piece_walk.h"
#include "query/meet.h"
#include "query/source.h"

#include <algorithm>
#include <cmath>

namespace ricochet
{

/// The straight path of a bullet from an impact on, relative to the body's pose at the impact. Casts start a little
/// before the impact. So the path also enters a fixture that begins exactly at the impact.
struct SolidAhead::Way
{
	const Looker& looker;
	const ResistanceOf& resistanceOf;
	const b2Transform& pose;
	SolidLine line;  ///< from the impact; the translation is a unit vector, or zero
	LocalRay ray;    ///< the same path, for casts
	double length;   ///< the length of the ray up to its fraction 1 (m)
	double before;   ///< how far before the impact the ray starts (m)
	double earliest; ///< a fixture that is entered farther before the impact contains the impact (m)
	bool startsInside;

	/// Returns the direction of the path. A disc continues straight from the place where it touches.
	[[nodiscard]] static Vec<double> DirectionOf(const LegHit& hit, float radius)
	{
		const Vec<double> way = hit.thickness > 0.0 && radius == 0.0f ? hit.exitWay : hit.pieceWay;
		const double length = Length(way);
		return length > 0.0 ? (1.0 / length) * way : Vec<double>{};
	}

	[[nodiscard]] Vec<double> PointAt(double depth) const { return line.origin + depth * line.translation; }

	/// Returns the sine of the angle between the path and a face with this normal (in the body's frame).
	[[nodiscard]] double SineTo(const Vec<double>& normal) const { return line.SineTo(Turned(pose.q, normal)); }

	/// True if the bullet was already inside a child before the impact. A start of the ray in the child does not prove
	/// that. At a flat angle, rounding may bring that start into a child that the bullet enters only at the impact.
	[[nodiscard]] bool StartsWithin(const Place& place) const
	{
		const Vec<double> point = InverseTurn(pose.q, line.origin - Lift<double>(pose.p));
		return startsInside == false && SeparateFromChild(place.geometry, point).distance < looker.radius - earliest;
	}

	/// Casts a disc along the whole path past a child. In the result, fractions are distances from the impact (m).
	[[nodiscard]] std::optional<ShapeSpan> Cast(const Place& place, float radius) const
	{
		std::optional<ShapeSpan> met = CastChildLocal(place.geometry, place.child, ray, radius);
		if (met)
		{
			LocalSpan& span = met->span;
			span.enter.fraction = span.enter.fraction * length - before;
			span.exit.fraction = span.exit.fraction * length - before;
			span.startsInside = span.startsInside || span.enter.fraction < -earliest;
			span.enter.fraction = std::max(span.enter.fraction, 0.0);
		}
		return met && met->span.exit.fraction >= -earliest ? met : std::nullopt;
	}
};

/// The material at some depth on the path of the centre.
struct SolidAhead::Cover
{
	double resistance = 0.0; ///< J/m
	bool isSolid = false;
};

namespace
{

// The length of the ray relative to a moving body (m). It is long enough that rounding its ends hardly turns it.
constexpr double k_rayLength = 64.0;

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

Place SolidAhead::PlaceOf(size_t layer) const
{
	return PlaceOfPart(*m_layers[layer].fixture->GetShape(), m_layers[layer].child, m_pose);
}

// Sets the part of the path on which the centre crosses the child, and the part on which it runs along a face. Running
// along a face is no crossing. `met`: the result of the centre's cast.
void SolidAhead::MeasureCenter(const Way& way, const Place& place, const std::optional<ShapeSpan>& met, Layer& layer)
{
	if (met && met->span.grazing == false)
	{
		layer.begin = met->span.enter.fraction;
		layer.end = std::max(met->span.exit.fraction, layer.begin);
		layer.entered = met->span.enter;
		layer.left = met->span.exit;
	}
	layer.along = way.line.Along(place.geometry, place.pose).value_or(LocalSpan{});
}

// Measures a child along the path. True if the child touches the solid that is known so far.
bool SolidAhead::Measure(const Way& way, const Place& place, Layer& layer) const
{
	std::optional<ShapeSpan> met = way.Cast(place, m_radius);
	if (met && (met->span.grazing || (met->span.startsInside && way.StartsWithin(place)) ||
	            AcceptsSide(way.looker.filter, met->facing, met->oneSided) == false))
	{
		met.reset();
	}
	const bool isDisc = m_radius > 0.0f;
	if (isDisc && met.has_value() == false)
	{
		return false;
	}
	MeasureCenter(way, place, isDisc ? way.Cast(place, 0.0f) : met, layer);
	if (met)
	{
		const LocalSpan& span = met->span;
		layer.extent = {span.enter.fraction, span.exit.fraction, way.SineTo(span.enter.normal),
		                way.SineTo(span.exit.normal)};
		layer.startsInside = span.startsInside;
	}
	if (isDisc == false)
	{
		layer.AddAlong(way.SineTo(layer.along.exit.normal), met.has_value());
	}
	return layer.extent.exit > layer.extent.enter &&
	       (way.line.Joins(m_known, layer.extent) ||
	        (isDisc == false && way.line.TouchBeside(m_known, layer.extent, PlaceOf(m_farthest), place)));
}

// Adds a child to the solid if it begins before the end of the solid that is known so far.
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
	if (Measure(way, place, layer))
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

// A fixture with infinite resistance lets nothing through, even if it has no thickness.
void SolidAhead::Bar(const Layer& layer)
{
	m_energy = layer.resistance;
	m_barred = std::min(m_barred, layer.extent.enter);
}

// A point that slides along a face touches the fixture, just as a disc does.
void SolidAhead::Layer::AddAlong(double exitSine, bool hasExtent)
{
	if (along.side == 0)
	{
		return;
	}
	const double enter = std::max(along.enter.fraction, 0.0);
	if (hasExtent == false || along.exit.fraction > extent.exit)
	{
		extent.exit = along.exit.fraction;
		extent.exitSine = exitSine;
	}
	extent.enter = hasExtent ? std::min(extent.enter, enter) : enter;
}

void SolidAhead::Begin(const LegHit& hit, const SolidLine& line, double resistance)
{
	Layer first;
	first.fixture = hit.fixture;
	first.child = hit.child;
	first.extent = {0.0, hit.thickness, 1.0, line.SineTo(Turned(hit.pose.q, hit.met.span.exit.normal))};
	first.startsInside = hit.met.span.startsInside;
	first.resistance = resistance;
	if (m_radius == 0.0f)
	{
		first.end = hit.thickness;
		first.entered = hit.met.span.enter;
		first.left = hit.met.span.exit;
	}
	m_layers.assign(1, first);
	m_unsettled.assign(1, 0);
	m_stretches.clear();
	m_known = first.extent;
	m_line = line;
	m_pose = hit.pose;
	m_settled = 0.0;
	m_material = 0.0;
	m_end = 0.0;
	m_last = 0;
	m_farthest = 0;
	m_exit = first.left;
	m_barred = std::numeric_limits<double>::infinity();
	m_energy = 0.0;
	if (std::isinf(resistance))
	{
		Bar(first);
	}
}

void SolidAhead::Find(const b2World& world, const Leg& leg, const LegHit& hit, bool isAtRest, const Looker& looker,
                      const ResistanceOf& resistanceOf)
{
	m_radius = looker.radius;
	b2Body* body = hit.fixture->GetBody();
	const bool startsInside = hit.met.span.startsInside;
	const Vec<double> point = hit.CenterOn(leg);
	const double earliest = startsInside ? 0.0 : 4.0 * RoundingClearance(ToFloat(point));
	const SolidLine line{point, Way::DirectionOf(hit, m_radius), m_radius};
	// Relative to a body at rest, the path is the leg itself, to the bit. So it crosses a joint exactly where the leg
	// does.
	const b2Vec2 from = isAtRest ? leg.from : ToFloat(point - earliest * line.translation);
	const b2Vec2 to = isAtRest ? leg.to : ToFloat(point + k_rayLength * line.translation);
	const Way way{looker,
	              resistanceOf,
	              hit.pose,
	              line,
	              LocalRay(from, hit.pose, to, hit.pose, k_exitReach),
	              Length(Lift<double>(to) - Lift<double>(from)),
	              isAtRest ? hit.fraction * leg.Length() : earliest,
	              earliest,
	              startsInside};
	Begin(hit, way.line, resistanceOf(hit.fixture));
	const Place place = PlaceOfPart(*hit.fixture->GetShape(), hit.child, hit.pose);
	if (m_radius > 0.0f)
	{
		MeasureCenter(way, place, way.Cast(place, 0.0f), m_layers[0]);
	}
	// An attached CastGeometry is one solid, even if it has several parts.
	const bool isOne = looker.pierces == false || hit.fixture->IsSensor();
	m_only = isOne ? hit.fixture : nullptr;
	if ((m_radius == 0.0f && hit.met.facing != Facing::Solid) || IsAlone(*body) || way.line.Length() == 0.0 ||
	    (isOne && AttachedTo(*hit.fixture->GetShape()) == nullptr))
	{
		Settle(m_known.exit);
		return;
	}
	if (m_radius == 0.0f)
	{
		Layer& first = m_layers[0];
		first.along = way.line.Along(place.geometry, place.pose).value_or(LocalSpan{});
		first.AddAlong(way.SineTo(first.along.exit.normal), true);
		m_known = first.extent;
	}
	// Each round adds the children that begin before the known end of the solid. These children may move that end
	// farther. The solid is complete when a round finds no new child. In the tree, each round searches from the end of
	// the previous round.
	for (size_t known = 0; known < m_layers.size() && (isOne || m_energy <= looker.energy);)
	{
		known = m_layers.size();
		const double end = m_known.exit;
		if (isAtRest)
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
			const SolidExtent& extent = m_layers[i].extent;
			if (extent.exit > m_known.exit)
			{
				m_known.exitSine = extent.exitSine;
				m_known.exit = extent.exit;
				m_farthest = i;
			}
		}
	}
	Settle(m_known.exit);
}

void SolidAhead::TakeFromTree(const b2World& world, const Way& way, const b2Body& body, double end)
{
	const b2Vec2 from = ToFloat(way.PointAt(m_settled));
	const b2Vec2 to = ToFloat(way.PointAt(end));
	const float margin = m_radius + static_cast<float>(way.line.LargestGap(0.0, end));
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

// Returns the material in which the centre is at a depth (m) of the path. If fixtures lie on both sides of the centre,
// the path runs along a joint. Then the largest resistance counts. If the path runs along a face and nothing is on the
// other side, the centre is outside.
SolidAhead::Cover SolidAhead::CoverAt(double depth) const
{
	bool isCrossed = false;
	double crossed = 0.0;
	double beside = 0.0;
	bool isBeside[2] = {false, false};
	for (const size_t i : m_unsettled)
	{
		const Layer& layer = m_layers[i];
		if (layer.IsCrossedAt(depth))
		{
			isCrossed = true;
			crossed = std::max(crossed, layer.resistance);
		}
		if (layer.IsAlongAt(depth))
		{
			isBeside[layer.along.side > 0 ? 1 : 0] = true;
			beside = std::max(beside, layer.resistance);
		}
	}
	const bool isInJoint = isBeside[0] && isBeside[1];
	return {isInJoint ? std::max(crossed, beside) : crossed, isCrossed || isInJoint};
}

// True if the solid that begins at a depth (m) touches the last solid that the centre has left. Rounding may leave a
// gap between the two.
bool SolidAhead::JoinsLast(double depth) const
{
	const auto begins = [&](size_t i)
	{
		return m_layers[i].begin == depth;
	};
	const auto found = std::find_if(m_unsettled.begin(), m_unsettled.end(), begins);
	const auto sineTo = [&](const LocalCrossing& crossing)
	{
		return m_line.SineTo(Turned(m_pose.q, crossing.normal));
	};
	const double enterSine = found != m_unsettled.end() ? sineTo(m_layers[*found].entered) : 1.0;
	const SolidExtent solid{0.0, m_end, 1.0, sineTo(m_exit)};
	const SolidExtent part{depth, depth, enterSine};
	return m_line.Joins(solid, part) ||
	       (found != m_unsettled.end() && m_line.TouchBeside(solid, part, PlaceOf(m_last), PlaceOf(*found)));
}

// Fills a gap of rounding with the resistance of the solid behind it. If the path crosses a joint at a flat angle, such
// a gap may be long.
void SolidAhead::CloseGap(double resistance)
{
	const double gap = m_settled - m_end;
	m_material += gap;
	m_energy += gap * resistance;
	for (auto stretch = m_stretches.rbegin(); stretch != m_stretches.rend() && stretch->end > m_end; ++stretch)
	{
		stretch->resistance = resistance;
	}
}

// Sets the end of the solid to a depth (m), and finds the layer that ends there.
void SolidAhead::EndAt(double depth)
{
	m_end = depth;
	for (const size_t i : m_unsettled)
	{
		const Layer& layer = m_layers[i];
		const bool isCrossing = layer.end == depth;
		if (isCrossing || (layer.along.side != 0 && layer.along.exit.fraction == depth))
		{
			m_last = i;
			m_exit = isCrossing ? layer.left : layer.along.exit;
			return;
		}
	}
}

// Cuts the known solid, up to a depth (m), into stretches of one resistance each.
void SolidAhead::Settle(double end)
{
	m_ends.assign(1, end);
	const auto cutAt = [&](double depth)
	{
		if (m_settled < depth && depth < end)
		{
			m_ends.push_back(depth);
		}
	};
	for (const size_t i : m_unsettled)
	{
		const Layer& layer = m_layers[i];
		cutAt(layer.begin);
		cutAt(layer.end);
		if (layer.along.side != 0)
		{
			cutAt(layer.along.enter.fraction);
			cutAt(layer.along.exit.fraction);
		}
	}
	std::sort(m_ends.begin(), m_ends.end());
	for (const double next : m_ends)
	{
		if (next <= m_settled)
		{
			continue;
		}
		const Cover cover = CoverAt(0.5 * (m_settled + next));
		if (cover.isSolid)
		{
			if (m_material > 0.0 && m_end < m_settled && JoinsLast(m_settled))
			{
				CloseGap(cover.resistance);
			}
			m_material = m_material == m_settled ? next : m_material + (next - m_settled);
			EndAt(next);
		}
		m_stretches.push_back({next, cover.resistance});
		m_energy += cover.resistance * (next - m_settled);
		m_settled = next;
	}
	std::erase_if(m_unsettled, [&](size_t i) { return m_layers[i].Ends() <= m_settled; });
}

LegHit SolidAhead::Whole(const LegHit& hit) const
{
	LegHit whole = hit;
	const double way = Length(hit.pieceWay);
	const auto shareOf = [&](double distance)
	{
		return way > 0.0 ? distance / way * hit.pieceShare : 0.0;
	};
	if (m_radius > 0.0f)
	{
		const bool isCrossed = m_material > 0.0;
		whole.exitFraction = hit.fraction + shareOf(m_end);
		whole.exitWay = isCrossed ? m_end * Way::DirectionOf(hit, m_radius) : -m_radius * hit.normal;
		whole.met.span.exit = hit.met.span.enter;
		if (isCrossed)
		{
			whole.exitFixture = m_layers[m_last].fixture;
			whole.exitChild = m_layers[m_last].child;
			whole.met.span.exit.normal = m_exit.normal;
			whole.met.span.exit.edge = m_last == 0 ? m_exit.edge : -1;
		}
	}
	else if (const double more = m_end - hit.thickness; more > 0.0)
	{
		whole.exitWay = hit.exitWay + more * Way::DirectionOf(hit, m_radius);
		whole.exitFraction += shareOf(more);
		whole.exitFixture = m_layers[m_last].fixture;
		whole.exitChild = m_layers[m_last].child;
		whole.met.span.exit.normal = m_exit.normal;
		whole.met.span.exit.edge = -1;
	}
	else
	{
		return whole;
	}
	whole.thickness = m_material;
	whole.endsInside = whole.exitFraction > 1.0;
	return whole;
}

// Returns the depth (m) at which the energy is used up, but no deeper than m_barred.
double SolidAhead::DepthFor(double energy) const
{
	double depth = 0.0;
	for (const Stretch& stretch : m_stretches)
	{
		const double needed = stretch.resistance * (stretch.end - depth);
		if (needed > energy)
		{
			return std::min(depth + energy / stretch.resistance, m_barred);
		}
		energy -= needed;
		depth = stretch.end;
	}
	return std::min(depth, m_barred);
}

} // namespace ricochet
