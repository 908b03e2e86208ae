// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "projectile/save/body_names.h"
#include "projectile/save/saved_number.h"
#include "query/lost_function.h"

#include <cstddef>
#include <cstring>
#include <functional>
#include <span>
#include <vector>

namespace ricochet
{

/// What it finds to be impossible it refuses, and goes on with something harmless.
class Loader
{
public:
	static constexpr bool k_loads = true;

	Loader(std::span<const std::byte> bytes, NamedBodies& names) : m_bytes(bytes), m_names(names) {}

	/// False from the first on that was refused.
	[[nodiscard]] bool IsSound() const { return m_isSound; }

	/// How many bytes were read, up to and with the first that was refused.
	[[nodiscard]] size_t Place() const { return m_place; }
	[[nodiscard]] bool IsAtEnd() const { return m_place == m_bytes.size(); }
	[[nodiscard]] NamedBodies& Names() { return m_names; }

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
			Together(name.body, name.place);
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
	NamedBodies& m_names;
	size_t m_place = 0;
	bool m_isSound = true;
};

} // namespace ricochet
