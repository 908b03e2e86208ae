// MIT License, Copyright (c) 2026 the ricochet authors

#include "projectile/leg.h"

#include "projectile/ballistics.h"

#include <box2d/b2_fixture.h>

#include <algorithm>

namespace ricochet
{

namespace
{

// As far as a span is followed behind the end of its piece, in lengths of the piece.
constexpr float k_exitReach = 1.0e30f;

// Chords in the frame of one turning body, in a whole step and in any part of one. A turn of a quarter circle at a
// reach of 1 m and a way of 100 m takes 200.
constexpr double k_maxChordsPerStepOfTurn = 512.0;
constexpr double k_maxChordsOfTurn = 8.0;

Vec<double> Turned(const Vec<double>& v, const b2Rot& q)
{
	return {q.c * v.x - q.s * v.y, q.s * v.x + q.c * v.y};
}

Vec<double> Unit(const Vec<double>& v)
{
	const double length = Length(v);
	return length > 0.0 ? (1.0 / length) * v : Vec<double>{};
}

std::optional<LegHit> CastPiece(const b2Shape& shape, int32_t child, const LocalRay& piece, float radius,
                                const MeetingRule& rule)
{
	const std::optional<ShapeSpan> met = CastShapeLocal(shape, child, piece, radius);
	if (met.has_value() == false || rule.Counts(*met) == false)
	{
		return std::nullopt;
	}
	LegHit hit;
	hit.met = *met;
	hit.endsInside = met->span.endsInside;
	hit.fraction = met->span.enter.fraction;
	hit.pieceWay = piece.TranslationApproximation();
	if (met->span.endsInside)
	{
		const auto whole = CastShapeLocal(shape, child, piece.WithMaxFraction(k_exitReach), radius);
		hit.met.span.exit = whole ? whole->span.exit : met->span.exit;
	}
	return hit;
}

// From the shape's frame into the world, as the body stands at the impact.
void TurnIntoWorld(LegHit& hit, const b2Transform& pose)
{
	hit.pose = pose;
	hit.normal = Unit(Turned(hit.met.span.enter.normal, pose.q));
	hit.pieceWay = Turned(hit.pieceWay, pose.q);
}

// The part of a leg during which the point is within reach of the body's centre: |a + w (b - a)| <= reach.
struct Window
{
	double begin = 1.0;
	double end = 0.0;
};

Window WithinReach(const Vec<double>& a, const Vec<double>& b, double reach)
{
	const Vec<double> d = b - a;
	const double dd = Dot(d, d);
	const double ad = Dot(a, d);
	const double excess = Dot(a, a) - reach * reach;
	if (dd == 0.0)
	{
		return excess <= 0.0 ? Window{0.0, 1.0} : Window{};
	}
	const double discriminant = ad * ad - dd * excess;
	if (discriminant < 0.0)
	{
		return {};
	}
	const double root = std::sqrt(discriminant);
	return {std::max((-ad - root) / dd, 0.0), std::min((-ad + root) / dd, 1.0)};
}

// The way of a leg in the frame of a turning body.
class TurningPath
{
public:
	TurningPath(const BodyMotion& motion, const Leg& leg, double begin, double end)
	    : m_motion(motion), m_leg(leg), m_begin(begin), m_end(end)
	{
	}

	[[nodiscard]] b2Transform PoseAt(double fraction) const
	{
		return m_motion.PoseAt(fraction >= 1.0 ? m_end : m_begin + fraction * (m_end - m_begin));
	}

	// The ends of the leg are pulled by their poses exactly; the points between are floats in the body's frame.
	struct Knot
	{
		b2Vec2 point;
		b2Transform pose;
	};
	[[nodiscard]] Knot KnotAt(double fraction) const
	{
		if (fraction <= 0.0 || fraction >= 1.0)
		{
			return {fraction <= 0.0 ? m_leg.from : m_leg.to, PoseAt(fraction)};
		}
		const b2Transform pose = PoseAt(fraction);
		const Vec<double> d = m_leg.PointAt(fraction) - ToDouble(pose.p);
		Knot knot;
		knot.point = ToFloat({pose.q.c * d.x + pose.q.s * d.y, pose.q.c * d.y - pose.q.s * d.x});
		knot.pose.SetIdentity();
		return knot;
	}

private:
	const BodyMotion& m_motion;
	const Leg& m_leg;
	double m_begin, m_end;
};

std::optional<LegHit> CastTurning(const MovedChild& moved, const Leg& leg, double begin, double end, float radius,
                                  double chordError, const MeetingRule& rule)
{
	const BodyMotion& motion = *moved.motion;
	const Vec<double> offset = ToDouble(leg.from) - motion.CenterAt(begin);
	const Vec<double> offsetAfter = ToDouble(leg.to) - motion.CenterAt(end);

	// The reach of the whole body: its children must see one and the same path, or it slips between two of them that
	// share a vertex.
	const double reach =
	    motion.reach + radius + 2.0 * chordError + 1.0e-6 * (std::abs(leg.from.x) + std::abs(leg.from.y));
	const Window window = WithinReach(offset, offsetAfter, reach);
	if (window.begin > window.end)
	{
		return std::nullopt;
	}

	// In the body's frame the way bends by |p''| <= w^2 r + 2 w v; a chord of time t strays by |p''| t^2 / 8. With the
	// turn and the way of the window for w t and v t that is the whole window's; n chords stray by 1 / n^2 of it.
	const double share = window.end - window.begin;
	const double turn = std::abs(motion.Turn()) * (end - begin) * share;
	const double way = Length(offsetAfter - offset) * share;
	const double strays = (turn * turn * reach + 2.0 * turn * way) / 8.0;
	const double most = k_maxChordsOfTurn + k_maxChordsPerStepOfTurn * (end - begin);
	const double chords = std::max(1.0, std::min(most, std::ceil(std::sqrt(strays / chordError))));
	const int count = static_cast<int>(chords);

	const TurningPath path(motion, leg, begin, end);
	TurningPath::Knot knot = path.KnotAt(window.begin);
	double fraction = window.begin;
	for (int i = 1; i <= count; ++i)
	{
		const double nextFraction = i == count ? window.end : window.begin + share * i / count;
		const TurningPath::Knot next = path.KnotAt(nextFraction);
		const LocalRay piece(knot.point, knot.pose, next.point, next.pose, 1.0f);
		if (auto hit = CastPiece(*moved.fixture->GetShape(), moved.child, piece, radius, rule))
		{
			hit->pieceShare = nextFraction - fraction;
			hit->fraction = fraction + hit->fraction * hit->pieceShare;
			hit->endsInside = hit->met.facing == Facing::Solid && hit->ExitFraction() > 1.0;
			TurnIntoWorld(*hit, path.PoseAt(hit->fraction));
			return hit;
		}
		knot = next;
		fraction = nextFraction;
	}
	return std::nullopt;
}

} // namespace

Vec<double> Leg::PointAt(double fraction) const
{
	return ToDouble(from) + fraction * (ToDouble(to) - ToDouble(from));
}

double Leg::Length() const
{
	return LengthOf(static_cast<double>(to.x) - from.x, static_cast<double>(to.y) - from.y);
}

double LegHit::ExitFraction() const
{
	return fraction + (met.span.exit.fraction - met.span.enter.fraction) * pieceShare;
}

double LegHit::Thickness() const
{
	return (met.span.exit.fraction - met.span.enter.fraction) * Length(pieceWay);
}

std::optional<LegHit> CastStill(const b2Shape& shape, int32_t child, const b2Transform& pose, const Leg& leg,
                                float radius, const MeetingRule& rule)
{
	auto hit = CastPiece(shape, child, LocalRay(leg.from, pose, leg.to, pose, 1.0f), radius, rule);
	if (hit)
	{
		TurnIntoWorld(*hit, pose);
	}
	return hit;
}

std::optional<LegHit> CastMoving(const MovedChild& moved, const Leg& leg, double begin, double end, float radius,
                                 double chordError, const MeetingRule& rule)
{
	const BodyMotion& motion = *moved.motion;
	if (motion.Turn() != 0.0 && begin != end)
	{
		return CastTurning(moved, leg, begin, end, radius, chordError, rule);
	}
	const LocalRay piece(leg.from, motion.PoseAt(begin), leg.to, motion.PoseAt(end), 1.0f);
	auto hit = CastPiece(*moved.fixture->GetShape(), moved.child, piece, radius, rule);
	if (hit)
	{
		TurnIntoWorld(*hit, motion.PoseAt(begin + hit->fraction * (end - begin)));
	}
	return hit;
}

} // namespace ricochet
