// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

// The declarations that the examples in plugin/docs/sight.md use.

inline b2World world({0.0f, 0.0f});
inline const b2Vec2 guard{0.0f, 0.0f};
inline const b2Vec2 thief{5.0f, 0.0f};
inline constexpr float facing = 0.0f;

inline void RaiseAlarm() {}
