// MIT License, Copyright (c) 2026 the ricochet authors

#include "projectile/motion/world_watch.h"
#include "host/host.h"
#include "projectile/save/archive.h"

#include "geometry/local_ray.h"
#include "geometry/pose.h"
#include "projectile/base/ballistics.h"
#include "query/accept.h"
#include "shapes/cast_shape.h"

#include <algorithm>
#include <bit>
#include <functional>
#include <utility>

namespace ricochet
{

namespace
{

// A digest of 64 bits. Two different contents have the same digest with a probability of about 2^-60.
class Digest
{
public:
	void Add(uint64_t word) { m_value = (std::rotl(m_value, 23) ^ word) * 0x9E3779B97F4A7C15u; }

	void Add(const void* pointer) { Add(static_cast<uint64_t>(reinterpret_cast<uintptr_t>(pointer))); }
	void Add(float a, float b)
	{
		Add((static_cast<uint64_t>(std::bit_cast<uint32_t>(a)) << 32) | std::bit_cast<uint32_t>(b));
	}

	void Add(std::span<const b2Vec2> points)
	{
		for (const b2Vec2 point : points)
		{
			Add(point.x, point.y);
		}
	}

	[[nodiscard]] uint64_t Value() const { return m_value ^ (m_value >> 29); }

private:
	uint64_t m_value = 0;
};

void AddShape(const b2Shape& shape, Digest& digest)
{
	for (int32_t i = 0; i < shape.GetChildCount(); ++i)
	{
		ChildGeometry child;
		if (DescribeChild(shape, i, child))
		{
			digest.Add(child.radius, child.oneSided ? 1.0f : 0.0f);
			if (child.IsAttached())
			{
				digest.Add(child.attached->content);
			}
			digest.Add(child.Points());
		}
	}
}

std::vector<b2AABB> BoxesOf(const b2Body& body)
{
	std::vector<b2AABB> boxes;
	for (const b2Fixture* fixture : FixturesOf(body))
	{
		for (int32_t i = 0; i < fixture->GetShape()->GetChildCount(); ++i)
		{
			fixture->GetShape()->ComputeAABB(&boxes.emplace_back(), body.GetTransform(), i);
		}
	}
	return boxes;
}

} // namespace

WorldWatch::Appearance WorldWatch::AppearanceOf(const b2Body& body)
{
	Digest content;
	Digest parts;
	content.Add((uint64_t{body.IsEnabled()} << 8) | (uint64_t{body.IsAwake()} << 9) |
	            static_cast<uint64_t>(body.GetType()));
	for (const b2Fixture* fixture : FixturesOf(body))
	{
		parts.Add(fixture);
		content.Add(FilterWordOf(*fixture));
		content.Add(fixture->GetFriction(), fixture->GetRestitution());
		AddShape(*fixture->GetShape(), content);
	}
	return {content.Value(), parts.Value()};
}

WorldWatch::Known WorldWatch::KnownOf(const b2Body& body, const Appearance& appearance)
{
	return {&body, appearance, body.GetTransform(), BoxesOf(body)};
}

void WorldWatch::FindChanges(const b2World& world, bool areAllThere)
{
	m_changes.clear();
	for (Known& known : m_known)
	{
		known.isKept = areAllThere;
	}
	if (areAllThere == false)
	{
		for (const b2Body* body : BodiesOf(world))
		{
			const auto place = PlaceOf(body);
			if (place != m_known.end() && place->body == body)
			{
				place->isKept = true;
			}
		}
	}
	std::erase_if(m_known,
	              [&](Known& known)
	              {
		              const bool isGone = known.isKept == false;
		              if (isGone)
		              {
			              AddChanges(known.boxes);
		              }
		              else
		              {
			              Compare(known);
		              }
		              known.isKept = false;
		              return isGone;
	              });
}

void WorldWatch::AddNear(const b2World& world, const b2AABB& box)
{
	m_near.clear();
	m_changes.clear();
	WalkOverlaps(world, box, [&](const b2Fixture* fixture, int32_t) { m_near.push_back(fixture->GetBody()); });
	for (const b2Body* body : m_near)
	{
		auto place = PlaceOf(body);
		if (place == m_known.end() || place->body != body)
		{
			place = m_known.insert(place, KnownOf(*body, AppearanceOf(*body)));
			AddChanges(place->boxes);
		}
		place->isKept = true;
	}
}

// The place of a body among the known ones, or where it would be.
std::vector<WorldWatch::Known>::iterator WorldWatch::PlaceOf(const b2Body* body)
{
	return std::lower_bound(m_known.begin(), m_known.end(), body,
	                        [](const Known& known, const b2Body* other) { return std::less<>()(known.body, other); });
}

void WorldWatch::AddChanges(const std::vector<b2AABB>& boxes)
{
	m_changes.insert(m_changes.end(), boxes.begin(), boxes.end());
}

// Compares a watched body with its last state. If a body has moved, it may have touched bodies between its two poses.
void WorldWatch::Compare(Known& known)
{
	const Appearance appearance = AppearanceOf(*known.body);
	if (appearance == known.appearance && IsSamePose(known.body->GetTransform(), known.pose))
	{
		return;
	}
	const Known before = std::exchange(known, KnownOf(*known.body, appearance));
	AddChanges(before.boxes);
	AddChanges(known.boxes);
	for (size_t i = 0; i < std::min(before.boxes.size(), known.boxes.size()); ++i)
	{
		if (IsFinite(before.boxes[i]) && IsFinite(known.boxes[i]))
		{
			m_changes.push_back(before.boxes[i]);
			m_changes.back().Combine(known.boxes[i]);
		}
	}
}

template <class Archive>
void WorldWatch::ExchangeParts(Archive& archive)
{
	constexpr size_t k_leastBytes = 26;
	if constexpr (Archive::k_loads == false)
	{
		// Sorted by name, the same content gives the same bytes.
		const auto nameOf = [&](const Known& known)
		{
			return std::pair(archive.Names().Of(known.body), known.appearance.content);
		};
		std::sort(m_known.begin(), m_known.end(),
		          [&](const Known& a, const Known& b) { return nameOf(a) < nameOf(b); });
	}
	size_t count = m_known.size();
	archive.Count(count, k_leastBytes);
	m_known.resize(count);
	for (Known& known : m_known)
	{
		archive.Body(known.body);
		archive(known.appearance.content);
		Exchange(archive, known.pose);
		size_t boxes = known.boxes.size();
		archive.Count(boxes, sizeof(b2AABB));
		known.boxes.resize(boxes);
		for (b2AABB& box : known.boxes)
		{
			Exchange(archive, box);
		}
		if (Archive::k_loads && known.body != nullptr)
		{
			known.appearance.parts = AppearanceOf(*known.body).parts;
		}
	}
	std::sort(m_known.begin(), m_known.end(),
	          [](const Known& a, const Known& b) { return std::less<>()(a.body, b.body); });
}

template void WorldWatch::ExchangeParts(Saver& archive);
template void WorldWatch::ExchangeParts(Loader& archive);

} // namespace ricochet
