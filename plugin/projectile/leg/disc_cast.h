// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "projectile/leg/flight.h"
#include "projectile/leg/half_planes.h"

#include <vector>

namespace ricochet
{

/// How a surface is expected to yield in one direction (Yielding).
struct Giving
{
	double freedom = 1.0;     ///< as in Yielding, if the body is dynamic
	double drift = 0.0;       ///< m/s per step, as in Yielding
	double mostImpulse = 0.0; ///< N s: up to this impulse `freedom` applies; beyond it the body counts as free
	double pressed = 0.0;     ///< N s: the impulse that the body has received from the disc in this step
};

/// A child of a fixture that a disc touches, or nearly.
struct Touch
{
	b2Fixture* fixture = nullptr;
	int32_t child = 0;
	const BodyMotion* motion = nullptr; ///< null: the body is at rest
	double gap = 0.0;                   ///< m, between disc and child
	Vec<double> normal{};               ///< unit, in the world, towards the disc
	double friction = 0.0;              ///< between the two
	double belt = 0.0;                  ///< speed of the surface along its tangent, to the right of the normal (m/s)
	Giving into;                        ///< how the surface yields away from the disc
	Giving along;                       ///< how the surface yields to the right of the normal
	double coming = 0.0;                ///< m/s, how much faster its surface approaches than in the last step
	bool bears = false;                 ///< the disc pressed it in the last step
	bool isBorne = false;               ///< pressed in the last step, and has hardly moved: something supports the body
	bool isGlue = false;                ///< the disc sticks to it
	bool isHeld = false;                ///< pressed in the last step, by a disc at rest or one that sticks to it
	bool flat = false;                  ///< only its tangent counts, because no path beside its corner was found

	// At the end of a move, set by Press:
	Vec<double> carriedNormal{};
	Vec<double> way{};  ///< the displacement of a disc that keeps its place in the child's frame (m)
	double keep = 0.0;  ///< m, the gap that must be left
	bool holds = false; ///< the disc is held by `plane`
	HalfPlane plane;    ///< the offsets of the disc that keep clear of the child

	[[nodiscard]] bool IsOf(const b2Fixture* otherFixture, int32_t otherChild) const
	{
		return fixture == otherFixture && child == otherChild;
	}
	/// True if its body takes impulses and moves by them.
	[[nodiscard]] bool IsFree() const;
	[[nodiscard]] b2Transform PoseAt(double share) const;

	/// Moves a point along with the child, from one share of the step to another.
	[[nodiscard]] Vec<double> Carried(const Vec<double>& point, double from, double to) const;

	/// The normal turned along with the child.
	[[nodiscard]] Vec<double> CarriedNormal(double from, double to) const;
};

/// The gap between a disc and the surface on which it slides or lies: 0.02 mm, or a hundredth of its radius if that is
/// less. It is at least 2 to 4 units in the last place of the position, so that floats can represent it.
[[nodiscard]] double ContactGap(b2Vec2 position, float radius);

/// The least gap that is left to a disc between solids that close in: as much as rounding requires.
[[nodiscard]] double LeastGap(b2Vec2 position);

/// Casts the disc of one projectile (radius 0: a point), and finds the children near it.
class DiscCast
{
public:
	/// `listed`: null, or a list of children. A search that the list covers takes them instead of walking the trees.
	DiscCast(const Flight& flight, float radius, const QueryFilter& filter, Passing& passing,
	         const NearChildren* listed = nullptr)
	    : m_flight(flight), m_radius(radius), m_filter(filter), m_passing(passing), m_listed(listed)
	{
	}

	/// `carrier`: as in Flight::FirstHit.
	[[nodiscard]] std::optional<LegHit> FirstHit(const Leg& leg, const b2Body* carrier = nullptr) const;

	/// The leg cut short just before a hit: Flight::Before.
	[[nodiscard]] Leg Before(const Leg& leg, const LegHit& hit) const;

	/// Finds the children with which the disc may collide and that are nearer than a margin (m) at a time. They are
	/// sorted by their gaps, ties by the world's order. Negative gaps are overlaps. Friction is not set.
	/// Returns true if a child that moves in this step comes near.
	bool FindTouches(const Vec<double>& position, double margin, double time, std::vector<Touch>& touches) const;

	/// Finds the children that the disc overlaps at a time because it has entered them from a side that does not count.
	/// Rounding may make the disc overlap a child with which it collides: such a child is left out. The order is that
	/// of FindTouches.
	void FindPassed(const Vec<double>& position, double time, std::vector<Touch>& touches) const;

	/// True if the disc passes through an edge because it is already passing through another edge that is joined to it.
	[[nodiscard]] bool GoesAlong(b2Fixture* fixture, int32_t child) const;

	[[nodiscard]] Touch TouchOf(b2Fixture* fixture, int32_t child, const Vec<double>& position, double time) const;

	/// The least gap between the disc and a body under a pose, among the children with which the disc may collide.
	[[nodiscard]] double GapTo(b2Body& body, const b2Transform& pose, const Vec<double>& position) const;

	/// The hit of a leg on one child, under the child's pose at a time.
	[[nodiscard]] std::optional<LegHit> HitOf(const Touch& touch, const Leg& leg, double time) const;

	/// Moves the disc out of every solid that it overlaps at a time, each by the shortest translation. The solid in
	/// which it is deepest comes first. If that leads the disc's centre through another body, it searches for a free
	/// place on a straight path through no body. The path is no longer than `farthest` (m). False if it finds no free
	/// place.
	[[nodiscard]] bool PushOut(b2Vec2& position, double farthest, double time, std::vector<Touch>& scratch) const;

private:
	enum class Want : uint8_t
	{
		Colliding,
		Passing
	};
	template <class VisitStill, class VisitMoved>
	void WalkNear(const b2AABB& box, VisitStill&& visitStill, VisitMoved&& visitMoved) const;
	bool FindNear(const Vec<double>& position, double margin, double time, Want want,
	              std::vector<Touch>& touches) const;
	[[nodiscard]] bool MayHold(b2Fixture* fixture) const;
	[[nodiscard]] bool Collides(const Touch& touch, const Vec<double>& position, const b2Transform& pose,
	                            bool startsInside) const;
	[[nodiscard]] std::optional<b2Vec2> PushedOut(b2Vec2 position, double time, std::vector<Touch>& scratch) const;
	[[nodiscard]] const Touch* DeepestAt(b2Vec2 position, double time, std::vector<Touch>& touches) const;
	[[nodiscard]] bool LeadsThrough(b2Vec2 from, b2Vec2 to, double time, std::vector<Touch>& scratch) const;
	[[nodiscard]] std::optional<b2Vec2> FindRoom(b2Vec2 position, double farthest, double time,
	                                             std::vector<Touch>& scratch) const;

	const Flight& m_flight;
	float m_radius;
	const QueryFilter& m_filter;
	Passing& m_passing;
	const NearChildren* m_listed;
};

} // namespace ricochet
