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

// How the body goes along a leg.
class PosesOfLeg
{
public:
	explicit PosesOfLeg(const b2Transform& still) : m_still(still) {}
	PosesOfLeg(const BodyMotion& motion, double begin, double end) : m_motion(&motion), m_begin(begin), m_end(end) {}

	[[nodiscard]] b2Transform At(double fraction) const
	{
		const double share = fraction >= 1.0 ? m_end : m_begin + fraction * (m_end - m_begin);
		return m_motion != nullptr ? m_motion->PoseAt(share) : m_still;
	}

private:
	const BodyMotion* m_motion = nullptr;
	b2Transform m_still;
	double m_begin = 0.0; // shares of the step
	double m_end = 0.0;
};

// A point of a leg and the pose by which it is pulled into the shape's frame.
struct Knot
{
	b2Vec2 point;
	b2Transform pose;
};

// A part of a leg that is straight in the shape's frame. Consecutive pieces share a knot, and legs the knot at which
// they meet: what lies at it is the same for both, exactly.
struct Piece
{
	Knot from, to;
	double begin = 0.0; // fractions of the leg
	double end = 1.0;
	double stray = 0.0;
};

// Follows a leg past one child, piece by piece: on from what was known of it to an entry that is new, and to its exit.
class ChildWalk
{
public:
	ChildWalk(const b2Shape& shape, int32_t child, float radius, const PosesOfLeg& poses, MeetingRule& rule)
	    : m_shape(shape), m_child(child), m_radius(radius), m_poses(poses), m_rule(rule)
	{
	}

	void Fly(const Piece& piece);
	void Miss() { m_rule.standing.inside = false; }

	/// No piece that follows can change the answer.
	[[nodiscard]] bool IsDone() const { return m_hit && m_hit->endsInside == false; }

	[[nodiscard]] std::optional<LegHit> Finish(const Knot& end);

private:
	[[nodiscard]] std::optional<ShapeSpan> Cast(const LocalRay& ray) const
	{
		return CastShapeLocal(m_shape, m_child, ray, m_radius);
	}
	[[nodiscard]] bool GoesOn(const LocalSpan& span, const Knot& end);
	void KeepAhead(const Knot& knot);
	void Enter(const Piece& piece, const LocalRay& ray, const ShapeSpan& met);
	void FlyInside(const Piece& piece, const LocalRay& ray, const std::optional<ShapeSpan>& met);

	// What lies inside of the last piece that does.
	struct Stretch
	{
		std::optional<LocalRay> ray;
		double begin = 0.0; // of the leg
		double share = 1.0; // of the whole piece
		double from = 0.0;  // of the piece
		double thicknessBefore = 0.0;
		Vec<double> wayBefore{};
	};

	const b2Shape& m_shape;
	int32_t m_child;
	float m_radius;
	const PosesOfLeg& m_poses;
	MeetingRule& m_rule;
	std::optional<LegHit> m_hit;
	Stretch m_inside;
};

Vec<double> PointOn(const LocalRay& ray, double fraction)
{
	return ray.StartApproximation() + fraction * ray.TranslationApproximation();
}

void ChildWalk::Fly(const Piece& piece)
{
	const LocalRay ray(piece.from.point, piece.from.pose, piece.to.point, piece.to.pose, 1.0f);
	const std::optional<ShapeSpan> met = Cast(ray);
	if (m_hit)
	{
		FlyInside(piece, ray, met);
		return;
	}
	if (met && GoesOn(met->span, piece.to))
	{
		return;
	}
	Miss();
	if (met.has_value() == false)
	{
		KeepAhead(piece.to);
	}
	else if (m_rule.Counts(*met, PointOn(ray, met->span.enter.fraction)))
	{
		Enter(piece, ray, *met);
	}
	if (met && met->span.grazing && m_hit)
	{
		m_rule.Touch(*Finish(piece.to));
		m_hit.reset();
	}
}

// What it goes on in from the start of the piece is no news, nor is the entry that was told.
bool ChildWalk::GoesOn(const LocalSpan& span, const Knot& end)
{
	Standing& standing = m_rule.standing;
	const bool stays = standing.inside && span.enter.fraction == 0.0;
	if (stays == false && standing.ahead == 0.0)
	{
		return false;
	}
	// The closed solid: what leaves at the very end may go in again there. An edge has been crossed.
	standing.inside = span.endsInside || (span.exit.fraction == 1.0 && span.enter.fraction < 1.0);
	standing.ahead = stays ? standing.ahead : 0.0;
	KeepAhead(end);
	return true;
}

// Along a straight piece the distance to a convex shape is largest at one of the ends.
void ChildWalk::KeepAhead(const Knot& knot)
{
	Standing& standing = m_rule.standing;
	if (standing.ahead > 0.0 &&
	    SeparateFromShape(m_shape, m_child, knot.pose, knot.point).distance - m_radius > standing.ahead)
	{
		standing.ahead = 0.0;
	}
}

void ChildWalk::Enter(const Piece& piece, const LocalRay& ray, const ShapeSpan& met)
{
	const double share = piece.end - piece.begin;
	LegHit hit;
	hit.fraction = piece.begin + met.span.enter.fraction * share;
	hit.met = met;
	hit.endsInside = met.span.endsInside;
	hit.pieceWay = ray.TranslationApproximation();
	hit.pieceShare = share;
	hit.stray = piece.stray;
	m_hit = hit;
	m_inside = {ray, hit.fraction, share, met.span.enter.fraction, 0.0, {}};
}

void ChildWalk::FlyInside(const Piece& piece, const LocalRay& ray, const std::optional<ShapeSpan>& met)
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

std::optional<LegHit> ChildWalk::Finish(const Knot& end)
{
	if (m_hit.has_value() == false)
	{
		KeepAhead(end);
		return std::nullopt;
	}
	LegHit& hit = *m_hit;
	if (hit.endsInside)
	{
		const std::optional<ShapeSpan> whole = Cast(m_inside.ray->WithMaxFraction(k_exitReach));
		hit.met.span.exit = whole ? whole->span.exit : hit.met.span.exit;
	}

	// From the shape's frame into the world, as the body stands at the impact.
	hit.pose = m_poses.At(hit.fraction);
	hit.normal = Unit(Turned(hit.met.span.enter.normal, hit.pose.q));
	hit.pieceWay = Turned(hit.pieceWay, hit.pose.q);
	const double length = hit.met.span.exit.fraction - m_inside.from;
	const Vec<double> way = Turned(m_inside.ray->TranslationApproximation(), hit.pose.q);
	hit.exitFraction = m_inside.begin + length * m_inside.share;
	hit.thickness = m_inside.thicknessBefore + length * Length(way);
	hit.exitWay = Turned(m_inside.wayBefore, hit.pose.q) + length * way;
	return m_hit;
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

// The ends of the leg are pulled by their poses exactly; the points between are floats in the body's frame.
Knot KnotAt(const PosesOfLeg& poses, const Leg& leg, double fraction)
{
	const b2Transform pose = poses.At(fraction);
	if (fraction <= 0.0 || fraction >= 1.0)
	{
		return {fraction <= 0.0 ? leg.from : leg.to, pose};
	}
	const Vec<double> d = leg.PointAt(fraction) - ToDouble(pose.p);
	Knot knot;
	knot.point = ToFloat({pose.q.c * d.x + pose.q.s * d.y, pose.q.c * d.y - pose.q.s * d.x});
	knot.pose.SetIdentity();
	return knot;
}

void FlyTurning(const BodyMotion& motion, const PosesOfLeg& poses, const Leg& leg, double begin, double end,
                float radius, double chordError, ChildWalk& walk)
{
	const Vec<double> offset = ToDouble(leg.from) - motion.CenterAt(begin);
	const Vec<double> offsetAfter = ToDouble(leg.to) - motion.CenterAt(end);

	// The reach of the whole body: its children must see one and the same path, or it slips between two of them that
	// share a vertex.
	const double reach =
	    motion.reach + radius + 2.0 * chordError + 1.0e-6 * (std::abs(leg.from.x) + std::abs(leg.from.y));
	const Window window = WithinReach(offset, offsetAfter, reach);
	if (window.begin > window.end)
	{
		walk.Miss();
		return;
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

	Piece piece;
	piece.stray = strays / (chords * chords);
	piece.begin = window.begin;
	piece.from = KnotAt(poses, leg, window.begin);
	for (int i = 1; i <= count && walk.IsDone() == false; ++i)
	{
		piece.end = i == count ? window.end : window.begin + share * i / count;
		piece.to = KnotAt(poses, leg, piece.end);
		walk.Fly(piece);
		piece.from = piece.to;
		piece.begin = piece.end;
	}
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

std::optional<LegHit> CastStill(const b2Shape& shape, int32_t child, const b2Transform& pose, const Leg& leg,
                                float radius, MeetingRule& rule)
{
	const PosesOfLeg poses(pose);
	ChildWalk walk(shape, child, radius, poses, rule);
	const Piece piece{{leg.from, pose}, {leg.to, pose}};
	walk.Fly(piece);
	return walk.Finish(piece.to);
}

std::optional<LegHit> CastMoving(const MovedChild& moved, const Leg& leg, double begin, double end, float radius,
                                 double chordError, MeetingRule& rule)
{
	const BodyMotion& motion = *moved.motion;
	const PosesOfLeg poses(motion, begin, end);
	ChildWalk walk(*moved.fixture->GetShape(), moved.child, radius, poses, rule);
	const Knot to = KnotAt(poses, leg, 1.0);
	if (motion.Turn() != 0.0 && begin != end)
	{
		FlyTurning(motion, poses, leg, begin, end, radius, chordError, walk);
	}
	else
	{
		walk.Fly({KnotAt(poses, leg, 0.0), to});
	}
	return walk.Finish(to);
}

} // namespace ricochet
