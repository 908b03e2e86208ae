// MIT License, Copyright (c) 2026 the ricochet authors

#include "geometry/outline_clip.h"

#include "geometry/outline_walk.h"

#include <algorithm>
#include <limits>

namespace ricochet
{

namespace
{

constexpr double k_farAhead = std::numeric_limits<double>::infinity();
constexpr int k_ahead = 1;
constexpr int k_back = -1;

thread_local OutlineWalkMemory t_aheadMemory;
thread_local OutlineWalkMemory t_backMemory;

// True if the start is certainly not in a box.
bool StartsOff(const LocalRay& ray, const b2AABB& box)
{
	const Vec<double> start = ray.StartApproximation();
	const double error = 2.0 * ray.StartError();
	return box.lowerBound.x - start.x > error || start.x - box.upperBound.x > error ||
	       box.lowerBound.y - start.y > error || start.y - box.upperBound.y > error;
}

// Whether a line that runs along an edge where the ray starts was in the interior since it came in.
bool WasInterior(const LocalRay& ray, const OutlineData& outline)
{
	OutlineWalk walk(ray, outline, k_back, t_backMemory);
	for (auto group = walk.NextGroup(k_farAhead); group.empty() == false; group = walk.NextGroup(k_farAhead))
	{
		if (group[0].crossing.vsStart < 0)
		{
			const LineSides sides = SidesBefore(ray, outline, group);
			if (sides.left == sides.right)
			{
				return sides.left;
			}
		}
	}
	return false;
}

// Cutoffs are compared with fractions in double, ways with bounds on the exact ones.
double LimitOf(const LocalRay& ray)
{
	const double cutoff = ray.Cutoff();
	return std::min<double>(ray.MaxFraction(), cutoff + 0x1p-20 * std::abs(cutoff));
}

// Gives the spans in order, until one is not followed by others: isEnough(span).
template <class IsEnough>
void ClipLine(const LocalRay& ray, const OutlineData& outline, const IsEnough& isEnough)
{
	OutlineWalk walk(ray, outline, k_ahead, t_aheadMemory);
	const double end = ray.MaxFraction();
	std::span<const EdgeMeeting> group = walk.NextGroup(StartsOff(ray, outline.bounds) ? LimitOf(ray) : k_farAhead);
	if (group.empty())
	{
		return;
	}
	const auto edgeAt = [&](int32_t place)
	{
		return outline.EdgeAt(place);
	};
	LineFollower follower(ray, edgeAt);
	if (const LineSides sides = SidesBefore(ray, outline, group); sides.IsOutside() == false)
	{
		follower.ComeIn(sides.left, sides.right, sides.IsInterior() || WasInterior(ray, outline));
	}
	// What is behind the end of the ray matters only where it is not known whether the span only grazes.
	while (group.empty() == false &&
	       (group[0].crossing.vsEnd <= 0 || (follower.IsIn() && follower.WasInterior() == false)))
	{
		if (const std::optional<LocalSpan> span = follower.Pass(group); span.has_value() && isEnough(*span))
		{
			return;
		}
		const double limit = follower.WasInterior() ? end : k_farAhead;
		group = walk.NextGroup(follower.IsIn() ? limit : LimitOf(ray));
	}
	if (follower.IsIn())
	{
		if (const std::optional<LocalSpan> span = follower.StayIn())
		{
			isEnough(*span);
		}
	}
}

template <class IsEnough>
void Clip(const LocalRay& ray, const Outline& outline, const IsEnough& isEnough)
{
	if (ray.IsValid() == false)
	{
		return;
	}
	if (ray.IsPoint())
	{
		if (const auto span = SpanOfPoint(ray, LocateStartInOutline(ray, outline) != Location::Outside))
		{
			isEnough(*span);
		}
		return;
	}
	ClipLine(ray, outline.Data(), isEnough);
}

b2Rot NoRotation()
{
	b2Rot q;
	q.SetIdentity();
	return q;
}

void ClipInFrame(const LocalRay& local, const Ray& ray, const Outline& outline, const b2Rot& turn,
                 std::vector<RaySpan>& spans)
{
	spans.clear();
	Clip(local, outline,
	     [&](const LocalSpan& span)
	     {
		     spans.push_back(InFrame(span, ray, turn));
		     return false;
	     });
}

std::optional<RaySpan> ClipFirstInFrame(const LocalRay& local, const Ray& ray, const Outline& outline,
                                        const b2Rot& turn)
{
	const std::optional<LocalSpan> span = ClipOutlineFirstLocal(local, outline);
	return span.has_value() ? std::optional(InFrame(*span, ray, turn)) : std::nullopt;
}

} // namespace

Location LocateStartInOutline(const LocalRay& ray, const Outline& outline)
{
	const OutlineData& data = outline.Data();
	if (StartsOff(ray, data.bounds))
	{
		return Location::Outside;
	}
	// Any line through the start will do. Where it runs along an edge, one hand is inside.
	const LocalRay probe = ray.Toward({1.0f, 0.0f});
	OutlineWalk walk(probe, data, k_ahead, t_aheadMemory);
	const std::span<const EdgeMeeting> group = walk.NextGroup(k_farAhead);
	if (group.empty())
	{
		return Location::Outside;
	}
	const LineSides sides = SidesBefore(probe, data, group);
	if (group[0].crossing.vsStart == 0 || sides.left != sides.right)
	{
		return Location::Boundary;
	}
	return sides.IsInterior() ? Location::Inside : Location::Outside;
}

void ClipOutlineLocal(const LocalRay& ray, const Outline& outline, std::vector<LocalSpan>& spans)
{
	spans.clear();
	Clip(ray, outline,
	     [&](const LocalSpan& span)
	     {
		     spans.push_back(span);
		     return false;
	     });
}

size_t ClipOutlinePartLocal(const LocalRay& ray, const Outline& outline, size_t skipped, std::span<LocalSpan> spans)
{
	size_t passed = 0;
	Clip(ray, outline,
	     [&](const LocalSpan& span)
	     {
		     if (passed >= skipped)
		     {
			     spans[passed - skipped] = span;
		     }
		     passed += 1;
		     return passed == skipped + spans.size();
	     });
	return passed > skipped ? passed - skipped : 0;
}

std::optional<LocalSpan> ClipOutlineFirstLocal(const LocalRay& ray, const Outline& outline)
{
	std::optional<LocalSpan> first;
	Clip(ray, outline,
	     [&](const LocalSpan& span)
	     {
		     first = span;
		     return true;
	     });
	return first;
}

void ClipOutline(const Ray& ray, const Outline& outline, std::vector<RaySpan>& spans)
{
	ClipInFrame(LocalRay(ray), ray, outline, NoRotation(), spans);
}

void ClipOutline(const Ray& ray, const Outline& outline, const b2Transform& pose, std::vector<RaySpan>& spans)
{
	ClipInFrame(LocalRay(ray, pose), ray, outline, pose.q, spans);
}

std::optional<RaySpan> ClipOutlineFirst(const Ray& ray, const Outline& outline)
{
	return ClipFirstInFrame(LocalRay(ray), ray, outline, NoRotation());
}

std::optional<RaySpan> ClipOutlineFirst(const Ray& ray, const Outline& outline, const b2Transform& pose)
{
	return ClipFirstInFrame(LocalRay(ray, pose), ray, outline, pose.q);
}

Location LocateInOutline(b2Vec2 point, const Outline& outline)
{
	const LocalRay ray(Ray{point, {0.0f, 0.0f}, 0.0f});
	return ray.IsValid() ? LocateStartInOutline(ray, outline) : Location::Outside;
}

} // namespace ricochet
