// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

// The declarations that the examples in plugin/docs/snapshot.md use.

#include <vector>

inline b2World world({0.0f, -10.0f});
inline const b2Vec2 eye{0.0f, 1.0f};
inline const b2Vec2 target{10.0f, 1.0f};
inline const std::vector<ricochet::Ray> rays(1000, ricochet::RayBetween(eye, target));

inline b2Body* MakeCrate(b2Vec2 position)
{
	b2BodyDef def;
	def.position = position;
	b2Body* body = world.CreateBody(&def);
	const auto box = ricochet::MakeBox(0.5f, 0.5f);
	body->CreateFixture(&*box, 0.0f);
	return body;
}

inline b2Body* const crate = MakeCrate({5.0f, 1.0f});
inline b2Body* const enemy = MakeCrate({5.0f, 4.0f});

inline void Spark(b2Vec2) {}
inline void Show(int32_t, int32_t, int32_t) {}
inline void DestroySomething()
{
	world.DestroyBody(crate);
}
inline void Mark(b2Fixture*) {}
inline void DrawGhost(const b2Transform&) {}
