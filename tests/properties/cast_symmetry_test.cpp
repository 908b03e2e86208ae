// MIT License, Copyright (c) 2026 the ricochet authors

#include "properties/cast_case.h"

// A cast must not depend on the direction of the ray, or on the place, scale, handedness and orientation of the frame.
// Floats can represent each change here exactly, so all results must agree in every bit.

namespace ricochet::test::cast_symmetry_test
{

namespace
{

constexpr int k_cases = 20000;

// The counts of a run. If all rays had missed, the run would have tested nothing.
struct Outcomes
{
	int hits = 0;
	int grazing = 0;
	int misses = 0;

	void Count(const std::vector<RaySpan>& spans)
	{
		hits += spans.empty() ? 0 : 1;
		misses += spans.empty() ? 1 : 0;
		grazing += spans.empty() == false && spans.front().grazing ? 1 : 0;
	}

	void ExpectAll(double share = 0.02) const
	{
		const double all = hits + misses;
		EXPECT_GE(hits, share * all);
		EXPECT_GE(misses, share * all);
		EXPECT_GT(grazing, 0);
	}
};

bool AreComplements(float a, float b)
{
	return std::abs(static_cast<double>(a) + b - 1.0) <= UlpsOf(a, 1.0) + UlpsOf(b, 1.0);
}

bool AreMirrored(const CastCase& what, const RaySpan& there, const RaySpan& back)
{
	const bool alongEdge = what.kind == CastCase::Kind::Edge && there.grazing;
	const bool fractions = alongEdge || (AreComplements(there.enter.fraction, back.exit.fraction) &&
	                                     AreComplements(there.exit.fraction, back.enter.fraction));
	const bool straight = what.kind == CastCase::Kind::Polygon || what.kind == CastCase::Kind::Simple;
	const bool normals =
	    straight == false || (there.enter.normal == back.exit.normal && there.exit.normal == back.enter.normal);
	const bool sides = what.kind != CastCase::Kind::Edge || there.enter.normal == -back.enter.normal;
	return fractions && normals && sides && there.grazing == back.grazing && there.enter.edge == back.exit.edge &&
	       there.exit.edge == back.enter.edge && there.startsInside == back.endsInside &&
	       there.endsInside == back.startsInside;
}

// True if the reversed ray has the same spans in reverse order. The line is in the solid for t in [t0, t1]. The ray
// hits if t0 <= 1 and t1 > 0, and the reversed ray if t1 >= 0 and t0 < 1. These rules differ only if an end point
// touches, so either list may lack one touching hit.
bool AreReversed(const CastCase& what, const std::vector<RaySpan>& there, const std::vector<RaySpan>& back)
{
	const auto touches = [](const std::vector<RaySpan>& spans)
	{
		return spans.empty() == false && spans.back().enter.fraction == 1.0f ? 1 : 0;
	};
	for (std::ptrdiff_t i = touches(there); i >= 0; --i)
	{
		for (std::ptrdiff_t j = touches(back); j >= 0; --j)
		{
			if (std::equal(there.begin(), there.end() - i, back.rbegin() + j, back.rend(),
			               [&](const RaySpan& a, const RaySpan& b) { return AreMirrored(what, a, b); }))
			{
				return true;
			}
		}
	}
	return false;
}

b2Vec2 Mirrored(b2Vec2 v)
{
	return {-v.x, v.y};
}

b2Vec2 QuarterTurned(b2Vec2 v)
{
	return {-v.y, v.x};
}

Ray TurnedRay(const Ray& ray, b2Vec2 (*turn)(b2Vec2))
{
	return {turn(ray.origin), turn(ray.translation), ray.maxFraction};
}

// Returns the index that an edge of the shape gets in the mirrored shape.
int32_t MirroredEdge(const CastCase& what, int32_t edge)
{
	const auto count = static_cast<int32_t>(what.vertices.size());
	const bool isRing = count >= 3;
	return edge < 0 || isRing == false ? edge : (2 * count - 2 - edge) % count;
}

CastCase MirrorOf(const CastCase& from)
{
	CastCase mirrored = from;
	mirrored.ray = TurnedRay(from.ray, Mirrored);
	mirrored.pose.p = Mirrored(from.pose.p);
	mirrored.pose.q.s = -from.pose.q.s;
	for (b2Vec2& v : mirrored.vertices)
	{
		v = Mirrored(v);
	}
	if (from.kind != CastCase::Kind::Edge)
	{
		std::reverse(mirrored.vertices.begin(), mirrored.vertices.end());
	}
	return mirrored;
}

// Mirrors the answers of a mirrored case back.
void MirrorBack(const CastCase& what, std::vector<RaySpan>& spans)
{
	for (RaySpan& span : spans)
	{
		for (Crossing* crossing : {&span.enter, &span.exit})
		{
			crossing->normal = Mirrored(crossing->normal);
			crossing->edge = MirroredEdge(what, crossing->edge);
		}
	}
}

// If two edges at a vertex face the ray equally, the edge with the lower index is reported. In the mirrored shape, this
// is the other edge, so both answers are allowed.
void AllowTie(const Ray& ray, Crossing& mirrored, const Crossing& expected)
{
	const auto facing = [&](b2Vec2 normal)
	{
		return (static_cast<double>(normal.x) * ray.translation.x + static_cast<double>(normal.y) * ray.translation.y) /
		       std::hypot(static_cast<double>(ray.translation.x), static_cast<double>(ray.translation.y));
	};
	const bool areEdges = mirrored.edge >= 0 && expected.edge >= 0 && mirrored.edge != expected.edge;
	if (areEdges && std::abs(facing(mirrored.normal) - facing(expected.normal)) < 1.0e-6)
	{
		mirrored.edge = expected.edge;
		mirrored.normal = expected.normal;
	}
}

} // namespace

TEST(CastSymmetry, TheWayBackMeetsWhatTheWayThereMeets)
{
	Outcomes outcomes;
	CheckCases<CastCase>(
	    k_cases,
	    [&](const CastCase& drawn) -> std::string
	    {
		    const Ray ray = WithExactEnd(drawn.ray);
		    const Ray reversed{EndOf(ray), -ray.translation};
		    if (ray.translation == b2Vec2{0.0f, 0.0f} || IsValid(ray) == false || IsValid(reversed) == false)
		    {
			    return {};
		    }
		    const std::vector<RaySpan> there = drawn.Cast(ray);
		    const std::vector<RaySpan> back = drawn.Cast(reversed);
		    outcomes.Count(there);
		    return AreReversed(drawn, there, back)
		               ? std::string()
		               : ToText(ray) + "\nthere:" + ToText(there) + "\nback:" + ToText(back);
	    });
	outcomes.ExpectAll();
}

TEST(CastSymmetry, APowerOfTwoAwayIsTheSame)
{
	Outcomes outcomes;
	CheckCases<CastCase>(
	    k_cases,
	    [&](const CastCase& drawn) -> std::string
	    {
		    if (drawn.IsBox2D() == false || IsValid(drawn.ray) == false)
		    {
			    return {};
		    }

		    // The offset in y is twice that in x, with the opposite sign. The numbers are rounded so that the sums are
		    // exact.
		    CastCase here = drawn;
		    const float size = std::max({std::abs(here.ray.origin.x), std::abs(here.pose.p.x), 0x1p-100f});
		    const float offset = std::ldexp(1.0f, std::ilogb(size) % 8);
		    const b2Vec2 offsets{offset, -2.0f * offset};
		    CastCase away = here;
		    for (const auto member : {&b2Vec2::x, &b2Vec2::y})
		    {
			    float distance = 4.0f * std::abs(offsets.*member);
			    SnapTogether(here.ray.origin.*member, distance, 22);
			    SnapTogether(here.pose.p.*member, distance, 22);
			    if (IsExactSum(here.ray.origin.*member, offsets.*member) == false ||
			        IsExactSum(here.pose.p.*member, offsets.*member) == false)
			    {
				    return {};
			    }
			    away.ray.origin.*member = here.ray.origin.*member + offsets.*member;
			    away.pose.p.*member = here.pose.p.*member + offsets.*member;
		    }
		    outcomes.Count(here.Cast());
		    return IsValid(away.ray) ? Difference("away", away.Cast(), here.Cast()) : std::string();
	    });
	outcomes.ExpectAll();
}

TEST(CastSymmetry, APowerOfTwoLargerIsTheSame)
{
	Outcomes outcomes;
	CheckCases<CastCase>(k_cases,
	                     [&](const CastCase& drawn) -> std::string
	                     {
		                     const int exponent = static_cast<int>(drawn.salt % 41) - 20;
		                     CastCase larger = drawn;
		                     bool isExact = IsValid(drawn.ray);
		                     const auto scale = [&](float& x)
		                     {
			                     const float scaled = std::ldexp(x, exponent);
			                     isExact = isExact && std::isfinite(scaled) && std::ldexp(scaled, -exponent) == x;
			                     x = scaled;
		                     };
		                     for (b2Vec2* v : {&larger.ray.origin, &larger.ray.translation, &larger.pose.p})
		                     {
			                     scale(v->x);
			                     scale(v->y);
		                     }
		                     scale(larger.radius);
		                     for (b2Vec2& v : larger.vertices)
		                     {
			                     scale(v.x);
			                     scale(v.y);
		                     }
		                     if (isExact == false)
		                     {
			                     return {};
		                     }
		                     outcomes.Count(drawn.Cast());
		                     return Difference("larger", larger.Cast(), drawn.Cast());
	                     });
	outcomes.ExpectAll();
}

TEST(CastSymmetry, AQuarterTurnTurnsTheAnswer)
{
	Outcomes outcomes;
	CheckCases<CastCase>(k_cases,
	                     [&](const CastCase& drawn)
	                     {
		                     CastCase turned = drawn;
		                     turned.ray = TurnedRay(drawn.ray, QuarterTurned);
		                     if (drawn.IsBox2D())
		                     {
			                     turned.pose.p = QuarterTurned(drawn.pose.p);
			                     turned.pose.q.s = drawn.pose.q.c;
			                     turned.pose.q.c = -drawn.pose.q.s;
		                     }
		                     else
		                     {
			                     for (b2Vec2& v : turned.vertices)
			                     {
				                     v = QuarterTurned(v);
			                     }
		                     }
		                     std::vector<RaySpan> expected = drawn.Cast();
		                     outcomes.Count(expected);
		                     for (RaySpan& span : expected)
		                     {
			                     span.enter.normal = QuarterTurned(span.enter.normal);
			                     span.exit.normal = QuarterTurned(span.exit.normal);
		                     }
		                     return Difference("turned", turned.Cast(), expected);
	                     });
	outcomes.ExpectAll();
}

TEST(CastSymmetry, TheMirrorImageIsMirrored)
{
	Outcomes outcomes;
	CheckCases<CastCase>(k_cases,
	                     [&](const CastCase& drawn)
	                     {
		                     std::vector<RaySpan> mirrored = MirrorOf(drawn).Cast();
		                     MirrorBack(drawn, mirrored);
		                     const std::vector<RaySpan> expected = drawn.Cast();
		                     outcomes.Count(expected);
		                     for (size_t i = 0; i < std::min(mirrored.size(), expected.size()); ++i)
		                     {
			                     AllowTie(drawn.ray, mirrored[i].enter, expected[i].enter);
			                     AllowTie(drawn.ray, mirrored[i].exit, expected[i].exit);
		                     }
		                     return Difference("mirrored", mirrored, expected);
	                     });
	outcomes.ExpectAll();
}

} // namespace ricochet::test::cast_symmetry_test
