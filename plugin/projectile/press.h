// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "projectile/response.h"
#include "projectile/touch.h"

#include <optional>
#include <span>
#include <vector>

namespace ricochet
{

/// A contact that is slower than this is neither told nor felt (m/s).
inline constexpr double k_quietSpeed = 0.01 * b2_lengthUnitsPerMeter;

/// A disc (radius 0: a point) at a moment of a step.
struct Disc
{
	Vec<double> position{};
	Vec<double> velocity{};
	Vec<double> gravity{}; ///< m/s^2
	double radius = 0.0;
	double mass = 0.0;
	double gap = 0.0;      ///< m, kept between the disc and what it touches
	double leastGap = 0.0; ///< m, what rounding needs of it
	double time = 0.0;     ///< s after the start of the step
};

/// Where a disc comes to, and how fast it then is.
struct Move
{
	Vec<double> offset{};
	Vec<double> velocity{};
};

/// How much of the gap a move keeps.
enum class KeptGap : uint8_t
{
	All,  ///< of it
	Half, ///< of what there is, where solids close in
	Some  ///< little: it stays where it is if it can
};

/// Memory that the grenades of a plugin share.
struct PressScratch
{
	std::vector<Touch> touches;
	std::vector<Touch> pressing;
	std::vector<const b2Body*> met; ///< free bodies that have received an impulse of the grenade in this step
	std::vector<HalfPlane> planes;
	std::vector<Touch*> owners; ///< of the planes
};

/// Plans how a disc goes on under what touches it: freely, sliding, sticking, carried or squeezed.
///
/// Every touching child that the disc would run into gives a half plane that its centre may not leave: a tangent of the
/// grown child where the child will be at the end of the move. Children are convex: what keeps its side of the tangent
/// keeps out of the child. The end of the move is the point within all of them that is nearest to where the disc would
/// go. The velocity is what is left of its own when each of those that hold it has taken the approach to its surface.
/// This is only a plan: whether the way is free is for the exact cast to say.
class Press
{
public:
	/// `duration` (s) of a move that ends at `endShare` of the step.
	Press(const Flight& flight, const Disc& disc, std::span<Touch> touches, double duration, double endShare,
	      PressScratch& scratch);

	/// None if the half planes leave no room near.
	[[nodiscard]] std::optional<Move> Plan(KeptGap kept);

private:
	[[nodiscard]] double KeptBy(const Touch& touch, KeptGap kept) const;
	void CarryTouches(KeptGap kept);
	[[nodiscard]] bool Hold(const Vec<double>& offset);
	[[nodiscard]] bool HoldTouch(Touch& touch, const Vec<double>& offset) const;
	[[nodiscard]] Contact ContactWith(const Touch& touch, const Vec<double>& velocity) const;
	[[nodiscard]] std::optional<NearestPoint> NearestVelocity(const Vec<double>& freely, bool dynamic);
	[[nodiscard]] Vec<double> VelocityUnder(const Vec<double>& freely);
	[[nodiscard]] Vec<double> Rubbed(const Vec<double>& velocity, const Vec<double>& freely);
	[[nodiscard]] std::optional<Vec<double>> OffsetUnder(const Vec<double>& velocity);
	[[nodiscard]] Vec<double> WithoutGain(const Move& move) const;

	const Flight& m_flight;
	const Disc& m_disc;
	std::span<Touch> m_touches;
	double m_duration;
	double m_begin, m_end; // shares of the step
	std::vector<HalfPlane>& m_planes;
	std::vector<Touch*>& m_owners;
	const Touch* m_ground = nullptr; // the one child that holds it
	bool m_sticks = false;           // to it
};

} // namespace ricochet
