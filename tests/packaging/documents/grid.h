// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

// The declarations that the examples in plugin/docs/grid.md use.

inline const b2Vec2 eye{0.0f, 2.0f};
inline const b2Vec2 target{6.0f, 0.0f};
inline constexpr uintptr_t wallIndex = 0;
inline b2World world({0.0f, -10.0f});

inline bool IsWall(ricochet::Cell cell)
{
	return cell.x == 7;
}

inline void Light(ricochet::Cell) {}
inline void Spark(b2Vec2, b2Fixture*, uintptr_t) {}
