// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "box2d/b2_settings.h"

#include <array>
#include <vector>

/// A stack whose first N elements need no allocation.
template <class T, int32 N>
class b2GrowableStack
{
public:
	void Push(const T& element)
	{
		if (m_count < N)
		{
			m_first[static_cast<size_t>(m_count)] = element;
		}
		else
		{
			m_rest.push_back(element);
		}
		++m_count;
	}

	T Pop()
	{
		if (--m_count < N)
		{
			return m_first[static_cast<size_t>(m_count)];
		}
		const T last = m_rest.back();
		m_rest.pop_back();
		return last;
	}

	[[nodiscard]] int32 GetCount() const { return m_count; }

private:
	std::array<T, static_cast<size_t>(N)> m_first;
	std::vector<T> m_rest;
	int32 m_count = 0;
};
