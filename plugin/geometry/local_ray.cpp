// MIT License, Copyright (c) 2026 the ricochet authors

#include "geometry/local_ray.h"

#include <algorithm>

namespace ricochet
{

LocalRay::LocalRay(const Ray& ray) : LocalRay(ray, NoMove()) {}

LocalRay::LocalRay(const Ray& ray, const b2Transform& pose)
    : m_maxFraction(ray.maxFraction), m_from(ray.origin), m_to(ray.translation), m_startPose(pose), m_endPose(pose)
{
	const Approximation start = Pull(pose.q, ray.origin, pose.p);
	const Approximation translation = Pull(pose.q, ray.translation, b2Vec2{0.0f, 0.0f});
	m_start = start.value;
	m_startError = start.error;
	m_translation = translation.value;
	m_translationError = translation.error;
	Validate();
}

LocalRay::LocalRay(b2Vec2 from, const b2Transform& before, b2Vec2 to, const b2Transform& after, float maxFraction)
    : m_maxFraction(maxFraction), m_isRay(false), m_from(from), m_to(to), m_startPose(before), m_endPose(after)
{
	const Approximation start = Pull(before.q, from, before.p);
	const Approximation end = Pull(after.q, to, after.p);
	m_start = start.value;
	m_startError = start.error;
	m_translation = end.value - start.value;
	// Where nothing turns, start and end are exact. Then their difference mostly is, too, and needs no exact
	// arithmetic.
	const bool exact = IsDifference(m_translation.x, end.value.x, start.value.x) &&
	                   IsDifference(m_translation.y, end.value.y, start.value.y);
	const double rounding = exact ? 0.0 : 0x1p-53 * std::max(std::abs(m_translation.x), std::abs(m_translation.y));
	m_translationError = start.error + end.error + rounding;
	Validate();
}

LocalRay LocalRay::WithMaxFraction(float maxFraction) const
{
	LocalRay ray = *this;
	ray.m_maxFraction = maxFraction;
	ray.Validate();
	return ray;
}

void LocalRay::Validate()
{
	// If any input is NaN or infinite, one of these numbers is as well. A sum of finite floats is never infinite in
	// double.
	const double sum = m_start.x + m_start.y + m_translation.x + m_translation.y + m_maxFraction;
	m_valid = std::isfinite(sum) && m_maxFraction >= 0.0f && IsRotation(m_startPose.q) &&
	          (m_isRay || IsRotation(m_endPose.q));
	m_sideError =
	    1.01 * m_startError * (std::abs(m_translation.x) + std::abs(m_translation.y) + 2.0 * m_translationError);
	m_sideReach = 1.01 * m_translationError;
	m_nearSide = m_sideError;
	m_nearReach = m_sideReach;
	m_closeness = nullptr;
	const double length = std::max(std::abs(m_translation.x), std::abs(m_translation.y));
	if (m_valid && length <= m_translationError)
	{
		const auto isZero = [](const Vec<Exact>& translation)
		{
			return translation.x.Sign() == 0 && translation.y.Sign() == 0;
		};
		m_isPoint = m_translationError == 0.0 || isZero(Translation<Exact>());
	}
	m_isPoint = m_isPoint || m_maxFraction == 0.0f;
}

Vec<double> LocalRay::CertainTranslation() const
{
	const Vec<Bounded> estimate = Translation<Bounded>();
	return {CertainOr(estimate.x, [&] { return Translation<Exact>().x; }),
	        CertainOr(estimate.y, [&] { return Translation<Exact>().y; })};
}

// SideOf for a vertex that is close to the line of the ray, or whose side doubles cannot prove.
int LocalRay::CloseSideOf(b2Vec2 vertex) const
{
	if (m_closeness != nullptr)
	{
		m_closeness->Note();
		const double x = vertex.x - m_start.x;
		const double y = vertex.y - m_start.y;
		const double left = m_translation.x * y;
		const double right = m_translation.y * x;
		const double error =
		    0x1p-50 * (std::abs(left) + std::abs(right)) + m_sideError + m_sideReach * (std::abs(x) + std::abs(y));
		if (std::abs(left - right) > error)
		{
			return left > right ? 1 : -1;
		}
	}
	return Cross(Translation<Exact>(), Lift<Exact>(vertex) - Start<Exact>()).Sign();
}

} // namespace ricochet
