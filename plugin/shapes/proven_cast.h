// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "geometry/compiler.h"
#include "geometry/cut_clip.h"
#include "geometry/pose.h"
#include "shapes/child_geometry.h"

namespace ricochet
{

/// False if ClipByDoubles is certainly Uncertain: the child is neither a disc nor cut by the line at edges that are
/// known. Asked first, it saves the making of a PulledRay.
[[nodiscard]] inline bool MayBeProven(const ChildGeometry& geometry, CertainCut cut)
{
	return cut.IsKnown() || (geometry.kind == ChildKind::Disc && geometry.radius > 0.0f);
}

/// CastChildLocal by doubles, where their error bounds prove the answer; else Uncertain, and the exact kernels decide.
/// `cut`: the edges at which the line of the ray enters and leaves a child that has sides, if a walk knows them.
/// `met` is set if the answer is Hit. Entries beyond `cutoff` are misses. This is the only place that chooses between
/// the formulas of cut_clip.h.
RICOCHET_ALWAYS_INLINE CutResult ClipByDoubles(const PulledRay& ray, const b2Rot& turn, const ChildGeometry& geometry,
                                               int32_t child, CertainCut cut, double cutoff, LocalSpan& met)
{
	if (geometry.kind == ChildKind::Disc)
	{
		return geometry.radius > 0.0f && IsRotation(turn)
		           ? ClipDisc(ray, geometry.vertices[0], geometry.radius, cutoff, met)
		           : CutResult::Uncertain;
	}
	if (cut.IsKnown() == false)
	{
		return CutResult::Uncertain;
	}
	if (geometry.IsEdge() == false)
	{
		return ClipCut(ray, geometry.vertices, cut, cutoff, met);
	}
	const CutResult result = ClipSegment(ray, geometry.ends, cut, cutoff, met);
	met.enter.edge = child;
	met.exit.edge = child;
	return result;
}

/// From where a line comes to an edge that it is known to cut. Requires: IsKnown.
[[nodiscard]] inline Facing FacingBy(CertainCut cut)
{
	return cut.enter == 0 ? Facing::Front : Facing::Back;
}

} // namespace ricochet
