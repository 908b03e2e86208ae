// MIT License, Copyright (c) 2026 the ricochet authors

#include "projectile/impact/way_ahead.h"

#include <algorithm>

namespace ricochet
{

// Where the centre goes through it. What it only slides along it does not.
void SolidAhead::Measure(const Way& way, const Place& place, Layer& layer)
{
	const Way::Line line = way.LineTo(place);
	const std::optional<ShapeSpan> met = MeetWay(line.from, line.to, place);
	layer.isCrossed = met.has_value() && met->span.grazing == false;
	if (layer.isCrossed)
	{
		layer.begin = std::max(met->span.enter.fraction * line.length - way.before, 0.0);
		layer.end = std::max(met->span.exit.fraction * line.length - way.before, layer.begin);
		layer.left = met->span.exit;
	}
}

bool SolidAhead::TakesAsDisc(const Way& way, const Place& place, Layer& layer) const
{
	const Way::Line line = way.LineTo(place);
	const LocalRay ray(line.from, place.pose, line.to, place.pose, 1.0f);
	const std::optional<ShapeSpan> met = CastChildLocal(place.geometry, place.child, ray, m_radius);
	if (met.has_value() == false || met->span.grazing || (met->span.startsInside && way.startsInside == false) ||
	    AcceptsSide(way.looker.filter, met->facing, met->oneSided) == false)
	{
		return false;
	}
	layer.enter = std::max(met->span.enter.fraction * line.length - way.before, 0.0);
	layer.exit = met->span.exit.fraction * line.length - way.before;
	layer.startsInside = met->span.startsInside;
	Measure(way, place, layer);
	return Continues(way, layer, 1.0);
}

// Not even what has no thickness lets anything through if its resistance is infinite.
void SolidAhead::Bar(const Layer& layer)
{
	m_energy = layer.resistance;
	m_barred = std::min(m_barred, layer.enter);
}

LegHit SolidAhead::WholeOfDisc(const LegHit& hit) const
{
	const Layer* last = nullptr;
	for (const Layer& layer : m_layers)
	{
		const bool isLater = last == nullptr || layer.end > last->end;
		last = layer.isCrossed && isLater ? &layer : last;
	}
	LegHit whole = hit;
	whole.thickness = m_material;
	whole.exitFraction = hit.fraction;
	whole.exitWay = -m_radius * hit.normal;
	whole.met.span.exit = hit.met.span.enter;
	if (last != nullptr)
	{
		const double way = Length(hit.pieceWay);
		whole.exitFraction += way > 0.0 ? last->end / way * hit.pieceShare : 0.0;
		whole.exitWay = last->end * Way::DirectionOf(hit, m_radius);
		whole.met.span.exit.normal = last->left.normal;
		whole.met.span.exit.edge = last == &m_layers[0] ? last->left.edge : -1;
	}
	whole.endsInside = whole.exitFraction > 1.0;
	return whole;
}

} // namespace ricochet
