// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "query/accept.h"

#include <ricochet/projectile/grenade.h>

namespace ricochet
{

// Removes a body from a def when the body is destroyed. Otherwise the next body with its address would be taken for it.

inline void ForgetBody(Homing& homing, const b2Body* body)
{
	if (homing.body == body)
	{
		homing = {};
	}
}

inline void ForgetBody(ExplosionDef& def, const b2Body* body)
{
	StopIgnoring(def.filter, body);
	StopIgnoring(def.fragments.bullet.filter, body);
	ForgetBody(def.fragments.bullet.homing, body);
}

inline void ForgetBody(GrenadeDef& def, const b2Body* body)
{
	StopIgnoring(def.filter, body);
	if (def.blast)
	{
		ForgetBody(*def.blast, body);
	}
}

} // namespace ricochet
