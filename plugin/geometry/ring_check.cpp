// MIT License, Copyright (c) 2026 the ricochet authors

#include "geometry/ring_check.h"

#include "geometry/checker.h"
#include "geometry/outline_data.h"
#include "geometry/with_memory.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace ricochet
{

namespace
{

// With more faults than this, a list is of no use to the designer.
constexpr int32_t k_mostCounted = 1000;

void Add(OutlineFaults& faults, const Error& error, int32_t most)
{
	faults.count += 1;
	if (faults.count <= most)
	{
		faults.listed.push_back(error);
	}
}

Error FaultAt(ErrorReason reason, b2Vec2 place, int32_t vertex, RingPlace at)
{
	Error error{reason, "vertices", vertex};
	error.at = at;
	error.x = place.x;
	error.y = place.y;
	return error;
}

// A point that two edges share, rounded.
b2Vec2 CommonPoint(b2Vec2 a, b2Vec2 b, b2Vec2 c, b2Vec2 d)
{
	const auto isOn = [](b2Vec2 v, b2Vec2 from, b2Vec2 to)
	{
		return TurnOf(from, to, v) == 0 && std::min(from.x, to.x) <= v.x && v.x <= std::max(from.x, to.x) &&
		       std::min(from.y, to.y) <= v.y && v.y <= std::max(from.y, to.y);
	};
	if (isOn(c, a, b) || isOn(d, a, b))
	{
		return isOn(c, a, b) ? c : d;
	}
	if (isOn(a, c, d) || isOn(b, c, d))
	{
		return isOn(a, c, d) ? a : b;
	}
	const Vec<double> along = Lift<double>(b) - Lift<double>(a);
	const Vec<double> other = Lift<double>(d) - Lift<double>(c);
	const double share = Cross(Lift<double>(c) - Lift<double>(a), other) / Cross(along, other);
	return ToFloat(Lift<double>(a) + std::clamp(share, 0.0, 1.0) * along);
}

RingPlace PlaceOf(const RingEdges& edges, std::span<const OutlineRing> rings, int32_t edge)
{
	const int32_t ring = edges.RingAt(edge);
	return {ring, edge - rings[static_cast<size_t>(ring)].first};
}

// Adds each pair of edges that cross, among rings that are sound by themselves.
void AddCrossingEdges(std::span<const b2Vec2> vertices, std::span<const OutlineRing> rings, OutlineFaults& faults,
                      int32_t most)
{
	const RingEdges edges(vertices, rings);
	ForEachNearPair(edges, OutlineTree(rings, ClosedRings(vertices, rings)),
	                [&](int32_t a, int32_t b)
	                {
		                if (faults.count < k_mostCounted && DoCross(edges, a, b))
		                {
			                Add(faults, FaultOfEdges(edges, rings, {a, b}), most);
		                }
		                return faults.count >= k_mostCounted;
	                });
}

OutlineFaults Find(std::span<const b2Vec2> vertices, std::span<const int32_t> starts, int32_t most)
{
	OutlineFaults faults;
	const Result<std::vector<OutlineRing>> rings = SplitRings(vertices, starts);
	if (!rings)
	{
		Add(faults, rings.GetError(), most);
		return faults;
	}
	// Edges of a ring with another fault are not compared, because one fault would be reported several times.
	std::vector<OutlineRing> sound;
	std::vector<int32_t> numbers;
	for (size_t i = 0; i < rings->size() && faults.count < k_mostCounted; ++i)
	{
		if (AddFaultsOfRing(vertices, *rings, i, faults, most))
		{
			sound.push_back((*rings)[i]);
			numbers.push_back(static_cast<int32_t>(i));
		}
	}
	const size_t first = faults.listed.size();
	if (sound.empty() == false)
	{
		AddCrossingEdges(vertices, sound, faults, most);
	}
	for (size_t i = first; i < faults.listed.size(); ++i)
	{
		faults.listed[i].at.ring = numbers[static_cast<size_t>(faults.listed[i].at.ring)];
		faults.listed[i].other.ring = numbers[static_cast<size_t>(faults.listed[i].other.ring)];
	}
	if (faults.count == 0)
	{
		// Rings may lie on one another, so that nothing is left of them.
		const Result<Outline> made = Outline::Make(vertices, starts);
		if (made.GetError().reason == ErrorReason::EdgesMeet)
		{
			Add(faults, made.GetError(), most);
		}
	}
	return faults;
}

} // namespace

Result<std::vector<OutlineRing>> SplitRings(std::span<const b2Vec2> vertices, std::span<const int32_t> starts)
{
	const Checker checker =
	    Checker().Count("vertices", vertices.size(), 3, static_cast<size_t>(Outline::k_mostVertices));
	if (checker.IsSound() == false)
	{
		return checker.Outcome().GetError();
	}
	const int32_t count = static_cast<int32_t>(vertices.size());
	std::vector<OutlineRing> rings;
	for (size_t i = 0; i < starts.size(); ++i)
	{
		const int32_t first = starts[i];
		if (i == 0 && first != 0)
		{
			return Error{first < 0 ? ErrorReason::TooSmall : ErrorReason::TooLarge, "ringStarts", 0,
			             double{1.0} * first};
		}
		const bool isLast = i + 1 == starts.size();
		const int64_t size = int64_t{isLast ? count : starts[i + 1]} - first;
		if (size < 0 && isLast)
		{
			return Error{ErrorReason::TooLarge, "ringStarts", static_cast<int32_t>(i), double{1.0} * first,
			             count - 3.0};
		}
		if (size < 0)
		{
			return Error{ErrorReason::TooSmall, "ringStarts", static_cast<int32_t>(i + 1), double{1.0} * starts[i + 1],
			             first + 3.0};
		}
		if (size < 3)
		{
			return Error{ErrorReason::TooFew, "ringStarts", static_cast<int32_t>(i), static_cast<double>(size), 3.0};
		}
		rings.push_back({first, static_cast<int32_t>(size)});
	}
	if (starts.empty())
	{
		rings.push_back({0, count});
	}
	// Only now all starts are known to be within the vertices.
	for (size_t i = 0; i < rings.size(); ++i)
	{
		OutlineRing& ring = rings[i];
		ring.count = static_cast<int32_t>(WithoutRepeat(OfRing(vertices, ring)).size());
		if (ring.count < 3)
		{
			return starts.empty() ? Error{ErrorReason::TooFew, "vertices", -1, 2.0, 3.0}
			                      : Error{ErrorReason::TooFew, "ringStarts", static_cast<int32_t>(i), 2.0, 3.0};
		}
	}
	return rings;
}

bool AddFaultsOfRing(std::span<const b2Vec2> vertices, std::span<const OutlineRing> rings, size_t ring,
                     OutlineFaults& faults, int32_t most)
{
	const std::span<const b2Vec2> own = OfRing(vertices, rings[ring]);
	const int32_t first = rings[ring].first;
	const int32_t before = faults.count;
	const auto add = [&](ErrorReason reason, size_t index, double value)
	{
		const auto i = static_cast<int32_t>(index);
		Error error = FaultAt(reason, own[index], first + i, {static_cast<int32_t>(ring), i});
		error.value = value;
		Add(faults, error, most);
	};
	for (size_t i = 0; i < own.size() && faults.count < k_mostCounted; ++i)
	{
		if (own[i].IsValid() == false)
		{
			add(ErrorReason::NotFinite, i, std::isfinite(own[i].x) ? own[i].y : own[i].x);
		}
		else if (own[i] == own[(i + own.size() - 1) % own.size()])
		{
			add(ErrorReason::TooClose, i, 0.0);
		}
	}
	if (faults.count == before && HasNoArea(own))
	{
		add(ErrorReason::NoArea, 0, 0.0);
	}
	return faults.count == before;
}

Error FaultOfEdges(const RingEdges& edges, std::span<const OutlineRing> rings, EdgePair pair)
{
	const b2Vec2 place = CommonPoint(edges.At(pair.first), edges.At(edges.After(pair.first)), edges.At(pair.second),
	                                 edges.At(edges.After(pair.second)));
	Error error = FaultAt(ErrorReason::EdgesMeet, place, pair.first, PlaceOf(edges, rings, pair.first));
	error.value = pair.second;
	error.other = PlaceOf(edges, rings, pair.second);
	return error;
}

std::string OutlineFaults::Message() const
{
	std::string text;
	for (const Error& fault : listed)
	{
		text += fault.Message() + "\n";
	}
	const int32_t more = count - static_cast<int32_t>(listed.size());
	if (more > 0)
	{
		text += "There are " + std::to_string(more) + (count < k_mostCounted ? " more.\n" : " more, or still more.\n");
	}
	return text;
}

Result<OutlineFaults> FindOutlineFaults(std::span<const b2Vec2> vertices, std::span<const int32_t> ringStarts,
                                        int32_t most) noexcept
{
	return WithMemory([&]() -> Result<OutlineFaults> { return Find(vertices, ringStarts, most); });
}

} // namespace ricochet
