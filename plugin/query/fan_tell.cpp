// MIT License, Copyright (c) 2026 the ricochet authors

#include "query/fan_tell.h"

namespace ricochet
{

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

// Sides of vertices by floats are off by less than 2^-20 of their terms.
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
		line = {Pair{} + start.x, Pair{} + start.y, Pair{} + along.x,
		        Pair{} + along.y, Pair{} + height,  Pair{} + 0x1p-18 * length};
		isCertain = isCertain && std::abs(height) > 0x1p-18 * length * reach;
		most = std::max(most, reach + length);
		crossing.edge = edge;
		crossing.normal = UnitNormal({along.y, 0.0 - along.x}, turn);
	};
	cut.hit = {};
	set(edges.enter, cut.enter, cut.hit.enter);
	set(edges.exit, cut.exit, cut.hit.exit);
	static_cast<Item&>(cut.hit) = SnapshotSource::ItemOf(GridChild{m_entry, {}});
	cut.cos = Pair{} + static_cast<double>(turn.c);
	cut.sin = Pair{} + static_cast<double>(turn.s);
	cut.leastSide = Pair{} + 0x1p-40 * most;
	cut.isOutside = isCertain && cut.enter.height[0] > 0.0;
	m_hasCut = true;
}

// Two rays that cut the polygon as the last one did, and start and end outside of it.
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
	const FloatPair enterX = ToFloats(originX + ToDoubles(enters) * worldX);
	const FloatPair enterY = ToFloats(originY + ToDoubles(enters) * worldY);
	const FloatPair exitX = ToFloats(originX + ToDoubles(exits) * worldX);
	const FloatPair exitY = ToFloats(originY + ToDoubles(exits) * worldY);
	const auto tell = [&](RayHit& hit, size_t i)
	{
		hit = cut.hit;
		hit.enter.fraction = enters[i];
		hit.enter.point = {enterX[i], enterY[i]};
		hit.exit.fraction = exits[i];
		hit.exit.point = {exitX[i], exitY[i]};
	};
	tell(hits[0], 0);
	if ((mask & 2u) == 0 || room < 2)
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
	if (entry.isEdge)
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

} // namespace ricochet
