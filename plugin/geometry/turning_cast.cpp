// MIT License, Copyright (c) 2026 the ricochet authors

#include "geometry/turning_cast.h"

#include "geometry/hull_distance.h"
#include "geometry/hull_meet.h"
#include "geometry/locate.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace ricochet
{

namespace
{

// The least tolerance as a share of the path: fractions are floats and cannot resolve less.
constexpr double k_leastOfWay = 0x1p-21;

} // namespace

b2Transform PoseAt(const TurningMotion& motion, float fraction)
{
	const SinCos turn = SinCosOf(static_cast<double>(fraction) * motion.angle);
	const Vec<double> center = CenterOf(motion) + static_cast<double>(fraction) * Lift<double>(motion.translation);
	const Vec<double> axis = TurnedBy(turn, {motion.pose.q.c, motion.pose.q.s});
	b2Transform pose;
	pose.p = ToFloat(center + TurnedBy(turn, ArmOf(motion, {0.0f, 0.0f})));
	pose.q.c = ToFloat(axis.x);
	pose.q.s = ToFloat(axis.y);
	return pose;
}

Vec<double> CenterOf(const TurningMotion& motion)
{
	return PointOf(motion.pose, motion.localCenter);
}

bool IsTurning(const Hull& moving, const TurningMotion& motion, float tolerance)
{
	return IsHull(moving) && IsPose(motion.pose) && AllFinite(std::span(&motion.localCenter, 1)) &&
	       std::isfinite(motion.angle) && IsValid(Ray{motion.pose.p, motion.translation, motion.maxFraction}) &&
	       tolerance >= 0.0f && std::isfinite(tolerance);
}

TurningReach ReachOf(const Hull& moving, const TurningMotion& motion, float tolerance)
{
	TurningReach reach{0.0, tolerance, 0.0, {0.0, 0.0}};
	for (const b2Vec2& vertex : moving.vertices)
	{
		const Vec<double> arm = ArmOf(motion, vertex);
		reach.farthest = std::max(reach.farthest, Length(arm));
		reach.inStart = {std::max(reach.inStart.x, std::abs(arm.x)), std::max(reach.inStart.y, std::abs(arm.y))};
	}
	const double straight = motion.maxFraction * Length(Lift<double>(motion.translation));
	const double turned = motion.maxFraction * std::abs(static_cast<double>(motion.angle));
	const double told = k_leastOfWay * straight + std::min(k_leastOfWay * turned, 1.0) * reach.farthest;
	const Vec<double> center = CenterOf(motion);
	const double coordinates = std::max(std::abs(center.x), std::abs(center.y)) + reach.farthest + moving.radius;
	reach.noise = k_turningNoise * coordinates;
	reach.tolerance = std::max({reach.tolerance, told, reach.noise});
	return reach;
}

namespace
{

constexpr double k_infinitelyFar = std::numeric_limits<double>::infinity();

using Points = std::span<const Vec<double>>;

double FarthestOf(Points points)
{
	double farthest = 0.0;
	for (const Vec<double>& point : points)
	{
		farthest = std::max(farthest, Length(point));
	}
	return farthest;
}

// Both hulls, relative to where the center starts. The buffers belong to the thread: use one search at a time.
class TurningSearch
{
public:
	TurningSearch(const Hull& moving, const TurningMotion& motion, const Hull& still, const b2Transform& stillPose,
	              float tolerance);

	// True if it is proven, despite rounding, that an axis separates the two at the start.
	[[nodiscard]] bool StartsCertainlyApart() const;

	// Searches from a start at which the two are apart until they touch, or up to the limit, a fraction.
	[[nodiscard]] TurningSearchResult Run(double limit);

private:
	struct Memory
	{
		std::vector<Vec<double>> arms, moved, still;
	};

	static Memory& MemoryOfThread()
	{
		thread_local Memory memory;
		return memory;
	}

	void MoveTo(double fraction);
	[[nodiscard]] double TopOfStill(const Vec<double>& normal) const;
	[[nodiscard]] double StepAlong(const Vec<double>& normal, double target) const;
	[[nodiscard]] double StepOfVertex(double height, double rate, double arm, double lift, double approach) const;
	[[nodiscard]] b2Vec2 ContactOf(const HullDistance& nearest) const;
	[[nodiscard]] TurningTouch TouchAt(double fraction, HullDistance nearest, double tolerance) const;

	Memory& m_memory;
	const Hull& m_still;
	const b2Transform& m_stillPose;
	Vec<double> m_center;
	Vec<double> m_translation;
	double m_spin; // rotation (rad) up to fraction 1
	double m_farthest;
	double m_stillRadius;
	double m_radius; // sum of both radii
	double m_noise;  // rounding error of doubles (m)
	double m_tolerance;
	double m_fraction = 0.0;
};

// Casts rotate the world into the static hull's frame by q^T, without normalizing q. So a point v of that frame
// is at x + q v / |q|^2 in the world. Lengths in the world are those of that frame divided by |q|.
TurningSearch::TurningSearch(const Hull& moving, const TurningMotion& motion, const Hull& still,
                             const b2Transform& stillPose, float tolerance)
    : m_memory(MemoryOfThread()), m_still(still), m_stillPose(stillPose), m_center(CenterOf(motion)),
      m_translation(Lift<double>(motion.translation)), m_spin(motion.angle)
{
	const b2Rot& q = stillPose.q;
	const double stretch = LengthOf(q.c, q.s);
	m_stillRadius = still.radius / stretch;
	m_radius = (static_cast<double>(still.radius) + moving.radius) / stretch;
	m_memory.arms.clear();
	for (const b2Vec2& vertex : moving.vertices)
	{
		m_memory.arms.push_back(ArmOf(motion, vertex));
	}
	m_memory.moved = m_memory.arms;
	m_memory.still.clear();
	const Vec<double> place = (Lift<double>(stillPose.p) - Lift<double>(motion.pose.p)) -
	                          Turned(motion.pose.q, Lift<double>(motion.localCenter));
	for (const b2Vec2& vertex : still.vertices)
	{
		m_memory.still.push_back(place + (1.0 / (stretch * stretch)) * Turned(q, Lift<double>(vertex)));
	}
	const TurningReach reach = ReachOf(moving, motion, tolerance);
	m_farthest = reach.farthest;
	m_noise = std::max(reach.noise, k_turningNoise * (FarthestOf(m_memory.still) + m_radius));
	m_tolerance = std::max(reach.tolerance, m_noise);
}

void TurningSearch::MoveTo(double fraction)
{
	const SinCos turn = SinCosOf(fraction * m_spin);
	m_fraction = fraction;
	// The points are computed one after the other. If g++ 12 vectorizes such a loop, it fuses products, in spite of
	// -ffp-contract=off.
	m_memory.moved.clear();
	for (const Vec<double>& arm : m_memory.arms)
	{
		m_memory.moved.push_back(TurnedBy(turn, arm) + fraction * m_translation);
	}
}

double TurningSearch::TopOfStill(const Vec<double>& normal) const
{
	double top = -k_infinitelyFar;
	for (const Vec<double>& point : m_memory.still)
	{
		top = std::max(top, Dot(normal, point));
	}
	return top;
}

bool TurningSearch::StartsCertainlyApart() const
{
	const Vec<double> normal = DistanceOfHulls(m_memory.arms, m_memory.still).normal;
	const double least = TopOfStill(normal) + m_radius + m_noise;
	return std::all_of(m_memory.arms.begin(), m_memory.arms.end(),
	                   [&](const Vec<double>& point) { return Dot(normal, point) > least; });
}

// How far the fraction may advance while a vertex is proven to stay above the target. Now the vertex is above the
// target by `height`. Its height h(t) rises at `rate`, and its acceleration is at most spin^2 arm. The center descends
// at `approach`; `lift` is the vertex's present height over the center. The result is the largest step that one of
// these bounds proves:
//   h(t) >= height + rate t - spin^2 arm t^2 / 2
//   h(t) >= height - (approach + |spin| arm) t
//   h(t) >= height - lift - arm - approach t
double TurningSearch::StepOfVertex(double height, double rate, double arm, double lift, double approach) const
{
	const double bend = m_spin * m_spin * arm;
	const double root = std::sqrt(rate * rate + 2.0 * bend * height);
	const double straight = rate < 0.0 ? 2.0 * height / (root - rate) : k_infinitelyFar;
	const double parabola = rate >= 0.0 && bend > 0.0 ? (rate + root) / bend : straight;
	const double fastest = approach + std::abs(m_spin) * arm;
	const double steady = fastest > 0.0 ? height / fastest : k_infinitelyFar;
	const double overCircle = height - lift - arm;
	const double circle = overCircle < 0.0 ? 0.0 : (approach > 0.0 ? overCircle / approach : k_infinitelyFar);
	return std::max({parabola, steady, circle});
}

// The step during which a line with this normal is proven to separate the two hulls by at least `target` (m).
double TurningSearch::StepAlong(const Vec<double>& normal, double target) const
{
	const double top = TopOfStill(normal);
	const Vec<double> center = m_fraction * m_translation;
	const double rise = Dot(normal, m_translation);
	double step = k_infinitelyFar;
	for (const Vec<double>& point : m_memory.moved)
	{
		const Vec<double> arm = point - center;
		const double height = Dot(normal, point) - top - m_radius - target;
		const double rate = rise + m_spin * Cross(arm, normal);
		step = height > 0.0 ? std::min(step, StepOfVertex(height, rate, Length(arm), Dot(normal, arm), -rise)) : 0.0;
		if (step == 0.0)
		{
			break;
		}
	}
	return step;
}

// Two edges within the tolerance of each other may not be quite parallel. The returned point is on the edge of the
// static hull, on the side of the normal.
b2Vec2 TurningSearch::ContactOf(const HullDistance& nearest) const
{
	const std::vector<Vec<double>>& still = m_memory.still;
	Vec<double> onCore = nearest.onStill;
	Vec<double> outward = nearest.normal;
	if (nearest.still.edge >= 0)
	{
		const auto edge = static_cast<size_t>(nearest.still.edge);
		const Vec<double> a = still[edge];
		const Vec<double> along = still[(edge + 1) % still.size()] - a;
		const double share = std::clamp(Dot(nearest.onStill - a, along) / Dot(along, along), 0.0, 1.0);
		const Vec<double> right = UnitOf(Vec<double>{along.y, -along.x});
		const double side = Dot(right, nearest.normal) < 0.0 ? -1.0 : 1.0;
		onCore = a + share * along;
		outward = side * right;
	}
	return PointOffHull(m_center + (onCore + m_stillRadius * outward), outward, m_still, m_stillPose);
}

TurningTouch TurningSearch::TouchAt(double fraction, HullDistance nearest, double tolerance) const
{
	FindEdgesBeside(m_memory.moved, m_memory.still, m_radius, tolerance, nearest);
	TurningTouch touch;
	touch.fraction = ToFloat(fraction);
	if (touch.fraction > fraction)
	{
		touch.fraction = std::nextafter(touch.fraction, 0.0f);
	}
	touch.contact = ContactOf(nearest);
	touch.normal = ToFloat(nearest.normal);
	touch.still = nearest.still;
	touch.moving = nearest.moving;
	return touch;
}

// After a step of any size, the distance is still at least a quarter of the tolerance. A hit is reported at half of the
// tolerance. The other half covers the rounding of the fraction to a float.
TurningSearchResult TurningSearch::Run(double limit)
{
	const double speed = Length(m_translation) + std::abs(m_spin) * m_farthest;
	double tolerance = m_tolerance;
	double fraction = 0.0;
	HullDistance nearest;
	int32_t steps = 0;
	for (; steps < k_mostTurningSteps; ++steps)
	{
		MoveTo(fraction);
		nearest = DistanceOfHulls(m_memory.moved, m_memory.still);
		const double gap = nearest.distance - m_radius;
		if (steps == 0)
		{
			tolerance = std::min(m_tolerance, std::max(gap, m_noise));
		}
		if (gap <= 0.5 * tolerance)
		{
			return {TouchAt(fraction, nearest, m_tolerance), steps};
		}
		const double target = 0.25 * tolerance;
		fraction += std::max(StepAlong(nearest.normal, target), (gap - target) / speed);
		if (fraction > limit)
		{
			return {std::nullopt, steps};
		}
	}
	TurningTouch touch = TouchAt(m_fraction, nearest, m_tolerance);
	touch.isCertain = false;
	return {touch, steps};
}

// Converts the result of CastHull, for hulls that do not rotate or that overlap at the start.
std::optional<TurningTouch> TouchOf(const std::optional<HullSpan>& span)
{
	std::optional<TurningTouch> touch;
	if (span)
	{
		touch.emplace();
		touch->fraction = span->enter.fraction;
		touch->contact = span->contact;
		touch->normal = span->enter.normal;
		touch->still = span->still;
		touch->moving = span->moving;
		touch->startsInside = span->startsInside;
		touch->depth = span->depth;
		touch->wayOut = span->wayOut;
	}
	return touch;
}

} // namespace

TurningSearchResult CastTurningUpTo(double cutoff, const Hull& moving, const TurningMotion& motion, const Hull& still,
                                    const b2Transform& stillPose, float tolerance)
{
	if (IsTurning(moving, motion, tolerance) == false || IsHull(still) == false || IsPose(stillPose) == false)
	{
		return {};
	}
	if (motion.angle == 0.0f || motion.maxFraction == 0.0f)
	{
		return {TouchOf(CastHull(moving, motion.pose, motion.translation, still, stillPose, motion.maxFraction)), 0};
	}
	TurningSearch search(moving, motion, still, stillPose, tolerance);
	if (search.StartsCertainlyApart() == false)
	{
		if (const auto here = CastHull(moving, motion.pose, {0.0f, 0.0f}, still, stillPose, 0.0f))
		{
			return {TouchOf(here), 0};
		}
	}
	return search.Run(std::min(cutoff, static_cast<double>(motion.maxFraction)));
}

std::optional<TurningTouch> CastTurningHull(const Hull& moving, const TurningMotion& motion, const Hull& still,
                                            const b2Transform& stillPose, float tolerance)
{
	return CastTurningUpTo(k_infinitelyFar, moving, motion, still, stillPose, tolerance).touch;
}

} // namespace ricochet
