// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "projectile/body_names.h"
#include "world/lost_function.h"

#include <array>
#include <bit>
#include <cstddef>
#include <cstring>
#include <functional>
#include <optional>
#include <span>
#include <type_traits>
#include <vector>

namespace ricochet
{

// One function, Exchange(archive, value), says of each type what is saved of it: a Saver takes it out of the value, a
// Loader puts it in. What the loader finds to be impossible it refuses, and goes on with something harmless.

static_assert(std::endian::native == std::endian::little, "saved bytes are those of little-endian machines");

template <class T>
concept SavedNumber = std::conjunction_v<std::is_arithmetic<T>, std::negation<std::is_same<T, bool>>>;

/// Small things are gathered, and come to the bytes with Finish at the latest.
class Saver
{
public:
	static constexpr bool k_loads = false;

	Saver(std::vector<std::byte>& bytes, BodyNames& names) : m_bytes(bytes), m_names(names) {}

	void operator()(SavedNumber auto& number) { Append(&number, sizeof(number)); }
	void operator()(bool& flag)
	{
		const auto byte = static_cast<std::byte>(flag);
		Append(&byte, sizeof(byte));
	}

	void Word(uintptr_t& word)
	{
		uint64_t wide = word;
		(*this)(wide);
	}

	template <class Enum>
	requires std::is_enum_v<Enum>
	void Choice(Enum& choice, Enum /*last*/) { Append(&choice, sizeof(choice)); }

	/// How many follow, of which each takes so many bytes at least.
	void Count(size_t& count, size_t /*least*/)
	{
		uint64_t wide = count;
		(*this)(wide);
	}

	/// Numbers side by side.
	template <class T>
	void Block(std::vector<T>& numbers)
	{
		static_assert(std::is_trivially_copyable_v<T>);
		size_t count = numbers.size();
		Count(count, sizeof(T));
		Append(numbers.data(), count * sizeof(T));
	}

	/// What is gone is saved as null.
	template <class Pointer>
	void Body(Pointer& body)
	{
		std::optional<uint64_t> name = m_names.Of(body);
		bool isThere = name.has_value();
		(*this)(isThere);
		if (isThere)
		{
			(*this)(*name);
		}
	}

	template <class Pointer>
	void Fixture(Pointer& fixture)
	{
		std::optional<FixtureName> name = m_names.Of(fixture);
		bool isThere = name.has_value();
		(*this)(isThere);
		if (isThere)
		{
			(*this)(name->body);
			(*this)(name->place);
		}
	}

	/// Whether there is one is saved, and nothing of it.
	template <class R, class... Parameters>
	void Function(std::function<R(Parameters...)>& function)
	{
		bool isThere = function != nullptr;
		(*this)(isThere);
	}

	[[nodiscard]] BodyNames& Names() { return m_names; }

	/// To be called when all has been saved.
	void Finish()
	{
		m_bytes.insert(m_bytes.end(), m_gathered.data(), m_gathered.data() + m_count);
		m_count = 0;
	}

	// What only a loader may find.
	void Require(bool /*holds*/) {}
	[[nodiscard]] bool IsSound() const { return true; }

private:
	void Append(const void* first, size_t size)
	{
		if (size > m_gathered.size() - m_count)
		{
			Finish();
			if (size > m_gathered.size())
			{
				const auto* bytes = static_cast<const std::byte*>(first);
				m_bytes.insert(m_bytes.end(), bytes, bytes + size);
				return;
			}
		}
		if (size > 0)
		{
			std::memcpy(m_gathered.data() + m_count, first, size);
			m_count += size;
		}
	}

	std::vector<std::byte>& m_bytes;
	BodyNames& m_names;
	std::array<std::byte, 1024> m_gathered;
	size_t m_count = 0;
};

class Loader
{
public:
	static constexpr bool k_loads = true;

	Loader(std::span<const std::byte> bytes, const NamedBodies& names) : m_bytes(bytes), m_names(names) {}

	/// False from the first on that was refused.
	[[nodiscard]] bool IsSound() const { return m_isSound; }

	/// How many bytes were read, up to and with the first that was refused.
	[[nodiscard]] size_t Place() const { return m_place; }
	[[nodiscard]] bool IsAtEnd() const { return m_place == m_bytes.size(); }
	[[nodiscard]] const NamedBodies& Names() const { return m_names; }

	void Require(bool holds) { m_isSound = m_isSound && holds; }

	template <SavedNumber T>
	void operator()(T& number)
	{
		number = {};
		Take(&number, sizeof(number));
	}

	void operator()(bool& flag)
	{
		uint8_t byte = 0;
		(*this)(byte);
		Require(byte <= 1);
		flag = byte == 1;
	}

	void Word(uintptr_t& word)
	{
		uint64_t wide = 0;
		(*this)(wide);
		word = static_cast<uintptr_t>(wide);
		Require(word == wide);
	}

	template <class Enum>
	requires std::is_enum_v<Enum>
	void Choice(Enum& choice, Enum last)
	{
		std::underlying_type_t<Enum> number = {};
		(*this)(number);
		const bool isOne = number <= static_cast<std::underlying_type_t<Enum>>(last);
		Require(isOne);
		choice = isOne ? static_cast<Enum>(number) : Enum{};
	}

	void Count(size_t& count, size_t least)
	{
		uint64_t wide = 0;
		(*this)(wide);
		const bool fits = wide <= (m_bytes.size() - m_place) / least;
		Require(fits);
		count = m_isSound ? static_cast<size_t>(wide) : 0;
	}

	template <class T>
	void Block(std::vector<T>& numbers)
	{
		static_assert(std::is_trivially_copyable_v<T>);
		size_t count = 0;
		Count(count, sizeof(T));
		numbers.resize(count);
		Take(numbers.data(), count * sizeof(T));
	}

	template <class Pointer>
	void Body(Pointer& body)
	{
		bool isThere = false;
		uint64_t name = 0;
		(*this)(isThere);
		if (isThere)
		{
			(*this)(name);
		}
		body = isThere && m_isSound ? m_names.Find(name) : nullptr;
	}

	template <class Pointer>
	void Fixture(Pointer& fixture)
	{
		bool isThere = false;
		FixtureName name;
		(*this)(isThere);
		if (isThere)
		{
			(*this)(name.body);
			(*this)(name.place);
		}
		fixture = isThere && m_isSound ? m_names.Find(name) : nullptr;
	}

	template <class R, class... Parameters>
	void Function(std::function<R(Parameters...)>& function)
	{
		bool isThere = false;
		(*this)(isThere);
		function = nullptr;
		if (isThere)
		{
			function = LostFunction<R>();
		}
	}

private:
	void Take(void* first, size_t size)
	{
		Require(size <= m_bytes.size() - m_place);
		if (m_isSound && size > 0)
		{
			std::memcpy(first, m_bytes.data() + m_place, size);
			m_place += size;
		}
	}

	std::span<const std::byte> m_bytes;
	const NamedBodies& m_names;
	size_t m_place = 0;
	bool m_isSound = true;
};

} // namespace ricochet
