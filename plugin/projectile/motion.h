// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "geometry/local_ray.h"
#include "projectile/origin_shift.h"

#include <box2d/b2_body.h>
#include <box2d/b2_dynamic_tree.h>

#include <cstdint>
#include <limits>
#include <vector>

class b2World;

namespace ricochet
{

/// How a body went from its pose before a step to its pose after it, as Box2D sweeps it: the centre of mass that it had
/// before the step on a straight line, the angle evenly.
struct BodyMotion
{
	b2Body* body = nullptr;
	b2Transform before, after;
	Vec<double> centerBefore{}, centerAfter{};
	double angleBefore = 0.0, angleAfter = 0.0;
	b2Vec2 localCenter{0.0f, 0.0f};     ///< as it was before the step: what is swept by
	b2Vec2 localMassCenter{0.0f, 0.0f}; ///< as it is after the step: what impulses turn it about
	double reach = 0.0;                 ///< no point of the body is farther from the centre that is swept (m)
	double heldFrom = 1.0;              ///< the share from which on it was held back, and stands still in `after`

	/// The pose at a share of the step. 0 and 1 give `before` and `after` to the bit.
	[[nodiscard]] b2Transform PoseAt(double share) const;
	[[nodiscard]] Vec<double> CenterAt(double share) const;

	/// A point of the world as the body sees it at a share, by a pose that is not rounded to floats.
	[[nodiscard]] Vec<double> ToLocal(const Vec<double>& point, double share) const;
	[[nodiscard]] Vec<double> MassCenterAt(double share) const;
	[[nodiscard]] float AngleAt(double share) const;
	[[nodiscard]] double Turn() const { return angleAfter - angleBefore; }

	/// How far a point of the body moves per share of the step, at a share (m).
	[[nodiscard]] Vec<double> WayOf(const Vec<double>& point, double share) const;
};

/// One child of a fixture that moved.
struct MovedChild
{
	const BodyMotion* motion = nullptr;
	b2Fixture* fixture = nullptr;
	int32_t child = 0;
	b2AABB bounds; ///< of both poses
};

/// Which bodies of a world moved during a step, and an index of everything that they swept.
class WorldMotion
{
public:
	/// Records where the bodies stand.
	void Begin(b2World& world);

	/// Compares with where they stand now. Bodies that came in between have not moved; those that went are forgotten.
	/// Nor has anything moved by a shift of the origin that shows (FindShift).
	/// What went farther than `longestWay` (m), or turned by more than a quarter, is where it is without having swept
	/// anything. If memory runs out, ForgetMotions brings it back to order.
	void End(b2World& world, double longestWay = std::numeric_limits<double>::infinity());

	/// The origin is shifted between Begin and End: what was recorded is where it was, seen from the new one.
	void ShiftOrigin(b2Vec2 newOrigin);

	/// Whether bodies were recorded and have not yet been compared.
	[[nodiscard]] bool HasRecords() const { return m_records.empty() == false; }

	/// Lets a body go no farther in this step than up to a share of it: puts it back to where it then was. Its other
	/// motion in the step stays.
	void HoldBack(const BodyMotion& motion, double share);

	/// Takes these motions for all that has moved.
	void Replace(const std::vector<BodyMotion>& motions);

	/// The body is about to go: another one at its address will not be taken for it.
	void Forget(const b2Body* body);

	/// Takes every body for one that stood still.
	void ForgetMotions();

	/// The motion of a body in the last step, or null if it stood still.
	[[nodiscard]] const BodyMotion* Find(const b2Body* body) const;

	/// The boxes swept by moved children; user data: MovedChild.
	[[nodiscard]] const b2DynamicTree& Swept() const { return m_tree; }
	[[nodiscard]] const std::vector<BodyMotion>& Moved() const { return m_moved; }

private:
	void IndexAll();
	void MatchRecords(b2World& world);
	void Compare(const BodyRecord& record);
	void IndexChildren();
	void AddChildren(BodyMotion& motion);
	void IndexChild(MovedChild& child);

	std::vector<BodyRecord> m_records;
	std::vector<b2Body*> m_present;
	std::vector<BodyRecord> m_stayed;        // the records of what is still there
	std::vector<BodyMotion> m_moved;         // in the world's order
	std::vector<const BodyMotion*> m_byBody; // sorted by the body's address, for Find alone
	std::vector<MovedChild> m_children;
	std::vector<int32_t> m_proxies;
	b2DynamicTree m_tree;
};

/// True if a pose is finite and a rotation.
[[nodiscard]] bool IsSound(const b2Transform& pose);

} // namespace ricochet
