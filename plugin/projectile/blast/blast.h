// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "sight/envelope.h"
#include "sight/obstacle.h"
#include "sight/point_view.h"

#include <ricochet/projectile/explosion.h>
#include <ricochet/query/query_filter.h>
#include <ricochet/query/space.h>

#include <box2d/b2_math.h>

#include <optional>
#include <span>

namespace ricochet
{

/// The distances (m) that say how far a blast reaches and how it fades.
struct BlastReach
{
	double radius;
	double reach; ///< radius + falloff

	[[nodiscard]] double FalloffAt(double distance) const
	{
		const double left = distance <= radius ? 1.0 : (reach - distance) / (reach - radius);
		return left > 0.0 ? left : 0.0;
	}
};

/// Sums over a part of a wall or a circle. A blast at the origin pushes the part along a unit vector.
struct FacingPart
{
	double length = 0.0;   ///< length of the part across the vector, within reach (m)
	double weighted = 0.0; ///< the integral of the falloff over this length (m)
	double moment = 0.0;   ///< the moment of `weighted` about the origin (m^2)
	double distance = 0.0; ///< distance of the nearest point (m)
	Vec<double> nearest{};
};

/// Returns the point nearest to the origin on a part of an obstacle. The part leads from `from` to `to`,
/// counter-clockwise about the origin.
[[nodiscard]] Vec<double> NearestOf(const Obstacle& obstacle, const Vec<double>& from, const Vec<double>& to);

/// Returns the sums of FacingPart over the part of an obstacle between two of its points, counter-clockwise about the
/// origin. The error is below 2^-30. The part is cut into pieces, and Gauss's quadrature with 10 nodes integrates each
/// piece. On each piece, distances differ by a factor of 2 at most. The nearest point is never inside a piece.
/// Requires: the obstacle is a wall or an arc.
[[nodiscard]] FacingPart FacingOf(const Obstacle& obstacle, const Vec<double>& from, const Vec<double>& to,
                                  const Vec<double>& along, const BlastReach& reach);

/// Returns only the length of FacingOf. It needs no quadrature.
[[nodiscard]] double FacingLengthOf(const Obstacle& obstacle, const Vec<double>& from, const Vec<double>& to,
                                    const Vec<double>& along, const BlastReach& reach);

/// Moves a point out of the solids that the filter accepts, if it lies on them or no deeper in them than `depth` (m).
/// For one solid after the other, the point takes the shortest path to b2_linearSlop before the surface. If something
/// is between the point and that place, it moves only half of the straight path, or a quarter, and so on. Returns the
/// point unchanged if it is neither on nor in a solid, if it is deeper in one, or if no such place exists.
[[nodiscard]] b2Vec2 StandOff(Space space, b2Vec2 point, const QueryFilter& filter, double depth);

/// Returns the length of a part of an obstacle, for BlastHit::share. It is measured across `along`, the direction of
/// the push. A face of an attached geometry may look away from `along`. So for such faces, the direction to the face's
/// own nearest point replaces `along`.
[[nodiscard]] double ExposedLength(const Obstacle& obstacle, const Vec<double>& from, const Vec<double>& to,
                                   const Vec<double>& along, const BlastReach& reach);

/// Finds the obstacles that a blast sees, and its effects on them. Keeps its buffers.
class BlastView
{
public:
	/// Looks from the def's position, and replaces the content of `hits`, as MeasureBlast does. If the position is in a
	/// solid, no deeper than `depth` (m), it looks from a point just before the surface.
	/// If memory runs out, or if a predicate or the rule throws, the view cannot be used until the next look.
	/// Requires: the def is sound.
	void Look(Space space, const ExplosionDef& def, double depth, std::vector<BlastHit>& hits);

	/// Returns the point from which the last Look looked.
	[[nodiscard]] b2Vec2 Eye() const { return m_eye; }

	/// Returns the hit on a disc, as if it were one more obstacle. The hit has no body and no fixture. None if no part
	/// of the disc is both in sight and in reach. Requires: a Look of this def, and no change of the obstacles since
	/// then.
	[[nodiscard]] std::optional<BlastHit> HitDisc(const ExplosionDef& def, b2Vec2 center, float radius);

private:
	using Pieces = std::vector<Piece<PointView>>;

	/// The obstacles [first, last) of one body, and the last round in which the body was not destroyed before.
	struct Group
	{
		size_t first = 0;
		size_t last = 0;
		BlastHit hit;
		double passed = 0.0;    // the share of the blast that continues through the body after it is destroyed
		bool isTouched = false; // the centre touches it
		double exposed = 0.0;   // ExposedLength of the parts in sight
		FacingPart seen;
		Vec<double> impulse{}; // the impulse for 1 N s/m
		const Obstacle* nearest = nullptr;
	};

	void SortByBody();
	void FindNearest();
	void SetDirections();
	void AddSeen();
	[[nodiscard]] bool DoRound(Space space, const ExplosionDef& def);
	void SetHits(Space space, const ExplosionDef& def);
	[[nodiscard]] bool Decide(const BlastRule& rule);
	void SortTold();
	[[nodiscard]] bool IsPassed(const b2Body* body, ItemId id) const;
	[[nodiscard]] b2Vec2 PointOffAll(Space space, const ExplosionDef& def, const Vec<double>& toEye, const Item& thing,
	                                 b2Vec2 point) const;
	void Weaken(Pieces& pieces, std::vector<double>& powers);
	void WeakenBehind(const Group& group, Pieces& pieces, std::vector<double>& powers);
	[[nodiscard]] double WholeLength(const Group& group);
	[[nodiscard]] b2Vec2 NearestPointOf(const Group& group) const;
	[[nodiscard]] BlastHit HitOf(const ExplosionDef& def, const Group& group, double whole) const;
	void AddPart(const Piece<PointView>& piece, double power, const Vec<double>& along, Group& group) const;

	b2Vec2 m_eye{0.0f, 0.0f};
	BlastReach m_reach{};
	std::vector<Obstacle> m_found;
	std::vector<uint32_t> m_order;
	std::vector<Obstacle> m_obstacles;     // sorted by body
	std::vector<Vec<double>> m_nearest;    // each obstacle's nearest point; of an attached geometry, in sight
	std::vector<Vec<double>> m_directions; // the direction in which each obstacle is pushed
	std::vector<uint32_t> m_groupOf;       // the group of each obstacle
	std::vector<Group> m_groups;
	EnvelopeBuilder<PointView> m_builder;
	EnvelopeBuilder<PointView> m_ownBuilder;
	Pieces m_pieces;              // all visible pieces of obstacles
	std::vector<double> m_powers; // the share of the blast that reaches each piece
	Pieces m_withDisc;
	std::vector<double> m_discPowers;
	Pieces m_merged;
	Pieces m_split;
	std::vector<double> m_splitPowers;
	std::vector<Group*> m_told;         // the groups that are hit, the nearest first
	std::vector<const Group*> m_passed; // the destroyed groups through which the blast continues
};

/// Checks the numbers of a def that MeasureBlast reads.
[[nodiscard]] Result<> CheckBlast(const ExplosionDef& def);

} // namespace ricochet
