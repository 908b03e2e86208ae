// MIT License, Copyright (c) 2026 the ricochet authors

#include "projectile/motion/motion.h"
#include "projectile/save/archive.h"

#include "geometry/compiler.h"
#include "geometry/lanes.h"
#include "geometry/pose.h"
#include "host/host.h"
#include "projectile/base/ballistics.h"
#include "projectile/base/parts.h"

#include <algorithm>
#include <cstddef>
#include <functional>

namespace ricochet
{

namespace
{

// Returns the distances in x and in y from a point to the farther sides of a box. Absolute differences are enough: of
// two opposite sides, the nearer one gives the smaller difference, even if the point lies outside.
b2Vec2 FarthestSides(const b2AABB& box, b2Vec2 center)
{
	return b2Max(center - box.lowerBound, box.upperBound - center);
}

double ReachOf(const b2AABB& box, b2Vec2 center)
{
	const b2Vec2 sides = FarthestSides(box, center);
	return LengthOf(sides.x, sides.y);
}

// Returns the largest distance (m) between the arc of a point and its chord. Between the two poses, a point at a
// distance R from the centre moves on an arc. That arc is up to R (1 - cos(turn / 2)) <= R (turn / 2)^2 / 2 away from
// its chord, and never more than 2 R.
float BulgeOf(const BodyMotion& motion, double reach)
{
	const double halfTurn = motion.Turn() / 2.0;
	return static_cast<float>(reach * std::min(halfTurn * halfTurn / 2.0, 2.0));
}

// Returns a box that contains the child during its whole motion. It has a margin, because the bounds are computed in
// floats.
b2AABB BoxSweptBy(const MovedChild& child)
{
	const float bulge = WorldMotion::ArcHeightOf(*child.motion);
	return Grown(Grown(child.bounds, bulge), b2_aabbExtension);
}

// Calls visit(b2Fixture*, int32_t part) for the parts of a body, if it is enabled.
template <class Visit>
void ForEachPartOf(const BodyMotion& motion, Visit&& visit)
{
	for (b2Fixture* fixture : FixturesOf(*motion.body))
	{
		const int32_t count = motion.body->IsEnabled() ? PartCountOf(*fixture->GetShape()) : 0;
		for (int32_t part = 0; part < count; ++part)
		{
			visit(fixture, part);
		}
	}
}

// Returns the bounds of a part at both ends of a motion. Increases the motion's `reach` if the part extends farther.
b2AABB BoundsOfEnds(const BodyMotion& motion, const b2Shape& shape, int32_t part)
{
	b2AABB bounds = BoundsOfPart(shape, part, motion.before);
	const b2AABB after = BoundsOfPart(shape, part, motion.after);
	motion.reach = std::max(
	    {motion.reach, ReachOf(bounds, ToFloat(motion.centerBefore)), ReachOf(after, ToFloat(motion.centerAfter))});
	bounds.Combine(after);
	return bounds;
}

void FindReach(const BodyMotion& motion)
{
	if (motion.reach < 0.0)
	{
		motion.reach = 0.0;
		ForEachPartOf(motion, [&](const b2Fixture* fixture, int32_t part)
		              { (void)BoundsOfEnds(motion, *fixture->GetShape(), part); });
	}
}

bool IsFlat(const BodyMotion& motion)
{
	FindReach(motion);
	return WorldMotion::ArcHeightOf(motion) <= k_mostBulge;
}

void Renew(BodyRecord& record)
{
	const b2Body& body = *record.body;
	record.pose = body.GetTransform();
	record.center = body.GetWorldCenter();
	record.localCenter = body.GetLocalCenter();
	record.angle = body.GetAngle();
	record.isStatic = body.GetType() == b2_staticBody;
}

BodyRecord RecordOf(b2Body& body, const TreeLeaf& leaf)
{
	BodyRecord record;
	record.body = &body;
	record.leaf = leaf;
	Renew(record);
	return record;
}

// Replaces the present pose in a record by the pose from which the solver has moved the body.
void SetToStartOfSweep(BodyRecord& record)
{
	const b2Sweep& sweep = SweepOf(*record.body);
	record.center = sweep.c0;
	record.angle = sweep.a0;
	record.pose = PoseAbout(Lift<double>(sweep.c0), sweep.localCenter, RotationOf(sweep.a0));
}

// True if the solver has moved or turned a body by more than rounding does. Rounding may move the centre although the
// pose stays the same to the bit.
bool IsSwept(const b2Body& body)
{
	constexpr float k_least = 0x1p-18f;
	const b2Sweep& sweep = SweepOf(body);
	const b2Vec2 way = sweep.c - sweep.c0;
	return body.GetType() != b2_staticBody && body.IsAwake() &&
	       (std::abs(way.x) + std::abs(way.y) > k_least * (std::abs(sweep.c.x) + std::abs(sweep.c.y) + k_meter) ||
	        std::abs(sweep.a - sweep.a0) > k_least);
}

BodyMotion MotionFrom(const BodyRecord& record)
{
	return MotionBetween(record, RecordOf(*record.body, record.leaf));
}

BodyMotion MotionOfSweep(b2Body& body)
{
	BodyRecord record = RecordOf(body, {});
	SetToStartOfSweep(record);
	return MotionFrom(record);
}

// Prefetches the data that FindChangesOfListed will read of a body some places ahead in the list.
void FetchAhead(std::span<const BodyRecord> records, std::span<const size_t> list, size_t place)
{
	constexpr size_t k_ahead = 8;
	if (place + k_ahead < list.size())
	{
		const BodyRecord& record = records[list[place + k_ahead]];
		FetchLine(record.body);
		FetchLine(reinterpret_cast<const std::byte*>(record.body) + 64);
	}
}

bool StandsBoth(const BodyRecord& record)
{
	return IsPose(record.pose) && IsPose(record.body->GetTransform());
}

// Returns an upper bound of BulgeOf for the leaves of a body. It needs no divisions and roots, because the sum of two
// sides is an upper bound of the diagonal.
float BulgeIn(const b2AABB& leaves, b2Vec2 center, float turn)
{
	const b2Vec2 sides = FarthestSides(leaves, center);
	return (sides.x + sides.y) * std::min(0.125f * turn * turn, 2.0f);
}

// As IsSamePose, but with one comparison of four floats. For walks over all bodies that can move.
bool AreSameFour(const float* a, const float* b)
{
	return Lanes::MaskOf(Lanes::LoadFour(a) != Lanes::LoadFour(b)) == 0;
}

// True if the solver has moved a body exactly once, from its pose before the step to its pose after the step.
bool IsSweptOnceFrom(const BodyRecord& before)
{
	static_assert(offsetof(b2Sweep, c0) == offsetof(b2Sweep, localCenter) + sizeof(b2Vec2) &&
	              offsetof(BodyRecord, center) == offsetof(BodyRecord, localCenter) + sizeof(b2Vec2));
	const b2Sweep& sweep = SweepOf(*before.body);
	return before.body->IsAwake() && sweep.alpha0 == 0.0f && sweep.a0 == before.angle &&
	       AreSameFour(&sweep.localCenter.x, &before.localCenter.x);
}

// Calls visit(const LeafBounds&) for the leaves of the listed bodies.
template <class Visit>
void ForEachLeaf(const b2World& world, std::span<const BodyRecord> records, std::span<const size_t> list, Visit&& visit)
{
	for (const size_t i : list)
	{
		ForEachLeaf(world, *records[i].body, visit);
	}
}

} // namespace

BodyMotion MotionBetween(const BodyRecord& before, const BodyRecord& after)
{
	BodyMotion motion;
	motion.body = before.body;
	motion.before = before.pose;
	motion.after = after.pose;
	motion.localCenter = before.localCenter;
	motion.localMassCenter = after.localCenter;
	motion.centerBefore = Lift<double>(before.center);
	motion.centerAfter = motion.localCenter == motion.localMassCenter ? Lift<double>(after.center)
	                                                                  : PointOf(motion.after, motion.localCenter);
	motion.angleBefore = before.angle;
	motion.angleAfter = after.angle;
	motion.isStatic = before.isStatic && after.isStatic;
	return motion;
}

void WorldMotion::Begin(b2World& world, Recorded recorded, WorldMotion* last)
{
	if (recorded != Recorded::Moving || m_recorded != Recorded::Moving)
	{
		m_listed = {};
	}
	if (last != nullptr)
	{
		const WorldStamp listed = std::exchange(last->m_listed, {});
		if (recorded != Recorded::Moving && last->m_recorded != Recorded::Moving)
		{
			m_listed = listed;
			m_records.swap(last->m_records);
			m_canMove.swap(last->m_canMove);
		}
	}
	m_recorded = recorded;
	m_begun = {}; // until all are recorded
	m_notMade.clear();
	m_watched.clear();
	m_comparesAll = false;
	if (std::exchange(m_listed, {}) != StampOf(world))
	{
		List(world);
	}
	else
	{
		for (size_t i = 0; i < m_canMove.size(); ++i)
		{
			FetchAhead(m_records, m_canMove, i);
			BodyRecord& record = m_records[m_canMove[i]];
			(void)QuarantineBody(world, *record.body);
			Renew(record);
		}
	}
	m_leaves.clear();
	if (recorded == Recorded::WithStatic)
	{
		ForEachLeaf(world, m_records, m_canMove, [&](const LeafBounds& leaf) { m_leaves.push_back(leaf); });
	}
	m_begun = StampOf(world);
	m_hasRecords = true;
}

void WorldMotion::Watch(const b2World& world, const b2AABB& box)
{
	WalkOverlaps(world, box, [&](const b2Fixture* fixture, int32_t) { Watch(*fixture->GetBody()); });
}

// Lists the bodies that can move, and some static bodies (landmarks) that show a shift of the origin. With
// Recorded::Moving, only listed bodies are recorded, so a few landmarks must prove the shift. Otherwise one landmark is
// enough, because all bodies are compared if it has moved.
void WorldMotion::List(b2World& world)
{
	const int32_t mostLandmarks = m_recorded == Recorded::Moving ? 4 : 1;
	const auto count = static_cast<size_t>(world.GetBodyCount());
	int32_t landmarks = 0;
	m_records.clear();
	m_canMove.clear();
	m_byAddress.clear();
	if (m_recorded != Recorded::Moving && m_records.capacity() < count)
	{
		m_records.reserve(count + count / 8); // not twice as much, as a vector would take by itself
	}
	for (b2Body* body : BodiesOf(world))
	{
		const bool isLost = QuarantineBody(world, *body); // a quarantined body is listed, since End counts it
		const bool isStatic = body->GetType() == b2_staticBody;
		const bool isListed = isStatic == false || isLost || landmarks < mostLandmarks;
		const TreeLeaf leaf = isListed ? LeafOf(*body) : TreeLeaf{};
		if (leaf.proxy != nullptr)
		{
			landmarks += isStatic ? 1 : 0;
			m_canMove.push_back(m_records.size());
		}
		if (leaf.proxy != nullptr || m_recorded != Recorded::Moving)
		{
			m_records.push_back(RecordOf(*body, leaf));
		}
	}
	if (m_recorded == Recorded::Moving)
	{
		for (size_t i = m_records.size(); i > 0; --i) // mostly sorted: the oldest body first
		{
			m_byAddress.emplace_back(m_records[i - 1].body, i - 1);
		}
		const auto isBefore = [](const auto& a, const auto& b)
		{
			return std::less<>()(a.first, b.first);
		};
		if (std::is_sorted(m_byAddress.begin(), m_byAddress.end(), isBefore) == false)
		{
			std::sort(m_byAddress.begin(), m_byAddress.end(), isBefore);
		}
	}
}

void WorldMotion::BeginAfterwards(b2World& world, Recorded recorded)
{
	Begin(world, recorded);
	for (BodyRecord& record : m_records)
	{
		const b2Sweep& sweep = SweepOf(*record.body);
		if (record.body->IsAwake() && record.isStatic == false && (sweep.c0 != sweep.c || sweep.a0 != sweep.a))
		{
			SetToStartOfSweep(record);
		}
	}
}

int32_t WorldMotion::End(b2World& world, const MotionLimit& limit, bool isTreeWalked)
{
	ForgetMotions();
	std::vector<BodyRecord> records;
	records.swap(m_records); // if memory runs out, there are none
	m_hasRecords = false;
	int32_t lost = 0;
	const bool isMoving = m_recorded == Recorded::Moving;
	const bool isListed = FindChangesOfListed(world, records, lost);
	if (isMoving && isListed == false)
	{
		lost = QuarantineTakingPart(world);
	}
	const bool areChangesFound = isListed || (isMoving == false && FindChanges(world, records, lost));
	const WorldStamp now = StampOf(world);
	m_ended = now.tree;
	const bool mayBeNew = now.bodies != m_begun.bodies || now.newest != m_begun.newest || now.waiting > 0;
	const bool addsUnlisted = m_recorded != Recorded::All && mayBeNew == false && (isMoving || isListed == false);
	// If the number of children has changed, the game may have enabled a body since the step began. That body may be
	// asleep, with the sweep of an earlier step, and be woken later. So the body is added now: a later walk would take
	// that old sweep for its motion.
	const bool mayBeEnabled = now.tree.children != m_begun.tree.children;
	m_findsInTree = isTreeWalked && (isMoving ? addsUnlisted && mayBeEnabled == false : isListed);
	if (m_findsInTree && isListed)
	{
		m_moved.reserve(m_changed.size()); // motions must stay where they are while Find makes others
		for (const size_t changed : m_changed)
		{
			AddListed(world, records, changed);
		}
	}
	else if (areChangesFound)
	{
		for (const size_t changed : m_changed)
		{
			Compare(records[changed]);
		}
	}
	else
	{
		KeepMatched(world, records);
		const std::optional<b2Vec2> shift = FindShift(records);
		for (BodyRecord& record : records)
		{
			if (shift)
			{
				record.ShiftOrigin(*shift);
			}
			if (shift.has_value() == false || record.StaysStatic() == false)
			{
				Compare(record);
			}
		}
	}
	std::erase_if(
	    m_moved, [&](const BodyMotion& moved)
	    { return Length(moved.centerAfter - moved.centerBefore) > limit.way || std::abs(moved.Turn()) > limit.turn; });
	if (addsUnlisted && m_findsInTree == false)
	{
		AddUnlisted(world, records);
	}
	m_movedCount = m_moved.size() + m_notMade.size();
	IndexAll();
	m_listed = isListed ? now : WorldStamp{};
	m_records.swap(records);
	return lost;
}

// Finds the bodies whose poses have changed. Returns false if bodies were created or destroyed, or if a static body has
// moved, for instance by a shift of the origin.
bool WorldMotion::FindChanges(b2World& world, std::span<const BodyRecord> records, int32_t& lost)
{
	m_changed.clear();
	lost = 0;
	bool areSame = true;
	size_t i = 0;
	for (b2Body* body : BodiesOf(world))
	{
		lost += QuarantineTakingPart(world, *body) ? 1 : 0;
		areSame = areSame && i < records.size() && records[i].body == body;
		if (areSame && IsSamePose(records[i].pose, body->GetTransform()) == false)
		{
			areSame = records[i].isStatic == false;
			m_changed.push_back(i);
		}
		++i;
	}
	return areSame && i == records.size();
}

// As FindChanges, but visits only the listed bodies. Also returns false if the list may no longer be complete.
bool WorldMotion::FindChangesOfListed(b2World& world, std::span<const BodyRecord> records, int32_t& lost)
{
	m_changed.clear();
	const WorldStamp now = StampOf(world);
	const bool isChanged = now.newest != m_begun.newest || now.newestType != m_begun.newestType ||
	                       now.bodies != m_begun.bodies || now.tree.children != m_begun.tree.children ||
	                       now.waiting != 0 || SeesBrokenLeaf(world, m_leafWatch) ||
	                       (m_recorded != Recorded::Moving && (m_comparesAll || HasNewPlaces(world)));
	for (size_t i = 0; isChanged == false && i < m_canMove.size(); ++i)
	{
		const BodyRecord& record = records[m_canMove[i]];
		FetchAhead(records, m_canMove, i);
		if (HoldsBody(world, record.leaf, record.body) == false ||
		    (record.body->GetType() == b2_staticBody) != record.isStatic)
		{
			return false;
		}
		lost += QuarantineTakingPart(world, *record.body) ? 1 : 0;
		if (AreSameFour(&record.pose.p.x, &record.body->GetTransform().p.x) == false)
		{
			if (record.isStatic)
			{
				return false;
			}
			m_changed.push_back(m_canMove[i]);
		}
	}
	return isChanged == false && IsListComplete(world, records);
}

// True if the list still contains all bodies that have moved. With Recorded::Moving, the list is incomplete if no
// listed body has moved but the tree has changed: the game has put a body elsewhere. Without it, the motions of listed
// bodies must explain each insertion into the tree, and each motion of a watched body.
bool WorldMotion::IsListComplete(const b2World& world, std::span<const BodyRecord> records) const
{
	const TreeChanges now = TreeChangesOf(world);
	if (m_recorded == Recorded::Moving)
	{
		return m_changed.empty() == false || now == m_begun.tree;
	}
	int32_t unexplained = now.insertions - m_begun.tree.insertions;
	if (unexplained != 0)
	{
		size_t next = 0;
		bool areSame = true;
		ForEachLeaf(world, records, m_canMove,
		            [&](const LeafBounds& leaf)
		            {
			            areSame = areSame && next < m_leaves.size() && m_leaves[next].node == leaf.node;
			            unexplained -= areSame && m_leaves[next].HasSameBox(leaf) ? 0 : 1;
			            ++next;
		            });
		if (areSame == false || unexplained != 0)
		{
			return false;
		}
	}
	return std::all_of(m_watched.begin(), m_watched.end(),
	                   [&](const auto& watched)
	                   {
		                   return IsSamePose(watched.second, watched.first->GetTransform()) ||
		                          std::any_of(m_changed.begin(), m_changed.end(),
		                                      [&](size_t i) { return records[i].body == watched.first; });
	                   });
}

// Adds the motions of bodies that could not move when the poses were recorded. Bodies, records and motions all have the
// world's order.
void WorldMotion::AddUnlisted(b2World& world, std::span<const BodyRecord> records)
{
	size_t record = 0;
	size_t moved = 0;
	for (b2Body* body : BodiesOf(world))
	{
		bool isListed = false;
		if (record < records.size() && records[record].body == body)
		{
			isListed = records[record].CouldMove();
			++record;
		}
		if (moved < m_moved.size() && m_moved[moved].body == body)
		{
			++moved;
		}
		else if (isListed == false && IsSwept(*body))
		{
			const BodyMotion motion = MotionOfSweep(*body);
			if (IsFlat(motion))
			{
				m_moved.insert(m_moved.begin() + static_cast<std::ptrdiff_t>(moved), motion);
				++moved;
			}
		}
	}
}

void WorldMotion::IndexAll()
{
	IndexBodies();
	IndexChildren();
}

void WorldMotion::ForgetStatic()
{
	if (std::erase_if(m_moved, [](const BodyMotion& motion) { return motion.isStatic; }) > 0)
	{
		m_children.clear();
		IndexAll();
	}
}

void WorldMotion::IndexBodies()
{
	const auto isBefore = [](const BodyMotion* a, const BodyMotion* b)
	{
		return std::less<>()(a->body, b->body);
	};
	m_byBody.clear();
	m_byBody.reserve(m_moved.size());
	for (auto motion = m_moved.rbegin(); motion != m_moved.rend(); ++motion) // mostly sorted: the oldest body first
	{
		m_byBody.push_back(&*motion);
	}
	if (std::is_sorted(m_byBody.begin(), m_byBody.end(), isBefore) == false)
	{
		std::sort(m_byBody.begin(), m_byBody.end(), isBefore);
	}
}

void WorldMotion::HoldBack(const BodyMotion& motion, double share)
{
	const auto held = std::find_if(m_moved.begin(), m_moved.end(),
	                               [&](const BodyMotion& moved) { return moved.body == motion.body; });
	if (held != m_moved.end() && held->isInTree)
	{
		MoveOutOfTree(*held);
	}
	const b2World& world = *motion.body->GetWorld();
	const bool isTreeKnown = HasTreeChanged(world) == false;
	motion.body->SetTransform(motion.PoseAt(share).p, motion.AngleAt(share));
	m_ended = isTreeKnown ? TreeChangesOf(world) : m_ended;
	if (held != m_moved.end())
	{
		held->after = motion.body->GetTransform();
		held->heldFrom = share;
	}
}

// Gives a body swept boxes instead of its leaves in the tree. A body that is held back may leave its leaves; by swept
// boxes it is found on its whole path. Without them, every later walk of the step would have to visit all moved bodies.
void WorldMotion::MoveOutOfTree(BodyMotion& motion)
{
	AddChildren(motion);
	BoxGrid swept;
	swept.Build(SweptBoxes());
	m_swept = std::move(swept);
	motion.isInTree = false;
}

b2AABB WorldMotion::SweptBoxOf(const MovedChild& child)
{
	MovedChild bounded = child;
	bounded.bounds = BoundsOfEnds(*child.motion, *child.fixture->GetShape(), child.child);
	return BoxSweptBy(bounded);
}

void WorldMotion::Replace(const std::vector<BodyMotion>& motions)
{
	ForgetMotions();
	m_moved = motions;
	for (BodyMotion& motion : m_moved)
	{
		motion.isInTree = false;
	}
	IndexAll();
}

void WorldMotion::ShiftOrigin(b2Vec2 newOrigin)
{
	for (BodyRecord& record : m_records)
	{
		record.ShiftOrigin(newOrigin);
	}
}

void WorldMotion::Forget(const b2Body* body)
{
	if (m_hasRecords) // else they are only compared, and found by their places
	{
		std::erase_if(m_records, [&](const BodyRecord& record) { return record.body == body; });
	}
	m_listed = {};
	m_begun = {};
}

// Keeps the records of bodies that still exist and whose poses are finite. Records and bodies both have the world's
// order. Box2D never changes the order of bodies, and adds new ones at the front. So a walk from the back matches all
// old bodies before it reaches a new one.
void WorldMotion::KeepMatched(b2World& world, std::vector<BodyRecord>& records)
{
	m_present.clear();
	for (b2Body* body : BodiesOf(world))
	{
		m_present.push_back(body);
	}
	size_t unmatched = records.size();
	size_t kept = records.size();
	for (size_t i = m_present.size(); i > 0; --i)
	{
		size_t j = unmatched;
		while (j > 0 && records[j - 1].body != m_present[i - 1])
		{
			--j;
		}
		if (j > 0)
		{
			unmatched = j - 1;
			records[--kept] = records[unmatched];
		}
	}
	records.erase(records.begin(), records.begin() + static_cast<std::ptrdiff_t>(kept));
	std::erase_if(records, [](const BodyRecord& record) { return StandsBoth(record) == false; });
}

void WorldMotion::Compare(const BodyRecord& record)
{
	const bool isPut = m_recorded == Recorded::WithStatic && record.StaysStatic();
	if ((record.CouldMove() || isPut || m_recorded == Recorded::All) && StandsBoth(record) &&
	    IsSamePose(record.pose, record.body->GetTransform()) == false)
	{
		m_moved.push_back(MotionFrom(record));
	}
}

void WorldMotion::ForgetFound()
{
	m_findsInTree = false;
	m_notMade.clear();
	m_unlisted.clear();
	m_swept.Clear();
	m_children.clear();
	m_byBody.clear();
	m_moved.clear();
}

// Adds a listed body that moved. Its leaves enclose the whole motion if two conditions hold. The solver has moved the
// body once, from its pose before the step to its pose after the step. The arcs of its turn stay within the margin of a
// walk.
void WorldMotion::AddListed(const b2World& world, std::span<const BodyRecord> records, size_t listed)
{
	const BodyRecord& before = records[listed];
	const b2Body& body = *before.body;
	if (IsSweptOnceFrom(before) &&
	    BulgeIn(LeavesOf(world, body), before.center, body.GetAngle() - before.angle) <= k_mostBulge)
	{
		if (m_recorded == Recorded::Moving)
		{
			m_notMade.push_back({listed, body.GetTransform(), body.GetWorldCenter(), body.GetAngle()});
		}
		else if (StandsBoth(before))
		{
			m_moved.emplace_back(MotionFrom(before)).isInTree = true;
		}
	}
	else
	{
		Compare(before);
	}
}

// Returns the motion of a listed body, and makes it if needed. Motions never move in memory, because End has reserved
// room for all of them.
const BodyMotion* WorldMotion::MotionOf(NotMade& moved) const
{
	const BodyRecord& before = m_records[moved.record];
	if (moved.motion == nullptr && IsPose(before.pose) && IsPose(moved.after))
	{
		BodyRecord after = before;
		after.pose = moved.after;
		after.center = moved.centerAfter;
		after.angle = moved.angleAfter;
		BodyMotion& motion = m_moved.emplace_back(MotionBetween(before, after));
		motion.isInTree = true;
		moved.motion = &motion;
	}
	return moved.motion;
}

const std::vector<BodyMotion>& WorldMotion::Moved() const
{
	for (NotMade& moved : m_notMade)
	{
		(void)MotionOf(moved);
	}
	return m_moved;
}

const BodyMotion* WorldMotion::FindNotMade(const b2Body* body) const
{
	const auto listed =
	    std::lower_bound(m_byAddress.begin(), m_byAddress.end(), body,
	                     [](const auto& known, const b2Body* key) { return std::less<>()(known.first, key); });
	if (m_notMade.empty() || listed == m_byAddress.end() || listed->first != body)
	{
		return nullptr;
	}
	const auto moved = std::lower_bound(m_notMade.begin(), m_notMade.end(), listed->second,
	                                    [](const NotMade& known, size_t record) { return known.record < record; });
	return moved != m_notMade.end() && moved->record == listed->second ? MotionOf(*moved) : nullptr;
}

const BodyMotion* WorldMotion::FindUnlisted(const b2Body* body) const
{
	const auto isOfBody = [&](const BodyRecord& record)
	{
		return record.body == body && record.CouldMove();
	};
	// A listed body without a motion was asleep. It has the sweep of an earlier step, and may have been woken since.
	if (IsSwept(*body) == false || std::any_of(m_records.begin(), m_records.end(), isOfBody))
	{
		return nullptr;
	}
	const auto known = std::find_if(m_unlisted.begin(), m_unlisted.end(),
	                                [&](const BodyMotion& motion) { return motion.body == body; });
	if (known != m_unlisted.end())
	{
		return &*known;
	}
	BodyMotion motion = MotionOfSweep(*const_cast<b2Body*>(body));
	motion.isInTree = true;
	return IsFlat(motion) ? &m_unlisted.emplace_back(motion) : nullptr;
}

void WorldMotion::IndexChildren()
{
	for (const BodyMotion& motion : m_moved)
	{
		if (motion.isInTree == false)
		{
			AddChildren(motion);
		}
	}
	m_swept.Build(SweptBoxes());
}

std::span<const b2AABB> WorldMotion::SweptBoxes()
{
	m_boxes.clear();
	for (const MovedChild& child : m_children)
	{
		m_boxes.push_back(BoxSweptBy(child));
	}
	return m_boxes;
}

void WorldMotion::AddChildren(const BodyMotion& motion)
{
	motion.reach = std::max(motion.reach, 0.0);
	ForEachPartOf(motion,
	              [&](b2Fixture* fixture, int32_t part)
	              {
		              const b2Shape& shape = *fixture->GetShape();
		              const b2AABB bounds = BoundsOfEnds(motion, shape, part);
		              m_children.push_back({&motion, fixture, part, BoundsOfPart(shape, part, NoMove()), bounds});
	              });
}

const BodyMotion* WorldMotion::Find(const b2Body* body) const
{
	const BodyMotion* found = FindListed(body);
	if (found == nullptr && m_findsInTree && m_recorded == Recorded::Moving)
	{
		found = FindNotMade(body);
		found = found != nullptr ? found : FindUnlisted(body);
	}
	if (found != nullptr)
	{
		FindReach(*found);
	}
	return found;
}

float WorldMotion::ArcHeightOf(const BodyMotion& motion)
{
	return BulgeOf(motion, motion.reach);
}

const BodyMotion* WorldMotion::FindListed(const b2Body* body) const
{
	const auto found = std::lower_bound(m_byBody.begin(), m_byBody.end(), body,
	                                    [](const BodyMotion* motion, const b2Body* key)
	                                    { return std::less<const b2Body*>()(motion->body, key); });
	return found != m_byBody.end() && (*found)->body == body ? *found : nullptr;
}

Vec<double> BodyMotion::CenterAt(double share) const
{
	return centerBefore + std::min(share, heldFrom) * (centerAfter - centerBefore);
}

Vec<double> BodyMotion::ToLocal(const Vec<double>& point, double share) const
{
	const SinCos turned = SinCosOf(angleBefore + std::min(share, heldFrom) * Turn());
	const Vec<double> arm = point - CenterAt(share);
	return {localCenter.x + (turned.cos * arm.x + turned.sin * arm.y),
	        localCenter.y + (turned.cos * arm.y - turned.sin * arm.x)};
}

Vec<double> BodyMotion::MassCenterAt(double share) const
{
	return localMassCenter == localCenter ? CenterAt(share) : PointOf(PoseAt(share), localMassCenter);
}

Vec<double> BodyMotion::WayOf(const Vec<double>& point, double share) const
{
	if (share > heldFrom)
	{
		return {};
	}
	const Vec<double> arm = point - CenterAt(share);
	return centerAfter - centerBefore + Vec<double>{-Turn() * arm.y, Turn() * arm.x};
}

float BodyMotion::AngleAt(double share) const
{
	return static_cast<float>(angleBefore + share * Turn());
}

b2Transform BodyMotion::PoseAt(double share) const
{
	if (share <= 0.0)
	{
		return before;
	}
	if (share >= 1.0 || share > heldFrom)
	{
		return after;
	}

	const bool turns = angleBefore != angleAfter;
	return PoseAbout(CenterAt(share), localCenter, turns ? RotationOf(angleBefore + share * Turn()) : before.q);
}

template <class Archive>
void WorldMotion::ExchangeRecords(Archive& archive)
{
	constexpr size_t k_leastBytes = 38;
	size_t count = m_hasRecords ? m_records.size() : 0;
	archive.Count(count, k_leastBytes);
	m_records.resize(count);
	m_hasRecords = count > 0;
	for (BodyRecord& record : m_records)
	{
		archive.Body(record.body);
		Exchange(archive, record.pose);
		Exchange(archive, record.center);
		Exchange(archive, record.localCenter);
		archive(record.angle);
		archive(record.isStatic);
		archive.Require(IsPose(record.pose) == false ||
		                (record.center.IsValid() && record.localCenter.IsValid() && std::isfinite(record.angle)));
	}
	if constexpr (Archive::k_loads)
	{
		std::erase_if(m_records, [](const BodyRecord& record) { return record.body == nullptr; });
		if (archive.Names().AreOwn())
		{
			OrderByAge(m_records, archive.Names());
			std::reverse(m_records.begin(), m_records.end());
		}
	}
}

template void WorldMotion::ExchangeRecords(Saver& archive);
template void WorldMotion::ExchangeRecords(Loader& archive);

} // namespace ricochet
