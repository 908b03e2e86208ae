// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

// What plugin/docs/contract.md takes for granted.

inline b2World world({0.0f, -10.0f});

inline void MakeHole(b2Fixture*, b2Vec2, b2Vec2, float) {}
