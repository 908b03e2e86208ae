// MIT License, Copyright (c) 2026 the ricochet authors

#include "sight/vantage.h"

#include "geometry/round_to_float.h"

namespace ricochet
{

Vantage Vantage::Against() const
{
	Vantage against = *this;
	against.m_isAgainst = true;
	return against;
}

Vantage Vantage::Moved(double along) const
{
	Vantage moved = *this;
	moved.m_origin = {m_origin.x + along * m_direction.x, m_origin.y + along * m_direction.y};
	return moved;
}

Vec<double> Vantage::ToLocal(const Vec<double>& offset) const
{
	return IsParallel() ? Vec<double>{Cross(m_direction, offset), Dot(m_direction, offset)} : offset;
}

b2Vec2 Vantage::ToWorld(const Vec<double>& local) const
{
	const Vec<double> offset = IsParallel() ? Vec<double>{local.y * m_direction.x - local.x * m_direction.y,
	                                                      local.y * m_direction.y + local.x * m_direction.x}
	                                        : local;
	return {RoundToFloat(m_origin.x + offset.x), RoundToFloat(m_origin.y + offset.y)};
}

Vec<double> Vantage::Place(const b2Transform& pose, b2Vec2 vertex) const
{
	const double c = pose.q.c;
	const double s = pose.q.s;
	const double stretch = c * c + s * s;
	const Vec<double> start{pose.p.x - m_origin.x, pose.p.y - m_origin.y};
	return ToLocal(
	    {start.x + (c * vertex.x - s * vertex.y) / stretch, start.y + (s * vertex.x + c * vertex.y) / stretch});
}

Vec<double> Vantage::PlaceOf(const Vec<double>& point) const
{
	return ToLocal({point.x - m_origin.x, point.y - m_origin.y});
}

int Vantage::TurnOf(const Vec<double>& p, const Vec<double>& q) const
{
	return IsParallel() ? SignOf(q.x - p.x) : SignOfCross(p, q);
}

} // namespace ricochet
