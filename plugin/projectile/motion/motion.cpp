// MIT License, Copyright (c) 2026 the ricochet authors

#include "projectile/motion/motion.h"
#include "projectile/save/archive.h"

#include "geometry/compiler.h"
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

// Arcs may leave the leaves of the tree by this (m). Bodies whose arcs are higher get swept boxes.
constexpr float k_mostBulge = 0.05f * k_meter;

// From a point to the farthest side of a box in x and in y.
Vec<double> FarthestSides(const b2AABB& box, b2Vec2 center)
{
	return {std::max(std::abs(box.lowerBound.x - center.x), std::abs(box.upperBound.x - center.x)),
	        std::max(std::abs(box.lowerBound.y - center.y), std::abs(box.upperBound.y - center.y))};
}

double ReachOf(const b2AABB& box, b2Vec2 center)
{
	const Vec<double> sides = FarthestSides(box, center);
	return LengthOf(sides.x, sides.y);
}

// Between the two poses, a point at distance R from the centre moves on an arc. It is away from the chord by up to
// R (1 - cos(turn / 2)) <= R (turn / 2)^2 / 2, and by 2 R at most.
float BulgeOf(const BodyMotion& motion, double reach)
{
	const double halfTurn = motion.Turn() / 2.0;
	return static_cast<float>(reach * std::min(halfTurn * halfTurn / 2.0, 2.0));
}

// With a margin, since the bounds are computed in floats.
b2AABB BoxSweptBy(const MovedChild& child)
{
	const float bulge = BulgeOf(*child.motion, child.motion->reach);
	return Grown(Grown(child.bounds, bulge), b2_aabbExtension);
}

// visit(b2Fixture*, int32_t part) for the parts of a body, if it is enabled.
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

// The bounds of a part at both ends of a motion, whose reach grows by them.
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
	return BulgeOf(motion, motion.reach) <= k_mostBulge;
}

BodyRecord RecordOf(b2Body& body, const TreeLeaf& leaf)
{
	return {&body,
	        body.GetTransform(),
	        body.GetWorldCenter(),
	        body.GetLocalCenter(),
	        body.GetAngle(),
	        body.GetType() == b2_staticBody,
	        leaf};
}

// Replaces the present pose by the one from which the solver has moved the body.
void SetToStartOfSweep(BodyRecord& record)
{
	const b2Sweep& sweep = SweepOf(*record.body);
	record.center = sweep.c0;
	record.angle = sweep.a0;
	record.pose = PoseAbout(Lift<double>(sweep.c0), sweep.localCenter, RotationOf(sweep.a0));
}

// True if the solver moved a body by more than rounding moves the centre of one whose pose stays the same to the bit.
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
	const b2Body& body = *record.body;
	BodyMotion motion;
	motion.body = record.body;
	motion.before = record.pose;
	motion.after = body.GetTransform();
	motion.localCenter = record.localCenter;
	motion.localMassCenter = body.GetLocalCenter();
	motion.centerBefore = Lift<double>(record.center);
	motion.centerAfter = motion.localCenter == motion.localMassCenter ? Lift<double>(body.GetWorldCenter())
	                                                                  : PointOf(motion.after, motion.localCenter);
	motion.angleBefore = record.angle;
	motion.angleAfter = body.GetAngle();
	motion.isStatic = record.StaysStatic();
	return motion;
}

BodyMotion MotionOfSweep(b2Body& body)
{
	BodyRecord record = RecordOf(body, {});
	SetToStartOfSweep(record);
	return MotionFrom(record);
}

// Prefetches what FindChangesOfListed reads of a body some places of the list ahead.
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

// visit(const LeafBounds&) for the leaves of the listed bodies.
template <class Visit>
void ForEachLeaf(const b2World& world, std::span<const BodyRecord> records, std::span<const size_t> list, Visit&& visit)
{
	for (const size_t i : list)
	{
		ForEachLeaf(world, *records[i].body, visit);
	}
}

} // namespace

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
			record = RecordOf(*record.body, record.leaf);
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

// Lists what can move, and static bodies that show a shift of the origin. With Recorded::Moving only these are
// recorded. Then a few static bodies must prove the shift. Otherwise one is enough, since all are compared if it has
// moved.
void WorldMotion::List(b2World& world)
{
	const int32_t mostLandmarks = m_recorded == Recorded::Moving ? 4 : 1;
	const auto count = static_cast<size_t>(world.GetBodyCount());
	int32_t landmarks = 0;
	m_records.clear();
	m_canMove.clear();
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
	if (isListed || (isMoving == false && FindChanges(world, records, lost)))
	{
		for (const size_t changed : m_changed)
		{
			if (isMoving == false)
			{
				Compare(records[changed]);
			}
			else if (StandsBoth(records[changed]))
			{
				AddListed(world, records[changed], isTreeWalked);
			}
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
	const WorldStamp now = StampOf(world);
	m_ended = now.tree;
	const bool mayBeNew = now.bodies != m_begun.bodies || now.newest != m_begun.newest || now.waiting > 0;
	if (m_recorded != Recorded::All && mayBeNew == false && (isMoving || isListed == false))
	{
		// If the number of children has changed, the game may have enabled a body since the step began. That body may
		// sleep with the sweep of an earlier step, and be woken later. So it is added now, not found later by a walk.
		const bool mayBeEnabled = now.tree.children != m_begun.tree.children;
		m_findsUnlisted = isTreeWalked && isMoving && mayBeEnabled == false;
		m_leafMargin = m_findsUnlisted ? 1.001f * k_mostBulge : m_leafMargin;
		if (m_findsUnlisted == false)
		{
			AddUnlisted(world, records);
		}
	}
	IndexAll();
	m_listed = isListed ? now : WorldStamp{};
	m_records.swap(records);
	return lost;
}

// Returns false if bodies were created or destroyed, or a static one has moved, as by a shift of the origin.
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

// FindChanges for the list of what can move. Returns false also if the list may have become another one.
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
		if (IsSamePose(record.pose, record.body->GetTransform()) == false)
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

// With Recorded::Moving: if nothing has moved but the tree has changed, the game has put something elsewhere. Otherwise
// the listed bodies must explain each insertion into the tree, and each motion of a watched body.
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

// Adds bodies that could not move when the poses were recorded. Bodies, records and motions all have the world's order.
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
	motion.body->SetTransform(motion.PoseAt(share).p, motion.AngleAt(share));
	for (BodyMotion& moved : m_moved)
	{
		if (moved.body == motion.body)
		{
			moved.after = motion.body->GetTransform();
			moved.heldFrom = share;
		}
	}
}

void WorldMotion::Replace(const std::vector<BodyMotion>& motions)
{
	ForgetMotions();
	m_moved = motions;
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
	std::erase_if(m_records, [&](const BodyRecord& record) { return record.body == body; });
	m_listed = {};
	m_begun = {};
}

// Keeps the records of bodies that still exist and have poses that are numbers. Both lists have the world's order.
// Bodies that stay never change their order, and new bodies come in at the front. From the back on, all bodies that
// stayed are matched before any new one.
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
	m_findsUnlisted = false;
	m_unlisted.clear();
	m_swept.Clear();
	m_children.clear();
	m_byBody.clear();
	m_moved.clear();
}

// Adds the motion of a listed body. The leaves enclose the whole motion under two conditions. The solver moved the body
// once, from its pose before the step to its pose after it. And the arcs of a turn stay within the margin of a walk.
void WorldMotion::AddListed(const b2World& world, const BodyRecord& record, bool isTreeWalked)
{
	BodyMotion& motion = m_moved.emplace_back(MotionFrom(record));
	if (isTreeWalked == false)
	{
		return;
	}
	const b2Sweep& sweep = SweepOf(*record.body);
	const bool isSwept = record.body->IsAwake() && sweep.alpha0 == 0.0f && sweep.c0 == record.center &&
	                     sweep.a0 == record.angle && sweep.localCenter == record.localCenter;
	const Vec<double> sides = FarthestSides(LeavesOf(world, *record.body), record.center);
	const float bulge = BulgeOf(motion, sides.x + sides.y); // the sum bounds the diagonal, without a root
	if (isSwept && bulge <= k_mostBulge)
	{
		motion.isInTree = true;
		m_leafMargin = std::max(m_leafMargin, bulge * (1.0f + 0x1p-20f));
	}
}

const BodyMotion* WorldMotion::FindUnlisted(const b2Body* body) const
{
	const auto isOfBody = [&](const BodyRecord& record)
	{
		return record.body == body && record.CouldMove();
	};
	// A listed body without a motion slept, has the sweep of an earlier step, and may have been woken meanwhile.
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
	m_boxes.clear();
	for (const MovedChild& child : m_children)
	{
		m_boxes.push_back(BoxSweptBy(child));
	}
	m_swept.Build(m_boxes);
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
	if (found == nullptr)
	{
		return m_findsUnlisted ? FindUnlisted(body) : nullptr;
	}
	FindReach(*found);
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
