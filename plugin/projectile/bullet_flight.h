// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "projectile/projectile_flight.h"

namespace ricochet
{

/// One bullet on its way through one step: along the chords of its arc, from impact to impact.
///
/// A body goes through the step as the world moved it, also after an impulse has changed its velocity. A bullet that
/// has bounced off it and is still faster than its old motion lets it be waits at its surface: by velocities the two
/// part, and from the next step on by poses, too.
class BulletFlight : private ProjectileFlight<Bullets>
{
public:
	BulletFlight(PluginState& state, const Flight& flight, size_t index, double dt);
	void Fly();

	/// Leaves the bullet where it has got to. The step's time is over for it, also if it was interrupted.
	void Keep();

private:
	enum class Way : uint8_t
	{
		Flies,
		Waits
	};

	enum class Waiting : uint8_t
	{
		Held,
		Again,  ///< at something else, too
		Over,   ///< it flies ahead, or has met something else
		Blocked ///< for as long as this
	};

	[[nodiscard]] Response Propose(const ImpactEvent& impact, const Contact& contact, const Surface& surface);
	[[nodiscard]] bool CanPierce(const ImpactEvent& impact, const Contact& contact, const Surface& surface) const;
	[[nodiscard]] static double PierceEnergy(const ImpactEvent& impact, const Surface& surface);
	/// False if there is none, because the two part by their velocities.
	bool Impact(const Leg& leg, const LegHit& met, Way way);
	[[nodiscard]] Vec<double> Respond(ImpactEvent& impact, const Contact& contact, const Surface& surface);
	void GoOn(const Leg& leg, const LegHit& hit, const Leg& before, Response response, const Vec<double>& velocity);
	[[nodiscard]] Contact ContactAt(const Leg& leg, const LegHit& hit, const Vec<double>& velocity) const;
	[[nodiscard]] bool Separates(const LegHit& hit, const Contact& contact) const;
	void Wait(const LegHit& hit, const Leg& before);
	[[nodiscard]] Waiting WaitOn(double duration);
	[[nodiscard]] Waiting MeetWaiting(const LegHit& inTheWay);
	[[nodiscard]] bool WaitAt(b2Fixture* fixture, int32_t child, const Vec<double>& normal);
	[[nodiscard]] Disc AsDisc() const;
	[[nodiscard]] std::optional<Leg> NextLeg();
	[[nodiscard]] std::optional<LegHit> FirstHit(const Leg& leg);
	void Relaunch(const Leg& before, const Vec<double>& position, const Vec<double>& velocity);
	void Expire(ExpiredEvent::Reason reason, const Vec<double>& velocity) { End(reason, m_time, m_position, velocity); }

	double m_time = 0.0;
	b2Vec2 m_position;
	Arc m_arc;                            // from the last relaunch on
	double m_launch = 0.0;                // its time
	const b2Body* m_bouncedOff = nullptr; // last, in this step
};

/// Flies bullet i through the step. If it ends it is removed from the pool, not yet swept.
void FlyBullet(PluginState& state, const Flight& flight, size_t i, double dt);

} // namespace ricochet
