// MIT License, Copyright (c) 2026 the ricochet authors

#include <ricochet/query/ground.h>
#include <ricochet/query/overlap_query.h>

#include "query/borrowed.h"
#include "query/hull_walk.h"

#include <cmath>
#include <vector>

namespace ricochet
{

namespace
{

constexpr int32_t k_mostPushes = 16;
constexpr double k_leastLeftOut = 0x1p-16; // share of a move left out at least, if it would end in something
constexpr int32_t k_halves = 4;            // bisections that reduce the part left out
constexpr double k_alongPlane = 0x1p-20;   // a path that leads into a plane by at most this share of its length is
                                           // along it

struct SlideMemory
{
	std::vector<HullHit> hits;
	std::vector<OverlapHit> overlaps;
};

// One slide. The position is in floats, the rest of the path in doubles.
class Slide
{
public:
	Slide(Space space, const HullPath& path, b2Vec2 middle, const SlideDef& def, const QueryFilter& filter,
	      std::vector<SlidePlane>& planes, SlideMemory& memory)
	    : m_space(space), m_path(path), m_middle(middle), m_def(def), m_planes(planes), m_memory(memory),
	      m_position(path.pose.p), m_anySide(filter), m_fromOutside(filter), m_filter(filter)
	{
		m_anySide.sides = Sides::Both;
		m_anySide.startInside = true;
		m_fromOutside.startInside = false;
	}

	[[nodiscard]] SlideResult Run();

private:
	static constexpr float k_free = -1.0f; // a depth that stands for no overlap

	[[nodiscard]] b2Transform PoseAtPlace(b2Vec2 place) const
	{
		b2Transform pose = m_path.pose;
		pose.p = place;
		return pose;
	}

	float FindOverlaps(b2Vec2 place);
	[[nodiscard]] const HullHit* FirstHit(b2Vec2 from, const Vec<double>& way);
	void PushOut();
	void TakeTouched();
	[[nodiscard]] double TryMove(const Vec<double>& way);
	[[nodiscard]] bool Meet(const HullHit& hit);
	[[nodiscard]] bool IsAlongAll(const Vec<double>& way) const;
	[[nodiscard]] Vec<double> Clipped(const Vec<double>& way) const;

	Space m_space;
	const HullPath& m_path;
	b2Vec2 m_middle; // middle of the hull's bounds at the start
	const SlideDef& m_def;
	std::vector<SlidePlane>& m_planes;
	SlideMemory& m_memory;
	b2Vec2 m_position;
	QueryFilter m_anySide;
	QueryFilter m_fromOutside;
	const QueryFilter& m_filter; // decides which sides are hit
	Vec<double> m_left{};
	size_t m_firstPlane = 0;  // index of the first plane that bounds the path
	float m_allowed = k_free; // largest depth that is allowed
};

// Finds the overlaps at a place and returns the depth of the deepest one. The start decides on which side of an edge
// the hull is.
float Slide::FindOverlaps(b2Vec2 place)
{
	std::vector<OverlapHit>& overlaps = m_memory.overlaps;
	OverlapHull(m_space, m_path.hull, PoseAtPlace(place), overlaps, m_anySide);
	const auto isNotMet = [&](const OverlapHit& overlap)
	{
		const Place edge = PlaceIn(m_space, overlap);
		return AcceptsSide(m_filter, FacingFrom(m_middle, edge), edge.geometry.oneSided) == false;
	};
	std::erase_if(overlaps, isNotMet);
	return overlaps.empty() ? k_free : overlaps[0].depth;
}

// The first hit that a path leads into; null if there is none. Things in which it starts or that it only touches do not
// count.
const HullHit* Slide::FirstHit(b2Vec2 from, const Vec<double>& way)
{
	const HullPath path{m_path.hull, PoseAtPlace(from), ToFloat(way)};
	CastHullAtPieces(m_space, path, m_memory.hits, m_fromOutside);
	const auto isInto = [&](const HullHit& hit)
	{
		return hit.grazing == false && Dot(Lift<double>(hit.enter.normal), way) < 0.0;
	};
	const auto first = std::find_if(m_memory.hits.begin(), m_memory.hits.end(), isInto);
	return first != m_memory.hits.end() ? &*first : nullptr;
}

// Pushes the hull out of the deepest overlap, again and again. It stays at its start if it does not become free, if the
// push is too long, or if something blocks the push.
void Slide::PushOut()
{
	m_allowed = FindOverlaps(m_position);
	for (const OverlapHit& overlap : m_memory.overlaps)
	{
		m_planes.push_back({overlap, overlap.wayOut, {0.0f, 0.0f}, true});
	}
	const Vec<double> start = Lift<double>(m_position);
	Vec<double> place = start;
	float depth = m_allowed;
	for (int32_t i = 0; i < k_mostPushes && depth >= 0.0f; ++i)
	{
		const OverlapHit& deepest = m_memory.overlaps[0];
		place = place + (static_cast<double>(depth) + m_def.skin) * Lift<double>(deepest.wayOut);
		depth = FindOverlaps(ToFloat(place));
	}
	const Vec<double> push = place - start;
	const bool isShort = Length(push) <= static_cast<double>(m_def.maxPush);
	if (depth < 0.0f && isShort && FirstHit(m_position, push) == nullptr)
	{
		m_position = ToFloat(place);
		m_allowed = k_free;
		m_firstPlane = m_planes.size();
	}
}

// Adds the planes of things that the path only touches but that the hull overlaps at its end.
void Slide::TakeTouched()
{
	for (const HullHit& hit : m_memory.hits)
	{
		const auto isSame = [&](const OverlapHit& overlap)
		{
			return IsSameItem(overlap, hit);
		};
		if (hit.grazing && std::any_of(m_memory.overlaps.begin(), m_memory.overlaps.end(), isSame))
		{
			m_planes.push_back({hit, hit.enter.normal, hit.contact, false});
		}
	}
}

// Moves along a path that a cast found free. The path may still touch something and end in it. Then its last part is
// left out, but not much more than needed. Returns the share of the path that was moved.
double Slide::TryMove(const Vec<double>& way)
{
	const auto placeAt = [&](double share)
	{
		return ToFloat(Lift<double>(m_position) + share * way);
	};
	const auto isFree = [&](double leftOut)
	{
		return FindOverlaps(placeAt(1.0 - leftOut)) <= m_allowed;
	};
	double leftOut = 0.0;
	if (isFree(leftOut) == false)
	{
		TakeTouched();
		double tooLittle = 0.0;
		leftOut = std::max(m_def.skin / Length(way), k_leastLeftOut);
		while (leftOut < 1.0 && isFree(leftOut) == false)
		{
			tooLittle = leftOut;
			leftOut *= 2.0;
		}
		if (leftOut >= 1.0)
		{
			return 0.0;
		}
		for (int32_t i = 0; i < k_halves; ++i)
		{
			const double middle = 0.5 * (tooLittle + leftOut);
			(isFree(middle) ? leftOut : tooLittle) = middle;
		}
	}
	m_position = placeAt(1.0 - leftOut);
	return 1.0 - leftOut;
}

bool Slide::IsAlongAll(const Vec<double>& way) const
{
	const double least = -k_alongPlane * Length(way);
	for (size_t i = m_firstPlane; i < m_planes.size(); ++i)
	{
		if (Dot(way, Lift<double>(m_planes[i].normal)) < least)
		{
			return false;
		}
	}
	return true;
}

// The longest path along one plane that leads neither into another plane nor back.
Vec<double> Slide::Clipped(const Vec<double>& way) const
{
	if (IsAlongAll(way))
	{
		return way;
	}
	Vec<double> longest{};
	for (size_t i = m_firstPlane; i < m_planes.size(); ++i)
	{
		const Vec<double> normal = Lift<double>(m_planes[i].normal);
		const double into = Dot(way, normal);
		const Vec<double> along = way - into * normal;
		const bool isOn = Dot(along, Lift<double>(m_path.translation)) > 0.0;
		if (into < 0.0 && isOn && Length(along) > Length(longest) && IsAlongAll(along))
		{
			longest = along;
		}
	}
	return longest;
}

// Moves up to a hit, except for the skin, and adds its plane. False if it could not move that far.
bool Slide::Meet(const HullHit& hit)
{
	const Vec<double> normal = Lift<double>(hit.enter.normal);
	const double approach = -Dot(m_left, normal);
	const double share = std::max(0.0, hit.enter.fraction - m_def.skin / approach);
	m_planes.push_back({hit, hit.enter.normal, hit.contact, false});
	const double gone = share > 0.0 ? share * TryMove(share * m_left) : 0.0;
	m_left = (1.0 - gone) * m_left;
	return gone == share;
}

SlideResult Slide::Run()
{
	PushOut();
	SlideResult result;
	result.push = m_position - m_path.pose.p;
	m_left = Clipped(Lift<double>(m_path.translation));
	bool goesOn = true;
	for (int32_t i = 0; i < m_def.maxMoves && goesOn && Length(m_left) > 0.0; ++i)
	{
		const HullHit* hit = FirstHit(m_position, m_left);
		if (hit != nullptr)
		{
			goesOn = Meet(*hit);
			m_left = Clipped(m_left);
		}
		else
		{
			goesOn = false;
			m_left = (1.0 - TryMove(m_left)) * m_left;
		}
	}
	result.position = m_position;
	result.left = ToFloat(m_left);
	result.isFree = FindOverlaps(m_position) < 0.0f;
	return result;
}

bool IsSlideDef(const SlideDef& def)
{
	return def.maxMoves >= 1 && std::isfinite(def.skin) && def.skin >= 0.0f && std::isfinite(def.maxPush) &&
	       def.maxPush >= 0.0f;
}

} // namespace

SlideResult SlideHull(Space space, const Hull& hull, const b2Transform& pose, b2Vec2 translation,
                      std::vector<SlidePlane>& planes, const SlideDef& def, const QueryFilter& filter)
{
	planes.clear();
	const HullPath path{hull, pose, translation};
	ThickRay thick;
	if (IsSlideDef(def) == false || ThickRayOf(MovingHullOf(path), thick) == false)
	{
		return {pose.p, {0.0f, 0.0f}, {0.0f, 0.0f}, false};
	}
	thread_local SlideMemory kept;
	Borrowed memory(kept);
	return Slide(space, path, thick.ray.origin, def, filter, planes, *memory).Run();
}

} // namespace ricochet
