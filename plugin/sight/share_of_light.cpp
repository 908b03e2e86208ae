// MIT License, Copyright (c) 2026 the ricochet authors

#include <ricochet/sight/light.h>

#include "geometry/elementary.h"
#include "geometry/local_ray.h"
#include "geometry/round_to_float.h"
#include "sight/parallel_view.h"
#include "sight/point_view.h"
#include "sight/visibility.h"

#include <algorithm>
#include <limits>
#include <optional>
#include <vector>

namespace ricochet
{

namespace
{

bool LitIsLeft(const Penumbra& penumbra)
{
	return Cross(Lift<double>(penumbra.towardDark), Lift<double>(penumbra.towardLit)) > 0.0;
}

// The position of a point between the borders, by the angle at the apex: 0 on the dark border, 1 on the lit one.
double PlaceBetweenBorders(const Penumbra& penumbra, b2Vec2 point)
{
	const Vec<double> dark = Lift<double>(penumbra.towardDark);
	const Vec<double> lit = Lift<double>(penumbra.towardLit);
	const Vec<double> offset = Lift<double>(point) - Lift<double>(penumbra.apex);
	const double turn = Cross(dark, lit) > 0.0 ? 1.0 : -1.0;
	const double full = AngleOf(Dot(dark, lit), turn * Cross(dark, lit));
	// The angle is measured from the middle, so that a point behind the apex is nearer to one border than to the other.
	const Vec<double> middle = dark + lit;
	const double angle = AngleOf(Dot(middle, offset), turn * Cross(middle, offset));
	if ((full > 0.0) == false)
	{
		return angle < 0.0 ? 0.0 : 1.0; // floats cannot distinguish the borders
	}
	return std::clamp(0.5 + angle / full, 0.0, 1.0);
}

// True in the sliver between a circle and the apex, which light passes before the borders intersect. That is the
// triangle of the apex and the points where the borders touch, outside the circle.
bool IsBeforeBorders(const Penumbra& penumbra, b2Vec2 point)
{
	const Vec<double> lit = Lift<double>(penumbra.towardLit);
	const Vec<double> dark = Lift<double>(penumbra.towardDark);
	const Vec<double> toCenter = Lift<double>(penumbra.center) - Lift<double>(penumbra.apex);
	const Vec<double> offset = Lift<double>(point) - Lift<double>(penumbra.apex);
	const Vec<double> fromCenter = offset - toCenter;
	// Both are shares of the distances from the apex to the points where the borders touch.
	const double alongLit = Cross(dark, offset) / (Cross(dark, lit) * Dot(toCenter, lit));
	const double alongDark = Cross(offset, lit) / (Cross(dark, lit) * Dot(toCenter, dark));
	return penumbra.radius > 0.0f && Dot(toCenter, lit) < 0.0 && alongLit >= 0.0 && alongDark >= 0.0 &&
	       alongLit + alongDark <= 1.0 && Length(fromCenter) >= penumbra.radius;
}

// Half the angle at which a disc is seen from a distance; a right angle if the point is within.
double HalfAngleOf(double distance, double radius)
{
	return AngleOf(std::sqrt(std::max(0.0, (distance - radius) * (distance + radius))), radius);
}

b2Vec2 Between(b2Vec2 from, b2Vec2 to, double share)
{
	return {RoundToFloat(from.x + share * (to.x - from.x)), RoundToFloat(from.y + share * (to.y - from.y))};
}

// The point of a side at which the given part of the side's angle at the apex is reached.
b2Vec2 OnSide(b2Vec2 apex, b2Vec2 from, b2Vec2 to, double part)
{
	const Vec<double> a = Lift<double>(from) - Lift<double>(apex);
	const Vec<double> b = Lift<double>(to) - Lift<double>(apex);
	const SinCos turn = SinCosOf(part * AngleOf(Dot(a, b), Cross(a, b)));
	const Vec<double> d{turn.cos * a.x - turn.sin * a.y, turn.sin * a.x + turn.cos * a.y};
	const double share = Cross(a, d) / (Cross(a, d) + Cross(d, b));
	return Between(from, to, share);
}

std::span<const SightVertex> PolygonOf(const LitRegion& region, const Penumbra& penumbra)
{
	return std::span(region.penumbraVertices)
	    .subspan(static_cast<size_t>(penumbra.first), static_cast<size_t>(penumbra.count));
}

// The border beyond which the center of the source is hidden.
struct HardBorder
{
	Vec<double> along{}; // unit, as light travels
	Vec<double> start{};
	double offset = 0.0;
	double turn;

	explicit HardBorder(const Penumbra& penumbra) : turn(LitIsLeft(penumbra) ? 1.0 : -1.0)
	{
		const bool isDisc = penumbra.size > 0.0f;
		const Vec<double> source = Lift<double>(penumbra.source);
		const Vec<double> center = Lift<double>(penumbra.center);
		const Vec<double> way = isDisc ? center - source : source;
		const double length = Length(way);
		const double sine = isDisc ? turn * penumbra.radius / length : 0.0;
		const double cosine = std::sqrt(std::max(0.0, (1.0 - sine) * (1.0 + sine)));
		along = {(cosine * way.x - sine * way.y) / length, (sine * way.x + cosine * way.y) / length};
		start = isDisc ? source : center;
		offset = isDisc ? 0.0 : penumbra.radius;
	}

	// The signed distance of a point from the border, positive on the side that the center lights (m).
	[[nodiscard]] double Beyond(b2Vec2 point) const
	{
		return turn * Cross(along, Lift<double>(point) - start) - offset;
	}
};

// Appends a triangle that lies on one side of the hard border.
void AppendTriangle(const Penumbra& penumbra, b2Vec2 from, b2Vec2 to, std::vector<LitVertex>& corners)
{
	const float a = ShareOfLight(penumbra, from);
	const float b = ShareOfLight(penumbra, to);
	const float mean = 0.5f * (a + b);
	const float hard = mean < 0.5f ? 0.0f : 1.0f;
	corners.insert(corners.end(), {{penumbra.apex, mean, mean - hard}, {from, a, a - hard}, {to, b, b - hard}});
}

// The rounding of a side's floats near a point (m). A point that is nearer to the side than that counts as lying on it.
double RoundingOf(const LightBlocker& side, b2Vec2 point)
{
	const auto sizeOf = [](b2Vec2 v)
	{
		return std::abs(v.x) + std::abs(v.y);
	};
	return 0x1p-22 * (sizeOf(side.from) + sizeOf(side.to) + sizeOf(point) + side.radius);
}

// The distance of a point from a side, negative if the point is within the side's radius.
double DistanceTo(const LightBlocker& side, b2Vec2 point)
{
	const Vec<double> along = Lift<double>(side.to) - Lift<double>(side.from);
	const Vec<double> offset = Lift<double>(point) - Lift<double>(side.from);
	const double square = Dot(along, along);
	const double share = square > 0.0 ? std::clamp(Dot(along, offset) / square, 0.0, 1.0) : 0.0;
	return Length(offset - share * along) - side.radius;
}

// True if a point lies in a solid, and not on its surface. Requires: `sides` has all sides of one thing.
bool IsInside(std::span<const LightBlocker> sides, b2Vec2 point)
{
	bool isInRing = false;
	for (const LightBlocker& side : sides)
	{
		if ((side.from.y > point.y) != (side.to.y > point.y))
		{
			const Vec<double> along = Lift<double>(side.to) - Lift<double>(side.from);
			const double turn = Cross(along, Lift<double>(point) - Lift<double>(side.from));
			isInRing = isInRing != ((turn > 0.0) == (along.y > 0.0));
		}
	}
	const auto isOff = [&](const LightBlocker& side)
	{
		return DistanceTo(side, point) > RoundingOf(side, point);
	};
	const auto isInRound = [&](const LightBlocker& side)
	{
		return DistanceTo(side, point) < -RoundingOf(side, point);
	};
	if (sides[0].isSolid == false || sides[0].radius > 0.0f)
	{
		return sides[0].isSolid && (isInRing || std::any_of(sides.begin(), sides.end(), isInRound));
	}
	return isInRing && std::all_of(sides.begin(), sides.end(), isOff);
}

// The angles at a point from which a source lights it, measured from the direction to the middle of the source. In the
// point's frame, x points there.
class SourceAt
{
public:
	// `half`: half the angle that the source takes up. `reach`: things beyond it do not hide the source. It is a
	// distance from the point or, for parallel light, along x.
	SourceAt(b2Vec2 point, const Vec<double>& toward, double half, double reach, bool isParallel)
	    : m_point(point), m_toward(toward), m_half(half), m_border(SinCosOf(half)), m_reach(reach),
	      m_isParallel(isParallel)
	{
		m_hidden.clear();
	}

	void Hide(const LightBlocker& side);

	// Removes the angles that one thing hides. `sides` must contain all of its sides.
	void HideThing(std::span<const LightBlocker> sides);

	// Returns the share of the angles that is not hidden. It may be called only once.
	[[nodiscard]] double Share();

private:
	struct Angles
	{
		double from, to;
	};

	[[nodiscard]] Vec<double> ToLocal(const Vec<double>& offset) const
	{
		return {Dot(m_toward, offset), Cross(m_toward, offset)};
	}
	[[nodiscard]] bool IsInReach(const Vec<double>& place) const
	{
		return (m_isParallel ? place.x : Length(place)) <= m_reach;
	}
	void HideBetween(double from, double to);
	void ShowItsInside(std::span<const LightBlocker> sides, size_t first);
	void HideSegment(const Vec<double>& from, const Vec<double>& to);
	void HideDisc(const Vec<double>& center, double radius, double rounding);

	b2Vec2 m_point;
	Vec<double> m_toward;
	double m_half;
	SinCos m_border;
	double m_reach;
	bool m_isParallel;
	static thread_local std::vector<Angles> m_hidden;
};

thread_local std::vector<SourceAt::Angles> SourceAt::m_hidden;

void SourceAt::HideBetween(double from, double to)
{
	constexpr double k_rounding = 0x1p-46; // widens angles, so that no light passes between things that touch
	const Angles hidden{std::max(from - k_rounding, -m_half), std::min(to + k_rounding, m_half)};
	if (hidden.from < hidden.to)
	{
		m_hidden.push_back(hidden);
	}
}

// Hides the angles that a segment covers, between the borders of the source and within the reach.
void SourceAt::HideSegment(const Vec<double>& from, const Vec<double>& to)
{
	double begin = 0.0;
	double end = 1.0;
	// Keeps the part in which a linear function with these values at the ends is not negative. Returns where it is 0.
	const auto keep = [&](double atFrom, double atTo)
	{
		const double zero = atFrom / (atFrom - atTo);
		begin = atFrom < 0.0 ? (atTo < 0.0 ? 1.0 : std::max(begin, zero)) : begin;
		end = atTo < 0.0 ? (atFrom < 0.0 ? 0.0 : std::min(end, zero)) : end;
		return zero;
	};
	const auto upTo = [&](double side)
	{
		return keep(m_border.sin * from.x - side * m_border.cos * from.y,
		            m_border.sin * to.x - side * m_border.cos * to.y);
	};
	const double left = upTo(1.0);
	const double right = upTo(-1.0);
	const Vec<double> way = to - from;
	if (m_isParallel)
	{
		keep(m_reach - from.x, m_reach - to.x);
	}
	else
	{
		const double square = Dot(way, way);
		const double middle = -Dot(from, way) / square;
		const double aside = Cross(from, way);
		const double half = std::sqrt(std::max(0.0, m_reach * m_reach * square - aside * aside)) / square;
		begin = std::max(begin, middle - half);
		end = std::min(end, middle + half);
	}
	const auto angleAt = [&](double share)
	{
		const Vec<double> place = from + share * way;
		return share == left ? m_half : (share == right ? -m_half : AngleOf(place.x, place.y));
	};
	if (begin < end)
	{
		const double first = angleAt(begin);
		const double last = angleAt(end);
		HideBetween(std::min(first, last), std::max(first, last));
	}
}

void SourceAt::HideDisc(const Vec<double>& center, double radius, double rounding)
{
	const double distance = Length(center);
	const double middle = AngleOf(center.x, center.y);
	if (distance <= radius + rounding)
	{
		HideBetween(middle - 0.25 * k_fullTurn, middle + 0.25 * k_fullTurn);
		return;
	}
	const double tangent = std::sqrt((distance - radius) * (distance + radius));
	const double width = AngleOf(tangent, radius);
	// The angle at which the disc ends on one side. Beyond the reach, that is where its rim crosses the reach.
	const auto endOn = [&](double side) -> std::optional<double>
	{
		const SinCos turn = SinCosOf(side * width);
		const double scale = tangent / distance;
		const Vec<double> touch{scale * (turn.cos * center.x - turn.sin * center.y),
		                        scale * (turn.sin * center.x + turn.cos * center.y)};
		if (IsInReach(touch))
		{
			return middle + side * width;
		}
		if (m_isParallel)
		{
			const double across = m_reach - center.x;
			const double half = std::sqrt((radius - across) * (radius + across));
			return std::abs(across) <= radius ? std::optional(AngleOf(m_reach, center.y + side * half)) : std::nullopt;
		}
		const double cosine = (distance * distance + m_reach * m_reach - radius * radius) / (2.0 * distance * m_reach);
		return cosine <= 1.0
		           ? std::optional(middle + side * AngleOf(cosine, std::sqrt((1.0 - cosine) * (1.0 + cosine))))
		           : std::nullopt;
	};
	const std::optional<double> from = endOn(-1.0);
	const std::optional<double> to = endOn(1.0);
	if (from && to)
	{
		HideBetween(*from, *to);
	}
}

void SourceAt::Hide(const LightBlocker& side)
{
	const Vec<double> from = ToLocal(Lift<double>(side.from) - Lift<double>(m_point));
	const Vec<double> to = ToLocal(Lift<double>(side.to) - Lift<double>(m_point));
	const double radius = side.radius;
	// A quick test, because most things lie beside the source.
	const auto isLeft = [&](const Vec<double>& place)
	{
		return m_border.cos * place.y - m_border.sin * place.x > radius;
	};
	const auto isRight = [&](const Vec<double>& place)
	{
		return m_border.cos * place.y + m_border.sin * place.x < -radius;
	};
	if ((isLeft(from) && isLeft(to)) || (isRight(from) && isRight(to)))
	{
		return;
	}
	const double rounding = RoundingOf(side, m_point);
	if (radius > 0.0)
	{
		HideDisc(from, radius, rounding);
		if (side.from != side.to)
		{
			const Vec<double> along = UnitOf(to - from);
			const Vec<double> out{radius * along.y, -radius * along.x};
			HideDisc(to, radius, rounding);
			HideSegment(from + out, to + out);
			HideSegment(from - out, to - out);
		}
		return;
	}
	const bool isOnLeft = Cross(to - from, -1.0 * from) > 0.0; // so light arrives from the right
	if ((isOnLeft ? side.hidesFromRight : side.hidesFromLeft) && DistanceTo(side, m_point) > rounding)
	{
		HideSegment(from, to);
	}
}

// If light may leave a thing from its inside, the thing's sides hide only light that enters it.
void SourceAt::HideThing(std::span<const LightBlocker> sides)
{
	const bool isRound = sides[0].radius > 0.0f;
	const bool mayBeginInside = sides[0].isSolid && sides[0].hidesItsInside == false;
	const size_t first = m_hidden.size();
	if ((isRound || mayBeginInside == false) && IsInside(sides, m_point))
	{
		HideBetween(-m_half, m_half);
	}
	else
	{
		for (const LightBlocker& side : sides)
		{
			Hide(side);
		}
	}
	if (m_isParallel && isRound && mayBeginInside)
	{
		ShowItsInside(sides, first);
	}
}

// Light begins on the line x = reach. Marks the angles at which light begins in a thing as not hidden. Requires: the
// thing is round, and so convex.
void SourceAt::ShowItsInside(std::span<const LightBlocker> sides, size_t first)
{
	double low = std::numeric_limits<double>::infinity();
	double high = -low;
	const auto widen = [&](double y)
	{
		low = std::min(low, y);
		high = std::max(high, y);
	};
	const auto cross = [&](const Vec<double>& from, const Vec<double>& to)
	{
		if ((from.x > m_reach) != (to.x > m_reach))
		{
			widen(from.y + (m_reach - from.x) / (to.x - from.x) * (to.y - from.y));
		}
	};
	for (const LightBlocker& side : sides)
	{
		const Vec<double> from = ToLocal(Lift<double>(side.from) - Lift<double>(m_point));
		const Vec<double> to = ToLocal(Lift<double>(side.to) - Lift<double>(m_point));
		const double radius = side.radius;
		for (const Vec<double>& center : {from, to})
		{
			const double across = m_reach - center.x;
			if (std::abs(across) < radius)
			{
				const double half = std::sqrt((radius - across) * (radius + across));
				widen(center.y - half);
				widen(center.y + half);
			}
		}
		if (side.from != side.to)
		{
			const Vec<double> along = UnitOf(to - from);
			const Vec<double> out{radius * along.y, -radius * along.x};
			cross(from + out, to + out);
			cross(from - out, to - out);
		}
	}
	const Angles shown{AngleOf(m_reach, low), AngleOf(m_reach, high)};
	const size_t count = low < high ? m_hidden.size() : first;
	for (size_t i = first; i < count; ++i)
	{
		const Angles hidden = m_hidden[i];
		if (shown.from < hidden.to && hidden.from < shown.to)
		{
			m_hidden[i].to = std::max(hidden.from, shown.from);
			m_hidden.push_back({std::min(shown.to, hidden.to), hidden.to});
		}
	}
}

double SourceAt::Share()
{
	std::sort(m_hidden.begin(), m_hidden.end(), [](const Angles& a, const Angles& b) { return a.from < b.from; });
	double seen = 0.0;
	double last = -m_half;
	for (const Angles& hidden : m_hidden)
	{
		seen += std::max(0.0, hidden.from - last);
		last = std::max(last, hidden.to);
	}
	seen += m_half - last;
	return std::clamp(0.5 * seen / m_half, 0.0, 1.0);
}

// A source with a smaller half angle (rad) counts as a point. Angles are rounded to 2^-50.
constexpr double k_leastHalfAngle = 0x1p-40;

// The share of a source that things leave in sight of a point. atMiddle() -> the share of the source's middle, which is
// the result if memory runs out.
template <class AtMiddle>
float ShareOf(const LitRegion& region, SourceAt& source, const AtMiddle& atMiddle)
{
	const auto hide = [&]() -> double
	{
		const std::span<const LightBlocker> all = region.blockers;
		for (size_t first = 0, end = 0; first < all.size(); first = end)
		{
			while (end < all.size() && all[end].thing == all[first].thing)
			{
				++end;
			}
			source.HideThing(all.subspan(first, end - first));
		}
		return source.Share();
	};
	float share = 0.0f;
	(void)Attempt(
	    {}, [&] { share = static_cast<float>(hide()); }, [&] { share = atMiddle(); });
	return share;
}

} // namespace

float ShareOfLight(const Penumbra& penumbra, b2Vec2 point)
{
	const double place = PlaceBetweenBorders(penumbra, point);
	if (point == penumbra.apex || place == 1.0)
	{
		return 1.0f;
	}
	if (place == 0.0 && IsBeforeBorders(penumbra, point) == false)
	{
		return 0.0f;
	}
	// The angle at the point by which the middle of the source is clear of the obstacle. Negative: it is hidden.
	const bool isDisc = penumbra.size > 0.0f;
	const Vec<double> at = Lift<double>(point);
	const Vec<double> source = Lift<double>(penumbra.source);
	const Vec<double> toSource = isDisc ? source - at : Vec<double>{-source.x, -source.y};
	const Vec<double> toCenter = Lift<double>(penumbra.center) - at;
	const double half = isDisc ? HalfAngleOf(Length(toSource), penumbra.size) : penumbra.spread;
	const double turn = LitIsLeft(penumbra) ? 1.0 : -1.0;
	const double clear = AngleOf(Dot(toCenter, toSource), -turn * Cross(toCenter, toSource)) -
	                     HalfAngleOf(Length(toCenter), penumbra.radius);
	return static_cast<float>(std::clamp(0.5 + 0.5 * clear / half, 0.0, 1.0));
}

float ShareOfLight(const LitRegion& region, const Light& light, b2Vec2 point)
{
	const Vec<double> offset = Lift<double>(point) - Lift<double>(light.position);
	const double distance = Length(offset);
	const double size = light.size;
	const double tangent = std::sqrt(std::max(0.0, (distance - size) * (distance + size)));
	const double half = AngleOf(tangent, size);
	const auto atMiddle = [&]
	{
		return Contains(region.polygon, light.position, point) ? 1.0f : 0.0f;
	};
	if (region.polygon.empty() || point.IsValid() == false || half < k_leastHalfAngle || distance <= size)
	{
		return atMiddle();
	}
	if (distance > (1.0 + 0x1p-22) * light.radius || SightTurn(light.cone).Holds(offset) == false)
	{
		return 0.0f;
	}
	SourceAt source(point, (-1.0 / distance) * offset, half, tangent, false);
	return ShareOf(region, source, atMiddle);
}

float ShareOfLight(const LitRegion& region, const ParallelLight& light, b2Vec2 point)
{
	const auto atMiddle = [&]
	{
		return Contains(region.polygon, light, point) ? 1.0f : 0.0f;
	};
	if (region.polygon.empty() || point.IsValid() == false || light.spread < k_leastHalfAngle)
	{
		return atMiddle();
	}
	const ParallelFrame frame(light);
	if (frame.Holds(point) == false)
	{
		return 0.0f;
	}
	SourceAt source(point, -1.0 * frame.Along(), light.spread, frame.DepthBefore(Lift<double>(point)), true);
	return ShareOf(region, source, atMiddle);
}

void Triangulate(const LitRegion& region, const Penumbra& penumbra, float maxError, std::vector<LitVertex>& corners)
{
	constexpr double k_parts = 8.0;
	thread_local std::vector<b2Vec2> points;
	corners.clear();
	const HardBorder hard(penumbra);
	Triangulate(PolygonOf(region, penumbra), penumbra.apex, maxError, points);
	for (size_t i = 0; i + 2 < points.size(); i += 3)
	{
		const b2Vec2 from = points[i + 1];
		const b2Vec2 to = points[i + 2];
		b2Vec2 last = from;
		const auto append = [&](b2Vec2 next)
		{
			AppendTriangle(penumbra, last, next, corners);
			last = next;
		};
		const double angle = std::abs(PlaceBetweenBorders(penumbra, to) - PlaceBetweenBorders(penumbra, from));
		const int parts = std::max(1, static_cast<int>(std::ceil(k_parts * angle)));
		for (int part = 1; part <= parts; ++part)
		{
			const b2Vec2 next = part == parts ? to : OnSide(penumbra.apex, from, to, 1.0 * part / parts);
			const double before = hard.Beyond(last);
			const double after = hard.Beyond(next);
			if (before * after < 0.0)
			{
				append(Between(last, next, before / (before - after)));
			}
			append(next);
		}
	}
}

} // namespace ricochet
