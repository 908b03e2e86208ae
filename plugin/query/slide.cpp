// MIT License, Copyright (c) 2026 the ricochet authors

#include <ricochet/query/ground.h>
#include <ricochet/query/overlap_query.h>

#include "query/ask.h"
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
constexpr double k_skinsAlongPath = 4.0;   // skins that are kept along the path before a hit at a flat angle
constexpr float k_samePlane = 0.9999f;     // smallest cosine between the normals of one plane
constexpr double k_roundings = 4.0;        // roundings by which a slide may get deeper in a thing
constexpr double k_alongPlane = 0x1p-20;   // a path that leads into a plane by at most this share of its length is
                                           // along it

struct SlideMemory
{
	std::vector<PieceHit> hits;
	std::vector<OverlapHit> overlaps;
	std::vector<OverlapHit> inside; // the things in which the hull started and stays
	std::vector<double> gaps;       // the distance of the hull from each plane; negative: its depth
};

// One slide. The position is in floats, the rest of the path in doubles.
class Slide
{
public:
	Slide(Space space, const HullPath& path, const SlideDef& def, const QueryFilter& filter,
	      std::vector<SlidePlane>& planes, SlideMemory& memory)
	    : m_space(space), m_path(path), m_def(def), m_planes(planes), m_memory(memory), m_position(path.pose.p),
	      m_fromAnywhere(filter), m_fromOutside(filter), m_noise(RoundingOf(path.hull, path.pose)),
	      m_skin(std::max(static_cast<double>(def.skin), m_noise))
	{
		m_memory.gaps.clear();
		m_memory.inside.clear();
		m_fromAnywhere.startInside = true;
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
	[[nodiscard]] bool IsEdge(const Item& item) const { return PlaceIn(m_space, item).geometry.IsEdge(); }
	[[nodiscard]] double AllowedIn(const OverlapHit& overlap) const;
	[[nodiscard]] bool IsAllowedAt(b2Vec2 place);
	[[nodiscard]] bool PassesTo(b2Vec2 place) const;
	[[nodiscard]] const HullHit* FirstHit(b2Vec2 from, const Vec<double>& way);
	void AddPlane(const SlidePlane& plane, double gap);
	void RemovePlane(size_t index);
	void PushOut();
	[[nodiscard]] bool EntersTouched(const Vec<double>& push);
	void TakeWaysOutAhead();
	[[nodiscard]] bool TryPush(double clearance);
	void TakeTouched(const Vec<double>& way);
	bool TakeBeside(const Vec<double>& way);
	[[nodiscard]] double TryMove(const Vec<double>& way);
	void MoveTo(b2Vec2 place);
	[[nodiscard]] static double ApproachTo(const HullHit& hit, const Vec<double>& way)
	{
		return -Dot(way, Lift<double>(hit.enter.normal));
	}
	[[nodiscard]] double ShareBefore(const HullHit& hit, const Vec<double>& way);
	[[nodiscard]] double ShareUpTo(const HullHit& hit, const Vec<double>& way) const;
	void MoveUp(Vec<double> way);
	[[nodiscard]] bool IsBetweenTwo() const;
	[[nodiscard]] static bool IsAlong(const Vec<double>& way, const SlidePlane& plane)
	{
		return Dot(way, Lift<double>(plane.normal)) >= -k_alongPlane * Length(way);
	}
	[[nodiscard]] bool IsAlongAll(const Vec<double>& way) const;
	[[nodiscard]] Vec<double> Clipped(const Vec<double>& way) const;
	[[nodiscard]] Vec<double> Raised(const Vec<double>& way) const;
	[[nodiscard]] double RiseOver(size_t plane, const Vec<double>& way) const;

	Space m_space;
	const HullPath& m_path;
	const SlideDef& m_def;
	std::vector<SlidePlane>& m_planes;
	SlideMemory& m_memory;
	b2Vec2 m_position;
	QueryFilter m_fromAnywhere;
	QueryFilter m_fromOutside;
	Vec<double> m_left{};
	double m_noise;
	double m_skin;
	size_t m_firstPlane = 0;  // index of the first plane that bounds the path
	bool m_isBetween = false; // two planes face each other, so rounding may lead into things
};

// Finds the overlaps at a place and returns the depth of the deepest one.
float Slide::FindOverlaps(b2Vec2 place)
{
	std::vector<OverlapHit>& overlaps = m_memory.overlaps;
	OverlapHull(m_space, m_path.hull, PoseAtPlace(place), overlaps, m_fromAnywhere);
	return overlaps.empty() ? k_free : overlaps[0].depth;
}

// The largest depth that is allowed in a thing: the depth at the start, and nothing else may even be touched. Rounding
// may add to the depth in a thing, but not above the deepest one at the start. Between two planes, every move may lead
// by rounding into one of them. So rounding may add to every depth there. A hull that touches an edge stays where it
// is: across a one-sided edge, it would be in front of that edge no more.
double Slide::AllowedIn(const OverlapHit& overlap) const
{
	const std::vector<OverlapHit>& inside = m_memory.inside;
	const auto before =
	    std::find_if(inside.begin(), inside.end(), [&](const OverlapHit& other) { return IsSameItem(other, overlap); });
	if (before == inside.end())
	{
		return m_isBetween ? 0.0 : k_free;
	}
	const bool isStrict = before->depth == 0.0f && IsEdge(overlap);
	const double allowed = before->depth + (isStrict ? 0.0 : k_roundings * m_noise);
	return m_isBetween ? allowed : std::min<double>(allowed, inside[0].depth);
}

bool Slide::IsAllowedAt(b2Vec2 place)
{
	(void)FindOverlaps(place);
	return std::all_of(m_memory.overlaps.begin(), m_memory.overlaps.end(),
	                   [&](const OverlapHit& overlap) { return overlap.depth <= AllowedIn(overlap); });
}

// False if a hull passes through an edge on its way to a place. If rounding moves a hull without area past an edge,
// neither the cast nor the overlaps at the end show it.
bool Slide::PassesTo(b2Vec2 place) const
{
	const auto crosses = [&](const auto& source)
	{
		const MovingHull moving(m_path.hull, PoseAtPlace(m_position), {0.0f, 0.0f}, 0.0f);
		return CrossesEdge(source, moving, place, m_fromAnywhere);
	};
	return MayCrossEdge(m_path.hull, m_path.pose) == false || Ask(m_space, crosses) == false;
}

// The first hit that a path leads into; null if there is none. Things in which it starts or that it only touches do not
// count. Between two planes, a solid does not count either if only rounding leads into it.
const HullHit* Slide::FirstHit(b2Vec2 from, const Vec<double>& way)
{
	const HullPath path{m_path.hull, PoseAtPlace(from), ToFloat(way)};
	CastHullAtPieces(m_space, path, m_memory.hits, m_fromOutside);
	const auto isInto = [&](const PieceHit& hit)
	{
		const double approach = ApproachTo(hit, way);
		const bool isRounding = m_isBetween && (1.0 - hit.enter.fraction) * approach <= m_noise;
		return hit.grazing == false && approach > 0.0 && (isRounding == false || IsEdge(hit));
	};
	const auto first = std::find_if(m_memory.hits.begin(), m_memory.hits.end(), isInto);
	return first != m_memory.hits.end() ? &*first : nullptr;
}

void Slide::AddPlane(const SlidePlane& plane, double gap)
{
	m_planes.push_back(plane);
	m_memory.gaps.push_back(gap);
}

void Slide::RemovePlane(size_t index)
{
	m_planes.erase(m_planes.begin() + static_cast<std::ptrdiff_t>(index));
	m_memory.gaps.erase(m_memory.gaps.begin() + static_cast<std::ptrdiff_t>(index));
}

// True if a push leads into a thing that the hull overlaps by no more than rounding. The path of a push leaves out all
// things in which it starts. So it is cast at this thing from just outside of the thing.
bool Slide::EntersTouched(const Vec<double>& push)
{
	const auto enters = [&](const OverlapHit& touched)
	{
		if (touched.depth > k_roundings * m_noise)
		{
			return false;
		}
		const double out = touched.depth + m_noise;
		const b2Vec2 beside = ToFloat(Lift<double>(m_position) + out * Lift<double>(touched.wayOut));
		const HullHit* hit = FirstHit(beside, push);
		return hit != nullptr && IsSameItem(*hit, touched);
	};
	return std::any_of(m_memory.inside.begin(), m_memory.inside.end(), enters);
}

// Pushes the hull out of the deepest overlap, again and again, each time by the depth plus `clearance`. False if it
// does not become free, if the push is too long, or if something blocks the push.
bool Slide::TryPush(double clearance)
{
	const Vec<double> start = Lift<double>(m_position);
	Vec<double> place = start;
	float depth = FindOverlaps(m_position);
	for (int32_t i = 0; i < k_mostPushes && depth >= 0.0f; ++i)
	{
		const OverlapHit& deepest = m_memory.overlaps[0];
		place = place + (static_cast<double>(depth) + clearance) * Lift<double>(deepest.wayOut);
		depth = FindOverlaps(ToFloat(place));
	}
	const Vec<double> push = place - start;
	const bool isShort = Length(push) <= static_cast<double>(m_def.maxPush);
	if (depth >= 0.0f || isShort == false || FirstHit(m_position, push) != nullptr || EntersTouched(push) ||
	    PassesTo(ToFloat(place)) == false)
	{
		return false;
	}
	m_position = ToFloat(place);
	return true;
}

// Pushes the hull out of the things in which it starts, by the skin if there is room, else just out. If it stays in
// them, it may get no deeper. A thing that the hull only touches does not hold it then: casts decide whether a path
// leads into the thing.
void Slide::PushOut()
{
	const bool isInside = FindOverlaps(m_position) >= 0.0f;
	m_memory.inside = m_memory.overlaps;
	for (const OverlapHit& overlap : m_memory.overlaps)
	{
		if (overlap.depth > 0.0f)
		{
			AddPlane({overlap, overlap.wayOut, {0.0f, 0.0f}, true}, -overlap.depth);
		}
	}
	if (isInside && (TryPush(m_skin) || TryPush(m_noise)))
	{
		m_memory.inside.clear();
		m_firstPlane = m_planes.size();
	}
	else if (IsAlongAll(Lift<double>(m_path.translation)) == false)
	{
		TakeWaysOutAhead();
	}
}

// The depth in a thing is the least of the depths below its faces. If two faces are equally near, the way out leads to
// either of them. A hull that moves on gets less deep if it approaches one of the two. So the plane of a thing is that
// of the face which is nearer just ahead, if the hull is less deep there.
void Slide::TakeWaysOutAhead()
{
	const Vec<double> start = Lift<double>(m_position);
	const Vec<double> translation = Lift<double>(m_path.translation);
	const double share = std::min(k_roundings * m_noise / Length(translation), 1.0);
	const b2Vec2 ahead = ToFloat(start + share * translation);
	(void)FindOverlaps(ahead);
	for (size_t i = 0; i < m_planes.size(); ++i)
	{
		for (const OverlapHit& overlap : m_memory.overlaps)
		{
			if (IsSameItem(m_planes[i], overlap) && overlap.depth < -m_memory.gaps[i])
			{
				m_planes[i].normal = overlap.wayOut;
				m_memory.gaps[i] = Dot(start - Lift<double>(ahead), Lift<double>(overlap.wayOut)) - overlap.depth;
				break;
			}
		}
	}
}

// Adds the planes of things that a path only touches but that the hull overlaps at its end. Such a thing lies on one
// side of the path. So its plane is parallel to the path, whichever corner of the hull touches the thing first.
void Slide::TakeTouched(const Vec<double>& way)
{
	const Vec<double> right = UnitOf(Vec<double>{way.y, -way.x});
	for (const PieceHit& hit : m_memory.hits)
	{
		const auto isSame = [&](const OverlapHit& overlap)
		{
			return IsSameItem(overlap, hit);
		};
		if (hit.grazing && std::any_of(m_memory.overlaps.begin(), m_memory.overlaps.end(), isSame))
		{
			const b2Vec2 normal = hit.side != 0 ? ToFloat(static_cast<double>(hit.side) * right) : hit.enter.normal;
			AddPlane({hit, normal, hit.contact, false}, 0.0);
		}
	}
}

// Adds the plane of the thing that the hull overlaps deepest at the end of a path. Only the rounding of the end leads
// into that thing, so the path itself does not hit it. A short cast at the end leads from outside into the thing.
// Returns false if the plane is known.
bool Slide::TakeBeside(const Vec<double>& way)
{
	const OverlapHit& deepest = m_memory.overlaps[0];
	const Vec<double> out = Lift<double>(deepest.wayOut);
	const double reach = deepest.depth + k_roundings * m_noise;
	const b2Vec2 from = ToFloat(Lift<double>(m_position) + way + reach * out);
	const HullHit* hit = FirstHit(from, -2.0 * reach * out);
	const auto isKnown = [&](const SlidePlane& plane)
	{
		return IsSameItem(plane, *hit) && b2Dot(plane.normal, hit->enter.normal) > k_samePlane;
	};
	if (hit == nullptr || std::any_of(m_planes.begin(), m_planes.end(), isKnown))
	{
		return false;
	}
	const Vec<double> normal = Lift<double>(hit->enter.normal);
	const Vec<double> contactPlace = Lift<double>(from) - 2.0 * hit->enter.fraction * reach * out;
	AddPlane({*hit, hit->enter.normal, hit->contact, false}, Dot(Lift<double>(m_position) - contactPlace, normal));
	return true;
}

// Moves along a path that a cast found free. The path may still touch something and end in it. Then its last part is
// left out, but not much more than needed. Returns the share of the path that was moved: 0 if it touches something new
// on more than its last part, since another path may lead past that.
double Slide::TryMove(const Vec<double>& way)
{
	const auto placeAt = [&](double share)
	{
		return ToFloat(Lift<double>(m_position) + share * way);
	};
	const auto isFree = [&](double leftOut)
	{
		const b2Vec2 place = placeAt(1.0 - leftOut);
		return IsAllowedAt(place) && PassesTo(place);
	};
	double leftOut = 0.0;
	if (isFree(leftOut) == false)
	{
		const size_t known = m_planes.size();
		TakeTouched(way);
		// If the hull is beside a plane, the same path may be free one skin away from that plane.
		const bool isIn = m_memory.overlaps.empty() == false;
		if (isIn && m_planes.size() == known && TakeBeside(way) && IsAlongAll(way))
		{
			return 0.0;
		}
		const bool isNew =
		    std::any_of(m_planes.begin() + static_cast<std::ptrdiff_t>(known), m_planes.end(),
		                [&](const SlidePlane& plane)
		                { return IsAlong(way, plane) || Dot(way, Lift<double>(plane.normal)) >= -m_noise; });
		double tooLittle = 0.0;
		leftOut = std::max(m_skin / Length(way), k_leastLeftOut);
		while (leftOut < 1.0 && isFree(leftOut) == false)
		{
			tooLittle = leftOut;
			leftOut = isNew ? 1.0 : 2.0 * leftOut;
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
	MoveTo(placeAt(1.0 - leftOut));
	return 1.0 - leftOut;
}

void Slide::MoveTo(b2Vec2 place)
{
	const Vec<double> moved = Lift<double>(place) - Lift<double>(m_position);
	for (size_t i = 0; i < m_planes.size(); ++i)
	{
		m_memory.gaps[i] += Dot(moved, Lift<double>(m_planes[i].normal));
	}
	m_position = place;
}

// True if two planes face each other. A hull that is exactly as wide as the room between them touches both. Things that
// it only touches do not hold it.
bool Slide::IsBetweenTwo() const
{
	const auto faces = [&](const SlidePlane& plane)
	{
		return std::any_of(m_planes.begin() + static_cast<std::ptrdiff_t>(m_firstPlane), m_planes.end(),
		                   [&](const SlidePlane& other) { return b2Dot(plane.normal, other.normal) < -k_samePlane; });
	};
	return std::any_of(m_planes.begin() + static_cast<std::ptrdiff_t>(m_firstPlane), m_planes.end(), faces);
}

bool Slide::IsAlongAll(const Vec<double>& way) const
{
	return std::all_of(m_planes.begin() + static_cast<std::ptrdiff_t>(m_firstPlane), m_planes.end(),
	                   [&](const SlidePlane& plane) { return IsAlong(way, plane); });
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
		// A normal in floats is not quite a unit vector.
		const Vec<double> along = way - into / Dot(normal, normal) * normal;
		const bool isOn = Dot(along, Lift<double>(m_path.translation)) > 0.0;
		if (into < 0.0 && isOn && Length(along) > Length(longest) && IsAlongAll(along))
		{
			longest = along;
		}
	}
	return longest;
}

// How far a path along a plane has to rise over it, so that the hull ends a skin away from it. (If the hull touches the
// plane, rounding would lead the path into it.) If there is a plane on the other side, the hull ends no nearer to that
// one than to this one. At most half of the path's progress is lost. A hull that is deep in something only gets no
// deeper.
double Slide::RiseOver(size_t plane, const Vec<double>& way) const
{
	const std::vector<double>& gaps = m_memory.gaps;
	const Vec<double> normal = Lift<double>(m_planes[plane].normal);
	double rise = gaps[plane] < -m_noise ? m_noise : m_skin - gaps[plane];
	for (size_t i = m_firstPlane; i < m_planes.size(); ++i)
	{
		const Vec<double> other = Lift<double>(m_planes[i].normal);
		const double turn = Dot(normal, other);
		if (turn < 0.0)
		{
			const double room = gaps[i] + Dot(way, other);
			const bool isDeep = gaps[plane] < -m_noise;
			rise = std::min(rise, isDeep ? (room - m_noise) / -turn : (room - gaps[plane]) / (1.0 - turn));
		}
	}
	const Vec<double> translation = Lift<double>(m_path.translation);
	const double back = -Dot(normal, translation);
	return back > 0.0 ? std::min(rise, 0.5 * Dot(way, translation) / back) : rise;
}

// Turns a path away from the planes along which it runs, so that the hull ends a skin away from them. The path does not
// become longer. A path that leads away by less than rounding counts as running along the plane.
Vec<double> Slide::Raised(const Vec<double>& way) const
{
	const double length = Length(way);
	Vec<double> raised = way;
	for (size_t i = m_firstPlane; i < m_planes.size(); ++i)
	{
		const Vec<double> normal = Lift<double>(m_planes[i].normal);
		const double away = Dot(raised, normal);
		const bool isAlong = away >= -k_alongPlane * length && away <= std::max(k_alongPlane * length, m_noise);
		raised = raised + (isAlong ? std::max(RiseOver(i, raised), 0.0) : 0.0) * normal;
	}
	return Length(raised) > length ? (length / Length(raised)) * raised : raised;
}

// Adds the plane of a hit. Returns the share of the rest that leads up to it, except for the skin.
double Slide::ShareBefore(const HullHit& hit, const Vec<double>& way)
{
	const double approach = ApproachTo(hit, way);
	AddPlane({hit, hit.enter.normal, hit.contact, false}, hit.enter.fraction * approach);
	return std::max(0.0, hit.enter.fraction - m_skin / approach);
}

// Moves along the last part of a path, which the skin has cut off before a hit at a flat angle. Only a slide that goes
// nowhere else does that. The shape comes nearer than the skin, but keeps a few skins along its path.
void Slide::MoveUp(Vec<double> way)
{
	const HullHit* hit = FirstHit(m_position, way);
	way = (hit != nullptr ? ShareUpTo(*hit, way) : 1.0) * way;
	if (Length(way) > 0.0)
	{
		(void)TryMove(way);
	}
}

double Slide::ShareUpTo(const HullHit& hit, const Vec<double>& way) const
{
	const double left = std::max(m_noise / ApproachTo(hit, way), k_skinsAlongPath * m_skin / Length(way));
	return std::max(0.0, hit.enter.fraction - left);
}

SlideResult Slide::Run()
{
	PushOut();
	SlideResult result;
	result.push = m_position - m_path.pose.p;
	m_left = Clipped(Lift<double>(m_path.translation));
	m_isBetween = IsBetweenTwo();
	Vec<double> cutOff{}; // the last part of the path up to a hit at which the hull stopped
	bool goesOn = true;
	for (int32_t i = 0; i < m_def.maxMoves && goesOn && Length(m_left) > 0.0; ++i)
	{
		const Vec<double> way = Raised(m_left);
		const HullHit* hit = FirstHit(m_position, way);
		const size_t known = m_planes.size();
		const double share = hit != nullptr ? ShareBefore(*hit, way) : 1.0;
		const double gone = share > 0.0 ? share * TryMove(share * way) : 0.0;
		const bool hasNewPlane = m_planes.size() > known;
		if (gone == 0.0 && hit != nullptr && share > 0.0 && m_planes.size() > known + 1)
		{
			RemovePlane(known); // something else is in the way before the hit
		}
		m_isBetween = m_isBetween || (gone == 0.0 && IsBetweenTwo());
		cutOff = gone > 0.0 ? Vec<double>{} : cutOff;
		if (hit != nullptr && gone == share && Length(cutOff) == 0.0)
		{
			cutOff = std::max(ShareUpTo(*hit, way) - share, 0.0) * way;
		}
		// If rounding leads the short path up to a hit into something, the path along the hit's plane may be free.
		goesOn = hasNewPlane && (gone == share ? hit != nullptr : gone == 0.0);
		m_left = (1.0 - gone) * m_left;
		m_left = hasNewPlane ? Clipped(m_left) : m_left;
	}
	if (Length(cutOff) > 0.0)
	{
		MoveUp(cutOff);
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
	return Slide(space, path, def, filter, planes, *memory).Run();
}

} // namespace ricochet
