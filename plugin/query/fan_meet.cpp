// MIT License, Copyright (c) 2026 the ricochet authors

#include "query/fan_meet.h"

namespace ricochet
{

namespace
{

constexpr float k_infinity = std::numeric_limits<float>::infinity();
constexpr float k_leastDivisor = 1e-35f; // far above what floats lose below their range

// The origin of a fan in the frame of a child.
struct PulledOrigin
{
	Vec<double> at;
	double size; ///< the sum of the coordinates before they were turned

	PulledOrigin(b2Vec2 origin, const b2Transform& pose)
	{
		const double x = static_cast<double>(origin.x) - pose.p.x;
		const double y = static_cast<double>(origin.y) - pose.p.y;
		at = {pose.q.c * x + pose.q.s * y, pose.q.c * y - pose.q.s * x};
		size = std::abs(x) + std::abs(y);
	}
};

} // namespace

/// With d the translation of a ray and q the rotation of a child, the crossing of the line of an edge e through v is at
///   1 / t = -cross(q^T d, e) / cross(start - v, e) = dot(d, N),  N = (-(q e).y, (q e).x) / cross(start - v, e)
/// and the line passes a vertex v on the side cross(d, q (v - start)).
struct FanMeeting::View
{
	static constexpr float k_sure = 0x1p-16f; // share of its terms by which a height must differ from 0

	std::array<float, WorldOutline::k_most> x, y; // N of the edges
	LaneMask seen = 0;                            // which of them are
	float steepest = 0.0f;                        // the most that 1 / t can be off by, for each metre of d
	b2Vec2 first, last;                           // the outermost vertices, counter-clockwise
	float unsure = 0.0f;                          // by which sides of vertices may be off, for each metre of d
};

namespace
{

b2Vec2 TurnedBy(const b2Rot& q, b2Vec2 v)
{
	return {q.c * v.x - q.s * v.y, q.s * v.x + q.c * v.y};
}

float LargerOf(b2Vec2 v)
{
	return std::max(std::abs(v.x), std::abs(v.y));
}

} // namespace

void FanMeeting::Visit(uint32_t index, const Circle32& part)
{
	uint32_t& seen = m_seen[index % m_seen.size()];
	if (seen == index)
	{
		return;
	}
	seen = index;
	const GridEntry& entry = m_state.entries[index];
	if (entry.grid != m_grid || Accepts(m_filter, GridChild{&entry, {}}) == false)
	{
		return;
	}
	bool isTold = false;
	if (std::isfinite(entry.outline.margin))
	{
		const bool hasSides = entry.isEdge || entry.isConvex;
		const bool isDisc = entry.isEdge == false && entry.count == 1 && entry.radius > 0.0f;
		isTold = (hasSides && MeetSides(index, entry)) || (isDisc && MeetDisc(index, entry));
	}
	if (isTold == false)
	{
		// What comes by its other parts is in doubt, too.
		seen = FanBundle::k_none;
		m_bundle.ForRaysTo(part, [&](FanBundle::Range range) { m_bundle.Doubt(range); });
	}
}

// What all rays start in, they meet at once.
bool FanMeeting::OfferInside(uint32_t index)
{
	if (AcceptsStart(m_filter, true))
	{
		const Lanes depth = Lanes::Same(k_infinity);
		const auto all = depth > Lanes{};
		m_bundle.Offer(index, m_bundle.All(),
		               [&](const Lanes&, const Lanes&) {
			               return FanBundle::Depths{depth, depth, all, all};
		               });
	}
	return true;
}

bool FanMeeting::Offer(uint32_t index, const View& view)
{
	const float radius = m_bundle.Radius();
	const float perError = 1.0f / (radius * view.unsure);
	const float error = radius * view.steepest;
	const float size = std::abs(view.first.x) + std::abs(view.first.y) + std::abs(view.last.x) + std::abs(view.last.y);
	if ((perError * size < 1e30f && error < 1e30f) == false)
	{
		return false;
	}
	// More than an angle with that sine, and than half a turn where there is none.
	const float turn = 4.0f * view.unsure / std::min(LargerOf(view.first), LargerOf(view.last));
	const Lanes::Same firstX(view.first.x * perError);
	const Lanes::Same firstY(view.first.y * perError);
	const Lanes::Same lastX(view.last.x * perError);
	const Lanes::Same lastY(view.last.y * perError);
	const Lanes::Same margin(error);
	const auto depthsOf = [&](const Lanes& x, const Lanes& y)
	{
		const Lanes between = Min(Lanes(firstX) * y - Lanes(firstY) * x, Lanes(lastY) * x - Lanes(lastX) * y);
		Lanes depth = Lanes::Same(k_infinity);
		for (LaneMask left = view.seen; left != 0; left &= left - 1)
		{
			const auto i = static_cast<size_t>(std::countr_zero(left));
			depth = Min(depth, Lanes::Same(view.x[i]) * x + Lanes::Same(view.y[i]) * y);
		}
		return FanBundle::Depths{depth - margin, depth + margin, between > Lanes::Same(1.0f),
		                         between > Lanes::Same(-1.0f)};
	};
	m_bundle.ForRaysBetween(view.first, view.last, turn,
	                        [&](FanBundle::Range range) { m_bundle.Offer(index, range, depthsOf); });
	return true;
}

// Where floats are turned and subtracted, places are off by less than 2^-21 of the terms: heights by less than 2^-20 of
// theirs and those of an edge. What is made of them, products of d with it included, is off by less than 2^-21 more.
bool FanMeeting::MeetSides(uint32_t index, const GridEntry& entry)
{
	const auto [p, q] = entry.outline.pose;
	const b2Vec2 way = m_bundle.Origin() - p;
	const float startX = q.c * way.x + q.s * way.y;
	const float startY = q.c * way.y - q.s * way.x;
	const auto [vertexX, vertexY] = LoadPairs(&entry.outline.vertices[0].x);
	const Lanes x = vertexX - Lanes::Same(startX);
	const Lanes y = vertexY - Lanes::Same(startY);
	const Lanes alongX = FromNext(vertexX) - vertexX;
	const Lanes alongY = FromNext(vertexY) - vertexY;
	const Lanes size = Abs(vertexX) + Abs(vertexY) + Lanes::Same(std::abs(way.x) + std::abs(way.y));
	const Lanes height = alongX * y - alongY * x;
	const Lanes terms = size * (Abs(alongX) + Abs(alongY));
	const Lanes least = Lanes::Same(View::k_sure) * terms + Lanes::Same(k_leastDivisor);
	const LaneMask all = (1u << entry.count) - 1;
	View view;
	view.seen = (height > least).Mask() & all;
	const LaneMask hidden = (Lanes{} - least > height).Mask() & all;

	const Lanes perHeight = Lanes::Same(1.0f) / height;
	const Lanes depthX = (Lanes::Same(-q.s) * alongX - Lanes::Same(q.c) * alongY) * perHeight;
	const Lanes depthY = (Lanes::Same(q.c) * alongX - Lanes::Same(q.s) * alongY) * perHeight;
	depthX.Store(view.x.data());
	depthY.Store(view.y.data());
	std::array<float, 8> errors, sizes;
	((Abs(depthX) + Abs(depthY)) * (Lanes::Same(0x1p-20f) + Lanes::Same(0x1p-20f) * Abs(terms * perHeight)))
	    .Store(errors.data());
	size.Store(sizes.data());
	return MeetView(index, entry, {startX, startY}, view, hidden, errors, sizes);
}

bool FanMeeting::MeetView(uint32_t index, const GridEntry& entry, b2Vec2 start, View& view, LaneMask hidden,
                          const std::array<float, 8>& errors, const std::array<float, 8>& sizes)
{
	const auto& vertices = entry.outline.vertices;
	const size_t count = entry.count;
	const LaneMask all = (1u << count) - 1;
	LaneMask starts = 0;
	LaneMask ends = 0;
	const LaneMask alongLine = all & ~(view.seen | hidden);
	if (entry.isEdge)
	{
		// It has its back as its other edge.
		if (alongLine != 0)
		{
			return false;
		}
		const bool isFront = (view.seen & 1u) != 0;
		if (AcceptsSide(m_filter, isFront ? Facing::Front : Facing::Back, entry.oneSided) == false)
		{
			return true;
		}
		view.seen = 1u;
		starts = isFront ? 1u : 2u;
		ends = 3u - starts;
	}
	else
	{
		if (view.seen == 0)
		{
			return alongLine == 0 && OfferInside(index);
		}
		// Of a convex polygon the edges that are seen stand in one row.
		const LaneMask before = (view.seen << 1 | view.seen >> (count - 1)) & all;
		starts = view.seen & ~before;
		ends = before & ~view.seen;
		if (starts == 0 || (starts & (starts - 1)) != 0 || (alongLine & (alongLine - 1)) != 0)
		{
			return false;
		}
	}
	for (LaneMask left = view.seen; left != 0; left &= left - 1)
	{
		view.steepest = std::max(view.steepest, errors[static_cast<size_t>(std::countr_zero(left))]);
	}
	const auto first = static_cast<size_t>(std::countr_zero(ends));
	const auto last = static_cast<size_t>(std::countr_zero(starts));
	view.first = TurnedBy(entry.outline.pose.q, vertices[first] - start);
	view.last = TurnedBy(entry.outline.pose.q, vertices[last] - start);
	const float most = std::max(sizes[first], sizes[last]);
	view.unsure = 0x1p-19f * most;
	if (alongLine != 0)
	{
		// Its ends are seen in one direction, as far as can be told: by an angle of height / distance^2.
		const auto i = static_cast<size_t>(std::countr_zero(alongLine));
		const size_t next = i + 1 == count ? 0 : i + 1;
		const b2Vec2 along = vertices[next] - vertices[i];
		const b2Vec2 tail = vertices[i] - start;
		const b2Vec2 head = vertices[next] - start;
		if ((b2Dot(tail, head) > 0.0f) == false)
		{
			return false; // or in opposite ones
		}
		const float terms = std::max(sizes[i], sizes[next]) * (std::abs(along.x) + std::abs(along.y));
		view.unsure += 8.0f * (View::k_sure * terms + k_leastDivisor) / std::min(LargerOf(tail), LargerOf(head));
	}
	return Offer(index, view);
}

// The entry of a disc, with o from the origin to its centre, is at the smaller root of |t d - o|^2 = r^2:
//   1 / t = (b + sqrt(r^2 a - k^2)) / c,  a = |d|^2, b = dot(d, o), k = cross(d, o), c = |o|^2 - r^2
bool FanMeeting::MeetDisc(uint32_t index, const GridEntry& entry)
{
	const b2Transform& pose = entry.outline.pose;
	const PulledOrigin origin(m_bundle.Origin(), pose);
	const b2Vec2 center = entry.outline.vertices[0];
	const Vec<double> offset{center.x - origin.at.x, center.y - origin.at.y};
	const double r = entry.radius;
	const double squared = Dot(offset, offset);
	const double c = squared - r * r;
	const double size = origin.size + std::abs(offset.x) + std::abs(offset.y);
	if ((std::abs(c) > 0x1p-16 * (size * size + r * r)) == false)
	{
		return false;
	}
	if (c < 0.0)
	{
		return OfferInside(index);
	}
	const double radius = m_bundle.Radius();
	const double perC = 1.0 / c;
	const Vec<double> turned = Turned(pose.q, offset);
	const Vec<double> o = perC * turned;
	const double stretch = static_cast<double>(pose.q.c) * pose.q.c + static_cast<double>(pose.q.s) * pose.q.s;
	const double chord = r * radius * perC; // the most that the root can be
	const double square = chord * chord * stretch;
	const double length = (std::abs(o.x) + std::abs(o.y)) * radius;
	// The second part is the square of what a ray's distance from the middle is off by.
	const double doubt = 0x1p-20 * (square + 2.0 * chord * length) + 0x1p-48 * length * length;
	const double error = 0x1p-20 * length + std::sqrt(doubt) * 0.125;
	if ((length < 1e15 && square < 1e30 && doubt > 1e-30) == false)
	{
		return false;
	}
	const Lanes::Same x0(static_cast<float>(o.x));
	const Lanes::Same y0(static_cast<float>(o.y));
	const Lanes::Same most(static_cast<float>(square));
	const Lanes::Same least(static_cast<float>(64.0 * doubt));
	const Lanes::Same margin(static_cast<float>(error));
	const Lanes::Same rim(static_cast<float>(error + 9.0 * std::sqrt(doubt)));
	const auto depthsOf = [&](const Lanes& x, const Lanes& y)
	{
		const Lanes aside = Lanes(y0) * x - Lanes(x0) * y;
		const Lanes under = Lanes(most) - aside * aside;
		const auto areMet = under > Lanes(least);
		const Lanes depth = Lanes(x0) * x + Lanes(y0) * y + Root(Max(under, Lanes{}));
		return FanBundle::Depths{depth - margin, depth + Choose(areMet, margin, rim), areMet,
		                         under > Lanes{} - Lanes(least)};
	};
	// In the world, where a rotation that is not quite one leaves it.
	const b2Vec2 from = m_bundle.Origin();
	const Circle32 circle{
	    static_cast<float>(from.x + turned.x), static_cast<float>(from.y + turned.y),
	    static_cast<float>(r * (1.0 + 0x1p-6) + 0x1p-20 * (size + std::abs(from.x) + std::abs(from.y)))};
	m_bundle.ForRaysTo(circle, [&](FanBundle::Range range) { m_bundle.Offer(index, range, depthsOf); });
	return true;
}

} // namespace ricochet
