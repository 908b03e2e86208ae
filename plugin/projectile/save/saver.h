// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "projectile/save/body_names.h"
#include "projectile/save/saved_number.h"

#include <array>
#include <cstddef>
#include <cstring>
#include <functional>
#include <optional>
#include <vector>

namespace ricochet
{

/// Small things are gathered, and come to the bytes with Finish at the latest.
class Saver
{
public:
	static constexpr bool k_loads = false;

	Saver(std::vector<std::byte>& bytes, BodyNames& names) : m_bytes(bytes), m_names(names) {}

	void operator()(SavedNumber auto& number) { Together(number); }
	void operator()(bool& flag) { Together(flag); }

	/// Numbers and flags as if each were given alone.
	template <class... Parts>
	void Together(Parts&... parts)
	{
		constexpr size_t k_size = (sizeof(Parts) + ...);
		std::byte* at = RoomFor(k_size);
		((std::memcpy(at, &parts, sizeof(parts)), at += sizeof(parts)), ...);
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
			Together(name->body, name->place);
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
	// Of little.
	std::byte* RoomFor(size_t size)
	{
		if (size > m_gathered.size() - m_count)
		{
			Finish();
		}
		m_count += size;
		return m_gathered.data() + m_count - size;
	}

	void Append(const void* first, size_t size)
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

	std::vector<std::byte>& m_bytes;
	BodyNames& m_names;
	std::array<std::byte, 1024> m_gathered;
	size_t m_count = 0;
};

} // namespace ricochet
