// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "projectile/blast/facing.h"
#include "sight/envelope.h"
#include "sight/point_view.h"

#include <ricochet/projectile/explosion.h>

#include <optional>
#include <span>

namespace ricochet
{

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
