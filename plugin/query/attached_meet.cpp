// MIT License, Copyright (c) 2026 the ricochet authors

#include "query/attached_meet.h"

#include "geometry/box_nodes.h"
#include "geometry/hull_meet.h"
#include "geometry/outline_clip.h"
#include "geometry/pose.h"
#include "geometry/separation.h"
#include "geometry/surface_point.h"
#include "geometry/turning_cast.h"
#include "query/free_point.h"
#include "query/hull_walk.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace ricochet
{

/// The path of a hull in the frame of a geometry, to find out which boxes the hull may reach, and from which fraction
/// on.
struct LocalSweep
{
	b2AABB box = NoBox();
	Vec<double> start{};     // the middle of the hull at the start of the path
	Vec<double> direction{}; // a unit vector; (0, 0) if the translation is zero
	double reach = 0.0;      // radius of the hull about its middle
	double length = 0.0;     // of the translation, fraction 1

	LocalSweep(const MovingHull& moving, const b2Transform& pose)
	{
		const Vec<double> way = static_cast<double>(moving.maxFraction) * Lift<double>(moving.translation);
		const double size = SizeOf(Lift<double>(moving.pose.p)) + SizeOf(Lift<double>(pose.p)) + SizeOf(way);
		Vec<double> lower{k_all, k_all};
		Vec<double> upper{-k_all, -k_all};
		for (const b2Vec2& vertex : moving.hull.vertices)
		{
			const Vec<double> place = PointOf(moving.pose, vertex) - Lift<double>(pose.p);
			const double margin =
			    moving.hull.radius * (1.0 + k_growth) + k_growth * (size + SizeOf(Lift<double>(vertex)));
			for (const Vec<double>& at : {place, place + way})
			{
				Add(InverseTurn(pose.q, at), margin);
			}
			const Vec<double> local = InverseTurn(pose.q, place);
			lower = {std::min(lower.x, local.x - margin), std::min(lower.y, local.y - margin)};
			upper = {std::max(upper.x, local.x + margin), std::max(upper.y, local.y + margin)};
		}
		start = 0.5 * (lower + upper);
		reach = 0.5 * Length(upper - lower);
		const Vec<double> translation = InverseTurn(pose.q, Lift<double>(moving.translation));
		length = Length(translation);
		direction = UnitOf(translation);
	}

	// A bit for each box of a node that the hull may reach. `bounds` gets the fractions before which it does not reach
	// them.
	[[nodiscard]] uint32_t Meet(const BoxNode& node, std::array<double, BoxNode::k_width>& bounds) const
	{
		uint32_t met = MeetBox(node, box);
		for (size_t i = 0; i < BoxNode::k_width; ++i)
		{
			const Vec<double> low{node.lowX[i], node.lowY[i]};
			const Vec<double> high{node.highX[i], node.highY[i]};
			const Vec<double> half = 0.5 * (high - low);
			const double apart = std::abs(Cross(direction, 0.5 * (low + high) - start));
			const double within = reach + std::abs(direction.x) * half.y + std::abs(direction.y) * half.x;
			met &= apart > within * (1.0 + k_growth) ? ~(1u << i) : ~0u;
			const double ahead = Dot(direction, 0.5 * (low + high) - start);
			const double near = std::abs(direction.x) * half.x + std::abs(direction.y) * half.y;
			bounds[i] = length > 0.0 ? (ahead - (near + reach) * (1.0 + k_growth)) / length : 0.0;
		}
		return met;
	}

private:
	static constexpr double k_all = std::numeric_limits<double>::infinity();
	static constexpr double k_growth = 0x1p-18; // covers rounding errors of floats, and poses that are not quite
	                                            // rotations

	[[nodiscard]] static double SizeOf(const Vec<double>& v) { return std::abs(v.x) + std::abs(v.y); }

	void Add(const Vec<double>& point, double margin)
	{
		const Vec<double> grown{margin, margin};
		box.lowerBound = b2Min(box.lowerBound, ToFloat(point - grown));
		box.upperBound = b2Max(box.upperBound, ToFloat(point + grown));
	}
};

namespace
{

// If two pieces touch, the exit from one and the entry into the other differ by less than this. It is relative to the
// fraction if that is above 1.
constexpr double k_seam = 0x1p-26;

// The ray that moves like the hull. It exists if the hull is a point whose place in the world is exactly a pair of
// floats.
std::optional<Ray> RayOfPoint(const MovingHull& moving)
{
	if (moving.hull.vertices.size() != 1 || moving.hull.radius > 0.0f)
	{
		return std::nullopt;
	}
	const b2Vec2 vertex = moving.hull.vertices[0];
	const bool isTurned = moving.pose.q.s != 0.0f || moving.pose.q.c != 1.0f;
	const b2Vec2 at = moving.pose.p + vertex;
	const auto isExact = [](float sum, float a, float b)
	{
		return static_cast<double>(sum) == static_cast<double>(a) + static_cast<double>(b);
	};
	if ((isTurned && vertex != b2Vec2{0.0f, 0.0f}) || isExact(at.x, moving.pose.p.x, vertex.x) == false ||
	    isExact(at.y, moving.pose.p.y, vertex.y) == false)
	{
		return std::nullopt;
	}
	return Ray{at, moving.translation, moving.maxFraction};
}

constexpr int k_bothSides = 3;

// Bits for the sides of the path on which a piece lies. A piece that the path enters lies on both.
int SidesOf(const HullMeet& piece)
{
	if (piece.grazing == false)
	{
		return k_bothSides;
	}
	return piece.side > 0 ? 1 : (piece.side < 0 ? 2 : 0);
}

} // namespace

void AttachedParts::Begin(const MovingHull& moving, const Place& place, HullHitOf hitOf)
{
	m_hitOf = hitOf;
	thread_local Memory kept;
	if (m_memory.has_value() == false)
	{
		m_memory.emplace(kept);
	}
	std::vector<Candidate>& candidates = (*m_memory)->candidates;
	candidates.clear();
	(*m_memory)->met.clear();
	m_next = 0;
	m_isFirst = true;
	m_isPoint = false;
	if (moving.isValid == false || IsPose(place.pose) == false)
	{
		return;
	}
	const CastGeometryData& attached = *place.geometry.attached;
	const std::optional<Ray> ray = hitOf == HullHitOf::Part ? RayOfPoint(moving) : std::nullopt;
	if (ray)
	{
		m_isPoint = true;
		m_nextSpan = 0;
		ClipOutlineLocal(LocalRay(*ray, place.pose), attached.outline, (*m_memory)->spans);
	}
	const LocalSweep sweep(moving, place.pose);
	std::array<double, BoxNode::k_width> bounds;
	int32_t first = 0;
	WalkBoxes(
	    attached.tree,
	    [&](const BoxNode& node)
	    {
		    first = node.first;
		    return sweep.Meet(node, bounds);
	    },
	    [&](int32_t piece) {
		    candidates.push_back({bounds[static_cast<size_t>(piece - first)], piece});
	    });
	std::sort(candidates.begin(), candidates.end(),
	          [](const Candidate& a, const Candidate& b)
	          { return a.bound != b.bound ? a.bound < b.bound : a.piece < b.piece; });
}

void AttachedParts::MeetUpTo(double fraction, const MovingHull& moving, const Place& place)
{
	// The order of hits: pieces that contain the start first, then by fraction, entered before grazed, then by index in
	// the outline's tree.
	const auto isLater = [](const HullMeet& a, const HullMeet& b)
	{
		if (a.startsInside != b.startsInside)
		{
			return b.startsInside;
		}
		if (a.enter.fraction != b.enter.fraction)
		{
			return a.enter.fraction > b.enter.fraction;
		}
		return a.grazing != b.grazing ? a.grazing : a.enterPiece > b.enterPiece;
	};
	const std::vector<Candidate>& candidates = (*m_memory)->candidates;
	std::vector<HullMeet>& met = (*m_memory)->met;
	for (; m_next < candidates.size() && candidates[m_next].bound <= fraction; ++m_next)
	{
		const int32_t piece = candidates[m_next].piece;
		HullMeet own;
		if (MeetHull(moving, HullOfPiece(*place.geometry.attached, piece), place.pose,
		             std::numeric_limits<double>::infinity(), own))
		{
			const std::span<const int32_t> edges = place.geometry.attached->EdgesOf(piece);
			own.enterPiece = piece;
			own.enter.edge = OfOutline(edges, own.enter.edge);
			own.exit.edge = OfOutline(edges, own.exit.edge);
			met.insert(std::lower_bound(met.begin(), met.end(), own, isLater), own);
		}
	}
}

HullMeet AttachedParts::TakeFirst()
{
	std::vector<HullMeet>& met = (*m_memory)->met;
	const HullMeet first = met.back();
	met.pop_back();
	return first;
}

// Begins a part with the next piece. Then adds each piece that the hull enters before it has left the part. False if no
// piece is entered up to the cutoff.
bool AttachedParts::Merge(const MovingHull& moving, const Place& place, double cutoff, HullMeet& part)
{
	const std::vector<Candidate>& candidates = (*m_memory)->candidates;
	const std::vector<HullMeet>& met = (*m_memory)->met;
	MeetUpTo(0.0, moving, place);
	while (met.empty() && m_next < candidates.size() && candidates[m_next].bound <= cutoff)
	{
		MeetUpTo(candidates[m_next].bound, moving, place);
	}
	if (met.empty())
	{
		return false;
	}
	MeetUpTo(met.back().enter.fraction, moving, place);
	if (met.back().enter.fraction > cutoff)
	{
		return false;
	}
	part = TakeFirst();
	if (m_hitOf == HullHitOf::Piece)
	{
		return true;
	}
	int sides = SidesOf(part);
	const auto reach = [&]
	{
		return part.exit.fraction + k_seam * std::max(1.0, part.exit.fraction);
	};
	for (MeetUpTo(reach(), moving, place); met.empty() == false && met.back().enter.fraction <= reach();
	     MeetUpTo(reach(), moving, place))
	{
		const HullMeet piece = TakeFirst();
		sides |= SidesOf(piece);
		if (piece.exit.fraction > part.exit.fraction || (piece.endsInside && part.endsInside == false))
		{
			part.exit = piece.exit;
			part.endsInside = piece.endsInside;
		}
	}
	part.grazing = sides != k_bothSides;
	return true;
}

// True if the part begins at the start of the path and the hull, moved backwards, enters another part there. Then the
// hull starts on a seam, which lies inside the union.
bool AttachedParts::BeginsOnSeam(const MovingHull& moving, const Place& place, const HullMeet& part)
{
	const auto isGoneInto = [](const HullMeet& met)
	{
		return met.startsInside == false && met.grazing == false && met.enter.fraction == 0.0 &&
		       met.exit.fraction > 0.0;
	};
	if (isGoneInto(part) == false)
	{
		return false;
	}
	const MovingHull back(moving.hull, moving.pose, -moving.translation, moving.maxFraction);
	AttachedParts behind;
	behind.Begin(back, place, HullHitOf::Part);
	HullMeet met;
	return behind.Merge(back, place, 0.0, met) && isGoneInto(met);
}

// The next part for a point. Its span is that of the ray; the touch comes from the piece that is hit there.
bool AttachedParts::NextOfPoint(const MovingHull& moving, const Place& place, double cutoff, HullMeet& part)
{
	const std::vector<LocalSpan>& spans = (*m_memory)->spans;
	if (m_nextSpan == spans.size() || spans[m_nextSpan].enter.fraction > cutoff)
	{
		return false;
	}
	const LocalSpan& span = spans[m_nextSpan++];
	MeetUpTo(span.exit.fraction, moving, place);
	const auto isBetter = [&](const HullMeet& a, const HullMeet& b)
	{
		if (span.startsInside)
		{
			return a.startsInside && b.startsInside == false;
		}
		// Fractions of the outline and of a piece differ by rounding.
		const double rounding = 0x1p-26 * (1.0 + span.enter.fraction);
		const double fromA = std::abs(a.enter.fraction - span.enter.fraction);
		const double fromB = std::abs(b.enter.fraction - span.enter.fraction);
		const bool isSameA = fromA <= rounding && a.enter.edge == span.enter.edge;
		const bool isSameB = fromB <= rounding && b.enter.edge == span.enter.edge;
		return isSameA != isSameB ? isSameA : fromA < fromB;
	};
	const std::vector<HullMeet>& met = (*m_memory)->met;
	const auto best = std::min_element(met.begin(), met.end(), isBetter);
	part = best == met.end() ? HullMeet{} : *best;
	part.knowsWayOut = part.knowsWayOut && part.startsInside;
	static_cast<LocalSpan&>(part) = span;
	TouchAtVertex(moving, place, part);
	return true;
}

// At a vertex of the outline, a point may enter a piece by another edge than the one that the outline's cast reports.
// Then it touches the vertex, which lies on both edges.
void AttachedParts::TouchAtVertex(const MovingHull& moving, const Place& place, HullMeet& part)
{
	const CastGeometryData& attached = *place.geometry.attached;
	HullFeature& still = part.touching.still;
	if (part.startsInside || still.edge < 0 ||
	    OfOutline(attached.EdgesOf(part.enterPiece), still.edge) == part.enter.edge)
	{
		return;
	}
	const std::span<const b2Vec2> vertices = attached.PointsOf(part.enterPiece);
	const Vec<double> at = InverseTurn(place.pose.q, PointOf(moving.pose, moving.hull.vertices[0]) +
	                                                     part.enter.fraction * Lift<double>(moving.translation) -
	                                                     Lift<double>(place.pose.p));
	const int32_t next = (still.edge + 1) % static_cast<int32_t>(vertices.size());
	const auto distanceTo = [&](int32_t vertex)
	{
		return Length(at - Lift<double>(vertices[static_cast<size_t>(vertex)]));
	};
	still = {distanceTo(still.edge) <= distanceTo(next) ? still.edge : next, -1};
}

bool AttachedParts::Next(const MovingHull& moving, const Place& place, double cutoff, HullMeet& part)
{
	if (m_isPoint)
	{
		return NextOfPoint(moving, place, cutoff, part);
	}
	if (Merge(moving, place, cutoff, part) == false)
	{
		return false;
	}
	if (m_hitOf == HullHitOf::Part && m_isFirst && BeginsOnSeam(moving, place, part))
	{
		part.startsInside = true;
		part.enter = {0.0, {}, -1};
		part.knowsWayOut = false;
	}
	m_isFirst = false;
	return true;
}

namespace
{

// FindWayOutOfAll also tries directions halfway between two of the first k_mostFaces ways out. It skips two ways that
// are nearly opposite: their sum is shorter than k_leastBetween.
constexpr size_t k_mostFaces = 4;
constexpr double k_leastBetween = 0.1;

// Bounds the rounding error of the cross product of two unit normals.
constexpr double k_normalNoise = 0x1p-20;

HullFeature FeatureOf(const CastGeometryData& attached, int32_t piece, const HullFeature& feature)
{
	return {OfOutline(attached.VerticesOf(piece), feature.vertex), OfOutline(attached.EdgesOf(piece), feature.edge)};
}

bool OverlapsAny(const Hull& hull, const b2Transform& pose, const Place& place)
{
	const MovingHull moving(hull, pose, {0.0f, 0.0f}, 0.0f);
	AttachedParts pieces;
	HullMeet met;
	pieces.Begin(moving, place, HullHitOf::Piece);
	return pieces.Next(moving, place, 0.0, met);
}

// True if a hull without area has a part in the geometry that is longer than rounding. For a point: true if the point
// is in the geometry.
bool HasPartIn(const Hull& hull, const b2Transform& pose, const Place& place)
{
	const b2Vec2 from = ToFloat(PointOf(pose, hull.vertices[0]));
	const auto hasPart = [&](b2Vec2 vertex)
	{
		const b2Vec2 to = ToFloat(PointOf(pose, vertex));
		const double length = Length(Lift<double>(to) - Lift<double>(from));
		const LocalRay way(from, place.pose, to, place.pose, 1.0f);
		double within = 0.0;
		size_t parts = 0;
		for (auto part = place.Cast(way); part; part = place.CastPart(way, ++parts))
		{
			within += part->span.grazing ? 0.0 : (part->span.exit.fraction - part->span.enter.fraction) * length;
		}
		return within > RoundingOf(hull, pose);
	};
	return IsInterior(from, place) || std::any_of(hull.vertices.begin() + 1, hull.vertices.end(), hasPart);
}

// How far a hull has to move in a direction until it leaves the union of the pieces (m).
double LeavesAfter(const Hull& hull, const b2Transform& pose, const Place& place, b2Vec2 direction)
{
	double far = hull.radius;
	for (const b2Vec2 corner : place.geometry.attached->around)
	{
		for (const b2Vec2 vertex : hull.vertices)
		{
			far = std::max(far, hull.radius + Length(PointOf(place.pose, corner) - PointOf(pose, vertex)));
		}
	}
	const MovingHull moving(hull, pose, ToFloat(2.0 * far * Lift<double>(direction)), 1.0f);
	AttachedParts parts;
	HullMeet met;
	parts.Begin(moving, place, HullHitOf::Part);
	const double length = Length(Lift<double>(moving.translation));
	return parts.Next(moving, place, 0.0, met) ? met.exit.fraction * length : length;
}

} // namespace

WayOutOfAll FindWayOutOfAll(const Hull& hull, const b2Transform& pose, const Place& place)
{
	const MovingHull moving(hull, pose, {0.0f, 0.0f}, 0.0f);
	thread_local std::vector<b2Vec2> kept;
	Borrowed directions(kept);
	directions->clear();
	WayOutOfAll deepest{0.0f, {0.0f, 0.0f}, pose.p};
	AttachedParts pieces;
	pieces.Begin(moving, place, HullHitOf::Piece);
	HullMeet met;
	while (pieces.Next(moving, place, 0.0, met))
	{
		WayOutOfAll own;
		const Hull piece = HullOfPiece(*place.geometry.attached, met.enterPiece);
		const WayOut way = TellWayOut(moving, piece, place.pose, met, own.depth, own.wayOut);
		own.place = PlaceOutside(moving, way, piece, place.pose);
		deepest = directions->empty() || own.depth > deepest.depth ? own : deepest;
		directions->push_back(own.wayOut);
	}
	if (OverlapsAny(hull, {deepest.place, pose.q}, place) == false)
	{
		return deepest;
	}
	// In a corner, the way out of one face leads along the other face. The direction halfway between the two ways leads
	// off both faces.
	const size_t faces = std::min<size_t>(directions->size(), k_mostFaces);
	for (size_t i = 0; i < faces; ++i)
	{
		for (size_t j = i + 1; j < faces; ++j)
		{
			const Vec<double> between = Lift<double>((*directions)[i]) + Lift<double>((*directions)[j]);
			if (Length(between) > k_leastBetween)
			{
				directions->push_back(ToFloat(UnitOf(between)));
			}
		}
	}
	const float ofOnePiece = deepest.depth;
	double shortest = std::numeric_limits<double>::infinity();
	for (const b2Vec2 direction : *directions)
	{
		const double after = LeavesAfter(hull, pose, place, direction);
		deepest.wayOut = after < shortest ? direction : deepest.wayOut;
		shortest = std::min(shortest, after);
	}
	// Rounding may leave the hull in the geometry, or put it into another part of the geometry just behind a gap. The
	// geometry ends somewhere, so doubled steps lead out of it.
	double margin = RoundingUnit(Lift<double>(pose.p) + shortest * Lift<double>(deepest.wayOut), pose.p);
	for (double after = shortest; std::isfinite(after); after = shortest + margin, margin *= 2.0)
	{
		deepest.depth = ToFloat(after);
		deepest.place = ToFloat(Lift<double>(pose.p) + after * Lift<double>(deepest.wayOut));
		if (OverlapsAny(hull, {deepest.place, pose.q}, place) == false)
		{
			break;
		}
	}
	// A hull that only touches each piece also only touches the geometry, unless it has no area and lies between two
	// pieces.
	if (ofOnePiece <= RoundingOf(hull, pose) && (IsThin(hull) == false || HasPartIn(hull, pose, place) == false))
	{
		deepest.depth = ofOnePiece;
	}
	return deepest;
}

namespace
{

// Moves a hit's contact or place off all pieces of the geometry. The point was rounded to the outside of one piece. At
// a reflex corner it may lie in the neighbouring piece. isOff(point) decides. If no point near it is off all pieces, it
// stays.
template <class IsOff>
b2Vec2 OffAll(b2Vec2 told, b2Vec2 normal, const Vec<double>& wayOut, b2Vec2 origin, const IsOff& isOff)
{
	const CrossedSurface surface(Lift<double>(told), normal, wayOut, origin);
	return isOff(told) ? told : surface.FreeOr(told, isOff);
}

b2Vec2 ContactOffAll(const Place& place, b2Vec2 contact, b2Vec2 normal, const Vec<double>& wayOut)
{
	const auto isOff = [&](b2Vec2 point)
	{
		return StartsIn(ProbeOf(point, {1.0f, 0.0f}), place) == false;
	};
	return OffAll(contact, normal, wayOut, contact, isOff);
}

} // namespace

void TellAttached(const MovingHull& moving, const Place& place, HullHitOf hitOf, const HullMeet& met, HullSpan& span)
{
	const CastGeometryData& attached = *place.geometry.attached;
	TellHull(moving, HullOfPiece(attached, met.enterPiece), place.pose, met, span);
	span.still = FeatureOf(attached, met.enterPiece, span.still);
	if (met.startsInside == false)
	{
		const Vec<double> wayOut = -1.0 * Lift<double>(moving.translation);
		span.contact = ContactOffAll(place, span.contact, span.enter.normal, wayOut);
		if (hitOf == HullHitOf::Part)
		{
			const auto isFree = [&](b2Vec2 at)
			{
				return OverlapsAny(moving.hull, {at, moving.pose.q}, place) == false;
			};
			span.place = OffAll(span.place, span.enter.normal, wayOut, moving.pose.p, isFree);
		}
	}
	else if (hitOf == HullHitOf::Part)
	{
		const WayOutOfAll way = FindWayOutOfAll(moving.hull, moving.pose, place);
		span.depth = way.depth;
		span.wayOut = way.wayOut;
		span.place = way.place;
	}
}

namespace
{

// A hull may touch a piece at an inner edge or at a vertex, next to an edge of the outline. Then the hit gets that edge
// of the outline. False if the path leads into no such edge.
bool TakeEdgeBeside(const MovingHull& moving, const Place& place, const HullMeet& met, HullSpan& touch)
{
	const CastGeometryData& attached = *place.geometry.attached;
	const std::span<const b2Vec2> vertices = attached.PointsOf(met.enterPiece);
	const std::span<const int32_t> edges = attached.EdgesOf(met.enterPiece);
	const size_t count = edges.size();
	const HullFeature& still = met.touching.still;
	const auto next = static_cast<size_t>(still.edge >= 0 ? still.edge + 1 : still.vertex);
	const auto before = static_cast<size_t>(still.edge >= 0 ? still.edge : still.vertex) + count - 1;
	const Vec<double> contact = InverseTurn(place.pose.q, Lift<double>(touch.contact) - Lift<double>(place.pose.p));
	const double rounding = 2.0 * RoundingUnit(Lift<double>(touch.contact), place.pose.p);
	for (const size_t edge : {next % count, before % count})
	{
		const std::array<b2Vec2, 2> ends{vertices[edge], vertices[(edge + 1) % count]};
		const Vec<double> along = UnitOf(Lift<double>(ends[1]) - Lift<double>(ends[0]));
		const Vec<double> normal = Turned(place.pose.q, Vec<double>{along.y, -along.x});
		if (edges[edge] >= 0 && Dot(normal, Lift<double>(moving.translation)) < 0.0 &&
		    SeparateFromHull(contact, ends).distance <= rounding)
		{
			touch.enter.normal = ToFloat(normal);
			touch.enter.edge = edges[edge];
			touch.still = {-1, edges[edge]};
			touch.contact =
			    ContactOffAll(place, touch.contact, touch.enter.normal, -1.0 * Lift<double>(moving.translation));
			return IsInterior(touch.contact, place) == false; // floats near the vertex may all be inside
		}
	}
	return false;
}

} // namespace

bool TakeSurface(const MovingHull& moving, const Place& place, const HullMeet& met, HullSpan& touch)
{
	if (touch.startsInside || touch.still.edge >= 0)
	{
		return true;
	}
	if (touch.still.vertex < 0)
	{
		return (met.touching.still.edge >= 0 || met.touching.still.vertex >= 0) &&
		       TakeEdgeBeside(moving, place, met, touch);
	}
	// The vertex is on the surface if the normal lies between the normals of its two edges. These are the normals that
	// a convex corner can have.
	const Outline& outline = place.geometry.attached->outline;
	const OutlineRing& ring = outline.RingOf(touch.still.vertex);
	const int32_t before = touch.still.vertex > ring.first ? touch.still.vertex - 1 : ring.first + ring.count - 1;
	const auto normalOf = [&](int32_t edge)
	{
		const std::span<const b2Vec2> vertices = outline.Vertices();
		const Vec<double> along = Lift<double>(vertices[static_cast<size_t>(outline.EndOf(edge))]) -
		                          Lift<double>(vertices[static_cast<size_t>(edge)]);
		const Vec<double> right = Turned(place.pose.q, UnitOf(Vec<double>{along.y, -along.x}));
		return ring.isReversed ? -1.0 * right : right;
	};
	const Vec<double> a = normalOf(before);
	const Vec<double> b = normalOf(touch.still.vertex);
	const Vec<double> normal = Lift<double>(touch.enter.normal);
	const double turn = Cross(a, b) < 0.0 ? -1.0 : 1.0;
	const bool isBetween = turn * Cross(a, normal) >= -k_normalNoise && turn * Cross(normal, b) >= -k_normalNoise &&
	                       Dot(a + b, normal) >= -k_normalNoise;
	return isBetween || TakeEdgeBeside(moving, place, met, touch);
}

std::optional<TurningTouch> TouchAttached(double cutoff, const Hull& hull, const TurningMotion& motion,
                                          const Place& place, float tolerance, const b2AABB& sweptBox)
{
	const CastGeometryData& attached = *place.geometry.attached;
	std::optional<TurningTouch> first;
	int32_t ofPiece = -1;
	attached.ForEachPieceIn(
	    InFrameOf(place.pose, sweptBox),
	    [&](int32_t piece)
	    {
		    const std::optional<TurningTouch> touch =
		        CastTurningUpTo(cutoff, hull, motion, HullOfPiece(attached, piece), place.pose, tolerance).touch;
		    if (touch.has_value() == false)
		    {
			    return;
		    }
		    const auto isFirst = [&]
		    {
			    if (touch->startsInside || first->startsInside)
			    {
				    return touch->startsInside && (first->startsInside == false || touch->depth > first->depth);
			    }
			    return touch->fraction != first->fraction ? touch->fraction < first->fraction : piece < ofPiece;
		    };
		    if (first.has_value() == false || isFirst())
		    {
			    first = touch;
			    ofPiece = piece;
			    cutoff = std::min(cutoff, CutoffAbove(touch->fraction));
		    }
	    });
	if (first)
	{
		first->still = FeatureOf(attached, ofPiece, first->still);
	}
	if (first && first->startsInside)
	{
		const WayOutOfAll way = FindWayOutOfAll(hull, motion.pose, place);
		first->depth = way.depth;
		first->wayOut = way.wayOut;
	}
	else if (first)
	{
		first->contact = ContactOffAll(place, first->contact, first->normal, Lift<double>(first->normal));
	}
	return first;
}

} // namespace ricochet
