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
	double mostImpulse = 0.0; ///< N s: `freedom` applies up to this impulse; beyond it the body counts as free
	double pressed = 0.0;     ///< N s: the impulse that the body has received from the disc in this step
};

/// A child of a fixture that a disc touches or nearly touches.
struct Touch
{
	b2Fixture* fixture = nullptr;
	int32_t child = 0;
	const BodyMotion* motion = nullptr; ///< null: the body is at rest
	double gap = 0.0;                   ///< m, between disc and child
	Vec<double> normal{};               ///< unit, in the world, towards the disc
	double friction = 0.0;              ///< coefficient of friction between disc and child
	double belt = 0.0;                  ///< speed of the surface along its tangent, to the right of the normal (m/s)
	Giving into;                        ///< how the surface yields away from the disc
	Giving along;                       ///< how the surface yields to the right of the normal
	double coming = 0.0;                ///< m/s, how much faster the child's surface approaches than in the last step
	bool bears = false;                 ///< the disc pressed it in the last step
	bool isBorne = false; ///< pressed by the disc in the last step, but hardly moved: something supports the body
	bool isGlue = false;  ///< the disc sticks to it
	bool isHeld = false;  ///< in the last step a disc that was at rest, or that sticks to it, pressed it
	bool flat = false;    ///< only the child's tangent counts, because no path beside its corner was found

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
	/// True if the body of the child takes impulses and moves by them.
	[[nodiscard]] bool IsFree() const;
	[[nodiscard]] b2Transform PoseAt(double share) const;

	/// Returns the point after it has moved with the child from one share of the step to another.
	[[nodiscard]] Vec<double> Carried(const Vec<double>& point, double from, double to) const;

	/// Returns the normal after it has turned with the child.
	[[nodiscard]] Vec<double> CarriedNormal(double from, double to) const;
};

/// Returns the gap between a disc and the surface on which it slides or lies (m): 0.02 mm, or a hundredth of the disc's
/// radius if that is less. It is at least 2 to 4 units in the last place of the position, so that floats can represent
/// it.
[[nodiscard]] double ContactGap(b2Vec2 position, float radius);

/// Returns the least gap (m) that a disc keeps between solids that close in. It is as large as rounding requires.
[[nodiscard]] double LeastGap(b2Vec2 position);

/// A disc that is deeper than this in a child counts as overlapping it. The limit is above the error of distances in
/// double.
inline constexpr double k_leastOverlap = 1.0e-9 * b2_lengthUnitsPerMeter; // m

/// Casts the disc of one projectile (radius 0: a point), and finds the children near it.
class DiscCast
{
public:
	/// `listed`: null, or a list of children. If the list covers a search, that search visits the listed children
	/// instead of the trees.
	DiscCast(const Flight& flight, float radius, const QueryFilter& filter, Passing& passing,
	         const NearChildren* listed = nullptr)
	    : m_flight(flight), m_radius(radius), m_filter(filter), m_passing(passing), m_listed(listed)
	{
	}

	/// `carrier`: as in Flight::FirstHit.
	[[nodiscard]] std::optional<LegHit> FirstHit(const Leg& leg, const b2Body* carrier = nullptr) const;

	/// Returns the leg, cut short just before a hit (Flight::Before).
	[[nodiscard]] Leg Before(const Leg& leg, const LegHit& hit) const;

	/// Finds the children that are nearer to the disc than a margin (m) at a time, and with which it may collide. They
	/// are sorted by their gaps; equal gaps are sorted by the world's order. Negative gaps are overlaps. Friction is
	/// not set.
	/// Returns true if a child that moves in this step comes near.
	bool FindTouches(const Vec<double>& position, double margin, double time, std::vector<Touch>& touches) const;

	/// Finds the children that the disc overlaps at a time because it has entered them from a side that does not count.
	/// If only rounding makes the disc overlap a child with which it collides, that child is left out. The order is
	/// that of FindTouches.
	void FindPassed(const Vec<double>& position, double time, std::vector<Touch>& touches) const;

	/// True if the disc passes through an edge because it is already passing through another edge that is joined to it.
	[[nodiscard]] bool GoesAlong(b2Fixture* fixture, int32_t child) const;

	[[nodiscard]] Touch TouchOf(b2Fixture* fixture, int32_t child, const Vec<double>& position, double time) const;

	/// Returns the least gap (m) between the disc and the children of a body, at some pose of the body. Only children
	/// with which the disc may collide count.
	[[nodiscard]] double GapTo(b2Body& body, const b2Transform& pose, const Vec<double>& position) const;

	/// Returns the hit of a leg on one child, which keeps its pose of a given time.
	[[nodiscard]] std::optional<LegHit> HitOf(const Touch& touch, const Leg& leg, double time) const;

	/// Moves the disc out of every solid that it overlaps at a time, each by the shortest translation. The solid in
	/// which it is deepest comes first. If a translation would lead the disc's centre through another body, searches
	/// instead for a free place that a straight path reaches through no body. The path is no longer than `farthest`
	/// (m). Returns false if there is no such place.
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
