// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <utility>

namespace ricochet
{

/// Takes the memory that a thread keeps for its next query, and gives it back on destruction. The memory keeps its
/// content. If a predicate starts another query meanwhile, that query finds empty memory.
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
