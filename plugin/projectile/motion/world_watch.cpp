// MIT License, Copyright (c) 2026 the ricochet authors

#include "projectile/motion/world_watch.h"
#include "host/host.h"
#include "projectile/save/archive.h"

#include "geometry/local_ray.h"
#include "geometry/pose.h"
#include "projectile/base/ballistics.h"
#include "query/accept.h"
#include "shapes/cast_shape.h"

#include <bit>
#include <span>
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

b2AABB LocalBoxOf(const b2Body& body)
{
	b2AABB box{{b2_maxFloat, b2_maxFloat}, {-b2_maxFloat, -b2_maxFloat}};
	b2Transform own;
	own.SetIdentity();
	for (const b2Fixture* fixture : FixturesOf(body))
	{
		const b2Shape& shape = *fixture->GetShape();
		for (int32_t i = 0; i < shape.GetChildCount(); ++i)
		{
			b2AABB child;
			shape.ComputeAABB(&child, own, i);
			box.Combine(child);
		}
	}
	return box;
}

b2AABB Placed(const b2AABB& local, const b2Transform& pose)
{
	const b2Vec2 half = local.GetExtents();
	const b2Vec2 center = b2Mul(pose, local.GetCenter());
	const float c = b2Abs(pose.q.c);
	const float s = b2Abs(pose.q.s);
	const b2Vec2 reach{c * half.x + s * half.y, s * half.x + c * half.y};
	return {center - reach, center + reach};
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
	Known known;
	known.body = &body;
	known.appearance = appearance;
	known.pose = body.GetTransform();
	known.local = LocalBoxOf(body);
	known.box = Placed(known.local, known.pose);
	return known;
}

// Both lists are matched from the oldest body on. Bodies that stayed keep their order, as in WorldMotion::KeepMatched.
void WorldWatch::FindChanges(b2World& world)
{
	const bool isFirst = m_known.empty();
	m_changes.clear();
	m_now.clear();
	m_bodies.clear();
	for (const b2Body* body : BodiesOf(world))
	{
		m_bodies.push_back(body);
	}
	m_now.reserve(m_bodies.size());
	m_changes.reserve(3 * (m_bodies.size() + m_known.size()));
	size_t next = 0;
	for (size_t i = m_bodies.size(); i > 0; --i)
	{
		const b2Body& body = *m_bodies[i - 1];
		size_t match = next;
		while (match < m_known.size() && m_known[match].body != &body)
		{
			++match;
		}
		if (match == m_known.size())
		{
			m_now.push_back(KnownOf(body, AppearanceOf(body)));
			m_changes.push_back(m_now.back().box);
			continue;
		}
		for (; next < match; ++next)
		{
			m_changes.push_back(m_known[next].box);
		}
		++next;
		Compare(body, m_known[match]);
	}
	for (; next < m_known.size(); ++next)
	{
		m_changes.push_back(m_known[next].box);
	}
	m_known.swap(m_now);
	if (isFirst)
	{
		m_changes.clear();
	}
}

void WorldWatch::Compare(const b2Body& body, const Known& before)
{
	const Appearance appearance = AppearanceOf(body);
	const bool isAsItWas = appearance == before.appearance;
	if (isAsItWas && IsSamePose(body.GetTransform(), before.pose))
	{
		m_now.push_back(before);
		return;
	}
	Known now = isAsItWas ? before : KnownOf(body, appearance);
	now.pose = body.GetTransform();
	now.box = Placed(now.local, now.pose);
	Tell(before, now);
	m_now.push_back(now);
}

// A body that moved may have touched bodies between its two poses.
void WorldWatch::Tell(const Known& before, const Known& now)
{
	m_changes.push_back(before.box);
	m_changes.push_back(now.box);
	if (IsPose(before.pose) && IsPose(now.pose))
	{
		b2AABB swept = before.box;
		swept.Combine(now.box);
		m_changes.push_back(swept);
	}
}

template <class Archive>
void WorldWatch::ExchangeParts(Archive& archive)
{
	constexpr size_t k_leastBytes = 57;
	size_t count = m_known.size();
	archive.Count(count, k_leastBytes);
	m_known.resize(count);
	for (Known& known : m_known)
	{
		archive.Body(known.body);
		archive(known.appearance.content);
		Exchange(archive, known.pose);
		Exchange(archive, known.local);
		Exchange(archive, known.box);
		if (Archive::k_loads && known.body != nullptr)
		{
			known.appearance.parts = AppearanceOf(*known.body).parts;
		}
	}
	if constexpr (Archive::k_loads)
	{
		if (archive.Names().AreOwn())
		{
			OrderByAge(m_known, archive.Names());
		}
	}
}

template void WorldWatch::ExchangeParts(Saver& archive);
template void WorldWatch::ExchangeParts(Loader& archive);

} // namespace ricochet
