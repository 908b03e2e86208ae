// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <unordered_set>

class b2Body;

namespace ricochet
{

/// Bodies that are destroyed when the next step begins. Until then no projectile hits them. Their addresses are
/// compared, never dereferenced.
class QueuedBodies
{
public:
	[[nodiscard]] bool Has(const b2Body* body) const
	{
		return (m_waiting.empty() == false && m_waiting.contains(body)) ||
		       (m_due.empty() == false && m_due.contains(body));
	}
	[[nodiscard]] bool IsEmpty() const { return m_waiting.empty() && m_due.empty(); }

	/// Returns the bodies that were added since the last Call.
	[[nodiscard]] const std::unordered_set<const b2Body*>& Waiting() const { return m_waiting; }

	/// Adds a body, unless it was added before.
	void Add(const b2Body* body) { m_waiting.insert(body); }
	void Remove(const b2Body* body) noexcept
	{
		m_waiting.erase(body);
		m_due.erase(body);
	}

	/// Makes the waiting bodies due. Bodies that are added from now on wait for the next Call.
	void Call() noexcept { m_due.swap(m_waiting); }
	[[nodiscard]] bool AreDue() const { return m_due.empty() == false; }

	/// True if a body is due. It is then no longer due.
	[[nodiscard]] bool Take(const b2Body* body) noexcept { return m_due.erase(body) > 0; }

	/// Drops the due bodies that were not taken, because they no longer exist.
	void Dismiss() noexcept { m_due.clear(); }

private:
	std::unordered_set<const b2Body*> m_waiting;
	std::unordered_set<const b2Body*> m_due;
};

} // namespace ricochet
