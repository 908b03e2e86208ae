// MIT License, Copyright (c) 2026 the ricochet authors

#include "support/oracle.h"
#include "support/floats.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdio>

#include <memory>

namespace ricochet::test
{

IntVec operator+(const IntVec& a, const IntVec& b)
{
	return {a.x + b.x, a.y + b.y};
}

IntVec operator-(const IntVec& a, const IntVec& b)
{
	return {a.x - b.x, a.y - b.y};
}

IntVec operator*(const mpz_class& f, const IntVec& a)
{
	return {f * a.x, f * a.y};
}

mpz_class Cross(const IntVec& a, const IntVec& b)
{
	return a.x * b.y - a.y * b.x;
}

namespace
{

// Integers --------------------------------------------------------------------------------------------------------

/// value = mantissa * 2^exponent, where the mantissa is odd or zero.
struct Parts
{
	long mantissa = 0;
	int exponent = 0;
};

Parts Split(float value)
{
	if (value == 0.0f)
	{
		return {};
	}
	Parts parts;
	const float share = std::frexp(value, &parts.exponent);
	parts.mantissa = static_cast<long>(std::ldexp(share, 24));
	parts.exponent -= 24;
	while (parts.mantissa % 2 == 0)
	{
		parts.mantissa /= 2;
		++parts.exponent;
	}
	return parts;
}

mpq_class ToRational(float value)
{
	return mpq_class(static_cast<double>(value));
}

/// Returns the exponent of the denominator. Requires: the denominator is a power of two.
unsigned long ShiftOf(const mpq_class& value)
{
	return static_cast<unsigned long>(mpz_sizeinbase(value.get_den_mpz_t(), 2) - 1);
}

unsigned long ShiftOf(float value)
{
	const int exponent = Split(value).exponent;
	return exponent < 0 ? static_cast<unsigned long>(-exponent) : 0;
}

/// Multiplies all numbers by one power of two that makes them integers. The fractions of a ray do not change.
class Scale
{
public:
	void Hold(const mpq_class& value) { m_shift = std::max(m_shift, ShiftOf(value)); }
	void Hold(float value) { m_shift = std::max(m_shift, ShiftOf(value)); }
	void Hold(b2Vec2 v)
	{
		Hold(v.x);
		Hold(v.y);
	}
	void Hold(const ExactVec& v)
	{
		Hold(v.x);
		Hold(v.y);
	}
	void Hold(std::span<const b2Vec2> vertices)
	{
		for (const b2Vec2& v : vertices)
		{
			Hold(v);
		}
	}

	mpz_class operator()(const mpq_class& value) const { return value.get_num() << (m_shift - ShiftOf(value)); }

	mpz_class operator()(float value) const
	{
		const Parts parts = Split(value);
		if (parts.mantissa == 0)
		{
			return 0;
		}
		const long shift = parts.exponent + static_cast<long>(m_shift);
		return mpz_class(parts.mantissa) << static_cast<unsigned long>(shift);
	}

	IntVec operator()(b2Vec2 v) const { return {(*this)(v.x), (*this)(v.y)}; }
	IntVec operator()(const ExactVec& v) const { return {(*this)(v.x), (*this)(v.y)}; }

	std::vector<IntVec> operator()(std::span<const b2Vec2> vertices) const
	{
		std::vector<IntVec> scaled;
		scaled.reserve(vertices.size());
		for (const b2Vec2& v : vertices)
		{
			scaled.push_back((*this)(v));
		}
		return scaled;
	}

private:
	unsigned long m_shift = 0;
};

IntVec Negated(const IntVec& a)
{
	return {-a.x, -a.y};
}

bool operator==(const IntVec& a, const IntVec& b)
{
	return a.x == b.x && a.y == b.y;
}

mpz_class Dot(const IntVec& a, const IntVec& b)
{
	return a.x * b.x + a.y * b.y;
}

bool IsZero(const IntVec& a)
{
	return sgn(a.x) == 0 && sgn(a.y) == 0;
}

/// Returns the normal of an edge that points away from the polygon, which is on the left of the edge.
IntVec OutwardOf(const IntVec& edge)
{
	return {edge.y, -edge.x};
}

int Sign(const mpz_class& value)
{
	return sgn(value);
}

/// Returns the sign of x / sqrt(xx) - y / sqrt(yy).
int CompareOverRoots(const mpz_class& x, const mpz_class& xx, const mpz_class& y, const mpz_class& yy)
{
	const int signX = Sign(x);
	const int signY = Sign(y);
	if (signX != signY)
	{
		return signX < signY ? -1 : 1;
	}
	return signX * cmp(mpz_class(x * x * yy), mpz_class(y * y * xx));
}

Number Ratio(mpz_class numerator, mpz_class denominator)
{
	if (sgn(denominator) < 0)
	{
		numerator = -numerator;
		denominator = -denominator;
	}
	return {std::move(numerator), 0, std::move(denominator), 0};
}

/// Returns the sign of f + g * t.
int SignOfLinear(const mpz_class& f, const mpz_class& g, const Number& t)
{
	return SignOfSum(f * t.c + g * t.a, t.sign * Sign(g), g * g * t.b, 0, 0);
}

/// The line of a ray, in integers.
struct Line
{
	IntVec start, translation;
	Number end;
	bool isPoint = false;
};

Line LineOf(const PulledRay& ray, const Scale& scale)
{
	Line line;
	line.start = scale(ray.start);
	line.translation = scale(ray.translation);
	line.end = ToNumber(ray.maxFraction);
	line.isPoint = IsZero(line.translation) || ray.maxFraction == 0;
	return line;
}

Scale ScaleOf(const PulledRay& ray)
{
	Scale scale;
	scale.Hold(ray.start);
	scale.Hold(ray.translation);
	return scale;
}

// The table of the contract ---------------------------------------------------------------------------------------

const Number k_zero{};

ExactSpans PointSpan(const Line& line, bool contains)
{
	if (contains == false)
	{
		return {};
	}
	ExactSpan span;
	span.startsInside = true;
	span.endsInside = true;
	span.enter.fraction = k_zero;
	span.enter.edges = {-1};
	span.exit.fraction = line.end;
	span.exit.edges = {-1};
	return {std::move(span)};
}

bool IsHit(const Line& line, const Number& t0, const Number& t1)
{
	return Compare(t0, line.end) <= 0 && Compare(t1, k_zero) > 0;
}

/// Returns the span for the stretch [enter, exit] of the line that is in the shape.
ExactSpan ClippedSpan(const Line& line, ExactCrossing enter, ExactCrossing exit, bool grazing)
{
	ExactSpan span;
	span.grazing = grazing;
	span.startsInside = Compare(enter.fraction, k_zero) < 0;
	span.endsInside = Compare(exit.fraction, line.end) > 0;
	if (span.startsInside)
	{
		enter = {k_zero, {-1}, {}};
	}
	if (span.endsInside)
	{
		exit = {line.end, {-1}, {}};
	}
	span.enter = std::move(enter);
	span.exit = std::move(exit);
	return span;
}

ExactNormal AlongNormal(const IntVec& direction)
{
	ExactNormal normal;
	normal.kind = ExactNormal::Kind::Along;
	normal.u = direction;
	return normal;
}

ExactNormal AnyNormal()
{
	ExactNormal normal;
	normal.kind = ExactNormal::Kind::AnyFacing;
	return normal;
}

/// Returns the direction of p(t) - center.
ExactNormal NormalFrom(const Line& line, const Number& t, const IntVec& center)
{
	ExactNormal normal;
	normal.kind = ExactNormal::Kind::Along;
	normal.u = t.c * (line.start - center) + t.a * line.translation;
	normal.v = line.translation;
	normal.b = t.b;
	normal.sign = t.sign;
	return normal;
}

// Straight edges --------------------------------------------------------------------------------------------------

struct Side
{
	int32_t index = 0;
	IntVec a, b;
	IntVec outward; ///< any length except zero
};

/// True if p(t) = start + t * translation is on the closed segment. Requires: t has no root.
bool IsOnSide(const Line& line, const Number& t, const Side& side)
{
	const IntVec fromA = t.c * (line.start - side.a) + t.a * line.translation;
	const IntVec edge = side.b - side.a;
	if (IsZero(edge))
	{
		return IsZero(fromA);
	}
	if (Sign(Cross(edge, fromA)) != 0)
	{
		return false;
	}
	const mpz_class along = Dot(edge, fromA);
	return Sign(along) >= 0 && along <= t.c * Dot(edge, edge);
}

/// Returns the side whose normal has the largest (facing 1) or least (facing -1) component along the direction. If
/// several are equal, returns the first.
const Side& MostFacing(const std::vector<const Side*>& sides, const IntVec& direction, int facing)
{
	const Side* best = nullptr;
	mpz_class bestDot, bestSquare;
	for (const Side* side : sides)
	{
		const mpz_class dot = facing * Dot(side->outward, direction);
		const mpz_class square = Dot(side->outward, side->outward);
		const int order = best == nullptr ? 1 : CompareOverRoots(dot, square, bestDot, bestSquare);
		if (order > 0 || (order == 0 && side->index < best->index))
		{
			best = side;
			bestDot = dot;
			bestSquare = square;
		}
	}
	return *best;
}

/// Returns the crossing at t. Its edge is one of the sides that contain p(t).
ExactCrossing CrossingOnSides(const Line& line, const Number& t, const std::vector<Side>& sides, int facing)
{
	std::vector<const Side*> touched;
	for (const Side& side : sides)
	{
		if (IsOnSide(line, t, side))
		{
			touched.push_back(&side);
		}
	}
	ExactCrossing crossing;
	crossing.fraction = t;
	const Side& side = MostFacing(touched, line.translation, facing);
	crossing.edges = {side.index};
	crossing.normal = AlongNormal(side.outward);
	return crossing;
}

constexpr int k_enter = -1; // the normal points against the ray
constexpr int k_exit = 1;

/// Clips the line by the half-planes to the left of the sides, with the algorithm of Cyrus and Beck.
ExactSpans ClipByHalfPlanes(const Line& line, const std::vector<Side>& sides, bool hasInterior)
{
	if (line.isPoint)
	{
		for (const Side& side : sides)
		{
			if (Sign(Dot(side.outward, line.start - side.a)) > 0)
			{
				return {};
			}
		}
		return PointSpan(line, true);
	}

	std::optional<Number> t0, t1;
	bool grazing = hasInterior == false;
	for (const Side& side : sides)
	{
		// A point is inside if outward . (start + t * translation - a) <= 0.
		const mpz_class numerator = Dot(side.outward, side.a - line.start);
		const mpz_class denominator = Dot(side.outward, line.translation);
		const int direction = Sign(denominator);
		if (direction == 0)
		{
			if (Sign(numerator) < 0)
			{
				return {};
			}
			grazing = grazing || Sign(numerator) == 0;
			continue;
		}
		Number t = Ratio(numerator, denominator);
		if (direction < 0 && (t0.has_value() == false || Compare(t, *t0) > 0))
		{
			t0 = std::move(t);
		}
		else if (direction > 0 && (t1.has_value() == false || Compare(t, *t1) < 0))
		{
			t1 = std::move(t);
		}
	}
	const int order = Compare(*t0, *t1);
	if (order > 0 || IsHit(line, *t0, *t1) == false)
	{
		return {};
	}
	return {ClippedSpan(line, CrossingOnSides(line, *t0, sides, k_enter), CrossingOnSides(line, *t1, sides, k_exit),
	                    grazing || order == 0)};
}

/// Returns twice the area; positive if the polygon is counter-clockwise.
mpz_class AreaOf(const std::vector<IntVec>& vertices)
{
	mpz_class area = 0;
	for (size_t i = 0; i < vertices.size(); ++i)
	{
		area += Cross(vertices[i], vertices[(i + 1) % vertices.size()]);
	}
	return area;
}

/// Returns the edges with nonzero length. Two vertices have two edges, one in each direction.
std::vector<Side> SidesOf(const std::vector<IntVec>& vertices, bool isClockwise = false)
{
	std::vector<Side> sides;
	for (size_t i = 0; i < vertices.size(); ++i)
	{
		const IntVec& a = vertices[i];
		const IntVec& b = vertices[(i + 1) % vertices.size()];
		if ((a == b) == false)
		{
			const IntVec outward = OutwardOf(b - a);
			sides.push_back({static_cast<int32_t>(i), a, b, isClockwise ? Negated(outward) : outward});
		}
	}
	return sides;
}

/// Returns the sides in the order bottom, right, top, left. Sides of a thin box keep their normals even if their length
/// is zero.
std::vector<Side> SidesOf(const IntVec& lower, const IntVec& upper)
{
	const std::array<IntVec, 4> corners = {lower, IntVec{upper.x, lower.y}, upper, IntVec{lower.x, upper.y}};
	return {{0, corners[0], corners[1], {0, -1}},
	        {1, corners[1], corners[2], {1, 0}},
	        {2, corners[2], corners[3], {0, 1}},
	        {3, corners[3], corners[0], {-1, 0}}};
}

Location LocateInHalfPlanes(const IntVec& point, const std::vector<Side>& sides)
{
	Location location = Location::Inside;
	for (const Side& side : sides)
	{
		const int sign = Sign(Dot(side.outward, point - side.a));
		if (sign > 0)
		{
			return Location::Outside;
		}
		location = sign == 0 ? Location::Boundary : location;
	}
	return location;
}

/// Locates the point (x / unit, y / unit) by the even-odd rule.
Location LocateByParity(const IntVec& point, const mpz_class& unit, const std::vector<IntVec>& vertices)
{
	bool inside = false;
	for (size_t i = 0; i < vertices.size(); ++i)
	{
		const IntVec& a = vertices[i];
		const IntVec& b = vertices[(i + 1) % vertices.size()];
		const mpz_class ay = unit * a.y - point.y;
		const mpz_class by = unit * b.y - point.y;
		if (Sign(ay) * Sign(by) > 0)
		{
			continue;
		}
		const mpz_class ax = unit * a.x - point.x;
		const mpz_class bx = unit * b.x - point.x;
		const int side = Sign(ax * by - ay * bx);
		if (side == 0 && Sign(ax) * Sign(bx) <= 0)
		{
			return Location::Boundary;
		}
		// By the half-open rule, an edge includes its lower end, but not its upper end.
		if ((Sign(ay) > 0) != (Sign(by) > 0) && (side > 0) == (by > ay))
		{
			inside = inside == false;
		}
	}
	return inside ? Location::Inside : Location::Outside;
}

// Circles ---------------------------------------------------------------------------------------------------------

struct Roots
{
	Number t0, t1;
};

/// Returns the two fractions t at which |start + t * translation - center| = radius. Between them, the line is inside
/// the circle.
std::optional<Roots> CircleRoots(const Line& line, const IntVec& center, const mpz_class& radius)
{
	const IntVec s = line.start - center;
	const mpz_class a = Dot(line.translation, line.translation);
	const mpz_class b = Dot(s, line.translation);
	const mpz_class c = Dot(s, s) - radius * radius;
	const mpz_class discriminant = b * b - a * c;
	const int sign = Sign(discriminant);
	if (sign < 0)
	{
		return std::nullopt;
	}
	return Roots{{-b, discriminant, a, -sign}, {-b, discriminant, a, sign}};
}

/// Returns the sign of radius^2 - distance^2, where `distance` is the point's distance from the closed segment.
int SignOfReach(const IntVec& point, const Side& side, const mpz_class& radius)
{
	const IntVec edge = side.b - side.a;
	const IntVec fromA = point - side.a;
	const mpz_class along = Dot(edge, fromA);
	const mpz_class square = Dot(edge, edge);
	const mpz_class reach = radius * radius;
	if (Sign(along) <= 0)
	{
		return Sign(mpz_class(reach - Dot(fromA, fromA)));
	}
	if (along >= square)
	{
		const IntVec fromB = point - side.b;
		return Sign(mpz_class(reach - Dot(fromB, fromB)));
	}
	const mpz_class beside = Cross(edge, fromA);
	return Sign(mpz_class(reach * square - beside * beside));
}

/// The convex hull of vertices, rounded by a radius.
struct Rounded
{
	std::vector<IntVec> vertices;
	std::vector<Side> sides;
	mpz_class radius;
	bool hasArea = false; ///< whether the hull itself has an area
	bool hasInterior = false;
};

Rounded RoundedOf(const Scale& scale, std::span<const b2Vec2> vertices, float radius)
{
	Rounded rounded;
	rounded.vertices = scale(vertices);
	rounded.sides = SidesOf(rounded.vertices);
	rounded.radius = scale(radius);
	rounded.hasArea = Sign(AreaOf(rounded.vertices)) > 0;
	rounded.hasInterior = rounded.hasArea || Sign(rounded.radius) > 0;
	return rounded;
}

Location LocateInRoundedHull(const IntVec& point, const Rounded& shape)
{
	Location location = Location::Outside;
	const auto take = [&](int reach)
	{
		if (reach > 0)
		{
			location = Location::Inside;
		}
		else if (reach == 0 && location == Location::Outside)
		{
			location = Location::Boundary;
		}
	};
	for (const Side& side : shape.sides)
	{
		take(SignOfReach(point, side, shape.radius));
	}
	if (shape.sides.empty())
	{
		const IntVec from = point - shape.vertices[0];
		take(Sign(mpz_class(shape.radius * shape.radius - Dot(from, from))));
	}
	if (shape.hasArea)
	{
		const Location inHull = LocateInHalfPlanes(point, shape.sides);
		if (inHull == Location::Inside)
		{
			location = Location::Inside;
		}
	}
	return location;
}

/// Moves a side outwards by the radius. Returns the fraction at which the line crosses the moved side; empty if it does
/// not cross the side between its ends.
std::optional<Number> MovedSideRoot(const Line& line, const Side& side, const mpz_class& radius)
{
	// outward . (start + t * translation - a) = radius * |outward|
	const mpz_class denominator = Dot(side.outward, line.translation);
	if (Sign(denominator) == 0)
	{
		return std::nullopt;
	}
	const mpz_class beside = Dot(side.outward, line.start - side.a);
	Number t{-beside, radius * radius * Dot(side.outward, side.outward), denominator, Sign(radius)};
	if (Sign(denominator) < 0)
	{
		t = {beside, t.b, -denominator, -t.sign};
	}
	const IntVec edge = side.b - side.a;
	const mpz_class atStart = Dot(edge, line.start - side.a);
	const mpz_class perFraction = Dot(edge, line.translation);
	if (SignOfLinear(atStart, perFraction, t) < 0 || SignOfLinear(atStart - Dot(edge, edge), perFraction, t) > 0)
	{
		return std::nullopt;
	}
	return t;
}

/// Returns the crossing at t. Requires: t is an end of the line's stretch inside the shape.
ExactCrossing CrossingOnRounded(const Line& line, const Number& t, const Rounded& shape, int facing)
{
	ExactCrossing crossing;
	crossing.fraction = t;

	// Collects the moved sides that contain the point: in `middles` if it is between the side's ends, in `ends` if it
	// is at an end.
	std::vector<const Side*> middles, ends;
	for (const Side& side : shape.sides)
	{
		const std::optional<Number> root = MovedSideRoot(line, side, shape.radius);
		if (root.has_value() == false || Compare(*root, t) != 0)
		{
			continue;
		}
		const IntVec edge = side.b - side.a;
		const mpz_class atStart = Dot(edge, line.start - side.a);
		const mpz_class perFraction = Dot(edge, line.translation);
		const bool isMiddle =
		    SignOfLinear(atStart, perFraction, t) > 0 && SignOfLinear(atStart - Dot(edge, edge), perFraction, t) < 0;
		(isMiddle ? middles : ends).push_back(&side);
	}
	if (middles.empty() == false)
	{
		const Side& side = MostFacing(middles, line.translation, facing);
		crossing.edges = {side.index};
		crossing.normal = AlongNormal(side.outward);
		return crossing;
	}

	// If the crossing is on the arc around a vertex, the edges of nonzero length at this vertex may be reported.
	for (const IntVec& vertex : shape.vertices)
	{
		const std::optional<Roots> roots = CircleRoots(line, vertex, shape.radius);
		if (roots.has_value() == false || Compare(facing == k_enter ? roots->t0 : roots->t1, t) != 0)
		{
			continue;
		}
		std::vector<const Side*> neighbours;
		for (const Side& side : shape.sides)
		{
			if (side.a == vertex || side.b == vertex)
			{
				neighbours.push_back(&side);
			}
		}
		if (neighbours.empty() == false)
		{
			crossing.edges = {MostFacing(neighbours, line.translation, facing).index};
		}
		else
		{
			// A disc has no edge. If several vertices coincide, the contract does not say whether they have an edge.
			crossing.edges = {-1};
			if (shape.vertices.size() > 1)
			{
				crossing.edges.push_back(0);
			}
		}
		crossing.normal = Sign(shape.radius) == 0 ? AnyNormal() : NormalFrom(line, t, vertex);
		break;
	}
	// Where a side meets an arc, the contract does not say which edge the point belongs to, so both are right.
	if (Sign(shape.radius) > 0)
	{
		for (const Side* side : ends)
		{
			crossing.edges.push_back(side->index);
		}
	}
	return crossing;
}

// Concave polygons ------------------------------------------------------------------------------------------------

/// Returns all fractions at which the line crosses an edge, sorted and without duplicates.
std::vector<Number> FractionsOnEdges(const Line& line, const std::vector<Side>& sides)
{
	std::vector<Number> fractions;
	const mpz_class square = Dot(line.translation, line.translation);
	for (const Side& side : sides)
	{
		const IntVec toA = side.a - line.start;
		const IntVec toB = side.b - line.start;
		const mpz_class sideOfA = Cross(line.translation, toA);
		const mpz_class sideOfB = Cross(line.translation, toB);
		if (Sign(sideOfA) * Sign(sideOfB) > 0)
		{
			continue;
		}
		if (Sign(sideOfA) == 0 && Sign(sideOfB) == 0)
		{
			fractions.push_back(Ratio(Dot(line.translation, toA), square));
			fractions.push_back(Ratio(Dot(line.translation, toB), square));
			continue;
		}
		const IntVec edge = side.b - side.a;
		fractions.push_back(Ratio(Cross(toA, edge), Cross(line.translation, edge)));
	}
	std::sort(fractions.begin(), fractions.end(), [](const Number& a, const Number& b) { return Compare(a, b) < 0; });
	fractions.erase(std::unique(fractions.begin(), fractions.end(),
	                            [](const Number& a, const Number& b) { return Compare(a, b) == 0; }),
	                fractions.end());
	return fractions;
}

/// Returns the midpoint of two fractions without roots.
Number Middle(const Number& a, const Number& b)
{
	return {a.a * b.c + b.a * a.c, 0, 2 * a.c * b.c, 0};
}

} // namespace

// Numbers ---------------------------------------------------------------------------------------------------------

int SignOfSum(const mpz_class& d, int s, const mpz_class& m, int t, const mpz_class& n)
{
	const int signM = Sign(m) == 0 ? 0 : s;
	const int signN = Sign(n) == 0 ? 0 : t;
	int signOfRoots = signM;
	if (signM == 0)
	{
		signOfRoots = signN;
	}
	else if (signN != 0 && signN != signM)
	{
		const int order = cmp(m, n);
		signOfRoots = order == 0 ? 0 : (order > 0 ? signM : signN);
	}

	const int signOfD = Sign(d);
	if (signOfD == 0 || signOfRoots == 0 || signOfD == signOfRoots)
	{
		return signOfD == 0 ? signOfRoots : signOfD;
	}

	// The signs differ, so the larger of d^2 and (s sqrt(m) + t sqrt(n))^2 = m + n + 2 s t sqrt(m n) decides.
	const mpz_class rest = d * d - (signM == 0 ? mpz_class(0) : m) - (signN == 0 ? mpz_class(0) : n);
	const int signOfProduct = signM * signN;
	int larger = Sign(rest);
	if (signOfProduct != 0)
	{
		// Computes the sign of rest - 2 s t sqrt(m n).
		const int signOfRest = Sign(rest);
		if (signOfRest == 0 || signOfRest == -signOfProduct)
		{
			larger = -signOfProduct;
		}
		else
		{
			larger = signOfRest * cmp(mpz_class(rest * rest), mpz_class(4 * m * n));
			larger = larger == 0 ? 0 : (larger > 0 ? 1 : -1);
		}
	}
	return larger == 0 ? 0 : (larger > 0 ? signOfD : signOfRoots);
}

int Compare(const Number& a, const Number& b)
{
	if (a.sign == 0 && b.sign == 0)
	{
		const int order = cmp(mpz_class(a.a * b.c), mpz_class(b.a * a.c));
		return order == 0 ? 0 : (order > 0 ? 1 : -1);
	}
	return SignOfSum(a.a * b.c - b.a * a.c, a.sign, a.b * b.c * b.c, -b.sign, b.b * a.c * a.c);
}

Number ToNumber(const mpq_class& value)
{
	return {value.get_num(), 0, value.get_den(), 0};
}

Number ToNumber(float value)
{
	const Parts parts = Split(value);
	if (parts.exponent >= 0)
	{
		return {mpz_class(parts.mantissa) << static_cast<unsigned long>(parts.exponent), 0, 1, 0};
	}
	return {parts.mantissa, 0, mpz_class(1) << static_cast<unsigned long>(-parts.exponent), 0};
}

namespace
{

unsigned long BitsOf(const mpz_class& value)
{
	return static_cast<unsigned long>(mpz_sizeinbase(value.get_mpz_t(), 2));
}

mpf_class ToFloat(const mpz_class& value, unsigned long bits)
{
	return mpf_class(value, bits);
}

/// Returns u + sign * sqrt(b) * v, computed with so many digits that cancellation does no harm.
mpf_class Evaluate(const mpz_class& u, int sign, const mpz_class& b, const mpz_class& v)
{
	const unsigned long bits = BitsOf(u) + BitsOf(b) + BitsOf(v) + 128;
	mpf_class value = ToFloat(u, bits);
	if (sign != 0)
	{
		const mpf_class root = sqrt(ToFloat(b, bits));
		value += sign * root * ToFloat(v, bits);
	}
	return value;
}

} // namespace

double ToDouble(const Number& value)
{
	const mpf_class numerator = Evaluate(value.a, value.sign, value.b, 1);
	return mpf_class(numerator / ToFloat(value.c, 128 + BitsOf(value.c))).get_d();
}

bool IsWithinOneUlp(float value, const Number& exact)
{
	if (std::isfinite(value) == false)
	{
		return false;
	}
	const float below = std::nextafter(value, -k_inf);
	const float above = std::nextafter(value, k_inf);
	return (std::isinf(below) || Compare(ToNumber(below), exact) <= 0) &&
	       (std::isinf(above) || Compare(exact, ToNumber(above)) <= 0);
}

bool IsWithinOneUlp(float value, const mpq_class& exact)
{
	return IsWithinOneUlp(value, ToNumber(exact));
}

// Rays ------------------------------------------------------------------------------------------------------------

namespace
{

bool IsFinite(b2Vec2 v)
{
	return std::isfinite(v.x) && std::isfinite(v.y);
}

bool IsFinite(const b2Transform& pose)
{
	return IsFinite(pose.p) && std::isfinite(pose.q.s) && std::isfinite(pose.q.c);
}

/// Returns q^T v.
ExactVec InverseTurn(const b2Rot& q, const ExactVec& v)
{
	const mpq_class c = ToRational(q.c);
	const mpq_class s = ToRational(q.s);
	return {c * v.x + s * v.y, c * v.y - s * v.x};
}

ExactVec Difference(const ExactVec& a, const ExactVec& b)
{
	return {a.x - b.x, a.y - b.y};
}

bool IsUsable(float maxFraction)
{
	return std::isfinite(maxFraction) && maxFraction >= 0.0f;
}

PulledRay InvalidRay()
{
	PulledRay ray;
	ray.valid = false;
	return ray;
}

} // namespace

ExactVec ToExact(b2Vec2 v)
{
	return {ToRational(v.x), ToRational(v.y)};
}

PulledRay Pull(const Ray& ray)
{
	if (IsFinite(ray.origin) == false || IsFinite(ray.translation) == false || IsUsable(ray.maxFraction) == false)
	{
		return InvalidRay();
	}
	b2Transform identity;
	identity.SetIdentity();
	return {ToExact(ray.origin), ToExact(ray.translation), ToRational(ray.maxFraction), true, identity};
}

PulledRay Pull(const Ray& ray, const b2Transform& pose)
{
	if (IsFinite(ray.origin) == false || IsFinite(ray.translation) == false || IsUsable(ray.maxFraction) == false ||
	    IsFinite(pose) == false)
	{
		return InvalidRay();
	}
	return {InverseTurn(pose.q, Difference(ToExact(ray.origin), ToExact(pose.p))),
	        InverseTurn(pose.q, ToExact(ray.translation)), ToRational(ray.maxFraction), true, pose};
}

PulledRay Pull(b2Vec2 from, const b2Transform& before, b2Vec2 to, const b2Transform& after, float maxFraction)
{
	if (IsFinite(from) == false || IsFinite(to) == false || IsFinite(before) == false || IsFinite(after) == false ||
	    IsUsable(maxFraction) == false)
	{
		return InvalidRay();
	}
	const ExactVec start = InverseTurn(before.q, Difference(ToExact(from), ToExact(before.p)));
	const ExactVec end = InverseTurn(after.q, Difference(ToExact(to), ToExact(after.p)));
	return {start, Difference(end, start), ToRational(maxFraction)};
}

ExactVec PointOf(const PulledRay& ray, const mpq_class& fraction)
{
	return {ray.start.x + fraction * ray.translation.x, ray.start.y + fraction * ray.translation.y};
}

bool IsPointAt(const Ray& ray, float fraction, b2Vec2 point)
{
	const mpq_class t = ToRational(fraction);
	return IsWithinOneUlp(point.x, ToRational(ray.origin.x) + t * ToRational(ray.translation.x)) &&
	       IsWithinOneUlp(point.y, ToRational(ray.origin.y) + t * ToRational(ray.translation.y));
}

// Exact answers ---------------------------------------------------------------------------------------------------

namespace
{

template <class T>
std::shared_ptr<const std::vector<T>> CopyOf(std::span<const T> items)
{
	return std::make_shared<const std::vector<T>>(items.begin(), items.end());
}

// True if at least three edges, or two nearly parallel edges, are within 16 units of a point.
bool IsNarrowCorner(b2Vec2 point, const b2Transform& pose, const std::vector<std::vector<b2Vec2>>& rings, double unit)
{
	const double px = static_cast<double>(point.x) - pose.p.x;
	const double py = static_cast<double>(point.y) - pose.p.y;
	const double x = pose.q.c * px + pose.q.s * py;
	const double y = pose.q.c * py - pose.q.s * px;
	int count = 0;
	double angle = 0.0; // of the first edge found
	bool isNarrow = false;
	for (const std::vector<b2Vec2>& ring : rings)
	{
		for (size_t i = 0; i < ring.size(); ++i)
		{
			const b2Vec2 a = ring[i];
			const b2Vec2 b = ring[(i + 1) % ring.size()];
			const double dx = static_cast<double>(b.x) - a.x;
			const double dy = static_cast<double>(b.y) - a.y;
			const double square = dx * dx + dy * dy;
			const double along = square > 0.0 ? std::clamp(((x - a.x) * dx + (y - a.y) * dy) / square, 0.0, 1.0) : 0.0;
			if (std::hypot(x - a.x - along * dx, y - a.y - along * dy) > 16.0 * unit)
			{
				continue;
			}
			const double own = std::atan2(dy, dx);
			isNarrow = isNarrow || (count > 0 && std::abs(std::sin(own - angle)) < 0.05);
			angle = own;
			++count;
		}
	}
	return isNarrow || count > 2;
}

// Gives each span a function `isOff` that checks points. locate(ExactVec) returns the Location of a point in the
// shape's frame.
template <class Locate>
ExactSpans Judged(ExactSpans spans, const PulledRay& ray, const Locate& locate)
{
	if (ray.pose)
	{
		for (ExactSpan& span : spans)
		{
			span.isOff = [pose = *ray.pose, locate](b2Vec2 point)
			{
				const ExactVec local = InverseTurn(pose.q, Difference(ToExact(point), ToExact(pose.p)));
				return locate(local) != Location::Inside;
			};
		}
	}
	return spans;
}

} // namespace

ExactSpans ExactClipConvex(const PulledRay& ray, std::span<const b2Vec2> vertices)
{
	if (ray.valid == false || vertices.size() < 3)
	{
		return {};
	}
	Scale scale = ScaleOf(ray);
	scale.Hold(vertices);
	const std::vector<IntVec> scaled = scale(vertices);
	if (Sign(AreaOf(scaled)) <= 0)
	{
		return {};
	}
	return Judged(ClipByHalfPlanes(LineOf(ray, scale), SidesOf(scaled), true), ray,
	              [copy = CopyOf(vertices)](const ExactVec& point) { return ExactLocateInConvex(point, *copy); });
}

ExactSpans ExactClipBox(const PulledRay& ray, const b2AABB& box)
{
	if (ray.valid == false || box.lowerBound.x > box.upperBound.x || box.lowerBound.y > box.upperBound.y)
	{
		return {};
	}
	Scale scale = ScaleOf(ray);
	scale.Hold(box.lowerBound);
	scale.Hold(box.upperBound);
	const bool hasInterior = box.lowerBound.x < box.upperBound.x && box.lowerBound.y < box.upperBound.y;
	return Judged(
	    ClipByHalfPlanes(LineOf(ray, scale), SidesOf(scale(box.lowerBound), scale(box.upperBound)), hasInterior), ray,
	    [box](const ExactVec& point) { return ExactLocateInBox(point, box); });
}

ExactSpans ExactClipCircle(const PulledRay& ray, b2Vec2 center, float radius)
{
	return ExactClipRounded(ray, {&center, 1}, radius);
}

ExactSpans ExactClipRounded(const PulledRay& ray, std::span<const b2Vec2> vertices, float radius)
{
	if (ray.valid == false || vertices.empty() || radius < 0.0f)
	{
		return {};
	}
	Scale scale = ScaleOf(ray);
	scale.Hold(vertices);
	scale.Hold(radius);
	const Line line = LineOf(ray, scale);
	const Rounded shape = RoundedOf(scale, vertices, radius);
	if (line.isPoint)
	{
		return PointSpan(line, LocateInRoundedHull(line.start, shape) != Location::Outside);
	}

	// The shape's boundary consists of arcs of its discs and of its moved sides, and all discs and moved sides are in
	// the shape. The line is therefore in the shape from its first to its last intersection with them.
	std::optional<Number> t0, t1;
	const auto take = [&](const Number& t)
	{
		if (t0.has_value() == false || Compare(t, *t0) < 0)
		{
			t0 = t;
		}
		if (t1.has_value() == false || Compare(t, *t1) > 0)
		{
			t1 = t;
		}
	};
	for (const IntVec& vertex : shape.vertices)
	{
		if (const std::optional<Roots> roots = CircleRoots(line, vertex, shape.radius))
		{
			take(roots->t0);
			take(roots->t1);
		}
	}
	bool grazing = shape.hasInterior == false;
	for (const Side& side : shape.sides)
	{
		if (const std::optional<Number> t = MovedSideRoot(line, side, shape.radius))
		{
			take(*t);
		}
		// The line runs along the moved side.
		const mpz_class beside = Dot(side.outward, line.start - side.a);
		if (Sign(Dot(side.outward, line.translation)) == 0 && Sign(beside) >= 0 &&
		    beside * beside == shape.radius * shape.radius * Dot(side.outward, side.outward))
		{
			grazing = true;
		}
	}
	if (t0.has_value() == false || IsHit(line, *t0, *t1) == false)
	{
		return {};
	}
	grazing = grazing || Compare(*t0, *t1) == 0;
	ExactSpans spans{ClippedSpan(line, CrossingOnRounded(line, *t0, shape, k_enter),
	                             CrossingOnRounded(line, *t1, shape, k_exit), grazing)};
	return Judged(std::move(spans), ray,
	              [copy = CopyOf(vertices), radius](const ExactVec& point)
	              { return ExactLocateInRounded(point, *copy, radius); });
}

namespace
{

using ScaledRings = std::vector<std::vector<IntVec>>;

Location LocateInScaled(const IntVec& point, const mpz_class& unit, const ScaledRings& rings)
{
	bool inside = false;
	for (const std::vector<IntVec>& ring : rings)
	{
		const Location location = LocateByParity(point, unit, ring);
		if (location == Location::Boundary)
		{
			return location;
		}
		inside = inside != (location == Location::Inside);
	}
	return inside ? Location::Inside : Location::Outside;
}

// True if the ring is a hole, which means that an odd number of other rings contain it. The midpoint of an edge
// decides, because rings may share vertices.
bool IsHole(const ScaledRings& rings, size_t ring)
{
	bool isHole = false;
	const IntVec sum = rings[ring][0] + rings[ring][1];
	for (size_t i = 0; i < rings.size(); ++i)
	{
		isHole = isHole != (i != ring && LocateByParity(sum, 2, rings[i]) == Location::Inside);
	}
	return isHole;
}

std::vector<Side> SidesOf(const ScaledRings& rings)
{
	std::vector<Side> sides;
	int32_t first = 0;
	for (size_t i = 0; i < rings.size(); ++i)
	{
		for (Side& side : SidesOf(rings[i], (Sign(AreaOf(rings[i])) < 0) != IsHole(rings, i)))
		{
			side.index += first;
			sides.push_back(std::move(side));
		}
		first += static_cast<int32_t>(rings[i].size());
	}
	return sides;
}

} // namespace

ExactSpans ExactClipPolygon(const PulledRay& ray, std::span<const b2Vec2> vertices)
{
	const std::vector<b2Vec2> ring(vertices.begin(), vertices.end());
	return ExactClipRings(ray, std::span(&ring, 1));
}

ExactSpans ExactClipRings(const PulledRay& ray, std::span<const std::vector<b2Vec2>> rings)
{
	if (ray.valid == false)
	{
		return {};
	}
	Scale scale = ScaleOf(ray);
	for (const std::vector<b2Vec2>& ring : rings)
	{
		if (ring.size() < 3)
		{
			return {};
		}
		scale.Hold(ring);
	}
	const Line line = LineOf(ray, scale);
	ScaledRings scaled;
	for (const std::vector<b2Vec2>& ring : rings)
	{
		scaled.push_back(scale(ring));
	}
	if (line.isPoint)
	{
		return PointSpan(line, LocateInScaled(line.start, 1, scaled) != Location::Outside);
	}

	const std::vector<Side> sides = SidesOf(scaled);
	const std::vector<Number> fractions = FractionsOnEdges(line, sides);
	ExactSpans spans;
	size_t first = 0; // the index at which the stretch begins
	bool grazing = true;
	for (size_t i = 0; i < fractions.size(); ++i)
	{
		Location next = Location::Outside;
		if (i + 1 < fractions.size())
		{
			const Number middle = Middle(fractions[i], fractions[i + 1]);
			next = LocateInScaled(middle.c * line.start + middle.a * line.translation, middle.c, scaled);
		}
		if (next != Location::Outside)
		{
			grazing = grazing && next == Location::Boundary;
			continue;
		}
		if (IsHit(line, fractions[first], fractions[i]))
		{
			spans.push_back(ClippedSpan(line, CrossingOnSides(line, fractions[first], sides, k_enter),
			                            CrossingOnSides(line, fractions[i], sides, k_exit), grazing));
		}
		first = i + 1;
		grazing = true;
	}
	const auto copy = CopyOf(rings);
	spans = Judged(std::move(spans), ray, [copy](const ExactVec& point) { return ExactLocateInRings(point, *copy); });
	for (ExactSpan& span : spans)
	{
		if (ray.pose)
		{
			span.isNarrow = [copy, pose = *ray.pose](b2Vec2 point, double unit)
			{
				return IsNarrowCorner(point, pose, *copy, unit);
			};
		}
	}
	return spans;
}

ExactSpans ExactCrossSegment(const PulledRay& ray, b2Vec2 a, b2Vec2 b)
{
	if (ray.valid == false)
	{
		return {};
	}
	Scale scale = ScaleOf(ray);
	scale.Hold(a);
	scale.Hold(b);
	const Line line = LineOf(ray, scale);
	if (line.isPoint)
	{
		return {};
	}

	const IntVec toA = scale(a) - line.start;
	const IntVec toB = scale(b) - line.start;
	const IntVec edge = toB - toA;
	const mpz_class denominator = Cross(line.translation, edge);
	ExactCrossing crossing;
	crossing.edges = {0};
	const bool grazing = Sign(denominator) == 0;
	if (grazing)
	{
		if (Sign(Cross(line.translation, toA)) != 0)
		{
			return {};
		}
		const mpz_class square = Dot(line.translation, line.translation);
		Number t0 = Ratio(Dot(line.translation, toA), square);
		Number t1 = Ratio(Dot(line.translation, toB), square);
		if (Compare(t0, t1) > 0)
		{
			std::swap(t0, t1);
		}
		if (IsHit(line, t0, t1) == false)
		{
			return {};
		}
		crossing.fraction = Compare(t0, k_zero) > 0 ? t0 : k_zero;
		crossing.normal = AlongNormal(Negated(line.translation));
	}
	else
	{
		crossing.fraction = Ratio(Cross(toA, edge), denominator);
		const Number along = Ratio(Cross(toA, line.translation), denominator);
		const bool isBetween = Compare(along, k_zero) >= 0 && Compare(along, ToNumber(1.0f)) <= 0;
		if (isBetween == false || IsHit(line, crossing.fraction, crossing.fraction) == false)
		{
			return {};
		}
		const IntVec right = OutwardOf(edge);
		crossing.normal = AlongNormal(Sign(Dot(right, line.translation)) < 0 ? right : Negated(right));
	}
	ExactSpan span;
	span.enter = crossing;
	span.exit = std::move(crossing);
	span.grazing = grazing;
	return {std::move(span)};
}

namespace
{

Scale ScaleOf(const ExactVec& point, std::span<const b2Vec2> vertices)
{
	Scale scale;
	scale.Hold(point);
	scale.Hold(vertices);
	return scale;
}

} // namespace

Location ExactLocateInConvex(const ExactVec& point, std::span<const b2Vec2> vertices)
{
	if (vertices.size() < 3)
	{
		return Location::Outside;
	}
	const Scale scale = ScaleOf(point, vertices);
	const std::vector<IntVec> scaled = scale(vertices);
	return LocateInHalfPlanes(scale(point), SidesOf(scaled));
}

Location ExactLocateInPolygon(const ExactVec& point, std::span<const b2Vec2> vertices)
{
	if (vertices.size() < 3)
	{
		return Location::Outside;
	}
	const Scale scale = ScaleOf(point, vertices);
	return LocateByParity(scale(point), 1, scale(vertices));
}

Location ExactLocateInRings(const ExactVec& point, std::span<const std::vector<b2Vec2>> rings)
{
	bool inside = false;
	for (const std::vector<b2Vec2>& ring : rings)
	{
		const Location location = ExactLocateInPolygon(point, ring);
		if (location == Location::Boundary)
		{
			return location;
		}
		inside = inside != (location == Location::Inside);
	}
	return inside ? Location::Inside : Location::Outside;
}

Location ExactLocateInBox(const ExactVec& point, const b2AABB& box)
{
	const ExactVec lower = ToExact(box.lowerBound);
	const ExactVec upper = ToExact(box.upperBound);
	if (point.x < lower.x || point.y < lower.y || point.x > upper.x || point.y > upper.y)
	{
		return Location::Outside;
	}
	const bool isInside = lower.x < point.x && point.x < upper.x && lower.y < point.y && point.y < upper.y;
	return isInside ? Location::Inside : Location::Boundary;
}

Location ExactLocateInCircle(const ExactVec& point, b2Vec2 center, float radius)
{
	return ExactLocateInRounded(point, {&center, 1}, radius);
}

Location ExactLocateInRounded(const ExactVec& point, std::span<const b2Vec2> vertices, float radius)
{
	if (vertices.empty() || radius < 0.0f)
	{
		return Location::Outside;
	}
	Scale scale = ScaleOf(point, vertices);
	scale.Hold(radius);
	return LocateInRoundedHull(scale(point), RoundedOf(scale, vertices, radius));
}

int Orientation(b2Vec2 a, b2Vec2 b, b2Vec2 c)
{
	Scale scale;
	scale.Hold(a);
	scale.Hold(b);
	scale.Hold(c);
	const IntVec from = scale(a);
	return Sign(Cross(scale(b) - from, scale(c) - from));
}

int SideOfLine(const Ray& ray, b2Vec2 vertex)
{
	Scale scale;
	scale.Hold(ray.origin);
	scale.Hold(ray.translation);
	scale.Hold(vertex);
	return Sign(Cross(scale(ray.translation), scale(vertex) - scale(ray.origin)));
}

// Comparison ------------------------------------------------------------------------------------------------------

namespace
{

struct DoubleVec
{
	double x = 0.0;
	double y = 0.0;
};

/// Returns the direction of a normal, scaled so that its larger coordinate is about 1.
DoubleVec Direction(const ExactNormal& normal)
{
	const mpf_class x = Evaluate(normal.u.x, normal.sign, normal.b, normal.v.x);
	const mpf_class y = Evaluate(normal.u.y, normal.sign, normal.b, normal.v.y);
	const mpf_class larger = abs(x) > abs(y) ? mpf_class(abs(x)) : mpf_class(abs(y));
	return {mpf_class(x / larger).get_d(), mpf_class(y / larger).get_d()};
}

// By the contract, normals are unit vectors. The rounding of both coordinates may change length and angle by 2 ulp of
// 1.
constexpr double k_normalError = 0x1p-22;

std::string NormalMismatch(const Ray& ray, b2Vec2 got, const ExactNormal& exact, int facing, const b2Rot* rotation)
{
	const double x = got.x;
	const double y = got.y;
	if (exact.kind == ExactNormal::Kind::None)
	{
		return x == 0.0 && y == 0.0 ? "" : "normal " + ToText(got) + ", not (0, 0)";
	}
	const double length = std::sqrt(x * x + y * y);
	if (!(std::abs(length - 1.0) <= k_normalError))
	{
		return "normal " + ToText(got) + " is not unit";
	}

	DoubleVec want;
	if (exact.kind == ExactNormal::Kind::AnyFacing)
	{
		const double larger = std::max(std::abs(ray.translation.x), std::abs(ray.translation.y));
		want = {ray.translation.x / larger, ray.translation.y / larger};
		const double along = facing * (x * want.x + y * want.y);
		return along >= -k_normalError ? "" : "normal " + ToText(got) + " points the wrong way";
	}
	want = Direction(exact);
	if (rotation != nullptr)
	{
		const double c = rotation->c;
		const double s = rotation->s;
		want = {c * want.x - s * want.y, s * want.x + c * want.y};
	}
	const double wantLength = std::sqrt(want.x * want.x + want.y * want.y);
	const double off = std::abs(x * want.y - y * want.x) / wantLength;
	if (!(x * want.x + y * want.y > 0.0 && off <= k_normalError))
	{
		char text[160];
		std::snprintf(text, sizeof(text), "normal (%.9g, %.9g), not (%.12g, %.12g): off by %.3g",
		              static_cast<double>(got.x), static_cast<double>(got.y), want.x / wantLength, want.y / wantLength,
		              off);
		return text;
	}
	return "";
}

struct Place
{
	double x, y;
	double unit; // the rounding error of floats at this place
};

Place PlaceOf(const Ray& ray, const Number& fraction)
{
	const double t = ToDouble(fraction);
	const double x = ray.origin.x + t * ray.translation.x;
	const double y = ray.origin.y + t * ray.translation.y;
	const double size = std::max(std::abs(x), std::abs(y));
	const double start = std::max(std::abs(ray.origin.x), std::abs(ray.origin.y));
	return {x, y, std::max({0x1p-23 * size, 0x1p-27 * start, 0x1p-100})};
}

// Returns an error text, or an empty string. A hit point must be within 2 units of the crossing, and not inside the
// solid. There are two exceptions: no such float point exists in a narrow corner, or the crossing is beyond the range
// of floats.
std::string HitPointMismatch(const Ray& ray, const Number& fraction, b2Vec2 point, const ExactSpan& span)
{
	constexpr double k_largest = std::numeric_limits<float>::max();
	const Place place = PlaceOf(ray, fraction);
	const double off = std::max(std::abs(point.x - place.x), std::abs(point.y - place.y)) / place.unit;
	const bool isStart = Compare(fraction, k_zero) == 0 && point.x == ray.origin.x && point.y == ray.origin.y;
	const auto& isOff = span.isOff;
	const bool isRight = off <= 2.0 && (isOff == nullptr || isStart || isOff(point));
	const b2Vec2 nearest{static_cast<float>(place.x), static_cast<float>(place.y)};
	if (isRight || (span.isNarrow && span.isNarrow(nearest, place.unit)) ||
	    std::abs(place.x) + 2.0 * place.unit > k_largest || std::abs(place.y) + 2.0 * place.unit > k_largest)
	{
		return "";
	}
	for (double dx = -1.5; isOff && dx <= 1.5; dx += 0.5)
	{
		for (double dy = -1.5; dy <= 1.5; dy += 0.5)
		{
			const b2Vec2 other{static_cast<float>(place.x + dx * place.unit),
			                   static_cast<float>(place.y + dy * place.unit)};
			if (isOff(other))
			{
				return "point " + ToText(point) + (off <= 2.0 ? " lies inside; " : " is too far away; ") +
				       ToText(other) + " does not";
			}
		}
	}
	return isOff ? "" : "point " + ToText(point) + " is " + std::to_string(off) + " units from the crossing";
}

std::string CrossingMismatch(const Ray& ray, const Crossing& got, const ExactCrossing& exact, const ExactSpan& span,
                             int facing, const ReadingRules& rules)
{
	if (!(got.fraction >= 0.0f && got.fraction <= ray.maxFraction))
	{
		return "fraction " + ToText(got.fraction) + " is out of range";
	}
	const bool isSurface = exact.normal.kind != ExactNormal::Kind::None;
	const bool isExact = isSurface == false && Compare(ToNumber(got.fraction), exact.fraction) == 0;
	if (isExact == false && (isSurface == false || IsWithinOneUlp(got.fraction, exact.fraction) == false))
	{
		char text[96];
		std::snprintf(text, sizeof(text), "fraction %a = %.9g, not %.17g", static_cast<double>(got.fraction),
		              static_cast<double>(got.fraction), ToDouble(exact.fraction));
		return text;
	}
	if (rules.edges && std::find(exact.edges.begin(), exact.edges.end(), got.edge) == exact.edges.end())
	{
		return "edge " + std::to_string(got.edge) + ", not " + std::to_string(exact.edges[0]);
	}
	// A segment has no inside. CrossSegment returns the point at the fraction, but casts of shapes return a point
	// beside the segment.
	const bool isPlain = isSurface == false || span.isOff == nullptr;
	const bool isAtFraction = isPlain && IsPointAt(ray, got.fraction, got.point);
	if (rules.points && isSurface == false && isAtFraction == false)
	{
		return "point " + ToText(got.point) + " is not at fraction " + ToText(got.fraction);
	}
	if (rules.points && isAtFraction == false)
	{
		const std::string wrong = HitPointMismatch(ray, exact.fraction, got.point, span);
		if (wrong.empty() == false)
		{
			return wrong;
		}
	}
	return rules.normals ? NormalMismatch(ray, got.normal, exact.normal, facing, rules.rotation) : "";
}

std::string SpanMismatch(const Ray& ray, const RaySpan& got, const ExactSpan& exact, const ReadingRules& rules)
{
	const auto flag = [](const char* name, bool value)
	{
		return std::string(name) + (value ? " is true" : " is false");
	};
	if (got.startsInside != exact.startsInside)
	{
		return flag("startsInside", got.startsInside);
	}
	if (got.endsInside != exact.endsInside)
	{
		return flag("endsInside", got.endsInside);
	}
	if (got.grazing != exact.grazing)
	{
		return flag("grazing", got.grazing);
	}
	if (got.enter.fraction > got.exit.fraction)
	{
		return "enter is after exit";
	}
	const std::string enter = CrossingMismatch(ray, got.enter, exact.enter, exact, k_enter, rules);
	if (enter.empty() == false)
	{
		return "enter: " + enter;
	}
	const std::string exit = CrossingMismatch(ray, got.exit, exact.exit, exact, k_exit, rules);
	return exit.empty() ? "" : "exit: " + exit;
}

} // namespace

std::string Mismatch(const Ray& ray, std::span<const RaySpan> got, const ExactSpans& exact, const ReadingRules& rules)
{
	std::string wrong;
	if (got.size() != exact.size())
	{
		wrong = std::to_string(got.size()) + " spans, not " + std::to_string(exact.size());
	}
	for (size_t i = 0; i < exact.size() && wrong.empty(); ++i)
	{
		wrong = SpanMismatch(ray, got[i], exact[i], rules);
	}
	if (wrong.empty())
	{
		return "";
	}
	for (const RaySpan& span : got)
	{
		wrong += "\n  got   " + ToText(span);
	}
	for (const ExactSpan& span : exact)
	{
		wrong += "\n  exact " + ToText(span);
	}
	return wrong;
}

std::string Mismatch(const Ray& ray, const std::optional<RaySpan>& got, const ExactSpans& exact,
                     const ReadingRules& rules)
{
	return got.has_value() ? Mismatch(ray, std::span<const RaySpan>(&*got, 1), exact, rules)
	                       : Mismatch(ray, std::span<const RaySpan>(), exact, rules);
}

std::string Mismatch(const Ray& ray, const std::optional<Crossing>& got, const ExactSpans& exact,
                     const ReadingRules& rules)
{
	if (got.has_value() != (exact.empty() == false))
	{
		return got.has_value() ? "a hit, not a miss" : "a miss, not a hit; exact " + ToText(exact[0]);
	}
	return got.has_value() ? CrossingMismatch(ray, *got, exact[0].enter, exact[0], k_enter, rules) : "";
}

namespace
{

/// Checks whether points in a stretch of the ray are in the solid.
class Prober
{
public:
	Prober(const PulledRay& ray, const std::function<bool(const ExactVec&)>& contains)
	    : m_ray(ray), m_contains(contains)
	{
	}

	void Expect(bool inside, const mpq_class& fraction)
	{
		if (m_wrong.empty() && m_contains(PointOf(m_ray, fraction)) != inside)
		{
			m_wrong = std::string("the point at fraction ") + std::to_string(fraction.get_d()) +
			          (inside ? " is outside" : " is inside");
		}
	}

	/// Expects points strictly between two fractions to be outside: close to both fractions, and halfway.
	void ExpectOutside(const mpq_class& after, const mpq_class& before)
	{
		if (after < before)
		{
			const mpq_class length = before - after;
			Expect(false, after + length / 2);
			Expect(false, after + length / (1 << 20));
			Expect(false, before - length / (1 << 20));
		}
	}

	void ExpectInside(const mpq_class& from, const mpq_class& to)
	{
		if (from <= to)
		{
			Expect(true, from);
			Expect(true, (from + to) / 2);
			Expect(true, to);
		}
	}

	const std::string& Wrong() const { return m_wrong; }

private:
	const PulledRay& m_ray;
	const std::function<bool(const ExactVec&)>& m_contains;
	std::string m_wrong;
};

mpq_class Below(float value)
{
	return ToRational(std::nextafter(value, -k_inf));
}

mpq_class Above(float value)
{
	const float above = std::nextafter(value, k_inf);
	return ToRational(std::isinf(above) ? value : above);
}

} // namespace

std::string MembershipMismatch(const PulledRay& ray, std::span<const RaySpan> got,
                               const std::function<bool(const ExactVec&)>& contains)
{
	if (ray.valid == false)
	{
		return got.empty() ? "" : "an invalid ray hits";
	}
	if (ray.maxFraction == 0 || (ray.translation.x == 0 && ray.translation.y == 0))
	{
		return got.empty() == contains(ray.start) ? "a wrong answer for a point" : "";
	}

	// The start of the ray is not checked, because it may be on the surface of a solid that the ray leaves.
	Prober prober(ray, contains);
	mpq_class outsideFrom = 0;
	for (const RaySpan& span : got)
	{
		prober.ExpectOutside(outsideFrom, span.startsInside ? mpq_class(0) : Below(span.enter.fraction));
		prober.ExpectInside(span.startsInside ? mpq_class(0) : Above(span.enter.fraction),
		                    span.endsInside ? ray.maxFraction : Below(span.exit.fraction));
		outsideFrom = span.endsInside ? ray.maxFraction : Above(span.exit.fraction);
	}
	prober.ExpectOutside(outsideFrom, ray.maxFraction);
	if (outsideFrom < ray.maxFraction)
	{
		prober.Expect(false, ray.maxFraction);
	}
	return prober.Wrong();
}

std::string MembershipMismatch(const PulledRay& ray, const std::optional<RaySpan>& got,
                               const std::function<bool(const ExactVec&)>& contains)
{
	return got.has_value() ? MembershipMismatch(ray, std::span<const RaySpan>(&*got, 1), contains)
	                       : MembershipMismatch(ray, std::span<const RaySpan>(), contains);
}

// Reproducers -----------------------------------------------------------------------------------------------------

std::string ToText(float value)
{
	if (std::isnan(value))
	{
		return "NAN";
	}
	if (std::isinf(value))
	{
		return value > 0.0f ? "INFINITY" : "-INFINITY";
	}
	char text[40];
	std::snprintf(text, sizeof(text), "%af", static_cast<double>(value));
	return text;
}

std::string ToText(b2Vec2 v)
{
	return "{" + ToText(v.x) + ", " + ToText(v.y) + "}";
}

std::string ToText(std::span<const b2Vec2> vertices)
{
	std::string text = "{";
	for (const b2Vec2& v : vertices)
	{
		text += (text.size() > 1 ? ", " : "") + ToText(v);
	}
	return text + "}";
}

std::string ToText(const Ray& ray)
{
	return "Ray{" + ToText(ray.origin) + ", " + ToText(ray.translation) + ", " + ToText(ray.maxFraction) + "}";
}

std::string ToText(const b2AABB& box)
{
	return "b2AABB{" + ToText(box.lowerBound) + ", " + ToText(box.upperBound) + "}";
}

namespace
{

const char* FlagsText(bool startsInside, bool endsInside, bool grazing)
{
	static const char* const k_texts[] = {
	    "",         " startsInside",         " endsInside",         " startsInside endsInside",
	    " grazing", " startsInside grazing", " endsInside grazing", " startsInside endsInside grazing"};
	return k_texts[(startsInside ? 1 : 0) + (endsInside ? 2 : 0) + (grazing ? 4 : 0)];
}

} // namespace

std::string ToText(const RaySpan& span)
{
	char text[256];
	std::snprintf(text, sizeof(text), "[%.9g edge %d normal (%.9g, %.9g), %.9g edge %d normal (%.9g, %.9g)]%s",
	              static_cast<double>(span.enter.fraction), static_cast<int>(span.enter.edge),
	              static_cast<double>(span.enter.normal.x), static_cast<double>(span.enter.normal.y),
	              static_cast<double>(span.exit.fraction), static_cast<int>(span.exit.edge),
	              static_cast<double>(span.exit.normal.x), static_cast<double>(span.exit.normal.y),
	              FlagsText(span.startsInside, span.endsInside, span.grazing));
	return text;
}

std::string ToText(const ExactSpan& span)
{
	char text[160];
	std::snprintf(text, sizeof(text), "[%.17g edge %d, %.17g edge %d]%s", ToDouble(span.enter.fraction),
	              static_cast<int>(span.enter.edges[0]), ToDouble(span.exit.fraction),
	              static_cast<int>(span.exit.edges[0]), FlagsText(span.startsInside, span.endsInside, span.grazing));
	return text;
}

} // namespace ricochet::test
