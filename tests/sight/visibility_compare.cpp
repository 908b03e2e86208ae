// MIT License, Copyright (c) 2026 the ricochet authors

#include "sight/visibility_borders.h"

#include "sight/polygon_check.h"

#include <algorithm>
#include <cmath>
#include <sstream>

// Compares a result of the library with the oracle's pieces. All points here are relative to the eye.

namespace ricochet::test
{

namespace
{

class Comparison
{
public:
	Comparison(const SightScene& scene, std::span<const SightVertex> got)
	    : m_eye(Widen(scene.eye)), m_radius(scene.radius), m_borders(BordersOf(scene)), m_got(got)
	{
	}

	std::string Run()
	{
		if (m_got.empty() && IsAnythingWide() == false)
		{
			return "";
		}
		CheckExpectedVertices();
		CheckGotVertices();
		CheckSides();
		CheckArea();
		return m_wrong.str();
	}

private:
	Point2 PointOf(const SightVertex& vertex) const { return Widen(vertex.point) - m_eye; }

	double UlpOf(Point2 p) const { return std::max(UlpAt(p.x + m_eye.x), UlpAt(p.y + m_eye.y)); }

	// True if a piece is so narrow that both of its borders may round to one line of floats. The polygon may lack such
	// a piece.
	bool IsSliver(const Border& border, double ulps) const
	{
		const double far = std::max({Length(border.from), Length(border.to), 0.0});
		const double width = border.angle > 0.5 ? far : border.angle * far;
		return border.kind != Border::Kind::Dark && width < ulps * std::max(UlpOf(border.from), UlpOf(border.to));
	}

	bool IsAt(const SightVertex& vertex, Point2 expected, double slack) const
	{
		const Point2 place = expected + m_eye;
		const Point2 got = Widen(vertex.point);
		const double more = slack + 0x1p-50 * (Length(expected) + Length(m_eye));
		return std::abs(got.x - place.x) <= UlpAt(place.x) + more && std::abs(got.y - place.y) <= UlpAt(place.y) + more;
	}

	void Require(Point2 expected, double slack)
	{
		if (std::none_of(m_got.begin(), m_got.end(), [&](const SightVertex& v) { return IsAt(v, expected, slack); }))
		{
			m_wrong << "no vertex at " << expected.x + m_eye.x << ", " << expected.y + m_eye.y << "\n";
		}
	}

	// Returns false if all lit pieces are thinner than floats can represent. Then the polygon may be empty.
	bool IsAnythingWide() const
	{
		const auto isThin = [&](const Border& b)
		{
			const double height = Cross(b.from, b.to) / Length(b.to - b.from);
			return b.kind == Border::Kind::Wall && height < 4.0 * std::max(UlpOf(b.from), UlpOf(b.to));
		};
		return std::any_of(m_borders.begin(), m_borders.end(),
		                   [&](const Border& b)
		                   { return b.kind != Border::Kind::Dark && IsSliver(b, 4.0) == false && isThin(b) == false; });
	}

	void CheckExpectedVertices()
	{
		for (size_t i = 0; i < m_borders.size(); ++i)
		{
			const Border& border = m_borders[i];
			const Border& next = m_borders[(i + 1) % m_borders.size()];
			if (border.kind == next.kind && border.kind != Border::Kind::Wall)
			{
				continue;
			}
			if (IsSliver(border, 1.5) == false)
			{
				Require(border.to, border.slack);
			}
			if (IsSliver(next, 1.5) == false)
			{
				Require(next.from, next.slack);
			}
		}
	}

	bool IsExpected(const SightVertex& vertex) const
	{
		const double reach = Length(PointOf(vertex));
		const bool onRim = std::abs(reach - m_radius) <= 2.0 * UlpOf(PointOf(vertex)) + 0x1p-26 * m_radius;
		const auto isEnd = [&](const Border& b)
		{
			return IsAt(vertex, b.from, b.slack) || IsAt(vertex, b.to, b.slack);
		};
		const auto isRim = [&](const Border& b)
		{
			return onRim && b.kind == Border::Kind::Rim;
		};
		return std::any_of(m_borders.begin(), m_borders.end(), [&](const Border& b) { return isEnd(b) || isRim(b); });
	}

	void CheckGotVertices()
	{
		for (size_t i = 0; i < m_got.size(); ++i)
		{
			if (IsExpected(m_got[i]) == false)
			{
				m_wrong << "vertex " << i << " is no end of anything\n";
			}
		}
	}

	// Returns the side that a direction crosses; null in the dark.
	const SightVertex* SideAt(Point2 direction) const
	{
		for (size_t i = 0; i < m_got.size(); ++i)
		{
			const Point2 a = PointOf(m_got[i]), b = PointOf(m_got[(i + 1) % m_got.size()]);
			// If a point was rounded near the eye, its direction has no meaning.
			const bool isAway = std::min(Length(a), Length(b)) > 4.0 * UlpOf({});
			if (isAway && m_got[i].side != SightSide::Shadow && Cross(a, direction) >= 0.0 && Cross(direction, b) > 0.0)
			{
				return &m_got[i];
			}
		}
		return nullptr;
	}

	void CheckSides()
	{
		for (const Border& border : m_borders)
		{
			if (IsSliver(border, 8.0))
			{
				continue;
			}
			// A dark piece has no points. Otherwise the sampled directions are between the piece's ends.
			if (border.kind == Border::Kind::Dark)
			{
				continue;
			}
			const double ulp = std::max(UlpOf(border.from), UlpOf(border.to));
			const double near = std::min(Length(border.from), Length(border.to));
			const double margin = std::max(16.0 * ulp / near + 0x1p-24, 0.0);
			for (const double share : {0.02, 0.25, 0.5, 0.75, 0.98})
			{
				if (std::min(share, 1.0 - share) * border.angle > margin)
				{
					CheckSideAt(border, TurnedBy(border.from, share * border.angle));
				}
			}
		}
	}

	static Point2 TurnedBy(Point2 v, double angle)
	{
		const double s = std::sin(angle), c = std::cos(angle);
		return {c * v.x - s * v.y, s * v.x + c * v.y};
	}

	void CheckSideAt(const Border& border, Point2 direction)
	{
		const SightVertex* side = SideAt(direction);
		const bool isWall = border.kind == Border::Kind::Wall;
		if (side == nullptr || side->side != (isWall ? SightSide::Wall : SightSide::Rim) ||
		    (isWall && TagOf(*side) != border.wall->tag))
		{
			m_wrong << "towards " << direction.x << ", " << direction.y << ": "
			        << (side == nullptr ? "nothing" : "another side") << " instead of "
			        << (isWall ? "edge " + std::to_string(border.wall->tag.edge) + ", child " +
			                         std::to_string(border.wall->tag.child)
			                   : "the rim")
			        << "\n";
		}
	}

	void CheckArea()
	{
		double area = 0.0, error = 0.0;
		for (const Border& border : m_borders)
		{
			const bool isRim = border.kind == Border::Kind::Rim;
			area += 0.5 * (isRim ? m_radius * m_radius * border.angle : Cross(border.from, border.to));
			error += (UlpOf(border.from) + UlpOf(border.to) + border.slack) * (Length(border.from) + Length(border.to));
		}
		const double allowed = 1e-6 * area + error;
		const double got = Area(m_got), recomputed = AreaOf(m_got);
		if (std::abs(got - area) > allowed || std::abs(recomputed - area) > allowed)
		{
			m_wrong << "area " << got << " (" << recomputed << ") instead of " << area << "\n";
		}
	}

	Point2 m_eye;
	double m_radius;
	std::vector<Border> m_borders;
	std::span<const SightVertex> m_got;
	std::ostringstream m_wrong;
};

} // namespace

SightTag TagOf(const SightVertex& vertex)
{
	return {vertex.fixture, vertex.child, vertex.edge};
}

std::string Mismatch(const SightScene& scene, std::span<const SightVertex> got)
{
	if (scene.hidden)
	{
		return got.empty() ? "" : "something is seen from within a solid\n";
	}
	return PolygonFault(got, scene.eye, scene.radius) + Comparison(scene, got).Run();
}

} // namespace ricochet::test
