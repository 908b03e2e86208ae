// MIT License, Copyright (c) 2026 the ricochet authors

#include "projectile/save/archive.h"

#include "host/host.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

namespace ricochet
{

namespace
{

constexpr uint64_t k_factor = 0x9E3779B97F4A7C15;

using DigestLanes = std::array<uint64_t, 4>;

void AddTo(DigestLanes& sums, const DigestLanes& words)
{
	for (size_t i = 0; i < sums.size(); ++i)
	{
		sums[i] = std::rotl(sums[i] ^ words[i], 29) * k_factor;
	}
}

// Returns a digest of four independent sums, which a processor computes at the same time. The digest detects damage,
// but not forgery. So a Loader checks every value as well.
uint64_t DigestOf(std::span<const std::byte> bytes)
{
	DigestLanes sums{1, 2, 3, 4};
	DigestLanes words;
	for (; bytes.size() >= sizeof(words); bytes = bytes.subspan(sizeof(words)))
	{
		std::memcpy(words.data(), bytes.data(), sizeof(words));
		AddTo(sums, words);
	}
	if (bytes.empty() == false)
	{
		words = {};
		std::memcpy(words.data(), bytes.data(), bytes.size());
		AddTo(sums, words);
	}
	uint64_t digest = 0;
	for (const uint64_t sum : sums)
	{
		digest = std::rotl(digest ^ sum, 31) * k_factor;
	}
	return digest;
}

} // namespace

void SavedHeader::Finish(std::vector<std::byte>& bytes)
{
	size = bytes.size();
	digest = DigestOf(std::span(bytes).subspan(sizeof(SavedHeader)));
	std::memcpy(bytes.data(), this, sizeof(SavedHeader));
}

Result<SavedHeader> SavedHeader::Of(std::span<const std::byte> bytes)
{
	SavedHeader header;
	if (bytes.size() < sizeof(header))
	{
		return Damaged(bytes.size());
	}
	std::memcpy(&header, bytes.data(), sizeof(header));
	if (header.mark != k_mark)
	{
		return Damaged(0);
	}
	if (header.format != k_format)
	{
		return Error{ErrorReason::OtherVersion, "bytes", -1, static_cast<double>(header.format),
		             static_cast<double>(k_format)};
	}
	if (header.size != bytes.size() || header.hasOwnNames > 1 ||
	    header.digest != DigestOf(bytes.subspan(sizeof(header))))
	{
		return Damaged(sizeof(header));
	}
	return header;
}

Error SavedHeader::Damaged(size_t place)
{
	return {ErrorReason::NotSaved, "bytes", -1, static_cast<double>(place)};
}

std::optional<uint64_t> BodyNames::Of(const b2Body* body)
{
	if (body == nullptr)
	{
		return std::nullopt;
	}
	NameBodies();
	const NamedBody* found = m_bodies.Find(body);
	return found != nullptr ? std::optional(found->name) : std::nullopt;
}

std::optional<FixtureName> BodyNames::Of(const b2Fixture* fixture)
{
	if (fixture == nullptr)
	{
		return std::nullopt;
	}
	NameFixtures();
	const NamedPart* found = m_fixtures.Find(fixture);
	return found != nullptr ? std::optional(found->name) : std::nullopt;
}

void BodyNames::NameBodies()
{
	if (m_bodies.IsReserved())
	{
		return;
	}
	auto older = static_cast<uint64_t>(m_world.GetBodyCount());
	m_bodies.Reserve(older);
	for (b2Body* body : BodiesOf(m_world))
	{
		older -= 1;
		m_bodies.Add({body, m_def.nameOf != nullptr ? m_def.nameOf(*body) : older});
	}
}

void BodyNames::NameFixtures()
{
	if (m_fixtures.IsReserved())
	{
		return;
	}
	NameBodies();
	std::vector<NamedPart> parts;
	parts.reserve(static_cast<size_t>(m_world.GetBodyCount()));
	for (const b2Body* body : BodiesOf(m_world))
	{
		const size_t first = parts.size();
		for (const b2Fixture* fixture : FixturesOf(*body))
		{
			parts.push_back({fixture, {m_bodies.Find(body)->name, 0}});
		}
		for (size_t i = first; i < parts.size(); ++i)
		{
			parts[i].name.place = static_cast<uint32_t>(parts.size() - 1 - i);
		}
	}
	m_fixtures.Reserve(parts.size());
	for (const NamedPart& part : parts)
	{
		m_fixtures.Add(part);
	}
}

void NamedBodies::List()
{
	if (m_isListed)
	{
		return;
	}
	m_bodies.reserve(static_cast<size_t>(m_world.GetBodyCount()));
	for (b2Body* body : BodiesOf(m_world))
	{
		m_bodies.push_back(body);
	}
	std::reverse(m_bodies.begin(), m_bodies.end());
	if (m_areOwn)
	{
		m_byAddress.Reserve(m_bodies.size());
		for (size_t i = 0; i < m_bodies.size(); ++i)
		{
			m_byAddress.Add({m_bodies[i], i});
		}
	}
	m_isListed = true;
}

std::optional<size_t> NamedBodies::PlaceOf(const b2Body* body)
{
	List();
	const Placed* found = m_areOwn && body != nullptr ? m_byAddress.Find(body) : nullptr;
	return found != nullptr ? std::optional(found->place) : std::nullopt;
}

// Returns null if the game returns a body that is not of this world.
b2Body* NamedBodies::Find(uint64_t name)
{
	if (m_areOwn)
	{
		b2Body* body = m_def.find(name);
		return PlaceOf(body) ? body : nullptr;
	}
	List();
	return name < m_bodies.size() ? m_bodies[static_cast<size_t>(name)] : nullptr;
}

b2Fixture* NamedBodies::Find(const FixtureName& name)
{
	b2Body* body = Find(name.body);
	if (body == nullptr)
	{
		return nullptr;
	}
	// A place counts from the oldest fixture, which is the last one in Box2D's list.
	const auto fixtures = FixturesOf(*body);
	const auto count = static_cast<size_t>(std::distance(fixtures.begin(), fixtures.end()));
	return name.place < count ? *std::next(fixtures.begin(), static_cast<ptrdiff_t>(count - 1 - name.place)) : nullptr;
}

} // namespace ricochet
