// MIT License, Copyright (c) 2026 the ricochet authors

#include <ricochet/index/history.h>

#include "geometry/checker.h"
#include "geometry/pose.h"
#include "geometry/with_memory.h"
#include "index/history_state.h"

#include <algorithm>
#include <atomic>
#include <cstring>
#include <utility>

namespace ricochet
{

namespace
{

bool HasSameBits(std::span<const b2Vec2> a, std::span<const b2Vec2> b)
{
	return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size_bytes()) == 0;
}

bool IsSame(const b2Filter& a, const b2Filter& b)
{
	return a.categoryBits == b.categoryBits && a.maskBits == b.maskBits && a.groupIndex == b.groupIndex;
}

bool IsSame(const PastChild& was, std::span<const b2Vec2> points, const ChildSeen& seen)
{
	const ChildGeometry& geometry = seen.geometry;
	return was.fixture == seen.fixture && was.child == seen.child && IsSame(was.filter, seen.filter) &&
	       was.isSensor == seen.isSensor && std::memcmp(&was.radius, &geometry.radius, sizeof(float)) == 0 &&
	       was.attached.Get() == geometry.attached && was.kind == geometry.kind && was.oneSided == geometry.oneSided &&
	       HasSameBits(points.subspan(was.first, was.count), geometry.Points());
}

PastChild CopyOf(const ChildSeen& seen, size_t first)
{
	const ChildGeometry& geometry = seen.geometry;
	return {.fixture = seen.fixture,
	        .life = 0,
	        .child = seen.child,
	        .first = static_cast<uint32_t>(first),
	        .radius = geometry.radius,
	        .filter = seen.filter,
	        .count = static_cast<uint8_t>(geometry.Points().size()),
	        .kind = geometry.kind,
	        .oneSided = geometry.oneSided,
	        .isSensor = seen.isSensor,
	        .attached = GeometryPointer(geometry.attached)};
}

// Fixtures that stay keep their order, and Box2D inserts new ones at the front. So from the back of the list, all
// fixtures that stayed come before any new one.
void Enliven(std::vector<PastChild>& children, std::span<const PastChild> before)
{
	bool isNew = false;
	for (size_t i = children.size(); i > 0; --i)
	{
		PastChild& child = children[i - 1];
		if (i < children.size() && children[i].fixture == child.fixture)
		{
			child.life = children[i].life;
			continue;
		}
		size_t left = isNew ? 0 : before.size();
		while (left > 0 && before[left - 1].fixture != child.fixture)
		{
			--left;
		}
		isNew = left == 0;
		child.life = isNew ? NextNumber() : before[left - 1].life;
		before = before.first(left);
	}
}

// Takes the centre of mass at `from` as a point of the body. Returns where this point is at `to`.
Vec<double> CenterAfter(const Stand& from, const Stand& to)
{
	return from.localCenter == to.localCenter ? Lift<double>(to.center) : PointOf(to.pose, from.localCenter);
}

// The largest absolute time. Differences of such times cannot overflow.
constexpr double k_latest = 1.0e15;

} // namespace

uint64_t NextNumber()
{
	static std::atomic<uint64_t> last = 0;
	return ++last;
}

Stand StandOf(const b2Body& body)
{
	return {body.GetTransform(), body.GetWorldCenter(), body.GetLocalCenter(), body.GetAngle()};
}

bool HasSameBits(const Stand& a, const Stand& b)
{
	return std::memcmp(&a, &b, sizeof(Stand)) == 0;
}

bool Look::Shows(const b2Body& body) const
{
	size_t next = 0;
	bool isSame = true;
	ForEachChildOf(body,
	               [&](const ChildSeen& seen)
	               {
		               isSame = isSame && next < children.size() && IsSame(children[next], points, seen);
		               next += 1;
	               });
	return isSame && next == children.size();
}

ChildGeometry Look::GeometryOf(const PastChild& child) const
{
	const std::span<const b2Vec2> own = std::span(points).subspan(child.first, child.count);
	if (child.kind == ChildKind::Edge)
	{
		return ChildGeometry::Edge(own[0], own[1], child.oneSided);
	}
	const CastGeometryData* attached = child.attached.Get();
	return attached != nullptr ? ChildGeometry::Attached(*attached, own) : ChildGeometry::Solid(own, child.radius);
}

bool Look::Has(uint64_t life) const
{
	const auto found = std::lower_bound(children.begin(), children.end(), life,
	                                    [](const PastChild& child, uint64_t key) { return child.life > key; });
	return found != children.end() && found->life == life;
}

Look LookOf(const b2Body& body, const Look* before, uint64_t from)
{
	size_t children = 0, points = 0;
	ForEachChildOf(body,
	               [&](const ChildSeen& seen)
	               {
		               children += 1;
		               points += seen.geometry.Points().size();
	               });
	Look look{.from = from};
	look.children.reserve(children);
	look.points.reserve(points);
	ForEachChildOf(body,
	               [&](const ChildSeen& seen)
	               {
		               look.children.push_back(CopyOf(seen, look.points.size()));
		               const std::span<const b2Vec2> own = seen.geometry.Points();
		               look.points.insert(look.points.end(), own.begin(), own.end());
	               });
	Enliven(look.children, before != nullptr ? std::span(before->children) : std::span<const PastChild>());
	return look;
}

void BodyLife::ForgetBefore(uint64_t record)
{
	const auto needed =
	    std::find_if(looks.begin() + 1, looks.end(), [&](const Look& look) { return look.from > record; });
	looks.erase(looks.begin(), needed - 1);
}

Result<> History::State::Record(double time)
{
	while (m_records.Size() > 1 && m_records.Back().time >= time)
	{
		DropNewest();
	}
	const uint64_t end = m_records.End();
	const Result<> appended = WithMemory(
	    [&]() -> Result<>
	    {
		    Append(time);
		    return {};
	    });
	if (!appended)
	{
		if (m_records.End() != end)
		{
			DropNewest();
		}
		return appended;
	}
	while (m_records.Size() > static_cast<size_t>(def.records) ||
	       (m_records.Size() > 1 && m_records.Front().time >= time))
	{
		DropOldest();
	}
	return {};
}

// Bodies that stay keep their order, and Box2D inserts new ones at the front. So from the back of the list, all bodies
// that stayed come before any new one.
void History::State::Append(double time)
{
	const uint64_t record = m_records.End();
	m_records.PushBack({time, 0, 0});
	m_present.clear();
	for (const b2Body* body : BodiesOf(world))
	{
		m_present.push_back(body);
	}
	size_t left = m_present.size();
	for (const std::unique_ptr<BodyLife>& life : m_lives)
	{
		if (life->Lives() && left > 0 && life->body == m_present[left - 1])
		{
			Follow(*life, *m_present[left - 1], record);
			left -= 1;
		}
		else if (life->Lives())
		{
			life->died = record;
			m_hasOutdated = true;
			m_roster = 0;
		}
	}
	for (; left > 0; --left)
	{
		Begin(*m_present[left - 1], record);
	}
	m_roster = m_roster > 0 ? m_roster : NextNumber();
	m_records[record].roster = m_roster;
	m_records[record].moves = m_moves.End();
}

void History::State::Begin(const b2Body& body, uint64_t record)
{
	auto life = std::make_unique<BodyLife>();
	life->body = &body;
	life->born = record;
	life->first = StandOf(body);
	life->looks.push_back(LookOf(body, nullptr, record));
	m_lives.push_back(std::move(life));
	m_roster = 0;
}

void History::State::Follow(BodyLife& life, const b2Body& body, uint64_t record)
{
	const BodyMove* last = m_moves.Contains(life.lastMove) ? &m_moves[life.lastMove] : nullptr;
	const Stand stand = StandOf(body);
	if (HasSameBits(stand, last != nullptr ? last->stand : life.first) == false)
	{
		BodyMove move{&life, 0, 0, 0, stand};
		const uint64_t back = m_moves.End() - life.lastMove;
		if (last != nullptr && back <= UINT32_MAX / 2)
		{
			const bool isStone = last->age % BodyMove::k_stride == 0;
			move.back = static_cast<uint32_t>(back);
			move.far = isStone ? move.back : (last->far > 0 ? move.back + last->far : 0);
			move.age = last->age + 1;
		}
		m_moves.PushBack(move);
		life.lastMove = m_moves.End() - 1;
	}
	if (life.looks.back().Shows(body) == false)
	{
		life.looks.push_back(LookOf(body, &life.looks.back(), record));
		m_hasOutdated = true;
		m_roster = 0;
	}
}

// Also undoes a record that is incomplete because memory ran out. Later moves reuse the numbers of the moves that are
// dropped here. A snapshot compares places by these numbers as long as the roster stays the same. So the next record
// always gets a new roster.
void History::State::DropNewest()
{
	m_roster = 0;
	const uint64_t record = m_records.End() - 1;
	m_records.PopBack();
	const uint64_t moves = m_records.Size() > 0 ? m_records.Back().moves : m_moves.Begin();
	while (m_moves.End() > moves)
	{
		const BodyMove& move = m_moves.Back();
		move.life->lastMove = move.back > 0 ? m_moves.End() - 1 - move.back : 0;
		m_moves.PopBack();
	}
	while (m_lives.empty() == false && m_lives.back()->born == record)
	{
		m_lives.pop_back();
	}
	for (const std::unique_ptr<BodyLife>& life : m_lives)
	{
		if (life->died == record)
		{
			life->died = BodyLife::k_never;
		}
		if (life->looks.back().from == record)
		{
			life->looks.pop_back();
		}
	}
}

void History::State::DropOldest()
{
	m_records.PopFront(m_records.Begin() + 1);
	const uint64_t oldest = m_records.Begin();
	for (uint64_t move = m_moves.Begin(); move < m_records.Front().moves; ++move)
	{
		m_moves[move].life->first = m_moves[move].stand;
		m_moves[move].life->firstMove = move;
	}
	m_moves.PopFront(m_records.Front().moves);
	if (m_hasOutdated)
	{
		std::erase_if(m_lives, [&](const std::unique_ptr<BodyLife>& life) { return life->died <= oldest; });
		m_hasOutdated = false;
		for (const std::unique_ptr<BodyLife>& life : m_lives)
		{
			life->ForgetBefore(oldest);
			m_hasOutdated = m_hasOutdated || life->Lives() == false || life->looks.size() > 1;
		}
	}
}

Result<Moment> History::State::MomentAt(double time) const
{
	const Result<> sound = Checker()
	                           .Finite("time", time)
	                           .Count("records", m_records.Size(), 1)
	                           .AtLeast("time", time, m_records.Size() > 0 ? m_records.Front().time : time)
	                           .AtMost("time", time, m_records.Size() > 0 ? m_records.Back().time : time)
	                           .Outcome();
	if (!sound)
	{
		return sound.GetError();
	}
	uint64_t first = m_records.Begin(); // the latest record known to be not after the time
	uint64_t end = m_records.End();     // the earliest record known to be after it
	while (end - first > 1)
	{
		const uint64_t middle = first + (end - first) / 2;
		(m_records[middle].time <= time ? first : end) = middle;
	}
	const double from = m_records[first].time;
	return Moment{first, time > from ? (time - from) / (m_records[end].time - from) : 0.0};
}

Whereabouts History::State::WhereaboutsAt(const BodyLife& life, const Moment& moment) const
{
	const uint64_t end = m_records[moment.record].moves;
	uint64_t next = 0;
	uint64_t move = life.lastMove;
	while (move >= end)
	{
		next = move;
		const BodyMove& last = m_moves[move];
		const uint64_t far = last.far > 0 ? move - last.far : 0;
		move = far >= end ? far : (last.back > 0 ? move - last.back : 0);
	}
	const bool isOnItsWay = moment.share > 0.0 && next > 0 && next < m_records[moment.record + 1].moves;
	return isOnItsWay ? Whereabouts{next, moment.share} : Whereabouts{m_moves.Contains(move) ? move : life.firstMove};
}

const Stand& History::State::StandAfter(const BodyLife& life, uint64_t move) const
{
	return m_moves.Contains(move) ? m_moves[move].stand : life.first;
}

b2Transform History::State::PoseAt(const BodyLife& life, const Whereabouts& where) const
{
	const Stand& stand = StandAfter(life, where.move);
	if (where.share == 0.0)
	{
		return stand.pose;
	}
	const uint32_t back = m_moves[where.move].back;
	return PoseBetween(StandAfter(life, back > 0 ? where.move - back : 0), stand, where.share);
}

std::optional<b2Transform> History::State::PoseOf(const b2Body* body, const Moment& moment) const
{
	for (const std::unique_ptr<BodyLife>& life : m_lives)
	{
		if (life->body == body && life->WasThereAt(moment.record))
		{
			return PoseAt(*life, WhereaboutsAt(*life, moment));
		}
	}
	return std::nullopt;
}

bool History::State::Sweeps(const Stand& from, const Stand& to) const
{
	return IsPose(from.pose) && IsPose(to.pose) &&
	       Length(CenterAfter(from, to) - Lift<double>(from.center)) <= def.jumpDistance &&
	       std::abs(static_cast<double>(to.angle) - from.angle) <= def.jumpAngle;
}

b2Transform History::State::PoseBetween(const Stand& from, const Stand& to, double share) const
{
	if (Sweeps(from, to) == false)
	{
		return from.pose;
	}
	const Vec<double> center = Lift<double>(from.center);
	const Vec<double> end = CenterAfter(from, to);
	const double angle = from.angle;
	const double turn = to.angle - angle;
	return PoseAbout(center + share * (end - center), from.localCenter,
	                 turn != 0.0 ? RotationOf(angle + share * turn) : from.pose.q);
}

void History::State::ShiftOrigin(b2Vec2 newOrigin)
{
	const auto shift = [&](Stand& stand)
	{
		stand.pose.p -= newOrigin;
		stand.center -= newOrigin;
	};
	for (uint64_t move = m_moves.Begin(); move < m_moves.End(); ++move)
	{
		shift(m_moves[move].stand);
	}
	uint64_t before = 0;
	for (uint64_t record = m_records.Begin(); record < m_records.End(); ++record)
	{
		const bool isOther = std::exchange(before, m_records[record].roster) != m_records[record].roster;
		m_records[record].roster = isOther ? NextNumber() : m_records[record - 1].roster;
	}
	m_roster = 0;
	for (const std::unique_ptr<BodyLife>& life : m_lives)
	{
		shift(life->first);
	}
}

size_t History::State::Bytes() const
{
	size_t bytes = m_records.Bytes() + m_moves.Bytes() + m_present.capacity() * sizeof(m_present[0]) +
	               m_lives.capacity() * sizeof(m_lives[0]);
	for (const std::unique_ptr<BodyLife>& life : m_lives)
	{
		bytes += sizeof(BodyLife) + life->looks.capacity() * sizeof(Look);
		for (const Look& look : life->looks)
		{
			bytes += look.children.capacity() * sizeof(PastChild) + look.points.capacity() * sizeof(b2Vec2);
		}
	}
	return bytes;
}

Result<> Check(const HistoryDef& def)
{
	const double distance = def.jumpDistance; // may be infinite, like the angle
	const double angle = def.jumpAngle;
	return Checker()
	    .AtLeast("HistoryDef::records", def.records, 1.0)
	    .Require(distance >= 0.0, {ErrorReason::TooSmall, "HistoryDef::jumpDistance", -1, distance})
	    .Require(angle >= 0.0, {ErrorReason::TooSmall, "HistoryDef::jumpAngle", -1, angle})
	    .Outcome();
}

History::History(const b2World& world, const HistoryDef& def, const Box2dLayout& layout)
    : m_state(std::make_unique<State>(world, def))
{
	m_state->layout = CheckBox2dLayout(layout);
}

History::~History() = default;

Result<> History::Record(double time)
{
	if (!m_state->layout)
	{
		return m_state->layout;
	}
	const Result<> sound = Check(m_state->def);
	const Result<> allowed = Checker()
	                             .Within("time", time, k_latest)
	                             .Require(m_state->world.IsLocked() == false, {ErrorReason::WorldIsLocked, "world"})
	                             .Outcome();
	return sound ? (allowed ? m_state->Record(time) : allowed) : sound;
}

Result<> History::ShiftOrigin(b2Vec2 newOrigin)
{
	const Result<> sound = Checker().Finite("newOrigin", newOrigin).Outcome();
	if (sound)
	{
		m_state->ShiftOrigin(newOrigin);
	}
	return sound;
}

Result<std::optional<b2Transform>> History::PoseOf(const b2Body* body, double time) const
{
	const Result<Moment> moment = m_state->MomentAt(time);
	return moment ? Result(m_state->PoseOf(body, *moment)) : moment.GetError();
}

int32_t History::RecordCount() const
{
	return static_cast<int32_t>(m_state->Records().Size());
}

std::optional<double> History::OldestTime() const
{
	return RecordCount() > 0 ? std::optional(m_state->Records().Front().time) : std::nullopt;
}

std::optional<double> History::NewestTime() const
{
	return RecordCount() > 0 ? std::optional(m_state->Records().Back().time) : std::nullopt;
}

size_t History::ByteCount() const
{
	return sizeof(*this) + sizeof(State) + m_state->Bytes();
}

} // namespace ricochet
