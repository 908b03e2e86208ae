// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <utility>

namespace ricochet
{

/// What a thread keeps for its next query, taken as long as this lives, with what it held. A predicate may ask, too:
/// who asks meanwhile finds an empty one.
template <class T>
class Borrowed
{
public:
	explicit Borrowed(T& kept) : m_kept(kept) { std::swap(m_taken, m_kept); }
	~Borrowed() { std::swap(m_taken, m_kept); }
	Borrowed(const Borrowed&) = delete;
	Borrowed& operator=(const Borrowed&) = delete;

	[[nodiscard]] T& operator*() { return m_taken; }
	[[nodiscard]] T* operator->() { return &m_taken; }

private:
	T& m_kept;
	T m_taken{};
};

} // namespace ricochet
