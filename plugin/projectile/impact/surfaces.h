// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <ricochet/projectile/events.h>

#include <unordered_map>

class b2World;

namespace ricochet
{

/// The surfaces of fixtures: those that the game has set, and else a default with Box2D's restitution and friction.
class Surfaces
{
	struct Known
	{
		Surface surface;
		bool isAlive = true; // scratch of ForgetLost
	};

public:
	/// Outlived by the default.
	explicit Surfaces(const Surface& byDefault) : m_default(byDefault) {}

	[[nodiscard]] Surface Of(const b2Fixture* fixture) const;

	/// The fixture is not read.
	void Set(const b2Fixture* fixture, const Surface& surface) { m_known.insert_or_assign(fixture, Known{surface}); }

	/// Needs no memory.
	void Forget(const b2Fixture* fixture) noexcept { m_known.erase(fixture); }

	/// Forgets the fixtures that a world no longer has.
	void ForgetLost(b2World& world);

	/// The surfaces that were set, without the default.
	void Swap(Surfaces& other) noexcept { m_known.swap(other.m_known); }
	[[nodiscard]] const auto& All() const { return m_known; }

private:
	const Surface& m_default;
	std::unordered_map<const b2Fixture*, Known> m_known;
};

} // namespace ricochet
