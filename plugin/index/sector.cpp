// MIT License, Copyright (c) 2026 the ricochet authors

#include "index/sector.h"
#include "host/host.h"

#include "shapes/cast_shape.h"

namespace ricochet
{

namespace
{

// Coordinates in a sector's frame are sums of a few products: their errors are below 2^-50 of the sum of magnitudes.
constexpr double k_error = 1e-13;

} // namespace

/// The vertices of a shape in the frame of a sector. The casts pull the ray into the shape's frame, by q^T (p - x) with
/// a q that does not quite have length 1. Turned by q, that is q v - |q|^2 (p - x): the same slopes.
class Sector::Turned
{
public:
	Turned(const Sector& sector, const ChildGeometry& child, const b2Transform& pose)
	    : m_vertices(child.Points()), m_radius(child.radius),
	      m_cos(sector.m_axisX * pose.q.c + sector.m_axisY * pose.q.s),
	      m_sin(sector.m_axisX * pose.q.s - sector.m_axisY * pose.q.c)
	{
		const double square = m_cos * m_cos + m_sin * m_sin;
		m_offset = sector.InFrame(square * (static_cast<double>(pose.p.x) - sector.m_origin.x),
		                          square * (static_cast<double>(pose.p.y) - sector.m_origin.y));
		m_error = k_error * (std::abs(m_offset.x) + std::abs(m_offset.y));
		m_scale = std::sqrt(square);
	}

	[[nodiscard]] size_t Count() const { return m_vertices.size(); }
	[[nodiscard]] double Radius() const { return m_scale * m_radius; }

	[[nodiscard]] Point At(size_t i) const
	{
		const b2Vec2 v = m_vertices[i];
		return {m_offset.x + m_cos * v.x - m_sin * v.y, m_offset.y + m_sin * v.x + m_cos * v.y};
	}

	/// How far coordinates of this size may be from the truth.
	[[nodiscard]] double Error(double size) const { return m_error + k_error * size; }

private:
	std::span<const b2Vec2> m_vertices;
	double m_radius;
	double m_cos, m_sin;
	double m_scale;
	double m_error;
	Point m_offset;
};

Sector::Sector(b2Vec2 origin, double radius, double axisX, double axisY, SlopeRange slopes)
    : m_origin(origin), m_axisX(axisX), m_axisY(axisY), m_slopes{slopes.low - k_slopeError, slopes.high + k_slopeError}
{
	m_lowX = -m_axisY - m_slopes.low * m_axisX;
	m_lowY = m_axisX - m_slopes.low * m_axisY;
	m_highX = m_axisY + m_slopes.high * m_axisX;
	m_highY = m_slopes.high * m_axisY - m_axisX;
	const double growX = k_boundsRounding + 0x1p-21 * (std::abs(origin.x) + radius);
	const double growY = k_boundsRounding + 0x1p-21 * (std::abs(origin.y) + radius);
	m_lowerX = origin.x + growX;
	m_upperX = origin.x - growX;
	m_lowerY = origin.y + growY;
	m_upperY = origin.y - growY;
}

// The slopes s of the tangents: the line y = s x is as far from the center as the radius,
//   (y - s x)^2 = r^2 (1 + s^2)   ->   s = (x y -+ r sqrt(x^2 + y^2 - r^2)) / (x^2 - r^2)
SlopeRange Sector::SlopesOfDisc(Point center, double radius, double error) const
{
	SlopeRange slopes = m_slopes;
	const double x = center.x;
	const double y = center.y;
	// Nearer to the line across the axis the tangents are of no use.
	if (x > 1.5 * radius + error)
	{
		const double root = radius * std::sqrt(x * x + y * y - radius * radius);
		const double inverse = 1.0 / (x * x - radius * radius);
		const double margin = 16.0 * error / x + 16.0 * k_slopeError;
		slopes.RaiseLow((x * y - root) * inverse - margin);
		slopes.LowerHigh((x * y + root) * inverse + margin);
	}
	return slopes;
}

// From outside a convex hull is seen between two of its vertices, less than half a turn apart. The origin is certainly
// outside if it is certainly to the right of an edge. A segment is an edge there and back.
SlopeRange Sector::SlopesOfHull(const Turned& hull) const
{
	Point before = hull.At(hull.Count() - 1);
	Point first = before;
	Point last = before;
	bool outside = false;
	for (size_t i = 0; i < hull.Count(); ++i)
	{
		const Point v = hull.At(i);
		const double size = std::abs(v.x) + std::abs(v.y) + std::abs(before.x) + std::abs(before.y);
		outside = outside || before.x * v.y - before.y * v.x < -4.0 * size * hull.Error(size);
		first = first.x * v.y - first.y * v.x < 0.0 ? v : first;
		last = last.x * v.y - last.y * v.x > 0.0 ? v : last;
		before = v;
	}

	SlopeRange slopes = m_slopes;
	if (outside == false)
	{
		return slopes;
	}
	const double error = hull.Error(std::abs(first.x) + std::abs(first.y) + std::abs(last.x) + std::abs(last.y));
	if (first.x < -error && last.x < -error)
	{
		return {1.0, -1.0};
	}
	// |s| <= 2 is all that matters: the error of a quotient is then at most 6 error / x.
	if (first.x > 2.0 * error)
	{
		slopes.RaiseLow((first.y - 6.0 * error) / first.x - k_slopeError);
	}
	if (last.x > 2.0 * error)
	{
		slopes.LowerHigh((last.y + 6.0 * error) / last.x + k_slopeError);
	}
	return slopes;
}

SlopeRange Sector::SlopesOf(const ChildGeometry& geometry, const b2Transform& pose) const
{
	if (geometry.Points().empty())
	{
		return m_slopes;
	}
	const Turned turned(*this, geometry, pose);
	if (turned.Count() == 1)
	{
		const Point center = turned.At(0);
		return SlopesOfDisc(center, turned.Radius(), turned.Error(std::abs(center.x) + std::abs(center.y)));
	}
	return geometry.radius > 0.0f ? m_slopes : SlopesOfHull(turned);
}

} // namespace ricochet
