// MIT License, Copyright (c) 2026 the ricochet authors

#include "projectile/leg/piece_walk.h"

#include "projectile/base/ballistics.h"
#include "query/meet.h"

namespace ricochet
{

namespace
{

// A path length in radii. If a disc moves less than this, it may be beside a surface on the whole path.
constexpr double k_shortWay = 8.0;

// A generous bound for the rounding error of a distance in double, as a share of the sizes from which the distance is
// computed.
constexpr double k_distanceError = 0x1p-40;

// A generous bound for the rounding error of a cast's fractions near 1.
constexpr double k_fractionError = 0x1p-24;

Vec<double> PointOn(const LocalRay& ray, double fraction)
{
	return ray.StartApproximation() + fraction * ray.TranslationApproximation();
}

// True if the path is inside a child at the end of the path. Solids are closed sets: if the path leaves a solid exactly
// at its end, it may enter again there, so it counts as inside. An edge, whose entry and exit coincide, counts as
// crossed.
bool IsInsideAtEnd(const LocalSpan& span)
{
	return span.endsInside || (span.exit.fraction == 1.0 && span.enter.fraction < 1.0);
}

double FractionOf(const LegPiece& piece, const LocalSpan& span)
{
	return piece.begin + span.enter.fraction * (piece.end - piece.begin);
}

} // namespace

Knot KnotAt(const PosesOfLeg& poses, const Leg& leg, double fraction)
{
	if (fraction <= 0.0 || fraction >= 1.0)
	{
		return {fraction <= 0.0 ? leg.from : leg.to, poses.At(fraction)};
	}
	Knot knot;
	knot.point = ToFloat(poses.ToLocal(leg.PointAt(fraction), fraction));
	knot.pose.SetIdentity();
	return knot;
}

// Saves the cast where casts are most expensive: for a disc that moves a little beside a surface. The child is convex.
// Take the tangent between disc and child at the start. If both ends of the path are on the disc's side of that
// tangent, the disc is clear of the child. The radii are added as doubles. If their sum were rounded to a float, a path
// could end inside a large circle.
bool PieceWalk::IsCertainlyClear(const LocalRay& ray) const
{
	const Vec<double> way = ray.TranslationApproximation();
	const double longest = k_shortWay * static_cast<double>(m_radius);
	if (m_radius == 0.0f || ray.IsValid() == false || std::max(std::abs(way.x), std::abs(way.y)) > longest)
	{
		return false;
	}
	const Vec<double> start = ray.StartApproximation();
	const Separation separation = SeparateFromHull(start, m_geometry.Points());
	const double grown = static_cast<double>(m_geometry.radius) + m_radius;
	double size = std::abs(start.x) + std::abs(start.y) + std::abs(separation.distance) + grown;
	for (const b2Vec2 point : m_geometry.Points())
	{
		size = std::max({size, static_cast<double>(std::abs(point.x)), static_cast<double>(std::abs(point.y))});
	}
	const double error = k_distanceError * size + 2.0 * (ray.StartError() + ray.TranslationError());
	const double clear = separation.distance - grown;
	return std::min(clear, clear + Dot(separation.normal, way)) > error;
}

// Casts along a piece, given the ray of the extended piece. At a convex child, one cast also gives the exit beyond the
// end. If a crossing is close to the end, only a cast along the piece itself decides on which side of the end it lies.
std::optional<ShapeSpan> PieceWalk::Cast(const LocalRay& extended)
{
	if (m_rule.takesWhole)
	{
		return CastShapeLocal(m_shape, m_child, extended.WithMaxFraction(1.0f));
	}
	if (m_isPart == false || IsCertainlyClear(extended))
	{
		return std::nullopt;
	}
	std::optional<ShapeSpan> met = CastChildLocal(m_geometry, m_child, extended, m_radius);
	if (met.has_value() == false)
	{
		return std::nullopt;
	}
	LocalSpan& span = met->span;
	m_exitBeyond = span.exit;
	const auto isAtEnd = [](const LocalCrossing& crossing)
	{
		return std::abs(crossing.fraction - 1.0) < k_fractionError;
	};
	if (isAtEnd(span.enter) || isAtEnd(span.exit))
	{
		return CastChildLocal(m_geometry, m_child, extended.WithMaxFraction(1.0f), m_radius);
	}
	if (span.enter.fraction > 1.0)
	{
		return std::nullopt;
	}
	if (span.exit.fraction > 1.0)
	{
		span.exit = {1.0};
		span.endsInside = true;
	}
	return met;
}

// The exit of the last cast, on the extension of its piece.
LocalCrossing PieceWalk::ExitBeyond() const
{
	if (m_rule.takesWhole == false)
	{
		return m_exitBeyond;
	}
	const auto whole = CastShapeLocal(m_shape, m_child, m_inside.ray->WithMaxFraction(k_exitReach));
	return whole ? whole->span.exit : m_hit->met.span.exit;
}

void PieceWalk::Fly(const LegPiece& piece)
{
	const LocalRay extended(piece.from.point, piece.from.pose, piece.to.point, piece.to.pose, k_exitReach);
	const std::optional<ShapeSpan> met = Cast(extended);
	if (m_hit.has_value() == false && met.has_value() == false)
	{
		Miss();
		KeepAhead(piece.to, piece.end);
		return;
	}
	const LocalRay ray = extended.WithMaxFraction(1.0f);
	if (m_hit)
	{
		FlyInside(piece, ray, met);
		return;
	}
	if (GoesOn(piece, ray, met->span))
	{
		return;
	}
	Miss();
	size_t parts = 0;
	for (std::optional<ShapeSpan> part = met; part && m_hit.has_value() == false; part = CastNext(ray, ++parts))
	{
		Come(piece, ray, *part);
		if (part->span.grazing && m_hit)
		{
			m_rule.Touch(*Finish(piece.to));
			m_hit.reset();
		}
	}
}

// Casts at a later span of the piece inside a whole attached geometry. If the cast is at a part, there is none.
std::optional<ShapeSpan> PieceWalk::CastNext(const LocalRay& ray, size_t part) const
{
	const b2Transform pose = NoMove();
	return m_rule.takesWhole ? PlaceOf(m_shape, m_child, pose).CastPart(ray, part) : std::nullopt;
}

// True if a span was already reported, because the piece starts inside it or because its entry was reported.
bool PieceWalk::GoesOn(const LegPiece& piece, const LocalRay& ray, const LocalSpan& span)
{
	Standing& standing = m_rule.standing;
	const bool stays = standing.inside && span.enter.fraction == 0.0;
	// The body has turned since the report, and the path leaves the pierced children before this entry. So this is a
	// new entry.
	if (stays == false && standing.told > 0 &&
	    m_rule.HangsTogether(PointOn(ray, span.enter.fraction), ray.TranslationApproximation(), piece.stray) == false)
	{
		m_overdue += standing.told;
		standing.told = 0;
	}
	if (stays == false && standing.told == 0)
	{
		return false;
	}
	standing.inside = IsInsideAtEnd(span);
	standing.told -= stays ? 0 : 1;
	KeepAhead(piece.to, piece.end);
	return true;
}

// Drops reported entries that can no longer occur, because the path is too far from the child. It is enough to test the
// ends of pieces: along a straight piece, the distance to a convex shape is largest at one end.
void PieceWalk::KeepAhead(const Knot& knot, double fraction)
{
	Standing& standing = m_rule.standing;
	if (standing.told > 0 &&
	    SeparateFromPart(m_shape, m_child, knot.pose, Lift<double>(knot.point)).distance - m_radius >
	        standing.NearAfter(fraction * Duration()))
	{
		m_overdue += standing.told;
		standing.told = 0;
	}
}

// Handles an entry of the piece into the child that was not reported before.
void PieceWalk::Come(const LegPiece& piece, const LocalRay& ray, const ShapeSpan& met)
{
	const Vec<double> place = PointOn(ray, met.span.enter.fraction);
	if (m_rule.Counts(met, place, FractionOf(piece, met.span)) == false)
	{
		return;
	}
	if (m_rule.IsPassed(ray, met.span, place))
	{
		m_rule.standing.inside = IsInsideAtEnd(met.span);
		return;
	}
	Enter(piece, ray, met);
}

// True if a point starts on an inner cut of an attached outline. The cut is an edge of pieces, but inside the outline.
bool PieceWalk::StartsOnCut(const LocalRay& ray, const LocalSpan& entered) const
{
	if (m_radius > 0.0f || entered.enter.fraction > 0.0 || AttachedTo(m_shape) == nullptr)
	{
		return false;
	}
	const std::optional<ShapeSpan> whole = CastShapeLocal(m_shape, ChildOfPart(m_shape, m_child), ray);
	return whole && whole->span.startsInside;
}

void PieceWalk::Enter(const LegPiece& piece, const LocalRay& ray, const ShapeSpan& met)
{
	const double share = piece.end - piece.begin;
	LegHit hit;
	hit.fraction = FractionOf(piece, met.span);
	hit.met = met;
	hit.overdue = m_overdue;
	hit.endsInside = met.span.endsInside;
	hit.pieceWay = ray.TranslationApproximation();
	hit.pieceShare = share;
	hit.stray = piece.stray;
	if (piece.begin == 0.0 && StartsOnCut(ray, met.span))
	{
		hit.met.span.startsInside = true;
		hit.met.span.enter = {};
	}
	m_hit = hit;
	m_entered = PointOn(ray, met.span.enter.fraction);
	m_inside = {ray, hit.fraction, share, met.span.enter.fraction, 0.0, {}};
}

void PieceWalk::FlyInside(const LegPiece& piece, const LocalRay& ray, const std::optional<ShapeSpan>& met)
{
	if (met.has_value() == false || met->span.enter.fraction > 0.0)
	{
		m_hit->endsInside = false; // left at the knot
		return;
	}
	const double rest = 1.0 - m_inside.from;
	const Vec<double> way = rest * m_inside.ray->TranslationApproximation();
	m_inside = {ray,
	            piece.begin,
	            piece.end - piece.begin,
	            0.0,
	            m_inside.thicknessBefore + Length(way),
	            m_inside.wayBefore + way};
	m_hit->met.span.exit = met->span.exit;
	m_hit->endsInside = met->span.endsInside;
}

std::optional<LegHit> PieceWalk::Finish(const Knot& end)
{
	if (m_hit.has_value() == false)
	{
		KeepAhead(end, 1.0);
		m_rule.standing.due -= Duration();
		return std::nullopt;
	}
	LegHit& hit = *m_hit;
	if (hit.endsInside)
	{
		hit.met.span.exit = ExitBeyond();
	}

	// Converts the hit from the shape's frame into the world, by the body's pose at the impact.
	hit.pose = m_poses.At(hit.fraction);
	if (m_poses.AreStill() == false)
	{
		// The pose is not exactly a rotation, because its floats are not exactly a sine and a cosine.
		const double square = Dot(Vec<double>{hit.pose.q.c, hit.pose.q.s}, Vec<double>{hit.pose.q.c, hit.pose.q.s});
		const Vec<double> center = Lift<double>(hit.pose.p) + (1.0 / square) * Turned(hit.pose.q, m_entered);
		hit.aside = center - m_leg.PointAt(hit.fraction);
	}
	hit.normal = UnitOf(Turned(hit.pose.q, hit.met.span.enter.normal));
	hit.pieceWay = Turned(hit.pose.q, hit.pieceWay);
	const double length = hit.met.span.exit.fraction - m_inside.from;
	const Vec<double> way = Turned(hit.pose.q, m_inside.ray->TranslationApproximation());
	hit.exitFraction = m_inside.begin + length * m_inside.share;
	hit.thickness = m_inside.thicknessBefore + length * Length(way);
	hit.exitWay = Turned(hit.pose.q, m_inside.wayBefore) + length * way;
	return m_hit;
}

} // namespace ricochet
