// MIT License, Copyright (c) 2026 the ricochet authors

#include "projectile/supports.h"

#include "projectile/ballistics.h"

#include <algorithm>

namespace ricochet
{

namespace
{

// Faster than this away from a surface is leaving it.
constexpr double k_leavingSpeed = 0.01 * b2_lengthUnitsPerMeter;

// Slower than this along a surface is standing on it.
constexpr double k_standingSpeed = 1.0e-6 * b2_lengthUnitsPerMeter;

// cos of the angle under which two normals count as one, and sin of it.
constexpr double k_sameNormal = 0.9999;
constexpr double k_leastCorner = 0.0142;

} // namespace

void Supports::Add(const Support& support)
{
	for (size_t i = 0; i < m_count; ++i)
	{
		if (Dot(m_supports[i].normal, support.normal) > k_sameNormal)
		{
			m_supports[i] = support;
			return;
		}
	}
	if (m_count == m_supports.size())
	{
		Drop(0);
	}
	m_supports[m_count++] = support;
}

void Supports::Drop(size_t i)
{
	m_supports[i] = m_supports[m_count - 1];
	--m_count;
}

bool Supports::IsCorner() const
{
	return m_count == 2 && std::abs(Cross(m_supports[0].normal, m_supports[1].normal)) > k_leastCorner;
}

Vec<double> Supports::CornerVelocity() const
{
	// v . n = V . n for both.
	const Vec<double>& n = m_supports[0].normal;
	const Vec<double>& m = m_supports[1].normal;
	const double a = Dot(m_supports[0].velocity, n);
	const double b = Dot(m_supports[1].velocity, m);
	const double determinant = Cross(n, m);
	return {(a * m.y - b * n.y) / determinant, (b * n.x - a * m.x) / determinant};
}

void Supports::Settle(Vec<double>& velocity, const Vec<double>& gravity)
{
	for (size_t i = m_count; i-- > 0;)
	{
		if (Dot(velocity - m_supports[i].velocity, m_supports[i].normal) > k_leavingSpeed)
		{
			Drop(i);
		}
	}
	for (size_t i = 0; i < m_count; ++i)
	{
		const double leaving = Dot(velocity - m_supports[i].velocity, m_supports[i].normal);
		velocity = velocity - leaving * m_supports[i].normal;
	}
	if (IsCorner())
	{
		// What the second took may drive it into the first: then neither lets it move.
		if (Dot(velocity - m_supports[0].velocity, m_supports[0].normal) <= 0.0)
		{
			velocity = CornerVelocity();
		}
		DropUnpressed(gravity);
	}
	if (m_count == 1 && Dot(gravity, m_supports[0].normal) > 0.0)
	{
		m_count = 0;
	}
}

// In a corner gravity presses on both surfaces if it is a sum of both normals taken negative. One may lean over the
// grenade, as long as the other pushes it there.
void Supports::DropUnpressed(const Vec<double>& gravity)
{
	const Vec<double>& n = m_supports[0].normal;
	const Vec<double>& m = m_supports[1].normal;
	const double onFirst = -Cross(gravity, m) / Cross(n, m);
	const double onSecond = -Cross(n, gravity) / Cross(n, m);
	if (onFirst < 0.0 || onSecond < 0.0)
	{
		Drop(onFirst < onSecond ? 0 : 1);
	}
}

Vec<double> Supports::Onward(const Vec<double>& velocity) const
{
	Vec<double> onward = velocity;
	for (size_t i = 0; i < m_count; ++i)
	{
		const Vec<double> change = m_supports[i].bodyVelocity - m_supports[i].velocity;
		onward = onward + Dot(change, m_supports[i].normal) * m_supports[i].normal;
	}
	return onward;
}

Way Supports::Plan(const Vec<double>& velocity, const Vec<double>& gravity, double duration) const
{
	if (IsCorner())
	{
		return {velocity, {}, duration, velocity};
	}

	const Support& support = m_supports[0];
	const Vec<double> tangent{-support.normal.y, support.normal.x};
	const double pull = Dot(gravity, tangent);
	const double grip = support.friction * std::max(-Dot(gravity, support.normal), 0.0);
	double slip = Dot(velocity - support.velocity, tangent);
	slip = std::abs(slip) < k_standingSpeed ? 0.0 : slip;
	const Vec<double> carried = velocity - Dot(velocity - support.velocity, tangent) * tangent;
	if (slip == 0.0 && std::abs(pull) <= grip)
	{
		return {carried, {}, duration, carried};
	}

	const double direction = slip != 0.0 ? (slip > 0.0 ? 1.0 : -1.0) : (pull > 0.0 ? 1.0 : -1.0);
	const double acceleration = pull - direction * grip;
	Way way{carried + slip * tangent, acceleration * tangent, duration, {}};
	const bool slows = slip * acceleration < 0.0;
	if (slows && -slip / acceleration <= duration)
	{
		way.duration = -slip / acceleration;
		way.velocityAfter = carried;
	}
	else
	{
		way.velocityAfter = way.VelocityAt(duration);
	}
	return way;
}

} // namespace ricochet
