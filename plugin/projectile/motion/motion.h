// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "geometry/local_ray.h"
#include "host/host.h"
#include "index/box_grid.h"
#include "projectile/motion/origin_shift.h"

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

class b2World;

namespace ricochet
{

/// How far floats may put a point elsewhere in the frame of a moving body, as a share of the sum of the coordinates and
/// the reach that it is computed from. A coordinate of a leg rounds by 2^-24 of itself, one of Box2D's poses by three
/// such roundings, and rounded sines and cosines move the end of an arm by 2^-24 of it: less than a fourth of this.
inline constexpr double k_placeError = 1.0e-6;

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
	b2AABB local;  ///< bounds in the body's frame
	b2AABB bounds; ///< of both poses
};

/// The largest motion that sweeps what lies on its way.
struct MotionLimit
{
	double way = std::numeric_limits<double>::infinity();  ///< of the centre of mass (m)
	double turn = std::numeric_limits<double>::infinity(); ///< rad
};

/// Which bodies of a world moved during a step, and an index of everything that they swept.
class WorldMotion
{
public:
	/// Records where the bodies stand.
	void Begin(b2World& world);

	/// Compares with where they stand now. Bodies that came in between have not moved; those that went are forgotten.
	/// Nor has anything moved by a shift of the origin that shows (FindShift).
	/// What moved by more than a limit is where it is without having swept anything. If memory runs out, ForgetMotions
	/// brings it back to order.
	void End(b2World& world, const MotionLimit& limit = {});

	/// The origin is shifted between Begin and End: what was recorded is where it was, seen from the new one.
	void ShiftOrigin(b2Vec2 newOrigin);

	/// Whether bodies were recorded and have not yet been compared.
	[[nodiscard]] bool HasRecords() const { return m_records.empty() == false; }

	/// What is saved: where bodies stood. Loaded, without those that are gone.
	template <class Archive>
	void ExchangeRecords(Archive& archive);
	void SwapRecords(WorldMotion& other) noexcept { m_records.swap(other.m_records); }

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

	/// What moved, and the box that each swept.
	[[nodiscard]] std::span<const MovedChild> Children() const { return m_children; }
	[[nodiscard]] const b2AABB& SweptBy(size_t child) const { return m_swept[child]; }

	/// The boxes swept by moved children, with the numbers of these.
	[[nodiscard]] const BoxGrid& Swept() const { return m_swept; }
	[[nodiscard]] const std::vector<BodyMotion>& Moved() const { return m_moved; }

private:
	void IndexAll();
	void MatchRecords(b2World& world);
	void Compare(const BodyRecord& record);
	void IndexChildren();
	void AddChildren(BodyMotion& motion);

	std::vector<BodyRecord> m_records;
	std::vector<b2Body*> m_present;
	std::vector<BodyRecord> m_stayed;        // the records of what is still there
	std::vector<BodyMotion> m_moved;         // in the world's order
	std::vector<const BodyMotion*> m_byBody; // sorted by the body's address, for Find alone
	std::vector<MovedChild> m_children;
	std::vector<b2AABB> m_boxes; // swept by them, on their way into the grid
	BoxGrid m_swept;
};

} // namespace ricochet
