// MIT License, Copyright (c) 2026 the ricochet authors

#include <ricochet/geometry/planar_polygon.h>

#include "geometry/edge.h"
#include "geometry/kernels.h"
#include "geometry/locate.h"
#include "geometry/plane.h"
#include "geometry/polygon_check.h"
#include "geometry/round_to_float.h"

#include <ricochet/geometry/ray.h>

#include <algorithm>
#include <cmath>
#include <vector>

namespace ricochet
{

bool IsFinite(Vec3 v)
{
	return std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z);
}

int LargestAxis(double x, double y, double z)
{
	const double a = std::abs(x);
	const double b = std::abs(y);
	const double c = std::abs(z);
	return a >= b && a >= c ? 0 : (b >= c ? 1 : 2);
}

Plane::Plane(std::span<const Vec3> vertices) : m_vertices(vertices), m_bounded(Sum<Bounded>()) {}

template <class T>
Plane::PlaneTerms<T> Plane::Sum() const
{
	const SpaceVec<T> first = Lift<T>(m_vertices[0]);
	SpaceVec<T> last = Lift<T>(m_vertices[1]) - first;
	SpaceVec<T> sum = last;
	SpaceVec<T> normal{T(0.0f), T(0.0f), T(0.0f)};
	for (size_t i = 2; i < m_vertices.size(); ++i)
	{
		const SpaceVec<T> next = Lift<T>(m_vertices[i]) - first;
		normal = normal + Cross(last, next);
		sum = sum + next;
		last = next;
	}
	return {normal, Dot(normal, sum)};
}

SpaceVec<double> Plane::CertainNormal() const
{
	const SpaceVec<Bounded>& n = m_bounded.normal;
	const SpaceVec<double> estimate{n.x.value, n.y.value, n.z.value};
	const double length = std::max({std::abs(estimate.x), std::abs(estimate.y), std::abs(estimate.z)});
	const double error = std::max({n.x.error, n.y.error, n.z.error});
	if (IsCertain({length, error}))
	{
		return estimate;
	}
	const SpaceVec<Exact>& exact = Normal<Exact>();
	return {exact.x.ToDouble(), exact.y.ToDouble(), exact.z.ToDouble()};
}

Plane::Scale Plane::HeightScale() const
{
	Vec3 lower = m_vertices[0];
	Vec3 upper = m_vertices[0];
	for (const Vec3& v : m_vertices)
	{
		lower = {std::min(lower.x, v.x), std::min(lower.y, v.y), std::min(lower.z, v.z)};
		upper = {std::max(upper.x, v.x), std::max(upper.y, v.y), std::max(upper.z, v.z)};
	}
	double extent = 0.0;
	double largest = 0.0;
	for (int axis = 0; axis < 3; ++axis)
	{
		const double low = CoordinateOf(lower, axis);
		const double high = CoordinateOf(upper, axis);
		extent = std::max(extent, high - low);
		largest = std::max({largest, std::abs(low), std::abs(high)});
	}
	const SpaceVec<double> n = CertainNormal();
	const double unit = static_cast<double>(m_vertices.size()) * std::sqrt(Dot(n, n));
	return {std::max(0x1p-13 * extent, 0x1p-21 * largest) * unit, unit};
}

namespace
{

// The result of a cast. Its fraction is where the ray intersects the plane, passes a vertex, or crosses an edge within
// the plane.
struct Meeting
{
	double fraction = 0.0;
	int32_t vertex = -1;
	int32_t edge = -1;
	bool startsInside = false;
};

// An unrounded fraction.
struct Ratio
{
	Exact numerator, denominator; // denominator > 0
};

// A ray against the polygon of some vertices, of which the last one may repeat the first. Both must outlive it.
class PlanarCast
{
public:
	PlanarCast(const Ray3& ray, std::span<const Vec3> vertices)
	    : m_ray(ray), m_vertices(WithoutRepeat(vertices)), m_plane(m_vertices)
	{
	}

	// Requires: a valid ray, at least 3 finite vertices. The polygon may still be an invalid one.
	[[nodiscard]] std::optional<Meeting> Cast() const;

	[[nodiscard]] Ratio ExactFraction(const Meeting& meeting) const;
	[[nodiscard]] Crossing3 CrossingOf(const Meeting& meeting) const;

private:
	template <class T>
	[[nodiscard]] SpaceVec<T> Offset(size_t vertex) const
	{
		return Lift<T>(m_vertices[vertex]) - Lift<T>(m_ray.origin);
	}
	template <class T>
	[[nodiscard]] SpaceVec<T> Translation() const
	{
		return Lift<T>(m_ray.translation);
	}
	template <class T>
	[[nodiscard]] T HeightAt(float fraction) const
	{
		return m_plane.Height(Lift<T>(m_ray.origin)) + T(fraction) * m_plane.Slope(Translation<T>());
	}
	template <class T>
	[[nodiscard]] T Along(size_t vertex) const
	{
		return Dot(Translation<T>(), Offset<T>(vertex));
	}

	[[nodiscard]] bool IsClear() const;
	[[nodiscard]] bool IsOnLine() const;
	[[nodiscard]] std::optional<Meeting> MeetPlane(double height, double slope) const;
	[[nodiscard]] std::optional<Meeting> MeetVertex(int32_t vertex) const;
	[[nodiscard]] std::optional<Meeting> CastInPlane() const;
	[[nodiscard]] int32_t VertexForPlane(double slope) const;
	[[nodiscard]] int Axis() const;
	[[nodiscard]] Ray FlatRay() const;
	[[nodiscard]] Edge FlatEdge(int32_t edge) const;
	[[nodiscard]] Vec3 NormalOf(const Meeting& meeting) const;

	const Ray3& m_ray;
	std::span<const Vec3> m_vertices;
	Plane m_plane;
};

Vec3 UnitOf(const SpaceVec<double>& v, double sign)
{
	// Scaled by the largest coordinate, so that no square leaves the range of double.
	const double scale = std::max({std::abs(v.x), std::abs(v.y), std::abs(v.z)});
	const SpaceVec<double> scaled{sign * v.x / scale, sign * v.y / scale, sign * v.z / scale};
	const double length = std::sqrt(Dot(scaled, scaled));
	return {RoundToFloat(scaled.x / length), RoundToFloat(scaled.y / length), RoundToFloat(scaled.z / length)};
}

SpaceVec<double> Difference(Vec3 a, Vec3 b)
{
	return Lift<double>(a) - Lift<double>(b);
}

// numerator / denominator, with the sign moved to the numerator.
Ratio Quotient(const Exact& numerator, const Exact& denominator)
{
	return denominator.Sign() < 0 ? Ratio{-numerator, -denominator} : Ratio{numerator, denominator};
}

int PlanarCast::Axis() const
{
	const SpaceVec<double> normal = m_plane.CertainNormal();
	return LargestAxis(normal.x, normal.y, normal.z);
}

Ray PlanarCast::FlatRay() const
{
	return {WithoutAxis(m_ray.origin, Axis()), WithoutAxis(m_ray.translation, Axis()), m_ray.maxFraction};
}

// True if the whole ray is on one side of the plane, farther off than any vertex may be.
bool PlanarCast::IsClear() const
{
	const double limit = 2.0 * m_plane.HeightScale().tolerance;
	const Bounded start = HeightAt<Bounded>(0.0f);
	const Bounded end = HeightAt<Bounded>(m_ray.maxFraction);
	const double sign = start.value < 0.0 ? -1.0 : 1.0;
	return sign * start.value - start.error > limit && sign * end.value - end.error > limit;
}

// Projects the polygon along the direction d of the ray. The line becomes a point. The even-odd rule decides whether
// the point is in the projected polygon, as in LocateInPolygon.
//
// Let d_k be the largest coordinate of d, and a the vector from the ray's origin to a vertex. The vector d_k a - a_k d
// has no coordinate k. Its other two coordinates (X, Y) are those of the projected vertex, up to a scale. The cross
// product of two projected vertices is d_k det(d, a, b). The sign of d_k may be left out: it only decides whether edges
// to the right or to the left of the point are counted.
bool PlanarCast::IsOnLine() const
{
	const Vec3 d = m_ray.translation;
	const int k = LargestAxis(d.x, d.y, d.z);
	const auto signOf = [&](size_t vertex, int axis)
	{
		return SignOf(Certain(
		    [&]<class T>(T)
		    {
			    const Vec3 v = m_vertices[vertex];
			    const T along = T(CoordinateOf(v, k)) - T(CoordinateOf(m_ray.origin, k));
			    const T across = T(CoordinateOf(v, axis)) - T(CoordinateOf(m_ray.origin, axis));
			    return across * T(CoordinateOf(d, k)) - along * T(CoordinateOf(d, axis));
		    }));
	};
	const auto volumeOf = [&](size_t a, size_t b)
	{
		return SignOf(Certain([&]<class T>(T) { return Dot(Translation<T>(), Cross(Offset<T>(a), Offset<T>(b))); }));
	};

	bool inside = false;
	const size_t count = m_vertices.size();
	size_t a = count - 1;
	int xA = signOf(a, (k + 1) % 3);
	int yA = signOf(a, (k + 2) % 3);
	for (size_t b = 0; b < count; ++b)
	{
		const int xB = signOf(b, (k + 1) % 3);
		const int yB = signOf(b, (k + 2) % 3);
		const bool isAcross = (yA > 0) != (yB > 0);
		const bool mayTouch = xA * xB <= 0 && yA * yB <= 0;
		const int volume = isAcross || mayTouch ? volumeOf(a, b) : 0;
		if (mayTouch && volume == 0)
		{
			return true;
		}
		inside = inside != (isAcross && (yB > 0 ? volume > 0 : volume < 0));
		a = b;
		xA = xB;
		yA = yB;
	}
	return inside;
}

// If the ray intersects the plane before or behind all vertices, or never, returns the first or the last vertex, else
// -1. Exact. With the plane at t = -h / s and a vertex at A / Q, where Q > 0:
//   sign(-h / s - A / Q) = -sign(h Q + A s) sign(s)
int32_t PlanarCast::VertexForPlane(double slope) const
{
	size_t first = 0;
	size_t last = 0;
	const auto order = [&](size_t i, size_t k)
	{
		return SignOf(Certain([&]<class T>(T)
		                      { return Dot(Translation<T>(), Lift<T>(m_vertices[i]) - Lift<T>(m_vertices[k])); }));
	};
	for (size_t i = 1; i < m_vertices.size(); ++i)
	{
		first = order(i, first) < 0 ? i : first;
		last = order(i, last) > 0 ? i : last;
	}
	const auto planeVersus = [&](size_t i)
	{
		const auto difference = [&]<class T>(T)
		{
			const SpaceVec<T> d = Translation<T>();
			return HeightAt<T>(0.0f) * Dot(d, d) + Along<T>(i) * m_plane.Slope(d);
		};
		return -SignOf(Certain(difference)) * SignOf(slope);
	};
	if (slope == 0.0 || planeVersus(first) < 0)
	{
		return static_cast<int32_t>(first);
	}
	return planeVersus(last) > 0 ? static_cast<int32_t>(last) : -1;
}

std::optional<Meeting> PlanarCast::MeetPlane(double height, double slope) const
{
	const double end = Certain([&]<class T>(T) { return HeightAt<T>(m_ray.maxFraction); });
	const bool isAhead = SignOf(height) * SignOf(slope) < 0;
	const bool isReached = SignOf(end) * SignOf(slope) >= 0;
	return isAhead && isReached ? std::optional(Meeting{-height / slope}) : std::nullopt;
}

std::optional<Meeting> PlanarCast::MeetVertex(int32_t vertex) const
{
	const size_t i = static_cast<size_t>(vertex);
	const auto squared = [&]<class T>(T)
	{
		return Dot(Translation<T>(), Translation<T>());
	};
	const double along = Certain([&]<class T>(T) { return Along<T>(i); });
	const double rest = Certain([&]<class T>(T tag) { return T(m_ray.maxFraction) * squared(tag) - Along<T>(i); });
	return along > 0.0 && rest >= 0.0 ? std::optional(Meeting{along / Certain(squared), vertex}) : std::nullopt;
}

// Casts the ray in two dimensions, without the axis that the plane faces most.
std::optional<Meeting> PlanarCast::CastInPlane() const
{
	thread_local std::vector<b2Vec2> flat;
	thread_local std::vector<LocalSpan> spans;
	flat.clear();
	const int axis = Axis();
	for (const Vec3& v : m_vertices)
	{
		flat.push_back(WithoutAxis(v, axis));
	}
	ClipPolygonLocal(LocalRay(FlatRay()), flat, spans);
	if (spans.empty())
	{
		return std::nullopt;
	}
	return Meeting{spans[0].enter.fraction, -1, spans[0].enter.edge, spans[0].startsInside};
}

std::optional<Meeting> PlanarCast::Cast() const
{
	const bool isPoint = m_ray.translation == Vec3{} || m_ray.maxFraction == 0.0f;
	if (isPoint == false && IsClear())
	{
		return std::nullopt;
	}
	const double height = Certain([&]<class T>(T) { return HeightAt<T>(0.0f); });
	const double slope = isPoint ? 0.0 : Certain([&]<class T>(T) { return m_plane.Slope(Translation<T>()); });
	if (slope == 0.0 && (height == 0.0 || isPoint))
	{
		return height == 0.0 ? CastInPlane() : std::nullopt;
	}
	if (IsOnLine() == false)
	{
		return std::nullopt;
	}
	// Vertices may lie off the plane by the tolerance. So the ray may hit the plane before or behind all of them.
	const int32_t vertex = VertexForPlane(slope);
	return vertex < 0 ? MeetPlane(height, slope) : MeetVertex(vertex);
}

Ratio PlanarCast::ExactFraction(const Meeting& meeting) const
{
	if (meeting.startsInside)
	{
		return {Exact(0.0f), Exact(1.0f)};
	}
	if (meeting.vertex >= 0)
	{
		return {Along<Exact>(static_cast<size_t>(meeting.vertex)), Dot(Translation<Exact>(), Translation<Exact>())};
	}
	if (meeting.edge >= 0)
	{
		const LocalRay ray(FlatRay());
		const Edge edge = FlatEdge(meeting.edge);
		return Quotient(edge.Height<Exact>(ray), -edge.Slope<Exact>(ray));
	}
	return Quotient(HeightAt<Exact>(0.0f), -m_plane.Slope(Translation<Exact>()));
}

Edge PlanarCast::FlatEdge(int32_t edge) const
{
	const size_t i = static_cast<size_t>(edge);
	return {WithoutAxis(m_vertices[i], Axis()), WithoutAxis(m_vertices[(i + 1) % m_vertices.size()], Axis())};
}

Vec3 PlanarCast::NormalOf(const Meeting& meeting) const
{
	const SpaceVec<double> normal = m_plane.CertainNormal();
	if (meeting.startsInside)
	{
		return {};
	}
	if (meeting.edge >= 0)
	{
		// d and the edge e are in the plane, so cross(d, e) is along N. Hence dot(cross(e, N), d) = dot(N, cross(d, e))
		// has the sign of its largest coordinate.
		const size_t i = static_cast<size_t>(meeting.edge);
		const Vec3 a = m_vertices[i];
		const Vec3 b = m_vertices[(i + 1) % m_vertices.size()];
		const double slope = FlatEdge(meeting.edge).CertainSlope(LocalRay(FlatRay()));
		const double facing = Axis() == 0 ? normal.x : (Axis() == 1 ? normal.y : normal.z);
		return UnitOf(Cross(Difference(b, a), normal), (slope > 0.0) == (facing > 0.0) ? -1.0 : 1.0);
	}
	const double slope = Certain([&]<class T>(T) { return m_plane.Slope(Translation<T>()); });
	const double height = Certain([&]<class T>(T) { return HeightAt<T>(0.0f); });
	return UnitOf(normal, slope < 0.0 || (slope == 0.0 && height > 0.0) ? 1.0 : -1.0);
}

Crossing3 PlanarCast::CrossingOf(const Meeting& meeting) const
{
	const float fraction =
	    static_cast<float>(std::clamp(meeting.fraction, 0.0, static_cast<double>(m_ray.maxFraction)));
	const auto at = [&](float from, float way)
	{
		return RoundToFloat(from + static_cast<double>(fraction) * way);
	};
	const Vec3 point{at(m_ray.origin.x, m_ray.translation.x), at(m_ray.origin.y, m_ray.translation.y),
	                 at(m_ray.origin.z, m_ray.translation.z)};
	return {fraction, point, NormalOf(meeting), meeting.edge, meeting.startsInside};
}

bool IsValid(const Ray3& ray)
{
	return IsFinite(ray.origin) && IsFinite(ray.translation) && std::isfinite(ray.maxFraction) &&
	       ray.maxFraction >= 0.0f;
}

bool IsPolygon(std::span<const Vec3> vertices)
{
	return WithoutRepeat(vertices).size() >= 3 && std::all_of(vertices.begin(), vertices.end(), IsFinite);
}

struct Candidate
{
	Meeting meeting;
	size_t polygon;
};

// True if a comes before b. Compares exact fractions if necessary.
bool IsNearer(const Ray3& ray, std::span<const std::span<const Vec3>> polygons, const Candidate& a, const Candidate& b)
{
	// Both fractions are within 2^-28 of the truth: if they differ by more than 2^-26, their order is proven.
	const double gap = a.meeting.fraction - b.meeting.fraction;
	if (std::abs(gap) > 0x1p-26 * (std::abs(a.meeting.fraction) + std::abs(b.meeting.fraction)))
	{
		return gap < 0.0;
	}
	const Ratio first = PlanarCast(ray, polygons[a.polygon]).ExactFraction(a.meeting);
	const Ratio second = PlanarCast(ray, polygons[b.polygon]).ExactFraction(b.meeting);
	return (first.numerator * second.denominator - second.numerator * first.denominator).Sign() < 0;
}

} // namespace

std::optional<Crossing3> CastPlanarPolygon(const Ray3& ray, std::span<const Vec3> vertices)
{
	if (IsValid(ray) == false || IsPolygon(vertices) == false)
	{
		return std::nullopt;
	}
	const PlanarCast cast(ray, vertices);
	const std::optional<Meeting> meeting = cast.Cast();
	if (meeting.has_value() == false || !CheckPlanarPolygon(vertices))
	{
		return std::nullopt;
	}
	return cast.CrossingOf(*meeting);
}

std::optional<PlanarHit> CastPlanarPolygonsClosest(const Ray3& ray, std::span<const std::span<const Vec3>> polygons)
{
	if (IsValid(ray) == false)
	{
		return std::nullopt;
	}
	std::optional<Candidate> closest;
	for (size_t i = 0; i < polygons.size(); ++i)
	{
		const std::optional<Meeting> meeting =
		    IsPolygon(polygons[i]) ? PlanarCast(ray, polygons[i]).Cast() : std::nullopt;
		if (meeting && (closest.has_value() == false || IsNearer(ray, polygons, {*meeting, i}, *closest)) &&
		    CheckPlanarPolygon(polygons[i]))
		{
			closest = {*meeting, i};
		}
	}
	if (closest.has_value() == false)
	{
		return std::nullopt;
	}
	const PlanarCast cast(ray, polygons[closest->polygon]);
	return PlanarHit{cast.CrossingOf(closest->meeting), static_cast<int32_t>(closest->polygon)};
}

} // namespace ricochet
