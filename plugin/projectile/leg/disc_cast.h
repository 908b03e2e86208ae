// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "projectile/leg/flight.h"
#include "projectile/leg/half_planes.h"

#include <vector>

namespace ricochet
{

/// What is to be expected of a surface in one direction: Yielding.
struct Giving
{
	double freedom = 1.0;     ///< of its body, if that is dynamic
	double drift = 0.0;       ///< m/s, of a step
	double mostImpulse = 0.0; ///< N s, that the body may be pressed with as if it were not free
	double pressed = 0.0;     ///< N s, that it has received of the disc in this step
};

/// A child of a fixture that a disc touches, or nearly.
struct Touch
{
	b2Fixture* fixture = nullptr;
	int32_t child = 0;
	const BodyMotion* motion = nullptr; ///< null: it stands still
	double gap = 0.0;                   ///< m, between disc and child
	Vec<double> normal{};               ///< unit, in the world, towards the disc
	double friction = 0.0;              ///< between the two
	double belt = 0.0;                  ///< m/s, of the surface along itself, to the right of the normal
	Giving into;                        ///< away from the disc
	Giving along;                       ///< to the right of the normal
	double coming = 0.0;                ///< m/s, how much faster than then its surface comes
	bool bears = false;                 ///< it was pressed in the last step
	bool isGlue = false;                ///< the disc sticks to it
	bool isHeld = false;                ///< and the disc lies still
	bool flat = false;                  ///< its tangent alone counts: beside a corner of it no way was found

	// At the end of a move, set by Press:
	Vec<double> carriedNormal{};
	Vec<double> way{};  ///< of a disc that stays where it is in the child's frame (m)
	double keep = 0.0;  ///< m, the gap that must be left
	bool holds = false; ///< the disc is held by `plane`
	HalfPlane plane;    ///< of the offsets that keep clear of the child

	[[nodiscard]] bool IsOf(const b2Fixture* otherFixture, int32_t otherChild) const
	{
		return fixture == otherFixture && child == otherChild;
	}
	/// Its body takes impulses, and gives way to them.
	[[nodiscard]] bool IsFree() const;
	[[nodiscard]] b2Transform PoseAt(double share) const;

	/// Where a point comes to that stays where it is in the frame of the child, from one share of the step to another.
	[[nodiscard]] Vec<double> Carried(const Vec<double>& point, double from, double to) const;

	/// The normal turned along with the child.
	[[nodiscard]] Vec<double> CarriedNormal(double from, double to) const;
};

/// The gap that is kept between a disc and what it slides or lies on: 0.02 mm or a hundredth of its radius, whichever
/// is less, but no less than floats need there to tell both apart: 2 to 4 units in the last place.
[[nodiscard]] double ContactGap(b2Vec2 position, float radius);

/// The gap that is left to a disc between solids that close in: what rounding needs.
[[nodiscard]] double LeastGap(b2Vec2 position);

/// Casts the disc of one projectile (radius 0: a point), and looks for what is near it.
class DiscCast
{
public:
	/// `listed`, if not null, spares the walks of the trees where it covers a look.
	DiscCast(const Flight& flight, float radius, const QueryFilter& filter, Passing& passing,
	         const NearChildren* listed = nullptr)
	    : m_flight(flight), m_radius(radius), m_filter(filter), m_passing(passing), m_listed(listed)
	{
	}

	[[nodiscard]] std::optional<LegHit> FirstHit(const Leg& leg) const;

	/// The leg cut short just before a hit: Flight::Before.
	[[nodiscard]] Leg Before(const Leg& leg, const LegHit& hit) const;

	/// The children that it may collide with and that are nearer than a margin (m) at a time, without friction, in the
	/// order of their gaps, ties in the world's; negative gaps are overlaps. True if anything that moves in this step
	/// comes near.
	bool FindTouches(const Vec<double>& position, double margin, double time, std::vector<Touch>& touches) const;

	/// The children that it overlaps at a time, from whatever side, likewise.
	void FindOverlaps(const Vec<double>& position, double time, std::vector<Touch>& touches) const;

	/// True if the disc goes through an edge because it goes through one that is joined to it.
	[[nodiscard]] bool GoesAlong(b2Fixture* fixture, int32_t child) const;

	[[nodiscard]] Touch TouchOf(b2Fixture* fixture, int32_t child, const Vec<double>& position, double time) const;

	/// The least gap between the disc and a body under a pose, of the children that it may collide with.
	[[nodiscard]] double GapTo(b2Body& body, const b2Transform& pose, const Vec<double>& position) const;

	/// The hit of a leg with one child, as it stands at a time.
	[[nodiscard]] std::optional<LegHit> HitOf(const Touch& touch, const Leg& leg, double time) const;

	/// Moves the disc out of every solid that it overlaps at a time, each by the shortest way, deepest first. False if
	/// it finds no place.
	[[nodiscard]] bool PushOut(b2Vec2& position, double time, std::vector<Touch>& scratch) const;

private:
	enum class Want : uint8_t
	{
		Colliding,
		Overlapping
	};
	template <class VisitStill, class VisitMoved>
	void WalkNear(const b2AABB& box, VisitStill&& visitStill, VisitMoved&& visitMoved) const;
	bool FindNear(const Vec<double>& position, double margin, double time, Want want,
	              std::vector<Touch>& touches) const;
	[[nodiscard]] bool MayHold(b2Fixture* fixture) const;
	[[nodiscard]] bool CollidesFrom(const Touch& touch, const Vec<double>& position, const b2Transform& pose) const;
	[[nodiscard]] bool FindRoom(b2Vec2& position, double time, std::vector<Touch>& scratch) const;

	const Flight& m_flight;
	float m_radius;
	const QueryFilter& m_filter;
	Passing& m_passing;
	const NearChildren* m_listed;
};

} // namespace ricochet
