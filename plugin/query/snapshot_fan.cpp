// MIT License, Copyright (c) 2026 the ricochet authors

#include "query/snapshot_fan.h"

#include "geometry/surface_point.h"
#include "query/fan_bundle.h"
#include "query/grid_source.h"
#include "query/meet.h"
#include "query/query.h"

namespace ricochet
{

/// Finds the hits of a bundle of rays in a snapshot. A child is tested against all rays between its outermost vertices
/// at once.
class FanMeeting
{
public:
	FanMeeting(FanBundle& bundle, const GridIndex& state, uint32_t grid, const QueryFilter& filter)
	    : m_bundle(bundle), m_state(state), m_grid(grid), m_filter(filter)
	{
		m_seen.fill(FanBundle::k_none);
	}

	/// The members that a RingWalker calls.
	[[nodiscard]] b2Vec2 Origin() const { return m_bundle.Origin(); }
	[[nodiscard]] LaneMask OpenTo(const Lanes& x, const Lanes& y, const Lanes& radius) const
	{
		return m_bundle.OpenTo(x, y, radius);
	}
	[[nodiscard]] int32_t CountOpen(double distance) const { return m_bundle.CountOpen(distance); }
	void GiveUp(double distance) { m_bundle.GiveUp(distance); }
	void Visit(uint32_t index, const Circle32& part);

private:
	/// A child, as seen from the origin of the fan.
	struct View;

	// These functions return false if the error bounds do not decide.
	bool MeetDisc(uint32_t index, const GridEntry& entry);
	bool MeetSides(uint32_t index, const GridEntry& entry);
	bool MeetView(uint32_t index, const GridEntry& entry, b2Vec2 start, View& view, LaneMask hidden,
	              const std::array<float, 8>& errors, const std::array<float, 8>& sizes);
	bool Offer(uint32_t index, const View& view);
	bool OfferInside(uint32_t index);

	// A bound of the coordinates of the origin (m).
	[[nodiscard]] float Farthest() const { return std::abs(m_bundle.Origin().x) + std::abs(m_bundle.Origin().y); }

	FanBundle& m_bundle;
	const GridIndex& m_state;
	uint32_t m_grid;
	const QueryFilter& m_filter;
	std::array<uint32_t, 256> m_seen; ///< entries visited lately, by the last bits of their index
};

namespace
{

constexpr float k_infinity = std::numeric_limits<float>::infinity();
constexpr float k_leastDivisor = 1e-35f; // far above the underflow errors of floats

// The origin of a fan in the frame of a child.
struct PulledOrigin
{
	Vec<double> at;
	double size; ///< sum of the absolute coordinates before the rotation

	PulledOrigin(b2Vec2 origin, const b2Transform& pose)
	{
		const double x = static_cast<double>(origin.x) - pose.p.x;
		const double y = static_cast<double>(origin.y) - pose.p.y;
		at = {pose.q.c * x + pose.q.s * y, pose.q.c * y - pose.q.s * x};
		size = std::abs(x) + std::abs(y);
	}
};

} // namespace

/// Let d be the translation of a ray, and q the rotation of a child. The ray crosses the line of an edge e through v at
///   1 / t = -cross(q^T d, e) / cross(start - v, e) = dot(d, N),  N = (-(q e).y, (q e).x) / cross(start - v, e)
/// and the line passes a vertex v on the side cross(d, q (v - start)).
struct FanMeeting::View
{
	static constexpr float k_sure = 0x1p-16f; // a height above this share of its terms is proven not to be 0

	std::array<float, WorldOutline::k_most> x, y; // N of the edges
	LaneMask seen = 0;                            // bits of the edges that face the origin
	float steepest = 0.0f;                        // error bound of 1 / t, for each metre of d
	b2Vec2 first, last;                           // the outermost vertices, counter-clockwise
	float unsure = 0.0f;                          // error bound of the side on which a vertex lies, for each metre of d
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
		const bool hasSides = entry.IsEdge() || entry.isConvex;
		const bool isDisc = entry.kind == ChildKind::Disc && entry.radius > 0.0f;
		isTold = (hasSides && MeetSides(index, entry)) || (isDisc && MeetDisc(index, entry));
	}
	if (isTold == false)
	{
		// Forgets that the child was visited, because rays that come near its other parts must be marked as in doubt,
		// too.
		seen = FanBundle::k_none;
		m_bundle.ForRaysTo(part, [&](FanBundle::Range range) { m_bundle.Doubt(range); });
	}
}

// If the rays start in a child, they all hit it at fraction 0.
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
	// An upper bound (rad) of the angle whose sine is view.unsure divided by the distance. If that sine is above 1, the
	// bound is more than half a turn.
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

// Rotating and subtracting in floats changes places by less than 2^-21 of their terms. Heights are therefore off by
// less than 2^-20 of the product of these terms and the edge's terms. Values computed from them, including products
// with d, are off by less than 2^-21 more. Rays that come close to the child (Closeness) must stay in doubt, too. They
// may stray by 2^-21 of the coordinates of their origin. The bound allows twice that: k_sure * 2^-4 = 2^-20.
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
	const float far = Farthest();
	const Lanes size = Abs(vertexX) + Abs(vertexY) + Lanes::Same(std::abs(way.x) + std::abs(way.y) + 0x1p-4f * far);
	const Lanes height = alongX * y - alongY * x;
	const Lanes length = Abs(alongX) + Abs(alongY);
	const Lanes terms = size * length;
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
	const Lanes reach = Lanes::Same(0x1p-20f) * (terms + Lanes::Same(far) * length);
	((Abs(depthX) + Abs(depthY)) * (Lanes::Same(0x1p-20f) + Abs(reach * perHeight))).Store(errors.data());
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
	if (entry.IsEdge())
	{
		// An edge counts as two edges: its front and its back.
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
		// The edges of a convex polygon that face the origin are consecutive.
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
	view.unsure = 0x1p-19f * most + 0x1p-20f * Farthest();
	if (alongLine != 0)
	{
		// The origin may lie on the line of this edge. Its two ends then appear in one direction, up to an angle of
		// height / distance^2.
		const auto i = static_cast<size_t>(std::countr_zero(alongLine));
		const size_t next = i + 1 == count ? 0 : i + 1;
		const b2Vec2 along = vertices[next] - vertices[i];
		const b2Vec2 tail = vertices[i] - start;
		const b2Vec2 head = vertices[next] - start;
		if ((b2Dot(tail, head) > 0.0f) == false)
		{
			return false; // the ends appear in opposite directions
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
	const double far = Farthest();
	if ((std::abs(c) > 0x1p-16 * (size * size + r * r) + 0x1p-19 * far * (size + r)) == false)
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
	const double chord = r * radius * perC; // upper bound of the root
	const double square = chord * chord * stretch;
	const double length = (std::abs(o.x) + std::abs(o.y)) * radius;
	// The second summand is the square of the error of a ray's distance from the centre.
	// `close` puts more rays in doubt: those that pass close to the disc (Closeness), and those close to its entry if
	// the origin is near.
	const double stray = Closeness::k_stray * (far + size) * radius * perC * (1.0 + 4.0 * squared * perC);
	const double close = (2.0 * chord + stray) * stray;
	const double doubt = 0x1p-20 * (square + 2.0 * chord * length) + 0x1p-48 * length * length + close;
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
	// The disc in the world. Its margins cover a rotation that is not exactly a unit one.
	const b2Vec2 from = m_bundle.Origin();
	const Circle32 circle{
	    static_cast<float>(from.x + turned.x), static_cast<float>(from.y + turned.y),
	    static_cast<float>(r * (1.0 + 0x1p-6) + 0x1p-20 * (size + std::abs(from.x) + std::abs(from.y)))};
	m_bundle.ForRaysTo(circle, [&](FanBundle::Range range) { m_bundle.Offer(index, range, depthsOf); });
	return true;
}

/// Computes the hits of rays from one point, one after the other, with the same bits as single casts. Neighbours share
/// the work about the child that they hit and the edges that they cross.
class FanTeller
{
public:
	explicit FanTeller(b2Vec2 origin) : m_origin(origin) {}

	/// Computes the hits of some rays from i on. Requires: the rays from i to end are proven to hit this child and
	/// nothing nearer. Returns the number of hits. 0: the doubles do not decide for the first ray.
	[[nodiscard]] size_t Tell(const FanBundle& bundle, size_t i, size_t end, const GridEntry& entry, RayHit* hits);

private:
	/// The line of an edge of a polygon, in the polygon's frame. Each number is stored twice.
	struct Line
	{
		Pair startX, startY; ///< the origin of the rays, from the edge's tail
		Pair alongX, alongY;
		Pair height;
		Pair leastSlope; ///< least proven slope, for each metre of the translation
		Pair normalX, normalY;
	};

	/// The edges where a line enters and leaves a polygon.
	struct Cut
	{
		Line enter, exit;
		Pair cos, sin;   ///< rotation of the polygon
		Pair leastSide;  ///< least proven side of a vertex, for each metre of the translation
		RayHit hit;      ///< all of the hit except fractions and points
		bool isOutside;  ///< proven: rays start outside the polygon
		double farthest; ///< the largest coordinate of the rays' origin and of the pose
	};

	void Turn(const GridEntry& entry);
	void SetCut(CertainCut cut);
	[[nodiscard]] CertainCut FindCut(const Vec<double>& way, double size) const;
	[[nodiscard]] size_t TellTwo(const float* x, const float* y, RayHit* hits, size_t room) const;
	[[nodiscard]] bool TellOne(const Ray& ray, RayHit& hit) const;

	b2Vec2 m_origin;
	const GridEntry* m_entry = nullptr;
	Vec<double> m_start{}; ///< the origin in the entry's frame
	double m_size = 0.0;
	bool m_hasCut = false;
	Cut m_cut;
};

namespace
{

bool IsOne(LaneMask mask)
{
	return mask != 0 && (mask & (mask - 1)) == 0;
}

} // namespace

void FanTeller::Turn(const GridEntry& entry)
{
	m_entry = &entry;
	m_hasCut = false;
	const PulledRay pulled(Ray{m_origin, {0.0f, 0.0f}}, entry.outline.pose);
	m_start = {pulled.x[0], pulled.y[0]};
	m_size = pulled.size[0];
}

// In floats, the sides of vertices are off by less than 2^-20 of their terms.
CertainCut FanTeller::FindCut(const Vec<double>& way, double size) const
{
	const auto [vertexX, vertexY] = LoadPairs(&m_entry->outline.vertices[0].x);
	const Lanes x = vertexX - Lanes::Same(static_cast<float>(m_start.x));
	const Lanes y = vertexY - Lanes::Same(static_cast<float>(m_start.y));
	const Lanes side = Lanes::Same(static_cast<float>(way.x)) * y - Lanes::Same(static_cast<float>(way.y)) * x;
	const Lanes least = Lanes::Same(static_cast<float>(0x1p-20 * size)) *
	                        (Abs(vertexX) + Abs(vertexY) + Lanes::Same(static_cast<float>(m_size))) +
	                    Lanes::Same(1e-35f);
	constexpr LaneMask k_all = 0xFFu;
	const LaneMask left = (side > least).Mask();
	const LaneMask right = (Lanes{} - least > side).Mask();
	const LaneMask next = left >> 1 | (left & 1u) << 7;
	const LaneMask enter = left & ~next;
	const LaneMask exit = next & ~left;
	if ((left | right) != k_all || IsOne(enter) == false || IsOne(exit) == false)
	{
		return {};
	}
	return {static_cast<int8_t>(std::countr_zero(enter)), static_cast<int8_t>(std::countr_zero(exit))};
}

void FanTeller::SetCut(CertainCut edges)
{
	const auto& vertices = m_entry->outline.vertices;
	const b2Rot& turn = m_entry->outline.pose.q;
	Cut& cut = m_cut;
	double most = 0.0;
	bool isCertain = true;
	const auto set = [&](int8_t edge, Line& line, Crossing& crossing)
	{
		const auto i = static_cast<size_t>(edge);
		const b2Vec2 tail = vertices[i];
		const b2Vec2 head = vertices[(i + 1) % WorldOutline::k_most];
		const Vec<double> start{m_start.x - tail.x, m_start.y - tail.y};
		const Vec<double> along{static_cast<double>(head.x) - tail.x, static_cast<double>(head.y) - tail.y};
		const double height = start.x * along.y - start.y * along.x;
		const double length = std::abs(along.x) + std::abs(along.y);
		const double reach = std::abs(start.x) + std::abs(start.y) + m_size;
		const Vec<double> normal = UnitInFrame({along.y, 0.0 - along.x}, turn);
		line = {Pair{} + start.x, Pair{} + start.y,          Pair{} + along.x,  Pair{} + along.y,
		        Pair{} + height,  Pair{} + 0x1p-18 * length, Pair{} + normal.x, Pair{} + normal.y};
		isCertain = isCertain && std::abs(height) > 0x1p-18 * length * reach;
		most = std::max(most, reach + length);
		crossing.edge = edge;
		crossing.normal = RoundToFloat(normal);
	};
	cut.hit = {};
	set(edges.enter, cut.enter, cut.hit.enter);
	set(edges.exit, cut.exit, cut.hit.exit);
	static_cast<Item&>(cut.hit) = SnapshotSource::ItemOf(GridChild{m_entry, {}});
	cut.cos = Pair{} + static_cast<double>(turn.c);
	cut.sin = Pair{} + static_cast<double>(turn.s);
	cut.leastSide = Pair{} + 0x1p-40 * most;
	const b2Vec2 place = m_entry->outline.pose.p;
	cut.farthest = std::max({std::abs(m_origin.x), std::abs(m_origin.y), std::abs(place.x), std::abs(place.y)});
	cut.isOutside = isCertain && cut.enter.height[0] > 0.0;
	m_hasCut = true;
}

// Computes the hits of up to two rays that cross the same edges as the last one, and start and end outside the polygon.
// Returns the number of hits.
size_t FanTeller::TellTwo(const float* x, const float* y, RayHit* hits, size_t room) const
{
	const Cut& cut = m_cut;
	const Pair worldX = ToDoubles(LoadFloats(x));
	const Pair worldY = ToDoubles(LoadFloats(y));
	const Pair dx = cut.cos * worldX + cut.sin * worldY;
	const Pair dy = cut.cos * worldY - cut.sin * worldX;
	const Pair size = Abs(worldX) + Abs(worldY);
	const Pair enterSlope = dx * cut.enter.alongY - dy * cut.enter.alongX;
	const Pair exitSlope = dx * cut.exit.alongY - dy * cut.exit.alongX;
	const Pair enterTail = dy * cut.enter.startX - dx * cut.enter.startY;
	const Pair exitTail = dy * cut.exit.startX - dx * cut.exit.startY;
	const Pair least = size * cut.leastSide;
	const Pair enter = cut.enter.height / -enterSlope;
	const Pair exit = cut.exit.height / -exitSlope;
	const auto areSo = (enterTail > least) & (enterTail + enterSlope < -least) & (exitTail < -least) &
	                   (exitTail + exitSlope > least) & (-enterSlope > size * cut.enter.leastSlope) &
	                   (exitSlope > size * cut.exit.leastSlope) & (exit - enter > 0x1p-25 * exit) &
	                   (exit < 1.0 - 0x1p-24);
	const uint32_t mask = MaskOf(areSo);
	if ((mask & 1u) == 0)
	{
		return 0;
	}
	const double originX = m_origin.x;
	const double originY = m_origin.y;
	const FloatPair enters = ToFloats(enter);
	const FloatPair exits = ToFloats(exit);
	const auto pointsAt = [&](Pair fractions, const Line& line)
	{
		return RoundOffSurfaces(originX + fractions * worldX, originY + fractions * worldY, fractions, line.normalX,
		                        line.normalY, cut.farthest);
	};
	const SurfacePoints entries = pointsAt(enter, cut.enter);
	const SurfacePoints ends = pointsAt(exit, cut.exit);
	const uint32_t open = entries.open | ends.open;
	if ((open & 1u) != 0)
	{
		return 0;
	}
	const auto tell = [&](RayHit& hit, size_t i)
	{
		hit = cut.hit;
		hit.enter.fraction = enters[i];
		hit.enter.point = {entries.x[i], entries.y[i]};
		hit.exit.fraction = exits[i];
		hit.exit.point = {ends.x[i], ends.y[i]};
	};
	tell(hits[0], 0);
	if ((mask & ~open & 2u) == 0 || room < 2)
	{
		return 1;
	}
	tell(hits[1], 1);
	return 2;
}

bool FanTeller::TellOne(const Ray& ray, RayHit& hit) const
{
	const GridEntry& entry = *m_entry;
	const auto& vertices = entry.outline.vertices;
	const PulledRay pulled(ray, entry.outline.pose);
	const double cutoff = CutoffAbove(1.0f);
	CertainCut cut;
	if (entry.IsEdge())
	{
		const Vec<double> along{static_cast<double>(vertices[1].x) - vertices[0].x,
		                        static_cast<double>(vertices[1].y) - vertices[0].y};
		const bool isFront = Cross(Vec<double>{pulled.x[1], pulled.y[1]}, along) < 0.0;
		cut = {static_cast<int8_t>(isFront ? 0 : 1), static_cast<int8_t>(isFront ? 1 : 0)};
	}
	else if (entry.count > 1)
	{
		cut = FindCut({pulled.x[1], pulled.y[1]}, pulled.size[1]);
	}
	LocalSpan met;
	const CutResult result =
	    ClipByDoubles(pulled, entry.outline.pose.q, entry.Geometry(), entry.child, cut, cutoff, met);
	if (result == CutResult::Hit)
	{
		SnapshotSource::Tell(ray, GridChild{&entry, {}}, met, hit);
	}
	return result == CutResult::Hit;
}

size_t FanTeller::Tell(const FanBundle& bundle, size_t i, size_t end, const GridEntry& entry, RayHit* hits)
{
	if (m_entry != &entry)
	{
		Turn(entry);
	}
	if (entry.IsPolygon())
	{
		const float* x = bundle.X() + i;
		const float* y = bundle.Y() + i;
		size_t told = m_hasCut && m_cut.isOutside ? TellTwo(x, y, hits + i, end - i) : 0;
		if (told == 0)
		{
			const b2Rot& q = entry.outline.pose.q;
			const Vec<double> way{static_cast<double>(q.c) * *x + static_cast<double>(q.s) * *y,
			                      static_cast<double>(q.c) * *y - static_cast<double>(q.s) * *x};
			const CertainCut cut = FindCut(way, std::abs(*x) + std::abs(*y));
			const bool isNew =
			    m_hasCut == false || cut.enter != m_cut.hit.enter.edge || cut.exit != m_cut.hit.exit.edge;
			if (cut.IsKnown() && isNew)
			{
				SetCut(cut);
				told = m_cut.isOutside ? TellTwo(x, y, hits + i, end - i) : 0;
			}
		}
		if (told > 0)
		{
			return told;
		}
	}
	return TellOne(bundle.RayAt(i), hits[i]) ? 1 : 0;
}

namespace
{

// Measured: fewer rays share too little work.
constexpr size_t k_smallestSharedFan = 64;

void CastOne(const Snapshot::State& state, const Ray& ray, const QueryFilter& filter, RayHit& hit)
{
	if (FindClosest(SnapshotSource{state}, ray, filter, hit) == false)
	{
		hit = {};
	}
}

// Reports proven hits for runs of neighbouring rays. The other rays are cast one by one.
void TellAll(const FanBundle& bundle, const Snapshot::State& state, const QueryFilter& filter, RayHit* hits)
{
	FanTeller teller(bundle.Origin());
	size_t end = 0;
	for (size_t i = 0; i < bundle.Count(); i = end)
	{
		const uint32_t what = bundle.WhatOf(i);
		while (end < bundle.Count() && bundle.WhatOf(end) == what && bundle.IsCertain(end))
		{
			++end;
		}
		if (end == i)
		{
			CastOne(state, bundle.RayAt(i), filter, hits[i]);
			++end;
		}
		else if (what == FanBundle::k_none)
		{
			std::fill(hits + i, hits + end, RayHit{});
		}
		else
		{
			while (i < end)
			{
				const size_t told = teller.Tell(bundle, i, end, state.entries[what], hits);
				if (told == 0)
				{
					CastOne(state, bundle.RayAt(i), filter, hits[i]);
				}
				i += std::max(told, size_t{1});
			}
		}
	}
}

// True if all squares that a bundle computes stay within the range of floats.
bool FitsBundle(const RayFan& fan)
{
	constexpr float k_shortest = 1e-6f;
	constexpr float k_longest = 1e9f;
	const auto farthest = static_cast<float>(k_farthest);
	return fan.radius >= k_shortest && fan.radius <= k_longest && std::abs(fan.origin.x) <= farthest &&
	       std::abs(fan.origin.y) <= farthest;
}

} // namespace

void CastSnapshotFan(const Snapshot::State& state, const RayFan& fan, std::span<RayHit> hits, const QueryFilter& filter)
{
	FanDirections directions(fan);
	const auto rays = static_cast<size_t>(fan.count);
	const bool fits = FitsBundle(fan);
	for (size_t first = 0; first < rays; first += FanBundle::k_most)
	{
		const size_t count = std::min(rays - first, FanBundle::k_most);
		const auto firstRay = static_cast<int32_t>(first);
		RayHit* const part = hits.data() + first;
		if (fits && count >= k_smallestSharedFan)
		{
			FanBundle bundle(fan, directions, firstRay, count);
			state.ForEachGrid(
			    [&](const NestedGrid& grid, uint32_t number)
			    {
				    FanMeeting meeting(bundle, state, number, filter);
				    grid.WalkRings(meeting);
				    return true;
			    });
			TellAll(bundle, state, filter, part);
			continue;
		}
		for (size_t i = 0; i < count; ++i)
		{
			CastOne(state, directions.At(firstRay + static_cast<int32_t>(i)), filter, part[i]);
		}
	}
}

} // namespace ricochet
