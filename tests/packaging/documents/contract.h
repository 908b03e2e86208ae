// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

// The declarations that the examples in plugin/docs/contract.md use.

inline b2World world({0.0f, -10.0f});

inline const b2Vec2 cursor{3.0f, 1.0f};

inline void MakeHole(b2Fixture*, b2Vec2, b2Vec2, float) {}
