// MIT License, Copyright (c) 2026 the ricochet authors

#include "geometry/hull_problem.h"

#include <cmath>

namespace ricochet::test
{

namespace
{

constexpr unsigned long k_bits = 1024;

struct LongVec
{
	mpf_class x{0, k_bits}, y{0, k_bits};
};

mpf_class Long(const mpz_class& value)
{
	return mpf_class(value, k_bits);
}

LongVec Long(const IntVec& v)
{
	return {Long(v.x), Long(v.y)};
}

LongVec operator-(const LongVec& a, const LongVec& b)
{
	return {mpf_class(a.x - b.x, k_bits), mpf_class(a.y - b.y, k_bits)};
}

mpf_class Dot(const LongVec& a, const LongVec& b)
{
	return mpf_class(a.x * b.x + a.y * b.y, k_bits);
}

LongVec PointAt(const PointProblem& problem, const Number& t)
{
	const mpf_class root(sqrt(Long(t.b)), k_bits);
	const mpf_class fraction((Long(t.a) + t.sign * root) / Long(t.c), k_bits);
	return {mpf_class(Long(problem.start.x) + fraction * Long(problem.way.x), k_bits),
	        mpf_class(Long(problem.start.y) + fraction * Long(problem.way.y), k_bits)};
}

/// Returns the point of edge i that is nearest to p.
LongVec NearestOf(const PointProblem& problem, size_t i, const LongVec& p)
{
	const LongVec v = Long(problem.hull[i]);
	const LongVec e = Long(problem.Along(i));
	const mpf_class square = Dot(e, e);
	if (square == 0)
	{
		return v;
	}
	mpf_class share(Dot(p - v, e) / square, k_bits);
	share = share < 0 ? mpf_class(0, k_bits) : (share > 1 ? mpf_class(1, k_bits) : share);
	return {mpf_class(v.x + share * e.x, k_bits), mpf_class(v.y + share * e.y, k_bits)};
}

DoubleVec UnitOf(const LongVec& v)
{
	const mpf_class length(sqrt(Dot(v, v)), k_bits);
	return {mpf_class(v.x / length).get_d(), mpf_class(v.y / length).get_d()};
}

/// Returns the normal of a grown hull at a point; there is only one.
DoubleVec NormalOfGrown(const PointProblem& problem, const LongVec& p)
{
	LongVec best = p - NearestOf(problem, 0, p);
	for (size_t i = 1; i < problem.hull.size(); ++i)
	{
		const LongVec away = p - NearestOf(problem, i, p);
		best = Dot(away, away) < Dot(best, best) ? away : best;
	}
	return UnitOf(best);
}

/// True if an edge of a sharp hull contains the point at the fraction t. Requires: t is the quotient t.a / t.c.
bool HoldsPoint(const PointProblem& problem, size_t i, const Number& t)
{
	const IntVec e = problem.Along(i);
	const IntVec s = problem.start - problem.hull[i];
	const IntVec fromTail{t.c * s.x + t.a * problem.way.x, t.c * s.y + t.a * problem.way.y};
	const mpz_class along = Dot(fromTail, e);
	return Cross(fromTail, e) == 0 && along >= 0 && along <= t.c * Dot(e, e);
}

/// Returns the admissible normals of a sharp hull: those of the edges at the point that face the path most. At the end
/// of a hull without area, the path's direction is also admissible.
std::vector<DoubleVec> NormalsOfSharp(const PointProblem& problem, const Number& t, int turn)
{
	std::vector<DoubleVec> normals;
	// the cosine of the angle to the path is most / sqrt(mostSquare), up to the path's length
	mpz_class most = 0, mostSquare = 1;
	for (size_t i = 0; i < problem.EdgeCount(); ++i)
	{
		const IntVec e = problem.Along(i);
		const mpz_class facing = turn * Cross(problem.way, e);
		const mpz_class square = Dot(e, e);
		const mpz_class more = facing * facing * mostSquare - most * most * square;
		if (facing <= 0 || more < 0 || HoldsPoint(problem, i, t) == false)
		{
			continue;
		}
		if (more > 0)
		{
			normals.clear();
			most = facing;
			mostSquare = square;
		}
		normals.push_back(UnitOf(Long(IntVec{e.y, -e.x})));
	}
	if (problem.hull.size() < 3)
	{
		const DoubleVec way = UnitOf(Long(problem.way));
		normals.push_back({turn * way.x, turn * way.y});
	}
	return normals;
}

} // namespace

std::vector<DoubleVec> NormalsAt(const PointProblem& problem, const Number& t, int turn, const b2Rot& q)
{
	std::vector<DoubleVec> normals;
	if (problem.radius > 0)
	{
		normals.push_back(NormalOfGrown(problem, PointAt(problem, t)));
	}
	else
	{
		normals = NormalsOfSharp(problem, t, turn);
	}
	for (DoubleVec& n : normals)
	{
		const double length = std::hypot(static_cast<double>(q.c), static_cast<double>(q.s));
		n = {(q.c * n.x - q.s * n.y) / length, (q.s * n.x + q.c * n.y) / length};
	}
	return normals;
}

} // namespace ricochet::test
