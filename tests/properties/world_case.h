// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "properties/fixture_spec.h"

#include <ricochet/geometry/ray.h>

#include <map>
#include <memory>
#include <ostream>
#include <vector>

namespace ricochet::test
{

/// Bodies, of which some are copies to the bit, and rays that are hard for their fixtures.
struct WorldCase
{
	std::vector<BodySpec> bodies;
	std::vector<Ray> rays;
	uint64_t salt = 0; ///< the seed of the filters

	static WorldCase Draw(Random& random);
	[[nodiscard]] std::vector<WorldCase> Simpler() const;
	friend std::ostream& operator<<(std::ostream& out, const WorldCase& what);
};

/// A world, and its fixtures in the order of creation. `waste` only changes the objects' addresses.
struct SmallWorld
{
	explicit SmallWorld(const WorldCase& what, int waste = 0);

	std::unique_ptr<b2World> world;
	std::vector<b2Fixture*> fixtures;
	std::map<const b2Fixture*, size_t> indices;
};

} // namespace ricochet::test
