// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "box2d/b2_body.h"

/// A scene has no contacts. The classes exist because the library can walk those of a Box2D body.
class b2Contact
{
public:
	[[nodiscard]] bool IsTouching() const { return false; }
};

struct b2ContactEdge
{
	b2Body* other;
	b2Contact* contact;
	b2ContactEdge* next;
};
