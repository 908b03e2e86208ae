// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "geometry/hull_oracle.h"

#include <vector>

namespace ricochet::test
{

[[nodiscard]] inline mpz_class Dot(const IntVec& a, const IntVec& b)
{
	return a.x * b.x + a.y * b.y;
}

/// The path of a point relative to a hull that is grown by a radius.
struct PointProblem
{
	IntVec start, way;
	std::vector<IntVec> hull;
	mpz_class radius;

	[[nodiscard]] size_t EdgeCount() const { return hull.size() == 1 ? 0 : hull.size(); }
	[[nodiscard]] IntVec Along(size_t i) const { return hull[(i + 1) % hull.size()] - hull[i]; }
};

/// Returns the admissible unit normals in the world where the line enters (turn -1) or leaves (turn 1) at a fraction.
[[nodiscard]] std::vector<DoubleVec> NormalsAt(const PointProblem& problem, const Number& t, int turn, const b2Rot& q);

} // namespace ricochet::test
