// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <box2d/b2_fixture.h>

namespace playground
{

/// Returns the definition with which to make a copy of a fixture.
[[nodiscard]] inline b2FixtureDef DefOf(const b2Fixture& fixture)
{
	b2FixtureDef def;
	def.shape = fixture.GetShape();
	def.density = fixture.GetDensity();
	def.friction = fixture.GetFriction();
	def.restitution = fixture.GetRestitution();
	def.isSensor = fixture.IsSensor();
	def.filter = fixture.GetFilterData();
	return def;
}

} // namespace playground
