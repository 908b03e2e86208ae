// MIT License, Copyright (c) 2026 the ricochet authors

#include <ricochet/index/history.h>

#include "geometry/checker.h"
#include "index/history_state.h"

namespace ricochet
{

namespace
{

// Differences of times stay within the range of double.
constexpr double k_latest = 1.0e15;

} // namespace

Result<> Check(const HistoryDef& def)
{
	const double distance = def.jumpDistance; // may be infinite, as the angle
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
