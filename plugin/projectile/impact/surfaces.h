// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <ricochet/projectile/events.h>

#include <unordered_map>

class b2World;

namespace ricochet
{

/// The surfaces of fixtures. A fixture without a surface from the game has the default, with the restitution and
/// friction that it has in Box2D.
class Surfaces
{
	struct Known
	{
		Surface surface;
		bool isAlive = true; // scratch of ForgetLost
	};

public:
	/// The default must outlive this object.
	explicit Surfaces(const Surface& byDefault) : m_default(byDefault) {}

	[[nodiscard]] Surface Of(const b2Fixture* fixture) const;

	/// Sets the surface of a fixture, whose pointer is not dereferenced.
	void Set(const b2Fixture* fixture, const Surface& surface) { m_known.insert_or_assign(fixture, Known{surface}); }

	/// Forgets the surface of a fixture. Needs no memory.
	void Forget(const b2Fixture* fixture) noexcept { m_known.erase(fixture); }

	/// Forgets the surfaces of fixtures that a world no longer has.
	void ForgetLost(b2World& world);

	/// The surfaces that were set, without the default.
	void Swap(Surfaces& other) noexcept { m_known.swap(other.m_known); }
	[[nodiscard]] const auto& All() const { return m_known; }

private:
	const Surface& m_default;
	std::unordered_map<const b2Fixture*, Known> m_known;
};

} // namespace ricochet
