// MIT License, Copyright (c) 2026 the ricochet authors

#include "query/meet.h"

#include "geometry/outline_clip.h"

namespace ricochet
{

std::optional<ShapeSpan> Place::CastPart(const LocalRay& ray, size_t part) const
{
	if (part == 0)
	{
		return Cast(ray);
	}
	ShapeSpan found;
	const bool isThere = geometry.IsAttached() &&
	                     ClipOutlinePartLocal(ray, geometry.attached->outline, part, std::span(&found.span, 1)) > 0;
	return isThere ? std::optional(found) : std::nullopt;
}

std::optional<ShapeSpan> PartsOfRay::Next(const LocalRay& ray, const QueryFilter& filter)
{
	while (true)
	{
		if (m_next == m_count)
		{
			const bool isLast = m_count > 0 && m_count < (*m_spans).size();
			m_before += m_count;
			m_next = 0;
			m_count = isLast ? 0 : ClipOutlinePartLocal(ray, m_attached->outline, m_before, *m_spans);
			if (m_count == 0)
			{
				m_attached = nullptr;
				return std::nullopt;
			}
		}
		const ShapeSpan part{(*m_spans)[m_next++], Facing::Solid, false};
		if (AcceptsSpan(filter, part))
		{
			return part;
		}
	}
}

} // namespace ricochet
