// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "query/fan_bundle.h"
#include "query/meet.h"
#include "query/snapshot_source.h"

namespace ricochet
{

/// What a bundle of rays meets in a snapshot: what may be met is put to all rays between its outermost vertices at
/// once.
class FanMeeting
{
public:
	FanMeeting(FanBundle& bundle, const GridIndex& state, uint32_t grid, const QueryFilter& filter)
	    : m_bundle(bundle), m_state(state), m_grid(grid), m_filter(filter)
	{
		m_seen.fill(FanBundle::k_none);
	}

	/// What a RingWalker asks for.
	[[nodiscard]] b2Vec2 Origin() const { return m_bundle.Origin(); }
	[[nodiscard]] LaneMask OpenTo(const Lanes& x, const Lanes& y, const Lanes& radius) const
	{
		return m_bundle.OpenTo(x, y, radius);
	}
	[[nodiscard]] int32_t CountOpen(double distance) const { return m_bundle.CountOpen(distance); }
	void GiveUp(double distance) { m_bundle.GiveUp(distance); }
	void Visit(uint32_t index, const Circle32& part);

private:
	/// A child as the origin of the fan sees it.
	struct View;

	// False: it is too close to call.
	bool MeetDisc(uint32_t index, const GridEntry& entry);
	bool MeetSides(uint32_t index, const GridEntry& entry);
	bool MeetView(uint32_t index, const GridEntry& entry, b2Vec2 start, View& view, LaneMask hidden,
	              const std::array<float, 8>& errors, const std::array<float, 8>& sizes);
	bool Offer(uint32_t index, const View& view);
	bool OfferInside(uint32_t index);

	FanBundle& m_bundle;
	const GridIndex& m_state;
	uint32_t m_grid;
	const QueryFilter& m_filter;
	std::array<uint32_t, 256> m_seen; ///< what was visited lately, by its last bits
};

} // namespace ricochet
