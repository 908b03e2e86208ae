// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "geometry/local_ray.h"
#include "geometry/pose.h"
#include "host/host.h"
#include "index/box_grid.h"
#include "projectile/base/parts.h"
#include "projectile/motion/origin_shift.h"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <list>
#include <span>
#include <utility>
#include <vector>

class b2World;

namespace ricochet
{

/// Bounds how far rounding to floats moves a point in the frame of a moving body. It is a share of the sum of the
/// coordinates and the arm from which the point is computed.
/// A coordinate of a leg has one rounding of 2^-24, a coordinate of a pose of Box2D has three. Rounded sines and
/// cosines move the end of an arm by 2^-24 of the arm. Together these are less than a fourth of k_placeError.
inline constexpr double k_placeError = 1.0e-6;

/// The largest distance (m) by which arcs may leave the leaves of the tree. Bodies with higher arcs get swept boxes.
inline constexpr float k_mostBulge = 0.05f * k_meter;

/// How a body moved from its pose before a step to its pose after it, as Box2D sweeps it. The centre of mass that it
/// had before the step moves on a straight line, and the body turns at a constant rate.
struct BodyMotion
{
	b2Body* body = nullptr;
	b2Transform before, after;
	Vec<double> centerBefore{}, centerAfter{};
	double angleBefore = 0.0, angleAfter = 0.0;
	b2Vec2 localCenter{0.0f, 0.0f};     ///< centre of mass before the step: the point that moves on a straight line
	b2Vec2 localMassCenter{0.0f, 0.0f}; ///< centre of mass after the step: the point about which impulses turn the body
	double heldFrom = 1.0;       ///< the body was held back from this share of the step on, and is at rest in `after`
	mutable double reach = -1.0; ///< no point of the body is farther than this from localCenter (m); Find computes it
	bool isInTree = false;       ///< the body is found by its leaves in the world's tree, not by swept boxes
	bool isStatic = false;       ///< the game put it elsewhere within the step

	/// The pose at a share of the step. 0 and 1 give `before` and `after` to the bit.
	[[nodiscard]] b2Transform PoseAt(double share) const;
	[[nodiscard]] Vec<double> CenterAt(double share) const;

	/// Converts a point of the world into the body's frame at a share of the step. Uses a pose that is not rounded to
	/// floats.
	[[nodiscard]] Vec<double> ToLocal(const Vec<double>& point, double share) const;
	[[nodiscard]] Vec<double> MassCenterAt(double share) const;
	[[nodiscard]] float AngleAt(double share) const;
	[[nodiscard]] double Turn() const { return angleAfter - angleBefore; }

	/// Returns the velocity of a point of the body at a share of the step, in m per step.
	[[nodiscard]] Vec<double> WayOf(const Vec<double>& point, double share) const;
};

[[nodiscard]] BodyMotion MotionBetween(const BodyRecord& before, const BodyRecord& after);

/// One child of a fixture that moved.
struct MovedChild
{
	const BodyMotion* motion = nullptr;
	b2Fixture* fixture = nullptr;
	int32_t child = 0;
	b2AABB local;  ///< bounds in the body's frame
	b2AABB bounds; ///< bounds in the world at both poses together; not set for a child found in the tree

	/// True if it is the same child.
	friend bool operator==(const MovedChild& a, const MovedChild& b)
	{
		return a.fixture == b.fixture && a.child == b.child;
	}
};

/// The largest motion that counts as a sweep. If a body has moved farther or turned more, it counts as teleported.
struct MotionLimit
{
	double way = std::numeric_limits<double>::infinity();  ///< displacement of the centre of mass (m)
	double turn = std::numeric_limits<double>::infinity(); ///< rad
};

/// Which bodies' poses are recorded before a step.
enum class Recorded
{
	All,        ///< the poses of all bodies; any cause of a motion counts
	Moving,     ///< the poses of bodies that Box2D can move: not static, and in the world's tree
	WithStatic, ///< the poses of static bodies, too, which the game can move
};

/// The bodies of a world that moved during a step, and an index of the boxes that their fixtures swept.
class WorldMotion
{
public:
	/// Records the poses of bodies. Begin and End quarantine each body that they read and whose pose or velocity is not
	/// finite.
	///
	/// The plugin keeps a list of the bodies that Box2D can move. If the world's stamp shows that this list is still
	/// valid, only these bodies are recorded anew, at a cost proportional to their number. Otherwise Begin visits all
	/// bodies of the world.
	///
	/// With Recorded::All and Recorded::WithStatic, Begin uses the list of `last`. If `last` is null, Begin visits all
	/// bodies. Requires: the last call on `last` was End.
	void Begin(b2World& world, Recorded recorded = Recorded::All, WorldMotion* last = nullptr);

	/// Call this after Begin. Watches the bodies whose bounds in the tree touch a box.
	/// Before the world's step, the game may move a body within its bounds in the tree without a trace. If it has done
	/// so with a watched body, End compares all bodies.
	void Watch(const b2World& world, const b2AABB& box);
	void Watch(const b2Body& body) { m_watched.emplace_back(&body, body.GetTransform()); }

	/// Call this after Begin. End then compares all bodies.
	void CompareAll() { m_comparesAll = true; }

	/// Records the poses that bodies had before the world's last step, as far as the world still knows them. For bodies
	/// that the game moved or that sleep, the world knows no such pose: they count as at rest. If an impact ended a
	/// body's motion early, the motion begins at the last impact.
	void BeginAfterwards(b2World& world, Recorded recorded = Recorded::All);

	/// Compares the recorded poses with those of now. Drops the records of destroyed bodies. If FindShift detects a
	/// shift of the origin, that shift does not count as a motion. If memory runs out, ForgetMotions must be called.
	///
	/// All bodies are compared after CompareAll, and in the three cases below. Otherwise only the bodies that Box2D can
	/// move are compared.
	/// * The tree shows that another body has left its bounds there.
	/// * The game has put a body elsewhere since the world's step.
	/// * A watched body has moved.
	///
	/// A body that moved by more than `limit` counts as at rest at its new pose.
	///
	/// Without Recorded::All, a body may have been static or disabled at Begin, but Box2D can move it now. The motion
	/// of such a body is Box2D's sweep. If the game has since created a body, or has changed the tree after the world's
	/// step, such a body counts as at rest. The reason is that it cannot be distinguished from a new body. If the game
	/// put a static body elsewhere, that counts as a motion only with Recorded::All or Recorded::WithStatic.
	///
	/// `isTreeWalked`: the flights walk the world's tree. Then the motions of bodies that its leaves enclose at all
	/// times of the step are made and described only if a flight comes near. Requires: `limit` has no end.
	///
	/// Returns the number of enabled bodies with fixtures whose pose is not finite.
	int32_t End(b2World& world, const MotionLimit& limit = {}, bool isTreeWalked = false);

	/// Drops the motions of static bodies. They count as at rest at their present poses in the whole step.
	void ForgetStatic();

	/// Converts the records to a new origin, if the origin is shifted between Begin and End.
	void ShiftOrigin(b2Vec2 newOrigin);

	/// True if bodies were recorded and have not yet been compared.
	[[nodiscard]] bool HasRecords() const { return m_hasRecords; }
	void ForgetRecords() noexcept
	{
		m_hasRecords = false;
		m_listed = {};
	}

	/// True if, since an earlier state of the tree, only children of bodies in Moved() have left their bounds in the
	/// tree.
	[[nodiscard]] bool HasKeptLeaves(const TreeChanges& since) const
	{
		return m_listed.bodies >= 0 && m_begun.tree == since;
	}

	/// Saves or loads the records. Loading drops the records of bodies that no longer exist.
	template <class Archive>
	void ExchangeRecords(Archive& archive);
	void SwapRecords(WorldMotion& other) noexcept
	{
		m_records.swap(other.m_records);
		std::swap(m_hasRecords, other.m_hasRecords);
		m_listed = {};
		m_begun = {};
	}

	/// Stops a body at a share of the step, and moves it back to its pose at that share. Its motion up to that share
	/// does not change.
	void HoldBack(const BodyMotion& motion, double share);

	/// Replaces all motions by these.
	void Replace(const std::vector<BodyMotion>& motions);

	/// Drops the record of a body that is about to be destroyed, because its address may be used again.
	void Forget(const b2Body* body);

	/// Drops all motions, so that every body counts as at rest.
	void ForgetMotions()
	{
		m_movedCount = 0;
		if (m_moved.empty() == false || m_findsInTree)
		{
			ForgetFound();
		}
	}

	/// Returns the motion of a body in the last step, or null if the body was at rest. If NeedsTree, it makes the
	/// motion if needed, and also finds bodies that could not move at Begin and that Box2D has swept since. In that
	/// case only one thread may call it.
	[[nodiscard]] const BodyMotion* Find(const b2Body* body) const;

	/// Calls visit(const MovedChild&) for the parts of a child in the tree, if the motion of its body is found there.
	template <class Visit>
	void VisitLeaf(b2Fixture* fixture, int32_t child, const BodyMotion& motion, Visit&& visit) const
	{
		if (motion.isInTree)
		{
			VisitParts(motion, *fixture, child, visit);
		}
	}

	/// As VisitLeaf, but only for the parts whose swept boxes overlap a box: visit(const MovedChild&, const b2AABB&
	/// swept). So the result is that of a walk of Swept(), although leaves may be larger.
	template <class Visit>
	void VisitSweptIn(const b2AABB& box, b2Fixture* fixture, int32_t child, const BodyMotion& motion,
	                  Visit&& visit) const
	{
		VisitLeaf(fixture, child, motion,
		          [&](const MovedChild& part)
		          {
			          if (const b2AABB swept = SweptBoxOf(part); b2TestOverlap(swept, box))
			          {
				          visit(part, swept);
			          }
		          });
	}

	/// Returns the box that a child in the tree has swept. Requires: Find was called for its body.
	[[nodiscard]] static b2AABB SweptBoxOf(const MovedChild& child);

	/// True if motions are found by the tree, but a callback has changed the tree since End.
	[[nodiscard]] bool HasTreeChanged(const b2World& world) const
	{
		return NeedsTree() && TreeChangesOf(world) != m_ended;
	}

	/// Does nothing unless HasTreeChanged. Then calls visit(const MovedChild&) for the parts of all bodies whose
	/// motions are found by the tree.
	template <class Visit>
	void VisitIfTreeChanged(const b2World& world, Visit&& visit) const
	{
		if (HasTreeChanged(world))
		{
			for (const BodyMotion& motion : Moved())
			{
				for (b2Fixture* fixture : FixturesOf(*motion.body))
				{
					for (int32_t child = 0; child < fixture->GetShape()->GetChildCount(); ++child)
					{
						VisitLeaf(fixture, child, *Find(motion.body), visit);
					}
				}
			}
		}
	}

	/// True if motions are found only by walks of the tree, and not by an index of the bodies at rest.
	[[nodiscard]] bool NeedsTree() const { return m_findsInTree; }

	/// Returns the largest distance (m) between the path of a point of a moved body and its chord. Requires: Find was
	/// called for the body.
	[[nodiscard]] static float ArcHeightOf(const BodyMotion& motion);

	/// Returns the distance (m) by which a moving body may leave its box in the tree. A walk that searches for motions
	/// adds it to its margin.
	[[nodiscard]] float LeafMargin() const { return m_findsInTree ? 1.001f * k_mostBulge : 0.0f; }

	/// Returns the margin (m) with which a walk of the tree finds all parts whose swept boxes it overlaps.
	[[nodiscard]] float SweptMargin() const { return m_findsInTree ? LeafMargin() + b2_aabbExtension : 0.0f; }

	/// Returns the moved children of fixtures, each with the box that it has swept. Bodies whose motions are enclosed
	/// by the leaves of the tree are left out.
	[[nodiscard]] std::span<const MovedChild> Children() const { return m_children; }
	[[nodiscard]] const b2AABB& SweptBy(size_t child) const { return m_swept[child]; }

	/// Returns an index of the swept boxes. Its entries are indices of Children().
	[[nodiscard]] const BoxGrid& Swept() const { return m_swept; }

	/// Returns all motions that End found. First makes the motions that no call of Find has made yet. The order is that
	/// of the world, except for motions that were made after End.
	[[nodiscard]] const std::vector<BodyMotion>& Moved() const;

	/// Returns the size of Moved() at the end of End.
	[[nodiscard]] size_t MovedCount() const { return m_movedCount; }

private:
	// A listed body whose motion is enclosed by the leaves of the tree. The motion is made only on demand.
	struct NotMade
	{
		size_t record;
		b2Transform after;
		b2Vec2 centerAfter;
		float angleAfter;
		const BodyMotion* motion = nullptr; // null: not made yet
	};

	void ForgetFound();
	void IndexAll();
	void IndexBodies();
	void List(b2World& world);
	[[nodiscard]] bool FindChanges(b2World& world, std::span<const BodyRecord> records, int32_t& lost);
	[[nodiscard]] bool FindChangesOfListed(b2World& world, std::span<const BodyRecord> records, int32_t& lost);
	[[nodiscard]] bool IsListComplete(const b2World& world, std::span<const BodyRecord> records) const;
	void KeepMatched(b2World& world, std::vector<BodyRecord>& records);
	void Compare(const BodyRecord& record);
	void AddListed(const b2World& world, std::span<const BodyRecord> records, size_t listed);
	void AddUnlisted(b2World& world, std::span<const BodyRecord> records);
	[[nodiscard]] const BodyMotion* FindListed(const b2Body* body) const;
	[[nodiscard]] const BodyMotion* FindNotMade(const b2Body* body) const;
	[[nodiscard]] const BodyMotion* FindUnlisted(const b2Body* body) const;
	[[nodiscard]] const BodyMotion* MotionOf(NotMade& moved) const;
	void IndexChildren();
	void AddChildren(const BodyMotion& motion);
	std::span<const b2AABB> SweptBoxes();
	void MoveOutOfTree(BodyMotion& motion);

	template <class Visit>
	static void VisitParts(const BodyMotion& motion, b2Fixture& fixture, int32_t child, Visit&& visit)
	{
		const b2Shape& shape = *fixture.GetShape();
		const bool isInPieces = AttachedTo(shape) != nullptr;
		const int32_t end = isInPieces ? PartCountOf(shape) : child + 1;
		for (int32_t part = isInPieces ? 0 : child; part < end; ++part)
		{
			visit(MovedChild{&motion, &fixture, part, BoundsOfPart(shape, part, NoMove()), {}});
		}
	}

	std::vector<BodyRecord> m_records; // in the world's order
	std::vector<size_t> m_canMove;     // the records of bodies that Box2D can move, and of landmarks
	std::vector<std::pair<const b2Body*, size_t>> m_byAddress; // Recorded::Moving: the records, sorted
	std::vector<LeafBounds> m_leaves; // Recorded::WithStatic: the leaves of bodies that can move, when the step began
	std::vector<std::pair<const b2Body*, b2Transform>> m_watched;
	Recorded m_recorded = Recorded::All;
	bool m_hasRecords = false;
	bool m_comparesAll = false;
	WorldStamp m_listed; // as long as the world has this stamp, m_canMove lists all that can move
	WorldStamp m_begun;  // the world's stamp when the poses were recorded
	LeafWatch m_leafWatch;
	std::vector<size_t> m_changed; // the records whose bodies have another pose now
	std::vector<b2Body*> m_present;
	mutable std::vector<BodyMotion> m_moved;
	size_t m_movedCount = 0;                 // the size of m_moved when End returned
	std::vector<const BodyMotion*> m_byBody; // sorted by the body's address, only for Find
	std::vector<MovedChild> m_children;
	std::vector<b2AABB> m_boxes; // swept by the children; scratch of SweptBoxes
	bool m_findsInTree = false;
	mutable std::vector<NotMade> m_notMade;   // Recorded::Moving, in the order of the records
	mutable std::list<BodyMotion> m_unlisted; // motions of bodies that were not listed, made by Find
	TreeChanges m_ended;                      // state of the world's tree when End found the motions
	BoxGrid m_swept;
};

} // namespace ricochet
