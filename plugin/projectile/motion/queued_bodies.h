// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <unordered_set>

class b2Body;

namespace ricochet
{

/// Bodies that go when the next step begins; until then nothing that flies meets them. Compared, never read.
class QueuedBodies
{
public:
	[[nodiscard]] bool Has(const b2Body* body) const
	{
		return (m_waiting.empty() == false && m_waiting.contains(body)) ||
		       (m_due.empty() == false && m_due.contains(body));
	}
	[[nodiscard]] bool IsEmpty() const { return m_waiting.empty() && m_due.empty(); }

	/// What waits.
	[[nodiscard]] const std::unordered_set<const b2Body*>& Waiting() const { return m_waiting; }

	/// Twice is once.
	void Add(const b2Body* body) { m_waiting.insert(body); }
	void Remove(const b2Body* body) noexcept
	{
		m_waiting.erase(body);
		m_due.erase(body);
	}

	/// What waits is due; what is added from now on waits for the next time.
	void Call() noexcept { m_due.swap(m_waiting); }
	[[nodiscard]] bool AreDue() const { return m_due.empty() == false; }

	/// True once for what is due.
	[[nodiscard]] bool Take(const b2Body* body) noexcept { return m_due.erase(body) > 0; }

	/// What is due and was not taken is gone already.
	void Dismiss() noexcept { m_due.clear(); }

private:
	std::unordered_set<const b2Body*> m_waiting;
	std::unordered_set<const b2Body*> m_due;
};

} // namespace ricochet
