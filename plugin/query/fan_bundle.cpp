// MIT License, Copyright (c) 2026 the ricochet authors

#include "query/fan_bundle.h"

namespace ricochet
{

FanBundle::FanBundle(const RayFan& fan, FanDirections& directions, int32_t first, size_t count)
    : m_count(static_cast<int32_t>(count)), m_middle(static_cast<float>(count / 2)),
      m_perAngle(static_cast<float>(1.0 / std::max(directions.Step(), k_leastStep))),
      m_slack(static_cast<float>(k_angleError) * m_perAngle + 0.01f), m_circle(6.2831855f * m_perAngle),
      m_originX(fan.origin.x), m_originY(fan.origin.y), m_radius(fan.radius)
{
	directions.Fill(first, count, m_x.data(), m_y.data());
	const size_t middle = count / 2;
	m_axisX = m_x[middle] / fan.radius;
	m_axisY = m_y[middle] / fan.radius;
	std::fill_n(m_low.begin(), count, 1.0f - 0x1p-18f);
	std::fill_n(m_high.begin(), count, 1.0f + 0x1p-18f);
	std::fill_n(m_doubt.begin(), count, 0.0f);
	std::fill_n(m_what.begin(), count, k_none);
	std::fill_n(m_x.begin() + static_cast<std::ptrdiff_t>(count), k_lanes, 0.0f);
	std::fill_n(m_y.begin() + static_cast<std::ptrdiff_t>(count), k_lanes, 0.0f);
	std::fill_n(m_low.begin() + static_cast<std::ptrdiff_t>(count), k_lanes, k_infinity);
	std::fill_n(m_high.begin() + static_cast<std::ptrdiff_t>(count), k_lanes, k_infinity);
}

float FanBundle::DepthAt(double distance) const
{
	return distance > 0.0 ? static_cast<float>(m_radius * (1.0 + 0x1p-20) / distance) : k_infinity;
}

bool FanBundle::IsOpen(Range range, float depth) const
{
	for (int32_t i = range.first; i <= range.last; i += k_lanes)
	{
		if ((LoadAt(m_low, i) > Lanes::Same(depth)).Mask() != 0xFFu)
		{
			return true;
		}
	}
	return false;
}

LaneMask FanBundle::OpenTo(const Lanes& atX, const Lanes& atY, const Lanes& radius) const
{
	const Views views = See(atX, atY, radius);
	LaneMask open = 0;
	for (LaneMask left = ~(Lanes{} > radius).Mask() & 0xFFu; left != 0; left &= left - 1)
	{
		const auto lane = static_cast<size_t>(std::countr_zero(left));
		bool isOpen = false;
		ForEachTurn(views.first[lane], views.last[lane],
		            [&](Range range) { isOpen = isOpen || IsOpen(range, views.depth[lane]); });
		open |= static_cast<LaneMask>(isOpen) << lane;
	}
	return open;
}

int32_t FanBundle::CountOpen(double distance) const
{
	const Lanes depth = Lanes::Same(DepthAt(distance));
	Lanes::Bools::FourBools closed{};
	int32_t looked = 0;
	for (; looked < m_count; looked += k_lanes)
	{
		const Lanes::Bools are = LoadAt(m_low, looked) > depth;
		closed += are.low + are.high; // -1 for each
	}
	return looked + closed[0] + closed[1] + closed[2] + closed[3];
}

void FanBundle::GiveUp(double distance)
{
	const float depth = DepthAt(distance);
	for (size_t i = 0; i < Count(); ++i)
	{
		if ((m_low[i] > depth) == false)
		{
			m_low[i] = k_infinity;
			m_high[i] = k_infinity;
			m_doubt[i] = k_infinity;
		}
	}
}

Lanes::Four FanBundle::AngleOf(Lanes::Four atX, Lanes::Four atY) const
{
	const Lanes::Four x = m_axisX * atX + m_axisY * atY;
	const Lanes::Four y = m_axisX * atY - m_axisY * atX;
	const Lanes::Four absX = Lanes::AbsOf(x);
	const Lanes::Four absY = Lanes::AbsOf(y);
	const Lanes::Four z = Lanes::MinOf(absX, absY) / (Lanes::MaxOf(absX, absY) + 1e-30f);
	const Lanes::Four w = z * z;
	const Lanes::Four flat = ((((0.0208351f * w - 0.0851330f) * w + 0.1801410f) * w - 0.3302995f) * w + 0.9998660f) * z;
	const Lanes::Four steep = Choose(absY > absX, 1.5707964f - flat, flat);
	const Lanes::Four angle = Choose(x < 0.0f, 3.1415927f - steep, steep);
	return Choose(y < 0.0f, -angle, angle);
}

// For z in [0, 1]: asin z <= z + (pi / 2 - 1) z^3. The two are equal at 0 and 1, and all further terms of the series of
// asin are positive. Squares of floats below 2^-60 lose too many bits to underflow. A circle whose centre is so near is
// therefore treated as all around the origin.
FanBundle::Views FanBundle::See(const Lanes& atX, const Lanes& atY, const Lanes& radius) const
{
	const Lanes x = atX - Lanes::Same(m_originX);
	const Lanes y = atY - Lanes::Same(m_originY);
	const Lanes distance = Root(x * x + y * y);
	const Lanes grown = radius + Lanes::Same(0x1p-20f) * distance + Lanes::Same(0x1p-60f);
	const Lanes ratio = grown / distance;
	const Lanes half =
	    Choose(Lanes::Same(1.0f) > ratio, ratio + Lanes::Same(0.5708f) * ratio * (ratio * ratio), Lanes::Same(4.0f));
	const Lanes angle{AngleOf(x.low, y.low), AngleOf(x.high, y.high)};
	const Lanes middle = Lanes::Same(m_middle) + Lanes::Same(m_perAngle) * angle;
	const Lanes aside = Lanes::Same(m_perAngle) * half + Lanes::Same(m_slack);
	const Lanes gap = distance - grown;
	const Lanes depth = Choose(gap > Lanes{}, Lanes::Same(m_radius * (1.0f + 0x1p-18f)) / gap, Lanes::Same(k_infinity));
	Views views;
	(middle - aside).Store(views.first.data());
	(middle + aside).Store(views.last.data());
	depth.Store(views.depth.data());
	return views;
}

void FanBundle::Keep(uint32_t what, size_t i, const Depths& depths, const Lanes& low, LaneMask mayBe)
{
	const auto areNearer = depths.areMet & (depths.low > Lanes::Load(&m_high[i]));
	const LaneMask nearer = areNearer.Mask() & mayBe;
	Choose(areNearer, depths.low, low).Store(&m_low[i]);
	Choose(areNearer, depths.high, Lanes::Load(&m_high[i])).Store(&m_high[i]);
	for (LaneMask left = nearer; left != 0; left &= left - 1)
	{
		m_what[i + static_cast<size_t>(std::countr_zero(left))] = what;
	}
	const LaneMask unclear = mayBe & ~nearer;
	if (unclear != 0)
	{
		std::array<float, 8> high;
		depths.high.Store(high.data());
		for (LaneMask left = unclear; left != 0; left &= left - 1)
		{
			const auto lane = static_cast<size_t>(std::countr_zero(left));
			if (m_what[i + lane] != what)
			{
				m_doubt[i + lane] = std::max(m_doubt[i + lane], high[lane]);
			}
		}
	}
}

} // namespace ricochet
