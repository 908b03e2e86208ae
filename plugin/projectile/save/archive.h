// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "geometry/vec.h"
#include "projectile/base/address_table.h"
#include "query/lost_function.h"

#include <ricochet/geometry/error.h>
#include <ricochet/projectile/saved_state.h>

#include <box2d/b2_collision.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <limits>
#include <optional>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

// For each type, one function Exchange(archive, value) lists the saved parts. A Saver copies the parts out of the
// value, and a Loader puts them into it. The functions that need private members are called ExchangeParts.

class b2Fixture;
class b2World;

namespace ricochet
{

/// The saved name of a fixture: the name of its body, and the number of older fixtures of the body.
struct FixtureName
{
	uint64_t body = 0;
	uint32_t place = 0;

	friend auto operator<=>(const FixtureName&, const FixtureName&) = default;
};

/// The names of bodies and fixtures in saved bytes. All names are listed once, at the first call.
class BodyNames
{
public:
	BodyNames(b2World& world, const SaveDef& def) : m_world(world), m_def(def) {}

	/// Return the name, or none if the body or fixture is null or no longer exists. The pointer is not dereferenced.
	[[nodiscard]] std::optional<uint64_t> Of(const b2Body* body);
	[[nodiscard]] std::optional<FixtureName> Of(const b2Fixture* fixture);

private:
	struct NamedBody
	{
		const b2Body* address = nullptr;
		uint64_t name = 0;
	};

	struct NamedPart
	{
		const b2Fixture* address = nullptr;
		FixtureName name;
	};

	void NameBodies();
	void NameFixtures();

	b2World& m_world;
	const SaveDef& m_def;
	AddressTable<NamedBody> m_bodies;
	AddressTable<NamedPart> m_fixtures;
};

/// Finds bodies and fixtures by their saved names. The bodies are listed once, at the first call.
class NamedBodies
{
public:
	/// `areOwn`: the game has chosen the names.
	NamedBodies(b2World& world, const RestoreDef& def, bool areOwn) : m_world(world), m_def(def), m_areOwn(areOwn) {}

	[[nodiscard]] bool AreOwn() const { return m_areOwn; }

	/// Returns the number of older bodies in the world, or none if the body is null or no longer exists. Used if the
	/// game has chosen the names.
	[[nodiscard]] std::optional<size_t> PlaceOf(const b2Body* body);

	/// Return the body or fixture with a name, or null if it no longer exists.
	[[nodiscard]] b2Body* Find(uint64_t name);
	[[nodiscard]] b2Fixture* Find(const FixtureName& name);

private:
	struct Placed
	{
		const b2Body* address = nullptr;
		size_t place = 0;
	};

	void List();

	b2World& m_world;
	const RestoreDef& m_def;
	bool m_areOwn;
	bool m_isListed = false;
	std::vector<b2Body*> m_bodies;    // the oldest first
	AddressTable<Placed> m_byAddress; // if the names are the game's
};

/// The first bytes of a saved state.
struct SavedHeader
{
	static constexpr uint64_t k_mark = 0x7465686F636F6972; // "ricochet"
	static constexpr uint32_t k_format = 6;

	uint64_t mark = k_mark;
	uint32_t format = k_format;
	uint32_t hasOwnNames = 0; ///< 1: the game has named the bodies
	uint64_t bodies = 0;      ///< the number of bodies in the world
	uint64_t size = 0;        ///< size of the saved state with this header (bytes)
	uint64_t digest = 0;      ///< digest of all bytes after this header

	/// Writes the header into the bytes, which have room for it before the saved state.
	void Finish(std::vector<std::byte>& bytes);

	/// Returns the header of saved bytes. Error if they start with another mark, have another format or were damaged.
	[[nodiscard]] static Result<SavedHeader> Of(std::span<const std::byte> bytes);

	[[nodiscard]] static Error Damaged(size_t place);
};

static_assert(sizeof(SavedHeader) == 40);

static_assert(sizeof(bool) == 1, "a flag is saved as a byte");

static_assert(std::endian::native == std::endian::little, "saved bytes are those of little-endian machines");

template <class T>
concept SavedNumber = std::conjunction_v<std::is_arithmetic<T>, std::negation<std::is_same<T, bool>>>;

/// The layout of everything that a Saver writes and a Loader reads. `Self` is the Saver or the Loader. Saver::Bytes
/// copies from the given memory, Loader::Bytes copies to it.
template <class Self, class NamesOfBodies, bool t_loads>
class ArchiveLayout
{
public:
	static constexpr bool k_loads = t_loads;

	void operator()(SavedNumber auto& number)
	{
		if constexpr (k_loads)
		{
			number = {};
		}
		Archive().Bytes(&number, sizeof(number));
	}

	void operator()(bool& flag)
	{
		uint8_t byte = flag ? 1 : 0;
		(*this)(byte);
		Archive().Require(byte <= 1);
		flag = byte == 1;
	}

	void Word(uintptr_t& word)
	{
		uint64_t wide = word;
		(*this)(wide);
		word = static_cast<uintptr_t>(wide);
		Archive().Require(word == wide);
	}

	template <class Enum>
	requires std::is_enum_v<Enum>
	void Choice(Enum& choice, Enum last)
	{
		auto number = static_cast<std::underlying_type_t<Enum>>(choice);
		(*this)(number);
		const bool isOne = number <= static_cast<std::underlying_type_t<Enum>>(last);
		Archive().Require(isOne);
		choice = isOne ? static_cast<Enum>(number) : Enum{};
	}

	/// Saves or loads the number of parts that follow. Each part takes at least `least` bytes.
	void Count(size_t& count, size_t least)
	{
		uint64_t wide = count;
		(*this)(wide);
		Archive().Require(wide <= Archive().MostOf(least));
		count = Archive().IsSound() ? static_cast<size_t>(wide) : 0;
	}

	/// Saves or loads a list of numbers as one block.
	template <class T>
	void Block(std::vector<T>& numbers)
	{
		static_assert(std::is_trivially_copyable_v<T>);
		size_t count = numbers.size();
		Count(count, sizeof(T));
		numbers.resize(count);
		Archive().Bytes(numbers.data(), count * sizeof(T));
	}

	/// A body that no longer exists is saved as null.
	template <class Pointer>
	void Body(Pointer& body)
	{
		Named<uint64_t>(body, [&](uint64_t& name) { (*this)(name); });
	}

	template <class Pointer>
	void Fixture(Pointer& fixture)
	{
		Named<FixtureName>(fixture, [&](FixtureName& name) { Archive().Together(name.body, name.place); });
	}

	/// Saves only whether there is a function. After loading, RestoreDef supplies the function itself.
	template <class R, class... Parameters>
	void Function(std::function<R(Parameters...)>& function)
	{
		bool isThere = function != nullptr;
		(*this)(isThere);
		if constexpr (k_loads)
		{
			function = nullptr;
			if (isThere)
			{
				function = LostFunction<R>();
			}
		}
	}

	[[nodiscard]] NamesOfBodies& Names() { return m_names; }

protected:
	explicit ArchiveLayout(NamesOfBodies& names) : m_names(names) {}

private:
	[[nodiscard]] Self& Archive() { return static_cast<Self&>(*this); }

	template <class Name, class Pointer, class ExchangeName>
	void Named(Pointer& thing, ExchangeName&& exchangeName)
	{
		std::optional<Name> name;
		if constexpr (k_loads == false)
		{
			name = m_names.Of(thing);
		}
		bool isThere = name.has_value();
		(*this)(isThere);
		Name there = name.value_or(Name{});
		if (isThere)
		{
			exchangeName(there);
		}
		if constexpr (k_loads)
		{
			thing = isThere && Archive().IsSound() ? m_names.Find(there) : nullptr;
		}
	}

	NamesOfBodies& m_names;
};

/// Writes the saved bytes. Small parts are collected in a buffer. When the buffer is full, and on Finish, it is
/// appended to the bytes.
class Saver : public ArchiveLayout<Saver, BodyNames, false>
{
public:
	Saver(std::vector<std::byte>& bytes, BodyNames& names) : ArchiveLayout(names), m_bytes(bytes) {}

	void Bytes(const void* first, size_t size)
	{
		if (size > m_gathered.size())
		{
			Finish();
			const auto* bytes = static_cast<const std::byte*>(first);
			m_bytes.insert(m_bytes.end(), bytes, bytes + size);
		}
		else if (size > 0)
		{
			std::memcpy(RoomFor(size), first, size);
		}
	}

	/// Saves numbers and flags. The bytes are the same as from one call for each part.
	template <class... Parts>
	void Together(Parts&... parts)
	{
		constexpr size_t k_size = (sizeof(Parts) + ...);
		std::byte* at = RoomFor(k_size);
		((std::memcpy(at, &parts, sizeof(parts)), at += sizeof(parts)), ...);
	}

	/// Must be called when everything has been saved.
	void Finish()
	{
		m_bytes.insert(m_bytes.end(), m_gathered.data(), m_gathered.data() + m_count);
		m_count = 0;
	}

	// Does nothing: only a Loader checks values.
	void Require(bool /*holds*/) {}
	[[nodiscard]] bool IsSound() const { return true; }
	[[nodiscard]] uint64_t MostOf(size_t /*least*/) const { return std::numeric_limits<uint64_t>::max(); }

private:
	// Requires: size <= the size of m_gathered.
	std::byte* RoomFor(size_t size)
	{
		if (size > m_gathered.size() - m_count)
		{
			Finish();
		}
		m_count += size;
		return m_gathered.data() + m_count - size;
	}

	std::vector<std::byte>& m_bytes;
	std::array<std::byte, 1024> m_gathered;
	size_t m_count = 0;
};

/// A Loader refuses impossible values and continues with harmless ones.
class Loader : public ArchiveLayout<Loader, NamedBodies, true>
{
public:
	Loader(std::span<const std::byte> bytes, NamedBodies& names) : ArchiveLayout(names), m_bytes(bytes) {}

	/// False after the first refused value.
	[[nodiscard]] bool IsSound() const { return m_isSound; }

	/// Returns the number of bytes that were read, up to and including the first refused value.
	[[nodiscard]] size_t Place() const { return m_place; }
	[[nodiscard]] bool IsAtEnd() const { return m_place == m_bytes.size(); }
	[[nodiscard]] uint64_t MostOf(size_t least) const { return (m_bytes.size() - m_place) / least; }

	void Require(bool holds) { m_isSound = m_isSound && holds; }

	void Bytes(void* first, size_t size)
	{
		Require(size <= m_bytes.size() - m_place);
		if (m_isSound && size > 0)
		{
			std::memcpy(first, m_bytes.data() + m_place, size);
			m_place += size;
		}
	}

	template <class... Parts>
	void Together(Parts&... parts)
	{
		constexpr size_t k_size = (sizeof(Parts) + ...);
		if (m_isSound == false || k_size > m_bytes.size() - m_place)
		{
			((*this)(parts), ...);
			return;
		}
		const std::byte* at = m_bytes.data() + m_place;
		const auto take = [&](auto& part)
		{
			if constexpr (std::is_same_v<std::remove_reference_t<decltype(part)>, bool>)
			{
				Require(*at <= std::byte{1});
				part = *at == std::byte{1};
			}
			else
			{
				std::memcpy(&part, at, sizeof(part));
			}
			at += sizeof(part);
		};
		(take(parts), ...);
		m_place += k_size;
	}

private:
	std::span<const std::byte> m_bytes;
	size_t m_place = 0;
	bool m_isSound = true;
};

template <class Archive>
void Exchange(Archive& archive, b2Vec2& v)
{
	archive(v.x);
	archive(v.y);
}

template <class Archive>
void Exchange(Archive& archive, std::optional<b2Vec2>& v)
{
	bool isThere = v.has_value();
	archive(isThere);
	if (isThere)
	{
		Exchange(archive, v ? *v : v.emplace());
		archive.Require(v->IsValid());
	}
}

template <class Archive>
void Exchange(Archive& archive, Vec<double>& v)
{
	archive(v.x);
	archive(v.y);
	archive.Require(std::isfinite(v.x) && std::isfinite(v.y));
}

template <class Archive>
void Exchange(Archive& archive, b2Transform& pose)
{
	Exchange(archive, pose.p);
	archive(pose.q.s);
	archive(pose.q.c);
}

template <class Archive>
void Exchange(Archive& archive, b2AABB& box)
{
	Exchange(archive, box.lowerBound);
	Exchange(archive, box.upperBound);
}

template <class Archive, SavedNumber T>
void Exchange(Archive& archive, T& number)
{
	archive(number);
}

template <class Archive>
void Exchange(Archive& archive, bool& flag)
{
	archive(flag);
}

template <class Archive, class R, class... Parameters>
void Exchange(Archive& archive, std::function<R(Parameters...)>& function)
{
	archive.Function(function);
}

/// Sorts loaded entries from the oldest body to the newest; entries whose body no longer exists come last. If the game
/// names the bodies, it may have created them in another order than before.
template <class Entry>
void OrderByAge(std::vector<Entry>& entries, NamedBodies& names)
{
	std::vector<std::pair<size_t, Entry>> placed;
	placed.reserve(entries.size());
	for (const Entry& entry : entries)
	{
		placed.emplace_back(names.PlaceOf(entry.body).value_or(SIZE_MAX), entry);
	}
	std::stable_sort(placed.begin(), placed.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
	std::transform(placed.begin(), placed.end(), entries.begin(), [](const auto& one) { return one.second; });
}

} // namespace ricochet
