// MIT License, Copyright (c) 2026 the ricochet authors

#include "geometry/hull_problem.h"

#include <algorithm>

namespace ricochet::test
{

namespace
{

/// Converts all floats of a scene to integers, as multiples of their smallest bit. Every product of floats is scaled
/// like one of degree 3, the degree of a vertex that is rotated by two poses.
class Whole
{
public:
	explicit Whole(const HullScene& scene)
	{
		for (const b2Vec2& v : scene.moving)
		{
			Hold(v);
		}
		for (const b2Vec2& v : scene.still)
		{
			Hold(v);
		}
		Hold(scene.translation);
		Hold(scene.movingPose);
		Hold(scene.stillPose);
		Hold(scene.movingRadius);
		Hold(scene.stillRadius);
	}

	[[nodiscard]] mpz_class operator()(float value) const
	{
		return mpz_class(mpq_class(static_cast<double>(value)) * mpq_class(mpz_class(1) << m_shift));
	}
	[[nodiscard]] IntVec operator()(b2Vec2 v) const { return {(*this)(v.x), (*this)(v.y)}; }
	[[nodiscard]] IntVec Raised(const IntVec& v, unsigned long degrees) const
	{
		return {v.x << (degrees * m_shift), v.y << (degrees * m_shift)};
	}
	[[nodiscard]] mpz_class Raised(const mpz_class& value, unsigned long degrees) const
	{
		return value << (degrees * m_shift);
	}
	[[nodiscard]] IntVec Turned(const b2Rot& q, const IntVec& v) const
	{
		const mpz_class c = (*this)(q.c), s = (*this)(q.s);
		return {c * v.x - s * v.y, s * v.x + c * v.y};
	}
	[[nodiscard]] IntVec TurnedBack(const b2Rot& q, const IntVec& v) const
	{
		const mpz_class c = (*this)(q.c), s = (*this)(q.s);
		return {c * v.x + s * v.y, c * v.y - s * v.x};
	}

private:
	void Hold(float value)
	{
		const mpq_class exact(static_cast<double>(value));
		m_shift = std::max(m_shift, static_cast<unsigned long>(mpz_sizeinbase(exact.get_den_mpz_t(), 2) - 1));
	}
	void Hold(b2Vec2 v)
	{
		Hold(v.x);
		Hold(v.y);
	}
	void Hold(const b2Transform& pose)
	{
		Hold(pose.p);
		Hold(pose.q.s);
		Hold(pose.q.c);
	}

	unsigned long m_shift = 0;
};

std::vector<IntVec> ConvexHullOf(std::vector<IntVec> points)
{
	const auto isBefore = [](const IntVec& a, const IntVec& b)
	{
		return a.x != b.x ? a.x < b.x : a.y < b.y;
	};
	const auto isSame = [](const IntVec& a, const IntVec& b)
	{
		return a.x == b.x && a.y == b.y;
	};
	std::sort(points.begin(), points.end(), isBefore);
	points.erase(std::unique(points.begin(), points.end(), isSame), points.end());
	if (points.size() < 3)
	{
		return points;
	}
	std::vector<IntVec> hull;
	for (int pass = 0; pass < 2; ++pass)
	{
		const size_t base = hull.size();
		for (const IntVec& p : points)
		{
			while (hull.size() >= base + 2 && Cross(hull.back() - hull[hull.size() - 2], p - hull.back()) <= 0)
			{
				hull.pop_back();
			}
			hull.push_back(p);
		}
		hull.pop_back();
		std::reverse(points.begin(), points.end());
	}
	return hull;
}

PointProblem ProblemOf(const HullScene& scene)
{
	const Whole whole(scene);
	const b2Rot& q = scene.stillPose.q;
	std::vector<IntVec> points;
	for (const b2Vec2& v : scene.still)
	{
		for (const b2Vec2& w : scene.moving)
		{
			points.push_back(whole.Raised(whole(v), 2) -
			                 whole.TurnedBack(q, whole.Turned(scene.movingPose.q, whole(w))));
		}
	}
	PointProblem problem;
	problem.start = whole.Raised(whole.TurnedBack(q, whole(scene.movingPose.p) - whole(scene.stillPose.p)), 1);
	problem.way = whole.Raised(whole.TurnedBack(q, whole(scene.translation)), 1);
	problem.hull = ConvexHullOf(std::move(points));
	problem.radius = whole.Raised(mpz_class(whole(scene.movingRadius) + whole(scene.stillRadius)), 2);
	return problem;
}

Number Quotient(const mpz_class& a, int sign, const mpz_class& root, const mpz_class& c)
{
	const int s = root == 0 ? 0 : sign;
	const bool isNegative = c < 0;
	return {isNegative ? mpz_class(-a) : a, s == 0 ? mpz_class(0) : root, abs(c), isNegative ? -s : s};
}

struct Stretch
{
	Number begin, end;
};

std::optional<Stretch> StretchInDisc(const PointProblem& problem, const IntVec& center)
{
	const IntVec s = problem.start - center;
	const mpz_class a = Dot(problem.way, problem.way);
	const mpz_class b = Dot(s, problem.way);
	const mpz_class root = b * b - a * (Dot(s, s) - problem.radius * problem.radius);
	if (root < 0)
	{
		return std::nullopt;
	}
	return Stretch{Quotient(-b, -1, root, a), Quotient(-b, 1, root, a)};
}

/// Returns the stretch of t for which 0 <= value + t * slope <= most. No result: it holds everywhere or nowhere.
std::optional<Stretch> StretchBetween(const mpz_class& value, const mpz_class& slope, const mpz_class& most)
{
	if (slope == 0)
	{
		return std::nullopt;
	}
	const Number atZero = Quotient(-value, 0, 0, slope);
	const Number atMost = Quotient(most - value, 0, 0, slope);
	return slope > 0 ? Stretch{atZero, atMost} : Stretch{atMost, atZero};
}

/// Returns the stretch inside the rectangle of all points beside an edge that are at most the radius away from its
/// line.
std::optional<Stretch> StretchBeside(const PointProblem& problem, size_t i)
{
	const IntVec e = problem.Along(i);
	const IntVec s = problem.start - problem.hull[i];
	const mpz_class square = Dot(e, e);
	const mpz_class along = Dot(e, s), height = Cross(e, s), slope = Cross(e, problem.way);
	const mpz_class reach = problem.radius * problem.radius * square;
	const std::optional<Stretch> ends = StretchBetween(along, Dot(e, problem.way), square);
	if (ends.has_value() == false && (along < 0 || along > square))
	{
		return std::nullopt;
	}
	if (slope == 0)
	{
		return height * height <= reach ? ends : std::nullopt;
	}
	const int side = slope > 0 ? 1 : -1;
	Stretch band{Quotient(-height, -side, reach, slope), Quotient(-height, side, reach, slope)};
	if (ends)
	{
		band.begin = Compare(ends->begin, band.begin) > 0 ? ends->begin : band.begin;
		band.end = Compare(ends->end, band.end) < 0 ? ends->end : band.end;
	}
	return Compare(band.begin, band.end) <= 0 ? std::optional(band) : std::nullopt;
}

std::optional<Stretch> StretchInAll(const PointProblem& problem)
{
	std::optional<Stretch> all;
	const auto take = [&](const std::optional<Stretch>& part)
	{
		if (part)
		{
			all = all.value_or(*part);
			all->begin = Compare(part->begin, all->begin) < 0 ? part->begin : all->begin;
			all->end = Compare(part->end, all->end) > 0 ? part->end : all->end;
		}
	};
	for (size_t i = 0; i < problem.hull.size(); ++i)
	{
		take(StretchInDisc(problem, problem.hull[i]));
	}
	for (size_t i = 0; i < problem.EdgeCount(); ++i)
	{
		take(StretchBeside(problem, i));
	}
	return all;
}

bool HoldsStart(const PointProblem& problem)
{
	const mpz_class reach = problem.radius * problem.radius;
	bool isInside = problem.hull.size() >= 3;
	for (size_t i = 0; i < problem.hull.size(); ++i)
	{
		const IntVec s = problem.start - problem.hull[i];
		const IntVec e = problem.Along(i);
		const mpz_class along = Dot(e, s), height = Cross(e, s), square = Dot(e, e);
		const bool isBeside = square > 0 && along >= 0 && along <= square && height * height <= reach * square;
		if (Dot(s, s) <= reach || isBeside)
		{
			return true;
		}
		isInside = isInside && height >= 0;
	}
	return isInside;
}

bool MeetsInterior(const PointProblem& problem)
{
	bool left = false, right = false, near = false;
	const mpz_class reach = problem.radius * problem.radius * Dot(problem.way, problem.way);
	for (const IntVec& v : problem.hull)
	{
		const mpz_class side = Cross(problem.way, v - problem.start);
		left = left || side > 0;
		right = right || side < 0;
		near = near || side * side < reach;
	}
	return near || (left && right && (problem.hull.size() >= 3 || problem.radius > 0));
}

} // namespace

HullAnswer ExactCastHull(const HullScene& scene)
{
	const PointProblem problem = ProblemOf(scene);
	HullAnswer answer;
	answer.isPoint = (problem.way.x == 0 && problem.way.y == 0) || scene.maxFraction == 0.0f;
	if (answer.isPoint)
	{
		answer.hit = answer.startsInside = answer.endsInside = HoldsStart(problem);
		return answer;
	}
	const std::optional<Stretch> stretch = StretchInAll(problem);
	const Number zero = ToNumber(0.0f);
	const Number most = ToNumber(scene.maxFraction);
	if (stretch.has_value() == false || Compare(stretch->begin, most) > 0 || Compare(stretch->end, zero) <= 0)
	{
		return answer;
	}
	answer.hit = true;
	answer.enter = stretch->begin;
	answer.exit = stretch->end;
	answer.startsInside = Compare(answer.enter, zero) < 0;
	answer.endsInside = Compare(answer.exit, most) > 0;
	answer.grazing = MeetsInterior(problem) == false;
	answer.enterNormals = NormalsAt(problem, answer.enter, -1, scene.stillPose.q);
	answer.exitNormals = NormalsAt(problem, answer.exit, 1, scene.stillPose.q);
	return answer;
}

} // namespace ricochet::test
