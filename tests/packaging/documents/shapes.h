// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

// The declarations that the examples in plugin/docs/shapes.md use.

inline b2World world({0.0f, -10.0f});

inline b2Body* const player = []
{
	b2BodyDef def;
	def.type = b2_dynamicBody;
	return world.CreateBody(&def);
}();
inline const b2Vec2 cursor{3.0f, 1.0f};
inline const b2Vec2 eye{0.0f, 1.0f};
inline const b2Vec2 target{20.0f, 1.0f};

inline void Spark(b2Vec2) {}
inline void StandAt(b2Vec2) {}
inline void SetCanJump(bool) {}
inline void CarryAlong(b2Vec2) {}
inline void Push(b2Fixture*, b2Vec2) {}
inline uintptr_t NumberOfWall(const b2Body*)
{
	return 1;
}
