// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "projectile/leg/leg.h"

namespace ricochet
{

/// The distance, in lengths of the piece, up to which a span is followed beyond the end of its piece.
inline constexpr float k_exitReach = 1.0e30f;

class PosesOfLeg
{
public:
	explicit PosesOfLeg(const b2Transform& still) : m_still(still) {}
	PosesOfLeg(const BodyMotion& motion, double begin, double end)
	    : m_motion(&motion), m_still(motion.before), m_begin(begin), m_end(end)
	{
	}

	[[nodiscard]] bool AreStill() const { return m_motion == nullptr; }

	[[nodiscard]] b2Transform At(double fraction) const
	{
		return m_motion != nullptr ? m_motion->PoseAt(ShareAt(fraction)) : m_still;
	}

	/// Converts a point into the body's frame. Requires: the body moves.
	[[nodiscard]] Vec<double> ToLocal(const Vec<double>& point, double fraction) const
	{
		return m_motion->ToLocal(point, ShareAt(fraction));
	}

private:
	[[nodiscard]] double ShareAt(double fraction) const
	{
		return fraction >= 1.0 ? m_end : m_begin + fraction * (m_end - m_begin);
	}

	const BodyMotion* m_motion = nullptr;
	b2Transform m_still;
	double m_begin = 0.0; // shares of the step
	double m_end = 0.0;
};

/// A point of a leg, and the pose that converts it into the shape's frame.
struct Knot
{
	b2Vec2 point;
	b2Transform pose;
};

/// Returns the knot at a fraction of a leg. An end of the leg keeps its own point and pose. A point between the ends is
/// rounded to floats in the body's frame.
[[nodiscard]] Knot KnotAt(const PosesOfLeg& poses, const Leg& leg, double fraction);

/// A part of a leg that is straight in the shape's frame. Consecutive pieces share a knot, and so do consecutive legs.
/// So the casts of both use exactly the same point.
struct LegPiece
{
	Knot from, to;
	double begin = 0.0; ///< fractions of the leg
	double end = 1.0;
	double stray = 0.0; ///< how far the piece may be from the true path (m)
};

/// Follows a leg past one child, piece by piece. It skips entries that were already reported, and finds the first new
/// entry and its exit.
class PieceWalk
{
public:
	PieceWalk(const b2Shape& shape, int32_t child, float radius, const PosesOfLeg& poses, const Leg& leg,
	          MeetingRule& rule)
	    : m_shape(shape), m_child(child), m_isPart(DescribePart(shape, child, m_geometry)), m_radius(radius),
	      m_poses(poses), m_leg(leg), m_rule(rule)
	{
	}

	void Fly(const LegPiece& piece);

	/// True if it is enough to call Miss instead of Fly for pieces that are clear of the child.
	[[nodiscard]] bool MayMiss() const { return m_hit.has_value() == false && m_rule.standing.told == 0; }

	/// Call this instead of Fly for a piece that is clear of the child. At its end the path is outside the child.
	void Miss() { m_rule.standing.inside = false; }

	/// True if no later piece can change the answer.
	[[nodiscard]] bool IsDone() const { return m_hit && m_hit->endsInside == false; }

	/// Returns the new entry, if there was one. If no piece leaves the child, the exit lies on the extension of the
	/// last piece.
	[[nodiscard]] std::optional<LegHit> Finish(const Knot& end);

private:
	[[nodiscard]] std::optional<ShapeSpan> Cast(const LocalRay& extended);
	[[nodiscard]] LocalCrossing ExitBeyond() const;
	[[nodiscard]] std::optional<ShapeSpan> CastNext(const LocalRay& ray, size_t part) const;
	[[nodiscard]] bool IsCertainlyClear(const LocalRay& ray) const;
	[[nodiscard]] bool GoesOn(const LegPiece& piece, const LocalRay& ray, const LocalSpan& span);
	void KeepAhead(const Knot& knot, double fraction);
	void Come(const LegPiece& piece, const LocalRay& ray, const ShapeSpan& met);
	[[nodiscard]] double Duration() const { return m_leg.end - m_leg.begin; }
	[[nodiscard]] bool StartsOnCut(const LocalRay& ray, const LocalSpan& entered) const;
	void Enter(const LegPiece& piece, const LocalRay& ray, const ShapeSpan& met);
	void FlyInside(const LegPiece& piece, const LocalRay& ray, const std::optional<ShapeSpan>& met);

	// The part of a piece that lies inside the child, and the sums over earlier parts inside.
	struct Stretch
	{
		std::optional<LocalRay> ray;
		double begin = 0.0; // a fraction of the leg
		double share = 1.0; // the share of the leg that the whole piece has
		double from = 0.0;  // a fraction of the piece
		double thicknessBefore = 0.0;
		Vec<double> wayBefore{};
	};

	const b2Shape& m_shape;
	int32_t m_child;
	ChildGeometry m_geometry; // of the child
	bool m_isPart;            // the child exists
	float m_radius;
	const PosesOfLeg& m_poses;
	const Leg& m_leg;
	MeetingRule& m_rule;
	int32_t m_overdue = 0; // the number of reported entries that did not come
	std::optional<LegHit> m_hit;
	Vec<double> m_entered{}; // the entry of m_hit, in the child's frame
	LocalCrossing m_exitBeyond;
	Stretch m_inside;
};

} // namespace ricochet
