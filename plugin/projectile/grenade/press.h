// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "projectile/impact/response.h"
#include "projectile/leg/disc_cast.h"
#include "projectile/leg/near_children.h"

#include <array>
#include <optional>
#include <span>
#include <vector>

namespace ricochet
{

/// The motion of a disc relative to the surface on which it lies. Speeds are along the surface, to the right of its
/// normal (m/s).
/// Impulses are divided by the mass of the disc (m/s).
struct Rolling
{
	double slide = 0.0; ///< speed of the disc's centre
	double rim = 0.0;   ///< speed of the disc's touching point that its spin causes
	double give = 0.0;  ///< inverse mass of the surface times the mass of the disc; 0: the surface does not yield
	double mostFriction = 0.0; ///< the largest friction impulse
	double mostCouple = 0.0;   ///< the largest couple of rolling resistance, divided by mass and radius
};

/// The impulses of friction and rolling resistance, as in Rolling.
struct Rubbing
{
	double friction = 0.0;
	double couple = 0.0;
	bool sticks = false; ///< the disc neither slides nor rolls any more
};

/// Returns the impulses of Coulomb friction and rolling resistance. Among the impulses within their bounds, they leave
/// the least energy of the motion relative to the surface.
[[nodiscard]] Rubbing RubDisc(const Rolling& rolling);

/// A contact that is slower than this is neither reported nor gives impulses (m/s).
inline constexpr double k_quietSpeed = 0.01 * b2_lengthUnitsPerMeter;

/// A disc (radius 0: a point) at a moment of a step.
struct Disc
{
	Vec<double> position{};
	Vec<double> velocity{};
	Vec<double> gravity{}; ///< m/s^2
	double spin = 0.0;     ///< rad/s
	double radius = 0.0;
	double mass = 0.0;
	double rollingResistance = 0.0;
	double gap = 0.0;      ///< m, kept between the disc and the children that it touches
	double leastGap = 0.0; ///< m, the least gap that rounding allows
	double time = 0.0;     ///< s after the start of the step
	bool wedges = true;    ///< friction may hold the disc where it would otherwise be squeezed out
};

/// The impulse that a dynamic body receives from a disc that lies on it.
struct Load
{
	const Touch* touch = nullptr; ///< null: none
	Vec<double> normal{};         ///< at the end of the move
	Vec<double> impulse{};        ///< N s
	double ahead = 0.0;   ///< where it acts: m from the touching point, along the surface to the right of the normal
	bool atOnce = false;  ///< the body receives it before the next grenade flies
	Vec<double> mean{};   ///< m/s, the mean of the disc's velocities before and after the impulse
	double surplus = 0.0; ///< J, the energy that the body may gain beyond the energy that the disc loses
	bool isBorne = false; ///< a support bears the body: the impulse acts in the next step of the world
};

/// The end of a move: the offset of the disc, and its velocity there.
struct Move
{
	Vec<double> offset{};
	Vec<double> velocity{};
	double spin = 0.0; ///< rad/s
	std::array<Load, 2> loads{};

	[[nodiscard]] bool HasLoads() const { return loads[0].touch != nullptr || loads[1].touch != nullptr; }
};

/// How much of the gap between disc and children a move must keep.
enum class KeptGap : uint8_t
{
	All,  ///< the whole gap
	Half, ///< half of the present gap, for a disc between solids that close in
	Some  ///< a small part of the gap: for a disc that stays in its place
};

/// Memory that the grenades of a plugin share.
struct PressScratch
{
	std::vector<Touch> touches;
	std::vector<Touch> pressing;
	std::vector<const b2Body*> met; ///< free bodies that have received an impulse of the grenade in this step
	std::vector<HalfPlane> planes;
	std::vector<Touch*> owners; ///< the touch of each plane
	NearChildren near;          ///< the children near the grenade that flies
};

/// Plans the next move of a disc that touches children: free, sliding, sticking, carried or squeezed.
///
/// Each touching child that the disc would run into gives a half plane that the disc's centre may not leave. Its border
/// is a tangent of the child, grown by radius and gap, in the child's pose at the end of the move. Children are convex,
/// so a centre on the free side of the tangent is outside the child. The end of the move is the point in all half
/// planes that is nearest to the end of the free move.
///
/// Each child that holds the disc removes the approach towards its surface from the disc's velocity. If it belongs to a
/// dynamic body, that body receives the impulse. Friction sets the spin. This is only a plan: the exact cast decides
/// whether its path is free.
class Press
{
public:
	/// `duration`: the duration of the move (s). `endShare`: the share of the step at which the move ends.
	Press(const Flight& flight, const Disc& disc, std::span<Touch> touches, double duration, double endShare,
	      PressScratch& scratch)
	    : m_flight(flight), m_disc(disc), m_touches(touches), m_duration(duration), m_begin(flight.Share(disc.time)),
	      m_end(endShare), m_planes(scratch.planes), m_owners(scratch.owners)
	{
	}

	/// Returns the planned move, or none if the half planes leave no room near the disc.
	[[nodiscard]] std::optional<Move> Plan(KeptGap kept);

private:
	[[nodiscard]] double KeptBy(const Touch& touch, KeptGap kept) const;
	void CarryTouches(KeptGap kept);
	[[nodiscard]] bool Hold(const Vec<double>& offset);
	[[nodiscard]] bool HoldTouch(Touch& touch, const Vec<double>& offset) const;
	[[nodiscard]] Contact ContactWith(const Touch& touch, const Vec<double>& velocity) const;
	[[nodiscard]] double GiveOf(const Touch& touch, const Contact& contact, const Vec<double>& u) const;
	[[nodiscard]] bool IsPaid(const NearestPoint& held, const Vec<double>& freely) const;
	[[nodiscard]] double SpinOf(const Touch& touch) const;
	[[nodiscard]] std::optional<double> BoundOf(const Touch& touch, const Vec<double>& freely) const;
	[[nodiscard]] std::optional<NearestPoint> NearestVelocity(const Vec<double>& freely, bool dynamic);
	void FindVelocity(const Vec<double>& freely, Move& move);
	void Rub(const Vec<double>& freely, Move& move);
	[[nodiscard]] Rubbing RubFree(const Rolling& alone) const;
	void RubBoth(const Vec<double>& freely, Move& move) const;
	[[nodiscard]] std::optional<Vec<double>> OffsetUnder(const Vec<double>& velocity);
	[[nodiscard]] Move Staying(const Vec<double>& freely) const;
	[[nodiscard]] bool IsWedged(const NearestPoint& place, const Vec<double>& wanted) const;
	[[nodiscard]] Vec<double> WithoutGain(const Move& move) const;
	[[nodiscard]] double StepGravity() const;
	[[nodiscard]] Vec<double> WithoutFall(const Move& move) const;
	[[nodiscard]] Move StuckTo(Touch& glue, const Vec<double>& freely) const;
	void GlueLoads(const Touch& glue, const Contact& contact, const Vec<double>& impulse, double torque,
	               Move& move) const;
	[[nodiscard]] Load LoadOn(const Touch& touch, const Vec<double>& normal, const Vec<double>& impulse,
	                          const Vec<double>& freely, const Vec<double>& velocity) const;
	void FindLoads(const Vec<double>& freely, Move& move) const;

	const Flight& m_flight;
	const Disc& m_disc;
	std::span<Touch> m_touches;
	double m_duration;
	double m_begin, m_end; // when the move begins and ends, as shares of the step
	std::vector<HalfPlane>& m_planes;
	std::vector<Touch*>& m_owners;
	const Touch* m_ground = nullptr; // the child that holds the disc
	const Touch* m_second = nullptr; // the second child that holds it, if there are two
	const Touch* m_holder = nullptr; // the child that keeps the disc from where its velocity leads
	bool m_sticks = false;           // the disc sticks to m_ground
	double m_ahead = 0.0;            // m: how far ahead of the touching point the ground bears the disc
};

} // namespace ricochet
