// MIT License, Copyright (c) 2026 the ricochet authors

#include "geometry/hull_oracle.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace ricochet::test
{

namespace
{

DoubleVec operator+(const DoubleVec& a, const DoubleVec& b)
{
	return {a.x + b.x, a.y + b.y};
}

DoubleVec operator-(const DoubleVec& a, const DoubleVec& b)
{
	return {a.x - b.x, a.y - b.y};
}

DoubleVec operator*(double s, const DoubleVec& v)
{
	return {s * v.x, s * v.y};
}

double Dot(const DoubleVec& a, const DoubleVec& b)
{
	return a.x * b.x + a.y * b.y;
}

double Length(const DoubleVec& v)
{
	return std::hypot(v.x, v.y);
}

DoubleVec Lifted(b2Vec2 v)
{
	return {v.x, v.y};
}

DoubleVec PlaceOf(const b2Transform& pose, b2Vec2 v)
{
	const double c = pose.q.c, s = pose.q.s;
	return {pose.p.x + (c * v.x - s * v.y), pose.p.y + (s * v.x + c * v.y)};
}

std::string PoseText(const b2Transform& pose)
{
	return "PoseOf(" + ToText(pose.p) + ", " + ToText(pose.q.s) + ", " + ToText(pose.q.c) + ")";
}

double DistanceTo(const DoubleVec& p, const DoubleVec& a, const DoubleVec& b)
{
	const DoubleVec e = b - a;
	const double square = Dot(e, e);
	const double share = square > 0.0 ? std::clamp(Dot(p - a, e) / square, 0.0, 1.0) : 0.0;
	return Length(p - (a + share * e));
}

/// The positions of a hull's vertices, and its reported feature.
struct Body
{
	std::vector<DoubleVec> places;
	HullFeature feature;
	const char* name;

	/// Checks that the reported vertex (centre of an arc) or edge of the hull is at `core`. Returns an error text, or
	/// "".
	[[nodiscard]] std::string MismatchAt(const DoubleVec& core, const DoubleVec& normal, double tolerance) const;

	/// Returns the distance of a point from the core of the hull; 0 inside.
	[[nodiscard]] double DistanceFrom(const DoubleVec& p) const;
};

double Body::DistanceFrom(const DoubleVec& p) const
{
	double nearest = Length(p - places[0]);
	double highest = -1.0;
	for (size_t i = 0; i < places.size(); ++i)
	{
		const DoubleVec a = places[i], b = places[(i + 1) % places.size()];
		nearest = std::min(nearest, DistanceTo(p, a, b));
		const DoubleVec e = b - a;
		highest = std::max(highest, (p.x - a.x) * e.y - (p.y - a.y) * e.x);
	}
	const bool isInside = places.size() >= 3 && highest < 0.0;
	return isInside ? 0.0 : nearest;
}

std::string Body::MismatchAt(const DoubleVec& core, const DoubleVec& normal, double tolerance) const
{
	const auto count = static_cast<int32_t>(places.size());
	const std::string told =
	    std::string(name) + " vertex " + std::to_string(feature.vertex) + " edge " + std::to_string(feature.edge);
	if ((feature.vertex >= 0) == (feature.edge >= 0) || feature.vertex >= count || feature.edge >= count)
	{
		return told + " is no feature";
	}
	const int32_t first = std::max(feature.vertex, feature.edge);
	const DoubleVec a = places[static_cast<size_t>(first)];
	const DoubleVec b = feature.edge >= 0 ? places[static_cast<size_t>((first + 1) % count)] : a;
	if (DistanceTo(core, a, b) > tolerance)
	{
		return told + " is off by " + std::to_string(DistanceTo(core, a, b) / tolerance) + " tolerances";
	}
	// If an edge is far shorter than its distance from the origin, doubles do not represent its direction.
	if (std::abs(Dot(b - a, normal)) > 1e-5 * Length(b - a) + 1e-15 * (Length(a) + Length(b)))
	{
		return told + " does not lie along the surface";
	}
	return "";
}

std::string FractionMismatch(const char* name, float got, const Number& exact, bool isExact, float most)
{
	const bool isRight = isExact ? got == most : IsWithinOneUlp(got, exact);
	if (isRight)
	{
		return "";
	}
	char text[128];
	std::snprintf(text, sizeof(text), "%s at %.9g, not %.17g", name, static_cast<double>(got),
	              isExact ? static_cast<double>(most) : ToDouble(exact));
	return text;
}

std::string NormalMismatch(const char* name, b2Vec2 got, const std::vector<DoubleVec>& admissible, bool isNone)
{
	const auto isNear = [&](const DoubleVec& n)
	{
		return Length(Lifted(got) - n) <= 1e-6;
	};
	const bool isRight =
	    isNone ? got.x == 0.0f && got.y == 0.0f : std::any_of(admissible.begin(), admissible.end(), isNear);
	if (isRight)
	{
		return "";
	}
	const DoubleVec wanted = isNone || admissible.empty() ? DoubleVec{} : admissible[0];
	char text[160];
	std::snprintf(text, sizeof(text), "%s normal (%.9g, %.9g), not (%.9g, %.9g) or one of %zu", name,
	              static_cast<double>(got.x), static_cast<double>(got.y), wanted.x, wanted.y, admissible.size());
	return text;
}

std::string FlagMismatch(const HullSpan& got, const HullAnswer& exact)
{
	const auto text = [](const char* name, bool value)
	{
		return std::string(name) + (value ? " is told" : " is not told");
	};
	if (got.startsInside != exact.startsInside)
	{
		return text("startsInside", got.startsInside);
	}
	if (got.endsInside != exact.endsInside)
	{
		return text("endsInside", got.endsInside);
	}
	return got.grazing != exact.grazing ? text("grazing", got.grazing) : "";
}

} // namespace

double HullScene::Size() const
{
	double size = 0.0;
	const auto hold = [&](b2Vec2 v)
	{
		size = std::max(size, Length(Lifted(v)));
	};
	std::for_each(moving.begin(), moving.end(), hold);
	std::for_each(still.begin(), still.end(), hold);
	const double way = std::min(1.0f, maxFraction) * Length(Lifted(translation));
	return std::max({size, way, static_cast<double>(movingRadius), static_cast<double>(stillRadius)});
}

std::string HullScene::Text() const
{
	return "{" + ToText(moving) + ", " + ToText(movingRadius) + ", " + PoseText(movingPose) + ", " +
	       ToText(translation) + ", " + ToText(still) + ", " + ToText(stillRadius) + ", " + PoseText(stillPose) + ", " +
	       ToText(maxFraction) + "}";
}

std::string HullMismatch(const HullScene& scene, const std::optional<HullSpan>& got)
{
	const HullAnswer exact = ExactCastHull(scene);
	if (got.has_value() != exact.hit)
	{
		return got ? "hit, not miss" : "miss, not hit";
	}
	if (got.has_value() == false)
	{
		return "";
	}
	if (const std::string flag = FlagMismatch(*got, exact); flag.empty() == false)
	{
		return flag;
	}
	const std::string parts[] = {
	    FractionMismatch("enter", got->enter.fraction, exact.enter, exact.startsInside, 0.0f),
	    FractionMismatch("exit", got->exit.fraction, exact.exit, exact.endsInside, scene.maxFraction),
	    NormalMismatch("enter", got->enter.normal, exact.enterNormals, exact.startsInside),
	    NormalMismatch("exit", got->exit.normal, exact.exitNormals, exact.endsInside),
	};
	const auto* const wrong = std::find_if(std::begin(parts), std::end(parts), [](const auto& s) { return s != ""; });
	return wrong == std::end(parts) ? "" : *wrong;
}

std::string ContactMismatch(const HullScene& scene, const HullSpan& got)
{
	const DoubleVec normal = Lifted(got.enter.normal);
	const DoubleVec contact = Lifted(got.contact);
	Body still{{}, got.still, "still"};
	Body moving{{}, got.moving, "moving"};
	for (const b2Vec2& v : scene.still)
	{
		still.places.push_back(PlaceOf(scene.stillPose, v));
	}
	for (const b2Vec2& v : scene.moving)
	{
		moving.places.push_back(PlaceOf(scene.movingPose, v) +
		                        static_cast<double>(got.enter.fraction) * Lifted(scene.translation));
	}
	// A float represents a place only to within its own ulp.
	const double size =
	    std::max(scene.Size(), static_cast<double>(got.enter.fraction) * Length(Lifted(scene.translation)));
	const double tolerance = 1e-5 * size + 1e-6 * Length(contact);
	const double radius = scene.stillRadius;
	const double movingRadius = scene.movingRadius;
	if (std::abs(still.DistanceFrom(contact) - radius) > tolerance)
	{
		return "the contact is " + std::to_string(still.DistanceFrom(contact) - radius) + " off what stands still";
	}
	if (std::abs(moving.DistanceFrom(contact) - movingRadius) > tolerance)
	{
		return "the contact is " + std::to_string(moving.DistanceFrom(contact) - movingRadius) + " off what moves";
	}
	const bool areSharp = scene.stillRadius == 0.0f && scene.movingRadius == 0.0f;
	const DoubleVec along = areSharp && (still.feature.edge < 0 && moving.feature.edge < 0) ? DoubleVec{} : normal;
	const std::string wrong = still.MismatchAt(contact - radius * normal, along, tolerance);
	return wrong.empty() ? moving.MismatchAt(contact + movingRadius * normal, along, tolerance) : wrong;
}

} // namespace ricochet::test
