// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "support/outline_scenes.h"
#include "support/random_rays.h"

namespace ricochet::test
{

/// True if two rings have a point in common.
inline bool DoRingsMeet(std::span<const b2Vec2> one, std::span<const b2Vec2> other)
{
	const auto isOn = [](b2Vec2 p, b2Vec2 a, b2Vec2 b)
	{
		return std::min(a.x, b.x) <= p.x && p.x <= std::max(a.x, b.x) && std::min(a.y, b.y) <= p.y &&
		       p.y <= std::max(a.y, b.y) && Orientation(a, b, p) == 0;
	};
	for (size_t i = 0; i < one.size(); ++i)
	{
		const b2Vec2 a = one[i];
		const b2Vec2 b = one[(i + 1) % one.size()];
		for (size_t k = 0; k < other.size(); ++k)
		{
			const b2Vec2 c = other[k];
			const b2Vec2 d = other[(k + 1) % other.size()];
			if (isOn(c, a, b) || isOn(a, c, d) || isOn(b, c, d) || isOn(d, a, b) ||
			    (Orientation(a, b, c) * Orientation(a, b, d) < 0 && Orientation(c, d, a) * Orientation(c, d, b) < 0))
			{
				return true;
			}
		}
	}
	return false;
}

/// Scales a ring about a point by a half or less. The result is usually inside the ring from which it was made.
inline std::vector<b2Vec2> Shrunk(Random& random, const Field& field, std::vector<b2Vec2> ring, b2Vec2 about)
{
	const float share = std::ldexp(1.0f, -random.Between(1, 3));
	for (b2Vec2& v : ring)
	{
		v = {about.x + share * (v.x - about.x), about.y + share * (v.y - about.y)};
		if (field.GetKind() == Field::Kind::Grid)
		{
			const float unit = field.Size() / 8.0f;
			v = {unit * std::round(v.x / unit), unit * std::round(v.y / unit)};
		}
	}
	return ring;
}

/// Returns one to four rings that do not intersect. They are beside each other or nested, in any order and orientation.
inline Rings RandomRings(Random& random, const Field& field)
{
	Rings rings = {RandomSimple(random, field)};
	const int wanted = random.Between(1, 4);
	for (int tries = 0; tries < 12 && static_cast<int>(rings.size()) < wanted; ++tries)
	{
		std::vector<b2Vec2> ring = RandomSimple(random, field);
		if (random.OneIn(3) == false)
		{
			const std::vector<b2Vec2>& around = random.OneOf(rings);
			b2Vec2 middle{0.0f, 0.0f};
			for (const b2Vec2 v : around)
			{
				middle += (1.0f / static_cast<float>(around.size())) * v;
			}
			ring = Shrunk(random, field, random.OneIn(2) ? around : ring, middle);
		}
		// Non-finite rings have no exact result, so this is checked first.
		if (AreFinite(ring) && IsSimple(ring) &&
		    std::none_of(rings.begin(), rings.end(),
		                 [&](const std::vector<b2Vec2>& other) { return DoRingsMeet(ring, other); }))
		{
			rings.push_back(std::move(ring));
		}
	}
	std::swap(rings[0], rings[static_cast<size_t>(random.Below(static_cast<int>(rings.size())))]);
	return rings;
}

inline std::string ToText(const Rings& rings)
{
	std::string text;
	for (const std::vector<b2Vec2>& ring : rings)
	{
		text += ToText(std::span(ring)) + "\n";
	}
	return text;
}

} // namespace ricochet::test
