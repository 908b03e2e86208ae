// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "box2d/b2_broad_phase.h"

class b2ContactFilter;
class b2ContactListener;

class b2ContactManager
{
public:
	b2BroadPhase m_broadPhase;
	b2ContactListener* m_contactListener = nullptr;
	b2ContactFilter* m_contactFilter = nullptr;
};
