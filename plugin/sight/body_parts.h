// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "sight/obstacle.h"

#include <span>
#include <unordered_map>
#include <vector>

namespace ricochet
{

/// The obstacles of each body as they were last, and which bodies' have changed since. A body keeps its slot as long as
/// it is in reach; where its obstacles are does not change unless they do.
class BodyParts
{
public:
	struct Change
	{
		size_t slot;
		std::span<const Obstacle> obstacles; ///< empty: the body is out of reach
	};

	/// Requires: of obstacles of one body none is in the list twice.
	void Update(std::span<const Obstacle> obstacles);

	[[nodiscard]] std::span<const Change> Changes() const { return m_changes; }
	[[nodiscard]] int32_t InReach() const { return m_inReach; }
	[[nodiscard]] int32_t Renewed() const { return m_renewed; }

private:
	static constexpr size_t k_noSlot = SIZE_MAX;

	struct Part
	{
		std::vector<Obstacle> obstacles; // in an order of their own, whatever the order in which they are found
		std::vector<Obstacle> found;
		size_t slot = k_noSlot;
	};

	void Find(std::span<const Obstacle> obstacles);
	void ForgetAbsent();
	void GiveSlots();

	std::unordered_map<const b2Body*, Part> m_parts; // compared and hashed, never read, never walked for an answer
	std::vector<const b2Body*> m_present, m_presentBefore;
	std::vector<Part*> m_new;
	std::vector<size_t> m_freeSlots; // the lowest last
	std::vector<Change> m_changes;
	size_t m_slots = 0;
	int32_t m_inReach = 0;
	int32_t m_renewed = 0;
};

} // namespace ricochet
