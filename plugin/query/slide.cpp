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
constexpr double k_leastLeftOut = 0x1p-16; // of a move that would end in something, as a share
constexpr int32_t k_halves = 4;            // of what is left out too much
constexpr double k_alongPlane = 0x1p-20;   // of a length: what leads no more into a plane than this is along it

struct SlideMemory
{
	std::vector<HullHit> hits;
	std::vector<OverlapHit> overlaps;
};

// One slide. Where it is, is a place that floats tell; what is left of the way is in doubles.
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
	static constexpr float k_free = -1.0f; // a depth: nothing is overlapped

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
	b2Vec2 m_middle; // of its bounds, where it starts
	const SlideDef& m_def;
	std::vector<SlidePlane>& m_planes;
	SlideMemory& m_memory;
	b2Vec2 m_position;
	QueryFilter m_anySide;
	QueryFilter m_fromOutside;
	const QueryFilter& m_filter; // which sides are met
	Vec<double> m_left{};
	size_t m_firstPlane = 0;  // of those that bound the way
	float m_allowed = k_free; // depth
};

// Sets the overlaps at a place, and tells how deep the deepest is. Sides are those that are seen from the start.
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

// What a way leads into, if anything: not what it begins in, nor what it only touches.
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

// Out of the deepest, again and again. What did not become free by a short way on which nothing else is stays.
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

// Planes of what a way only touches, of those that are overlapped at its end.
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

// Goes a way that a cast found free. It may only touch something: then what would end in that is left out, and not
// much more. The share that was gone.
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

// The longest way along one plane that leads into no other one, nor back.
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

// Goes to a hit, but for the skin, and takes its plane. False: it could not.
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
