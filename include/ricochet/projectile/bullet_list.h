// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <ricochet/export.h>
#include <ricochet/projectile/bullet.h>

#include <cstddef>
#include <iterator>

RICOCHET_EXPORT_BEGIN

namespace ricochet
{

class BulletStore;

/// The bullets in flight, as a range. Each state is computed when it is read. Bullets are in the order of the indices
/// of their ids. As long as no bullet has ended, that is the order of firing.
class BulletList
{
public:
	/// A forward iterator over states, which are computed at each access. It is valid as long as the list.
	class Iterator
	{
	public:
		using value_type = BulletState;
		using difference_type = std::ptrdiff_t;
		using iterator_concept = std::forward_iterator_tag;
		using iterator_category = std::input_iterator_tag;
		using pointer = void;
		using reference = BulletState;

		// A default iterator refers to no list.
		Iterator() = default;
		Iterator(const BulletStore& store, size_t index) : m_store(&store), m_index(index) {}

		[[nodiscard]] BulletState operator*() const;
		Iterator& operator++();

		Iterator operator++(int)
		{
			const Iterator former = *this;
			++*this;
			return former;
		}

		friend bool operator==(const Iterator&, const Iterator&) = default;

	private:
		const BulletStore* m_store = nullptr;
		size_t m_index = 0;
	};

	explicit BulletList(const BulletStore& store) : m_store(&store) {} ///< called by Plugin::Bullets

	// The members of a container of bullets.
	[[nodiscard]] Iterator begin() const;
	[[nodiscard]] Iterator end() const;
	[[nodiscard]] size_t size() const;
	[[nodiscard]] bool empty() const { return size() == 0; }

	/// Requires: the list is not empty.
	[[nodiscard]] BulletState front() const { return *begin(); }

private:
	const BulletStore* m_store;
};

} // namespace ricochet

RICOCHET_EXPORT_END
