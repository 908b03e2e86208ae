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

/// How far a blast reaches, and how it fades (m).
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

/// What a part of a wall or a circle has of a blast at the origin that pushes it along a unit vector.
struct FacingPart
{
	double length = 0.0;   ///< across the vector, within reach (m)
	double weighted = 0.0; ///< the same times the falloff, piece by piece (m)
	double moment = 0.0;   ///< of this about the origin (m^2)
	double distance = 0.0; ///< of the nearest point (m)
	Vec<double> nearest{};
};

/// The nearest point of the whole obstacle, as if nothing hid it.
[[nodiscard]] Vec<double> NearestOf(const Obstacle& obstacle);

/// Of the part from one of its points to another, counter-clockwise about the origin. By Gauss's quadrature of 10 nodes
/// on pieces whose distances differ by a factor of 2 at most, the nearest point between none: within 2^-30.
/// Requires: a wall or an arc.
[[nodiscard]] FacingPart FacingOf(const Obstacle& obstacle, const Vec<double>& from, const Vec<double>& to,
                                  const Vec<double>& along, const BlastReach& reach);

/// Its length alone, which needs no quadrature.
[[nodiscard]] double FacingLengthOf(const Obstacle& obstacle, const Vec<double>& from, const Vec<double>& to,
                                    const Vec<double>& along, const BlastReach& reach);

/// Where a point goes that lies on solids which the filter accepts, or no deeper in them than `depth` (m): by the
/// shortest way to b2_linearSlop before their surface, one after the other. Where it already is, if it lies on none, is
/// deeper in one, or there is no such place.
[[nodiscard]] b2Vec2 StandOff(Space space, b2Vec2 point, const QueryFilter& filter, double depth);

/// What a blast sees and what it does to it. Keeps its buffers.
class BlastView
{
public:
	/// Looks from the def's position; from before the surface of a solid in which it is no deeper than `depth` (m).
	/// Replaces the content of `hits`: as MeasureBlast. What runs out of memory, or what a predicate throws, leaves the
	/// view without use until the next look. Requires: the def is sound.
	void Look(Space space, const ExplosionDef& def, double depth, std::vector<BlastHit>& hits);

	/// From where it looked last.
	[[nodiscard]] b2Vec2 Eye() const { return m_eye; }

	/// A hit on a disc among what was seen, without body and fixture. None if nothing of it is in sight and in reach.
	/// Only after a Look of this def, while what was seen has not changed.
	[[nodiscard]] std::optional<BlastHit> HitDisc(const ExplosionDef& def, b2Vec2 center, float radius);

private:
	using Pieces = std::vector<Piece<PointView>>;

	/// The obstacles [first, last) are of one body.
	struct Group
	{
		size_t first = 0;
		size_t last = 0;
		bool isTouched = false; // by the centre
		FacingPart seen;
		Vec<double> impulse{}; // for 1 N s/m
		const Obstacle* nearest = nullptr;
	};

	void SortByBody();
	void SetDirections();
	void AddSeen();
	void Tell(const ExplosionDef& def, std::vector<BlastHit>& hits);
	[[nodiscard]] double WholeLength(const Group& group);
	[[nodiscard]] BlastHit HitOf(const ExplosionDef& def, const Group& group, double whole) const;
	void AddPart(const Piece<PointView>& piece, const Vec<double>& along, Group& group) const;

	b2Vec2 m_eye{0.0f, 0.0f};
	BlastReach m_reach{};
	std::vector<Obstacle> m_found;
	std::vector<uint32_t> m_order;
	std::vector<Obstacle> m_obstacles;     // body by body
	std::vector<Vec<double>> m_directions; // in which each is pushed
	std::vector<uint32_t> m_groupOf;       // each of them
	std::vector<Group> m_groups;
	EnvelopeBuilder<PointView> m_builder;
	EnvelopeBuilder<PointView> m_ownBuilder;
	Pieces m_pieces; // of all that is seen
	Pieces m_withDisc;
	std::vector<const Group*> m_told;
};

/// What is asked of the numbers that MeasureBlast reads.
[[nodiscard]] Result<> CheckBlast(const ExplosionDef& def);

} // namespace ricochet
