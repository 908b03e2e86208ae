// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <ricochet/query/ray_query.h>

#include <box2d/b2_fixture.h>

#include <bit>
#include <cstdint>

namespace ricochet::test
{

/// A hash of bit patterns. Every step is a bijection, so a change of one word always changes the result.
/// The source is FNV-1a (Fowler, Noll and Vo) over words, with a shift so that high bits reach low ones.
class Hash
{
public:
	void Add(uint64_t word)
	{
		m_state = (m_state ^ word) * 0x100000001B3u;
		m_state ^= m_state >> 32;
	}

	void Add(uint32_t word) { Add(uint64_t{word}); }
	void Add(int32_t number) { Add(static_cast<uint32_t>(number)); }
	void Add(bool flag) { Add(uint32_t{flag}); }
	void Add(float number) { Add(std::bit_cast<uint32_t>(number)); }
	void Add(double number) { Add(std::bit_cast<uint64_t>(number)); }

	void Add(b2Vec2 v)
	{
		Add(v.x);
		Add(v.y);
	}

	void Add(const Crossing& crossing)
	{
		Add(crossing.fraction);
		Add(crossing.point);
		Add(crossing.normal);
		Add(crossing.edge);
	}

	void Add(const RaySpan& span)
	{
		Add(span.enter);
		Add(span.exit);
		Add(span.startsInside);
		Add(span.endsInside);
		Add(span.grazing);
	}

	void Add(const Ray& ray)
	{
		Add(ray.origin);
		Add(ray.translation);
		Add(ray.maxFraction);
	}

	/// Adds a hit. The fixture is represented by the number in its user data, or by a word of ones if there is no
	/// fixture.
	void Add(const RayHit& hit)
	{
		Add(static_cast<const RaySpan&>(hit));
		Add(hit.fixture != nullptr ? uint64_t{hit.fixture->GetUserData().pointer} : ~uint64_t{0});
		Add(hit.child);
	}

	[[nodiscard]] uint64_t Get() const { return m_state; }

private:
	uint64_t m_state = 0xCBF29CE484222325u;
};

} // namespace ricochet::test
