// MIT License, Copyright (c) 2026 the ricochet authors

#include <ricochet/geometry/reflect.h>

#include "geometry/round_to_float.h"

namespace ricochet
{

b2Vec2 Reflect(b2Vec2 velocity, b2Vec2 normal)
{
	// In double: a normal component that is small beside the velocity keeps its digits.
	const double nx = normal.x;
	const double ny = normal.y;
	const double along = velocity.x * nx + velocity.y * ny;
	return {RoundToFloat(velocity.x - 2.0 * along * nx), RoundToFloat(velocity.y - 2.0 * along * ny)};
}

} // namespace ricochet
