// MIT License, Copyright (c) 2026 the ricochet authors

#include "support/referee_ledger.h"

#include <algorithm>

namespace ricochet::referee
{

namespace
{

constexpr int32_t k_half = 12; // cells on each side
constexpr int32_t k_width = 2 * k_half + 1;
constexpr int32_t k_leastSlices = 8;
constexpr int32_t k_mostSlices = 256;

// A place counts if it has this much more room than the disc needs (m).
constexpr Real k_margin = 1.0e-4L;

struct Near
{
	const BodySight* body;
	const PieceSight* piece;
};

// Searches the surroundings of a crushed disc for a free place, from the time at which it was crushed to the end of the
// step.
class RoomSearch
{
public:
	RoomSearch(const StepSight& sight, const Record& record, const EndSight& end, Real share)
	    : m_sight(sight), m_end(end), m_radius(record.birth.radius), m_pitch(share * m_radius / k_half)
	{
		const Real reach = (1.0L + 2.0L * share) * m_radius;
		for (const BodySight& body : sight.bodies)
		{
			for (const PieceSight& piece : body.pieces)
			{
				const Vec middle = body.motion.At(1.0L).ToWorld(piece.middle);
				const Real way = body.motion.WayWithin(Length(middle - body.motion.CenterAt(1.0L)) + piece.reach);
				if (Meets(record.birth.filter, body.body, piece) &&
				    Length(middle - end.position) <= piece.reach + reach + way &&
				    record.IsPassed(piece.fixture) == false)
				{
					m_near.push_back({&body, &piece});
					m_way = std::max(m_way, way);
				}
			}
		}
	}

	/// True if some place remains reachable until the end of the step.
	[[nodiscard]] bool HasRoom() const
	{
		const auto slices = static_cast<int32_t>(
		    std::clamp(std::ceil(m_way / (0.25L * m_radius)), Real{k_leastSlices}, Real{k_mostSlices}));
		std::vector<char> reached(k_width * k_width, 0);
		for (int32_t i = 0; i < k_width * k_width; ++i)
		{
			const bool isStart = Length(PlaceOf(i) - m_end.position) <= 1.5L * m_pitch;
			reached[static_cast<size_t>(i)] = isStart && IsFree(i, m_end.time, -k_margin) ? 1 : 0;
		}
		for (int32_t slice = 0; slice <= slices; ++slice)
		{
			const Real share = static_cast<Real>(slice) / static_cast<Real>(slices);
			Spread(reached, m_end.time + share * (m_sight.dt - m_end.time));
		}
		return std::find(reached.begin(), reached.end(), 1) != reached.end();
	}

private:
	[[nodiscard]] Vec PlaceOf(int32_t i) const
	{
		const auto x = static_cast<Real>(i % k_width - k_half);
		const auto y = static_cast<Real>(i / k_width - k_half);
		return m_end.position + m_pitch * Vec{x, y};
	}

	[[nodiscard]] bool IsFree(int32_t i, Real time, Real margin) const
	{
		const Vec place = PlaceOf(i);
		const auto clear = [&](const Near& near)
		{
			const Vec local = near.body->motion.At(time / m_sight.dt).ToLocal(place);
			return SignedDistance(near.piece->piece, local) >= m_radius + margin + 4.0L * UlpAt(place);
		};
		return std::all_of(m_near.begin(), m_near.end(), clear);
	}

	// Computes the cells that are reached at this time. Such a cell is free, and it or a neighbour was reached before.
	void Spread(std::vector<char>& reached, Real time) const
	{
		std::vector<int32_t> open;
		std::vector<char> now(reached.size(), 0);
		const auto enter = [&](int32_t x, int32_t y)
		{
			const int32_t i = y * k_width + x;
			const bool onGrid = x >= 0 && y >= 0 && x < k_width && y < k_width;
			if (onGrid && now[static_cast<size_t>(i)] == 0 && IsFree(i, time, k_margin))
			{
				now[static_cast<size_t>(i)] = 1;
				open.push_back(i);
			}
		};
		const auto around = [&](int32_t i)
		{
			for (int32_t k = 0; k < 9; ++k)
			{
				enter(i % k_width + k % 3 - 1, i / k_width + k / 3 - 1);
			}
		};
		for (int32_t i = 0; i < k_width * k_width; ++i)
		{
			if (reached[static_cast<size_t>(i)] != 0)
			{
				around(i);
			}
		}
		while (open.empty() == false)
		{
			const int32_t i = open.back();
			open.pop_back();
			around(i);
		}
		reached = now;
	}

	const StepSight& m_sight;
	const EndSight& m_end;
	Real m_radius;
	Real m_pitch;
	Real m_way = 0.0L;
	std::vector<Near> m_near;
};

} // namespace

void JudgeRoom(const StepSight& sight, Ledger& ledger)
{
	for (const EndSight& end : sight.ends)
	{
		const Record* record = ledger.Find(end.key);
		if (end.reason != ExpiredEvent::Reason::Crushed || record == nullptr || IsFinite(end.position) == false)
		{
			continue;
		}
		ledger.extremes.crushed += 1;
		if (RoomSearch(sight, *record, end, ledger.def.room).HasRoom())
		{
			ledger.Accuse(Law::Room, end.key, record->birth.radius, "crushed at (%.9Lg, %.9Lg) beside a place for it",
			              end.position.x, end.position.y);
		}
	}
}

} // namespace ricochet::referee
