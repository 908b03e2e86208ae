// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <ricochet/format/names.h>
#include <ricochet/format/text.h>
#include <ricochet/geometry/ray.h>
#include <ricochet/query/beam.h>
#include <ricochet/query/hull_query.h>
#include <ricochet/query/overlap_query.h>
#include <ricochet/query/solid_query.h>
#include <ricochet/sight/sight_polygon.h>

namespace ricochet::detail
{

void Tell(auto& text, const Ray& ray)
{
	text << "from " << ray.origin << " m by " << ray.translation << " m";
	if (ray.maxFraction != 1.0f)
	{
		text << ", up to fraction " << ray.maxFraction;
	}
}

void Tell(auto& text, const Crossing& crossing)
{
	text << crossing.point << " m, fraction " << crossing.fraction;
	if (crossing.normal.x != 0.0f || crossing.normal.y != 0.0f)
	{
		text << ", normal " << crossing.normal;
	}
}

void Tell(auto& text, const RaySpan& span)
{
	text << (span.startsInside ? "starts inside at " : span.grazing ? "touches at " : "enters at ");
	Tell(text, span.enter);
	text << (span.endsInside ? "; ends inside at " : "; leaves at ");
	Tell(text, span.exit);
}

/// Writes the child if it is not the first one, and the tag of something that was added by hand.
void TellItem(auto& text, const Item& item)
{
	if (item.child != 0)
	{
		text << "; child " << item.child;
	}
	if (item.id)
	{
		text << "; tag " << item.tag;
	}
}

void Tell(auto& text, const RayHit& hit)
{
	Tell(text, static_cast<const RaySpan&>(hit));
	TellItem(text, hit);
}

void Tell(auto& text, const HullSpan& span)
{
	Tell(text, static_cast<const RaySpan&>(span));
	if (span.startsInside)
	{
		text << "; " << span.depth << " m deep, out by " << span.wayOut;
	}
	else
	{
		text << "; touches first at " << span.contact << " m";
	}
}

void Tell(auto& text, const HullHit& hit)
{
	Tell(text, static_cast<const HullSpan&>(hit));
	TellItem(text, hit);
}

void Tell(auto& text, const OverlapHit& hit)
{
	text << hit.depth << " m deep, out by " << hit.wayOut;
	TellItem(text, hit);
}

void Tell(auto& text, const SolidSpan& solid)
{
	Tell(text, static_cast<const RaySpan&>(solid));
}

void Tell(auto& text, const BeamLeg& leg)
{
	text << "leg from fraction " << leg.begin << " of the ray ";
	Tell(text, leg.ray);
	if (leg.power != 1.0f)
	{
		text << ", power " << leg.power;
	}
	if (leg.HasHit() == false)
	{
		text << "; meets nothing";
		return;
	}
	text << "; " << NameOf(leg.response) << " where it ";
	Tell(text, static_cast<const RayHit&>(leg));
}

void Tell(auto& text, const SightVertex& vertex)
{
	text << vertex.point << " m, then " << NameOf(vertex.side);
	if (vertex.side == SightSide::Arc || vertex.side == SightSide::Rim)
	{
		text << " of radius " << vertex.radius << " m about " << vertex.center << " m";
	}
}

} // namespace ricochet::detail
