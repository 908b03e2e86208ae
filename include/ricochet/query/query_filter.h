// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <ricochet/export.h>

#include <array>
#include <cstdint>
#include <functional>

class b2Body;
class b2Fixture;

RICOCHET_EXPORT_BEGIN

namespace ricochet
{

/// The side from which edges and chains are hit. The front is to the right of vertex 1 -> vertex 2. Solids have no
/// sides.
enum class Sides : uint8_t
{
	Both,
	Front, ///< the sides that collide: chains and one-sided edges from the front, two-sided edges from both
	Back   ///< chains and one-sided edges from the back, two-sided edges never
};

/// Returns true to accept a fixture. An empty predicate accepts all. It must be pure: the same result for the same
/// fixture during a query. It may run on any thread, and may make queries itself. It must not change the world.
using FixturePredicate = std::function<bool(b2Fixture*)>;

/// The fixtures that a query or projectile may hit, by b2Filter's own rules. It is applied before any narrow phase.
struct QueryFilter
{
	uint16_t categoryBits = 0x0001;
	uint16_t maskBits = 0xFFFF;
	int16_t groupIndex = 0;
	bool sensors = false;    ///< report sensor fixtures; projectiles pass through them: Response::Ignore
	bool startInside = true; ///< false: a shape that contains the origin is no hit, neither its entry nor its exit. An
	                         ///< attached geometry that is concave is hit where the ray enters it again
	Sides sides = Sides::Both; ///< sides of edges and chains; a ray along an edge has no side, so it needs Both
	const b2Body* ignoreBody = nullptr;        ///< compared, never read
	std::array<const b2Body*, 3> alsoIgnore{}; ///< as ignoreBody, up to the first null: for a shooter of several bodies
	FixturePredicate accept = {};
};

/// Returns true if the fixture passes every rule of the filter that does not depend on the ray. If filter and fixture
/// have the same group index and it is not zero, it decides alone (positive: yes, negative: no), as in
/// b2ContactFilter::ShouldCollide.
[[nodiscard]] bool Accepts(const QueryFilter& filter, b2Fixture* fixture);

} // namespace ricochet

RICOCHET_EXPORT_END
