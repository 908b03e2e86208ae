// MIT License, Copyright (c) 2026 the ricochet authors

#include "properties/cast_case.h"
#include "support/hit_point.h"

// Casts along paths: if a path is cut, bent or ended anywhere, its casts must miss no entry into the shape.

namespace ricochet::test::cast_path_test
{

namespace
{

constexpr int k_cases = 20000;

const RaySpan* FirstEntry(const std::vector<RaySpan>& spans)
{
	return spans.empty() || spans.front().startsInside ? nullptr : &spans.front();
}

// Returns up to six points of a path, which bends at or near vertices of the shape, on its edges, and elsewhere.
std::vector<b2Vec2> PathAbout(const CastCase& drawn)
{
	Random random(drawn.salt);
	std::vector<b2Vec2> path = {drawn.ray.origin, EndOf(drawn.ray)};
	for (int i = random.Between(0, 4); i > 0; --i)
	{
		const b2Vec2 a = random.OneOf(drawn.vertices);
		const b2Vec2 b = random.OneOf(drawn.vertices);
		const float share = random.OneIn(2) ? 0.0f : random.Uniform(-0.5f, 1.5f);
		b2Vec2 local = a + share * (b - a);
		if (drawn.radius > 0.0f)
		{
			const float angle = random.Uniform(-3.2f, 3.2f);
			local += drawn.radius * b2Vec2{std::cos(angle), std::sin(angle)};
		}
		const b2Vec2 point = b2Mul(drawn.pose, local);
		const int reach = random.OneIn(2) ? 0 : 3;
		path.push_back(
		    {UlpsFrom(point.x, random.Between(-reach, reach)), UlpsFrom(point.y, random.Between(-reach, reach))});
	}
	return path;
}

bool IsMultiple(const Ray& part, float share, const Ray& whole)
{
	return static_cast<double>(part.translation.x) == static_cast<double>(share) * whole.translation.x &&
	       static_cast<double>(part.translation.y) == static_cast<double>(share) * whole.translation.y;
}

bool IsUnit(b2Vec2 normal)
{
	return std::abs(std::hypot(static_cast<double>(normal.x), static_cast<double>(normal.y)) - 1.0) < 3.0e-7;
}

std::string IllFormed(const Ray& ray, const RaySpan& span, bool isSolid)
{
	const auto facing = [&](b2Vec2 normal)
	{
		return static_cast<double>(normal.x) * ray.translation.x + static_cast<double>(normal.y) * ray.translation.y;
	};
	const double slack = 1.0e-6 * std::hypot(static_cast<double>(ray.translation.x), ray.translation.y);
	const bool isPoint = ray.translation == b2Vec2{0.0f, 0.0f} || ray.maxFraction == 0.0f;
	if ((span.enter.fraction >= 0.0f && span.enter.fraction <= span.exit.fraction &&
	     span.exit.fraction <= ray.maxFraction) == false)
	{
		return "fractions";
	}
	if (span.startsInside && (span.enter.fraction != 0.0f || span.enter.normal != b2Vec2{0.0f, 0.0f} ||
	                          span.enter.edge != -1 || isSolid == false))
	{
		return "startsInside";
	}
	if (span.endsInside && (span.exit.fraction != ray.maxFraction || span.exit.normal != b2Vec2{0.0f, 0.0f} ||
	                        span.exit.edge != -1 || isSolid == false))
	{
		return "endsInside";
	}
	if (isPoint && (span.startsInside == false || span.endsInside == false || span.grazing))
	{
		return "point query";
	}
	if (span.startsInside == false && (IsUnit(span.enter.normal) == false || facing(span.enter.normal) > slack))
	{
		return "enter normal";
	}
	const double outward = (isSolid ? 1.0 : -1.0) * facing(span.exit.normal);
	if (span.endsInside == false && (IsUnit(span.exit.normal) == false || outward < -slack))
	{
		return "exit normal";
	}
	const bool points = IsPointNearFraction(ray, span.enter) && IsPointNearFraction(ray, span.exit);
	return points ? std::string() : "points";
}

} // namespace

TEST(CastPath, EveryAnswerIsWellFormed)
{
	CheckCases<CastCase>(k_cases,
	                     [](const CastCase& drawn) -> std::string
	                     {
		                     const std::vector<RaySpan> spans = drawn.Cast();
		                     if (IsValid(drawn.ray) == false)
		                     {
			                     return spans.empty() ? "" : "an invalid ray hits" + ToText(spans);
		                     }
		                     for (size_t i = 0; i < spans.size(); ++i)
		                     {
			                     const std::string problem = IllFormed(drawn.ray, spans[i], drawn.IsSolid());
			                     const bool inOrder = i == 0 || spans[i - 1].exit.fraction <= spans[i].enter.fraction;
			                     if (problem.empty() == false || inOrder == false)
			                     {
				                     return (inOrder ? problem : "order") + ":" + ToText(spans);
			                     }
		                     }
		                     return {};
	                     });
}

TEST(CastPath, CutAnywhereItLosesNoEntry)
{
	int entries = 0, seams = 0;
	CheckCases<CastCase>(
	    k_cases,
	    [&](const CastCase& drawn) -> std::string
	    {
		    const Ray ray = WithExactEnd(drawn.ray, 4);
		    if (IsValid(ray) == false || EndsAt(ray, EndOf(ray)) == false)
		    {
			    return {};
		    }
		    const std::vector<RaySpan> whole = drawn.Cast(ray);
		    for (int cut = 1; cut < 16; ++cut)
		    {
			    const float share = static_cast<float>(cut) / 16.0f;
			    const Ray first{ray.origin, share * ray.translation};
			    const Ray second{EndOf(first), (1.0f - share) * ray.translation};
			    const bool isCut = IsMultiple(first, share, ray) && IsMultiple(second, 1.0f - share, ray) &&
			                       EndsAt(first, second.origin) && EndsAt(second, EndOf(ray));
			    if (isCut == false || first.translation == b2Vec2{0.0f, 0.0f} ||
			        second.translation == b2Vec2{0.0f, 0.0f})
			    {
				    continue;
			    }
			    const std::vector<RaySpan> before = drawn.Cast(first);
			    const std::vector<RaySpan> after = drawn.Cast(second);
			    const bool isEntered = FirstEntry(whole) != nullptr;
			    const bool isSeen = FirstEntry(before) != nullptr || FirstEntry(after) != nullptr;
			    entries += isEntered ? 1 : 0;
			    seams +=
			        isEntered && FirstEntry(before) != nullptr && FirstEntry(before)->enter.fraction == 1.0f ? 1 : 0;
			    const bool isHit = before.empty() == false || after.empty() == false;
			    if (isHit != (whole.empty() == false) || (isEntered && isSeen == false))
			    {
				    return "cut at " + ToText(second.origin) + "\nwhole:" + ToText(whole) +
				           "\nfirst:" + ToText(before) + "\nsecond:" + ToText(after);
			    }
		    }
		    return {};
	    });
	EXPECT_GT(entries, 0);
	EXPECT_GT(seams, 0);
}

TEST(CastPath, BentAnywhereItGetsIntoNoSolidUnseen)
{
	int inside = 0, boundary = 0;
	CheckCases<CastCase>(k_cases,
	                     [&](const CastCase& drawn) -> std::string
	                     {
		                     if (drawn.kind == CastCase::Kind::Edge)
		                     {
			                     return {};
		                     }
		                     bool isInside = drawn.Contains(drawn.ray.origin);
		                     const std::vector<b2Vec2> path = PathAbout(drawn);
		                     for (size_t i = 1; i < path.size(); ++i)
		                     {
			                     const Ray ray = RayBetween(path[i - 1], path[i]);
			                     if (IsValid(ray) == false || EndsAt(ray, path[i]) == false)
			                     {
				                     return {};
			                     }
			                     const std::vector<RaySpan> spans = drawn.Cast(ray);
			                     const bool endsInside = drawn.Contains(path[i]);
			                     inside += endsInside ? 1 : 0;
			                     boundary += endsInside && spans.empty() == false && spans.back().enter.fraction == 1.0f
			                                     ? 1
			                                     : 0;
			                     if (spans.empty() && isInside == false && endsInside)
			                     {
				                     return "unseen from " + ToText(path[i - 1]) + " to " + ToText(path[i]);
			                     }
			                     if (spans.empty() == false && spans.front().startsInside && isInside == false)
			                     {
				                     return "starts inside, but the point does not: " + ToText(ray);
			                     }
			                     isInside = endsInside;
		                     }
		                     return {};
	                     });
	EXPECT_GT(inside, 0);
	EXPECT_GT(boundary, 0);
}

TEST(CastPath, ShortenedItHitsWhatItStillReaches)
{
	int cuts = 0;
	CheckCases<CastCase>(
	    k_cases,
	    [&](const CastCase& drawn) -> std::string
	    {
		    const std::vector<RaySpan> whole = drawn.Cast();
		    const RaySpan* entry = FirstEntry(whole);
		    const auto upTo = [&](float fraction)
		    {
			    return drawn.Cast(Ray{drawn.ray.origin, drawn.ray.translation, fraction});
		    };
		    if (entry == nullptr || entry->enter.fraction == 0.0f || entry->enter.fraction >= FLT_MAX)
		    {
			    return {};
		    }

		    // The exact fraction is between the two neighbours of the float. A cast that ends beyond these neighbours
		    // has a certain result.
		    ++cuts;
		    const float fraction = entry->enter.fraction;
		    const float behind = std::min(UlpsFrom(fraction, 1), drawn.ray.maxFraction);
		    const std::vector<RaySpan> reached = upTo(behind);
		    if (reached.empty() || reached.front().enter.fraction != fraction ||
		        reached.front().enter.normal != entry->enter.normal || reached.front().enter.edge != entry->enter.edge)
		    {
			    return "up to " + ToText(behind) + ":" + ToText(reached) + "\nnot as" + ToText(whole);
		    }
		    const std::vector<RaySpan> at = upTo(fraction);
		    if (at.empty() == false && at.front().enter.fraction != fraction)
		    {
			    return "up to the fraction itself:" + ToText(at) + "\nnot as" + ToText(whole);
		    }
		    const float before = UlpsFrom(fraction, -2);
		    if (before >= 0.0f && before > 0.0f && upTo(before).empty() == false)
		    {
			    return "up to " + ToText(before) + ":" + ToText(upTo(before)) + "\nbefore" + ToText(whole);
		    }
		    return {};
	    });
	EXPECT_GT(cuts, 0);
}

} // namespace ricochet::test::cast_path_test
