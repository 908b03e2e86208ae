// MIT License, Copyright (c) 2026 the ricochet authors

#include <ricochet/sight/viewer.h>

#include "host/host.h"
#include "query/collector.h"
#include "sight/envelope.h"
#include "sight/obstacle.h"
#include "sight/visibility.h"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <functional>
#include <span>
#include <unordered_map>
#include <vector>

namespace ricochet
{

// The obstacles of each body at the latest update, and the bodies whose obstacles changed. A body keeps its slot as
// long as it is in reach. The addresses of its obstacles stay valid until the obstacles change.
class BodyParts
{
public:
	struct Change
	{
		size_t slot;
		std::span<const Obstacle> obstacles; // empty: the body is out of reach
	};

	// Requires: no obstacle of a body is in the list twice.
	void Update(std::span<const Obstacle> obstacles);

	[[nodiscard]] std::span<const Change> Changes() const { return m_changes; }
	[[nodiscard]] int32_t InReach() const { return m_inReach; }
	[[nodiscard]] int32_t Renewed() const { return m_renewed; }

private:
	static constexpr size_t k_noSlot = SIZE_MAX;

	struct Part
	{
		// Sorted by KeyComesBefore, so that their order does not depend on how they were found.
		std::vector<Obstacle> obstacles;
		std::vector<Obstacle> found;
		size_t slot = k_noSlot;
	};

	void Find(std::span<const Obstacle> obstacles);
	void ForgetAbsent();
	void GiveSlots();

	// Body addresses are compared and hashed but never dereferenced. No result depends on the map's order.
	std::unordered_map<const b2Body*, Part> m_parts;
	std::vector<const b2Body*> m_present, m_presentBefore;
	std::vector<Part*> m_new;
	std::vector<size_t> m_freeSlots; // the lowest last
	std::vector<Change> m_changes;
	size_t m_slots = 0;
	int32_t m_inReach = 0;
	int32_t m_renewed = 0;
};

namespace
{

bool KeyComesBefore(const Obstacle& a, const Obstacle& b)
{
	// Among equal obstacles the order of their Items decides. It has no influence on which of them is reported.
	if (KeyOf(a) != KeyOf(b))
	{
		return KeyOf(a) < KeyOf(b);
	}
	return a.fixture != b.fixture ? std::less<>()(a.fixture, b.fixture) : a.id.index < b.id.index;
}

bool IsSameObstacle(const Obstacle& a, const Obstacle& b)
{
	return IsSameItem(a, b) && KeyOf(a) == KeyOf(b);
}

} // namespace

void BodyParts::Update(std::span<const Obstacle> obstacles)
{
	m_changes.clear();
	m_renewed = 0;
	Find(obstacles);
	ForgetAbsent();
	GiveSlots();
	for (const b2Body* present : m_present)
	{
		Part& now = m_parts.find(present)->second;
		if (std::equal(now.found.begin(), now.found.end(), now.obstacles.begin(), now.obstacles.end(), IsSameObstacle))
		{
			// The obstacles are equal, but may have a new rank.
			std::copy(now.found.begin(), now.found.end(), now.obstacles.begin());
		}
		else
		{
			now.obstacles.swap(now.found);
			m_changes.push_back({now.slot, now.obstacles});
			++m_renewed;
		}
		now.found.clear();
	}
}

void BodyParts::Find(std::span<const Obstacle> obstacles)
{
	m_present.swap(m_presentBefore);
	m_present.clear();
	const b2Body* body = nullptr;
	Part* part = nullptr;
	for (const Obstacle& obstacle : obstacles)
	{
		if (part == nullptr || obstacle.body != body)
		{
			body = obstacle.body;
			part = &m_parts[body];
			if (part->found.empty())
			{
				m_present.push_back(body);
			}
		}
		part->found.push_back(obstacle);
	}
	for (const b2Body* present : m_present)
	{
		std::vector<Obstacle>& found = m_parts.find(present)->second.found;
		std::sort(found.begin(), found.end(), KeyComesBefore);
	}
	m_inReach = static_cast<int32_t>(m_present.size());
}

// Reports absent bodies before present ones, because a freed slot may pass to a new body and then changes twice.
void BodyParts::ForgetAbsent()
{
	for (const b2Body* before : m_presentBefore)
	{
		const auto place = m_parts.find(before);
		if (place->second.found.empty())
		{
			m_changes.push_back({place->second.slot, {}});
			m_freeSlots.push_back(place->second.slot);
			m_parts.erase(place);
		}
	}
	std::sort(m_freeSlots.begin(), m_freeSlots.end(), std::greater<>());
}

// Gives slots to bodies that are new in reach, ordered by their obstacles. So the order of merging does not depend on
// the order in which bodies are found.
void BodyParts::GiveSlots()
{
	m_new.clear();
	for (const b2Body* present : m_present)
	{
		Part& part = m_parts.find(present)->second;
		if (part.slot == k_noSlot)
		{
			m_new.push_back(&part);
		}
	}
	std::sort(m_new.begin(), m_new.end(),
	          [](const Part* a, const Part* b) { return LiesBefore(a->found.front(), b->found.front()); });
	for (Part* part : m_new)
	{
		if (m_freeSlots.empty())
		{
			part->slot = m_slots++;
		}
		else
		{
			part->slot = m_freeSlots.back();
			m_freeSlots.pop_back();
		}
	}
}

// Envelopes of slots, merged in a persistent binary tree. If a slot changes, only the nodes above it are merged again.
// Nodes with a tie are merged again at each call of Root, since they depend on the world's order, which may change
// unnoticed.
class EnvelopeTree
{
public:
	// The obstacles must keep their addresses until the slot is set again.
	void Set(size_t slot, std::span<const Obstacle> obstacles)
	{
		if (slot >= m_slots.size())
		{
			Grow(std::bit_ceil(slot + 1));
		}
		m_slots[slot] = obstacles;
		MarkStale(m_slots.size() + slot);
	}

	// The envelope of all slots as they are now. Valid until a slot is set.
	std::span<const Piece<PointView>> Root()
	{
		if (m_nodes.empty())
		{
			return {};
		}
		for (size_t node = 1; node < m_nodes.size(); ++node)
		{
			if (m_nodes[node].metTie)
			{
				MarkStale(node);
			}
		}
		Renew(1);
		return m_nodes[1].pieces;
	}

private:
	struct Node
	{
		std::vector<Piece<PointView>> pieces;
		bool isStale = true;
		bool metTie = false;
	};

	// Node 1 is the root. Nodes 2 i and 2 i + 1 are below node i, and slot i is node m_slots.size() + i.
	void Grow(size_t capacity)
	{
		std::vector<Node> nodes(2 * capacity);
		std::move(m_nodes.begin() + static_cast<std::ptrdiff_t>(m_slots.size()), m_nodes.end(),
		          nodes.begin() + static_cast<std::ptrdiff_t>(capacity));
		m_slots.resize(capacity);
		m_nodes = std::move(nodes);
	}

	void MarkStale(size_t node)
	{
		for (m_nodes[node].isStale = true, node /= 2; node > 0 && m_nodes[node].isStale == false; node /= 2)
		{
			m_nodes[node].isStale = true;
		}
	}

	void Renew(size_t index)
	{
		Node& node = m_nodes[index];
		if (node.isStale == false)
		{
			return;
		}
		node.isStale = false;
		node.metTie = false;
		node.pieces.clear();
		if (index >= m_slots.size())
		{
			const std::vector<Piece<PointView>>& built = m_builder.Build(m_slots[index - m_slots.size()]);
			node.pieces.insert(node.pieces.end(), built.begin(), built.end());
			node.metTie = m_builder.MetTie();
			return;
		}
		Renew(2 * index);
		Renew(2 * index + 1);
		const std::vector<Piece<PointView>>& left = m_nodes[2 * index].pieces;
		const std::vector<Piece<PointView>>& right = m_nodes[2 * index + 1].pieces;
		if (left.empty() || right.empty())
		{
			node.pieces.insert(node.pieces.end(), left.begin(), left.end());
			node.pieces.insert(node.pieces.end(), right.begin(), right.end());
			return;
		}
		node.metTie = EnvelopeMerge<PointView>(left, right, node.pieces).MetTie();
	}

	std::vector<std::span<const Obstacle>> m_slots;
	std::vector<Node> m_nodes;
	EnvelopeBuilder<PointView> m_builder;
};

struct Viewer::State
{
	std::vector<Obstacle> obstacles;
	BodyParts parts;
	EnvelopeTree tree;
	std::vector<Piece<PointView>> sides;
	std::vector<SightVertex> polygon;
	Work work;

	void Look(Space space, b2Vec2 eye, float radius, const SightDef& def);
	void Forget();
};

void Viewer::State::Look(Space space, b2Vec2 eye, float radius, const SightDef& def)
{
	const PointFrame frame{eye, radius};
	CollectObstacles(space, BoundsOfDisc(eye, radius), frame.vantage, def.filter, obstacles);
	parts.Update(obstacles);
	for (const BodyParts::Change& change : parts.Changes())
	{
		tree.Set(change.slot, change.obstacles);
	}
	work = {parts.InReach(), parts.Renewed()};
	EmitPolygon(frame, tree.Root(), SightTurn(def.cone), sides, polygon);
}

void Viewer::State::Forget()
{
	parts = {};
	tree = {};
	polygon.clear();
	work = {};
}

Viewer::Viewer() = default;
Viewer::~Viewer() = default;
Viewer::Viewer(Viewer&& other) noexcept = default;
Viewer& Viewer::operator=(Viewer&& other) noexcept = default;

Result<> Viewer::Look(Space space, b2Vec2 eye, float radius, const SightDef& def)
{
	if (m_state != nullptr)
	{
		m_state->polygon.clear();
	}
	return Attempt(
	    CheckLook(eye, radius, def.cone),
	    [&]
	    {
		    if (m_state == nullptr)
		    {
			    m_state = std::make_unique<State>();
		    }
		    m_state->Look(space, eye, radius, def);
	    },
	    [&]
	    {
		    if (m_state != nullptr)
		    {
			    m_state->Forget();
		    }
	    });
}

std::span<const SightVertex> Viewer::Polygon() const
{
	return m_state != nullptr ? std::span<const SightVertex>(m_state->polygon) : std::span<const SightVertex>();
}

Viewer::Work Viewer::LastWork() const
{
	return m_state != nullptr ? m_state->work : Work();
}

} // namespace ricochet
