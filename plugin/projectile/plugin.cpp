// MIT License, Copyright (c) 2026 the ricochet authors

#include "geometry/checker.h"
#include "geometry/with_memory.h"
#include "host/host.h"
#include "projectile/check.h"
#include "projectile/checksum.h"
#include "projectile/state.h"

#include <ricochet/projectile/plugin.h>

#include <algorithm>
#include <atomic>
#include <exception>
#include <type_traits>
#include <utility>

namespace ricochet
{

// The state of a plugin, and the parts that its calls have in common.
struct Plugin::State : PluginState
{
	using PluginState::PluginState;

	Result<> layout; // an error if the game's Box2D is not the library's: then no call uses the world

	// True if the next step has nothing to do except to advance the time. Each call that changes more than the last
	// error sets this to false.
	bool isQuiet = false;

	// Sets the last error. If its reason is not None, calls PluginDef::onError.
	void SetError(const Error& error)
	{
		Replace(lastError, error);
		if (error.reason != ErrorReason::None && def.onError)
		{
			def.onError(error);
		}
	}

	// Returns the value of a call, or a default value if the call is refused. Then the last error has the reason.
	template <class Call>
	auto Answer(Call&& call)
	{
		lastError = {};
		isQuiet = false;
		using Outcome = decltype(WithMemory(call));
		const Outcome outcome = layout ? WithMemory(call) : Outcome(layout.GetError());
		SetError(outcome.GetError());
		if constexpr (std::is_same_v<Outcome, Result<>> == false)
		{
			return outcome ? *outcome : std::remove_cvref_t<decltype(*outcome)>();
		}
	}

	// True if a call may change the world now and its parameters are sound. If they are not sound, calls errorOf() for
	// the error.
	template <class ErrorOf>
	[[nodiscard]] bool Allows(bool isSound, ErrorOf&& errorOf)
	{
		if (layout && busy == false && world.IsLocked() == false && isSound)
		{
			Replace(lastError);
			return true;
		}
		SetError(!layout            ? layout.GetError()
		         : busy             ? Error{ErrorReason::InsideStep}
		         : world.IsLocked() ? Error{ErrorReason::WorldIsLocked}
		                            : errorOf());
		return false;
	}

	[[nodiscard]] bool Allows(const Result<>& sound)
	{
		return Allows(static_cast<bool>(sound), [&] { return sound.GetError(); });
	}

	template <class Def>
	[[nodiscard]] Result<> Foresee(const Def& thrown, float duration, float dt, FlightPreview& seen)
	{
		const Result<> sound = layout ? CheckPreview(Check(thrown), duration, dt) : layout;
		return sound ? WithMemory([&] { return Preview(*this, thrown, duration, dt, seen); }) : sound;
	}

	[[nodiscard]] Result<> CheckShot(const BulletDef& bullet) const
	{
		const Result<> sound = Check(bullet);
		const size_t count = bullets.Count();
		const bool hasRoom = RoomFor(def.maxBullets, count) > 0;
		return sound && hasRoom == false ? Result<>(TooMany("PluginDef::maxBullets", def.maxBullets, count, 1)) : sound;
	}

	// Projectiles may not be changed while they fly.
	[[nodiscard]] Result<> NotInside(const Result<>& sound) const
	{
		return busy ? Result<>(Error{ErrorReason::InsideStep}) : sound;
	}

	[[nodiscard]] Result<> BetweenSteps() const
	{
		const Checker checker = Checker()
		                            .Require(busy == false, {ErrorReason::InsideStep})
		                            .Require(begun == false && underway == 0.0f, {ErrorReason::StepHasBegun});
		return layout ? checker.Outcome() : layout;
	}

	void BeginStep()
	{
		if (isQuiet)
		{
			begun = true;
			events.path.duration = 0.0;
			surfaces.ForgetLost(world);
			return;
		}
		const BusyScope scope(busy); // a grenade's predicate may be called, and may call Cancel
		Begin();
		SetError(failures.error);
	}

	// Ends the step. Then throws the first exception that a callback of the game has thrown in the step.
	void EndStep(float dt)
	{
		if (isQuiet && failures.AreNone() && IsStepComplete(world))
		{
			begun = false;
			PassTime(dt);
			return;
		}
		const BusyScope scope(busy);
		const bool wasIdle = IsIdle() && recorded == false;
		End(dt);
		isQuiet = wasIdle && IsQuiet();
		SetError(failures.error); // replaces the errors of calls by a rule
		if (failures.thrown)
		{
			std::rethrow_exception(std::exchange(failures.thrown, nullptr));
		}
	}
};

namespace
{

uint32_t NextPluginNumber()
{
	static std::atomic<uint32_t> last = 0;
	return ++last;
}

// Returns the time of a step (s) at a share of the step, clamped to [0, 1]. NaN gives 0.
double TimeAt(float alpha, double duration)
{
	return alpha > 0.0f ? static_cast<double>(std::min(alpha, 1.0f)) * duration : 0.0;
}

// A share of a step. The clock, the time of an event and the age of an event are rounded. So the start of a bullet that
// is fired when the step begins may be later by this share.
constexpr double k_startError = 1.0e-6;

struct PlaceOnPath
{
	b2Vec2 position{0.0f, 0.0f};
	b2Vec2 velocity{0.0f, 0.0f}; // m/s
};

// Returns the position and velocity on a path at a time of the step (s). After the end of the path, returns its end, at
// rest.
PlaceOnPath PlaceOn(std::span<const PathPoint> points, double time)
{
	const auto isBefore = [](const PathPoint& point, double when)
	{
		return static_cast<double>(point.time) < when;
	};
	auto next = std::lower_bound(points.begin(), points.end(), time, isBefore);
	if (next == points.end() || points.size() == 1)
	{
		return {points.back().position};
	}
	next = std::max(next, points.begin() + 1);
	const PathPoint& last = *(next - 1);
	const double duration = static_cast<double>(next->time) - last.time;
	const double part = duration > 0.0 ? std::max(time - last.time, 0.0) / duration : 0.0;
	const Vec<double> way = Lift<double>(next->position) - Lift<double>(last.position);
	const Vec<double> velocity = duration > 0.0 ? 1.0 / duration * way : Vec<double>{};
	return {ToFloat(Lift<double>(last.position) + part * way), ToFloat(velocity)};
}

// Returns the elements [first, first + count). Empty if there are fewer elements, for instance for the event of an
// earlier step.
template <class Element>
std::span<const Element> PartOf(std::span<const Element> all, int32_t first, int32_t count)
{
	const bool areThere =
	    first >= 0 && count >= 0 && static_cast<size_t>(first) + static_cast<size_t>(count) <= all.size();
	return areThere ? all.subspan(static_cast<size_t>(first), static_cast<size_t>(count)) : std::span<const Element>();
}

} // namespace

Plugin::Plugin(b2World& world, const PluginDef& def, const Box2dLayout& layout)
    : m_state(std::make_unique<State>(world, def, NextPluginNumber()))
{
	m_state->layout = CheckBox2dLayout(layout);
	const Result<> sound = CheckAndRepair(m_state->def, world);
	m_state->SetError((m_state->layout ? sound : m_state->layout).GetError());
}

Plugin::~Plugin() = default;

BulletId Plugin::Fire(const BulletDef& def)
{
	return m_state->Answer(
	    [&]() -> Result<BulletId>
	    {
		    const Result<> sound = m_state->CheckShot(def);
		    return sound ? Result(m_state->bullets.Add(def)) : sound.GetError();
	    });
}

BulletId Plugin::Fire(const BulletDef& def, const History& history, double time)
{
	StepFailures failures;
	const BulletId id = m_state->Answer(
	    [&]() -> Result<BulletId>
	    {
		    const Result<> between = m_state->BetweenSteps();
		    const Result<> unlocked =
		        Checker().Require(m_state->world.IsLocked() == false, {ErrorReason::WorldIsLocked}).Outcome();
		    const Result<> sound = between ? (unlocked ? m_state->CheckShot(def) : unlocked) : between;
		    return sound ? FireInPast(*m_state, def, history, time, failures) : sound.GetError();
	    });
	if (failures.error.reason != ErrorReason::None)
	{
		m_state->SetError(failures.error);
	}
	if (failures.thrown)
	{
		std::rethrow_exception(failures.thrown);
	}
	return id;
}

GrenadeId Plugin::Throw(const GrenadeDef& def)
{
	return m_state->Answer(
	    [&]() -> Result<GrenadeId>
	    {
		    if (const Result<> sound = Check(def); !sound)
		    {
			    return sound.GetError();
		    }
		    if (const size_t count = m_state->grenades.Count(); RoomFor(m_state->def.maxGrenades, count) == 0)
		    {
			    return TooMany("PluginDef::maxGrenades", m_state->def.maxGrenades, count, 1);
		    }
		    return m_state->grenades.Add(def);
	    });
}

std::span<const BlastEvent> Plugin::Explode(const ExplosionDef& def)
{
	const size_t before = m_state->events.explosions.size();
	m_state->Answer(
	    [&]
	    {
		    const Result<> sound = Check(def);
		    const bool waits = m_state->busy || m_state->begun || m_state->world.IsLocked();
		    return sound ? m_state->explosions.Explode(def, waits) : sound;
	    });
	const std::vector<ExplosionEvent>& all = m_state->events.explosions;
	return all.size() > before ? HitsOf(all.back()) : std::span<const BlastEvent>();
}

Result<> Plugin::PreviewBlast(const ExplosionDef& def, std::vector<BlastEvent>& hits) const
{
	hits.clear();
	const Result<> sound = m_state->layout ? CheckBlast(def) : m_state->layout;
	const auto measure = [&]() -> Result<>
	{
		m_state->explosions.Preview(def, hits);
		return {};
	};
	const Result<> outcome = sound ? WithMemory(measure) : sound;
	if (!outcome)
	{
		hits.clear();
	}
	return outcome;
}

void Plugin::Step(float dt, int32_t velocityIterations, int32_t positionIterations)
{
	if (m_state->Allows(IsTime(dt), [&] { return CheckTime(dt).GetError(); }) == false)
	{
		return;
	}
	const BusyScope stepping(m_state->stepsWorld);
	BeginStep();
	m_state->failures.Keep(m_state->lastError);
	const BusyScope scope(m_state->busy);
	const auto attempt = [this](auto&& call)
	{
		(void)m_state->failures.Try(call);
	};
	{
		const GuardedCallbacks guarded(m_state->world, attempt);
		StepWorld(m_state->world, dt, velocityIterations, positionIterations);
	}
	m_state->EndStep(dt);
}

void Plugin::BeginStep()
{
	if (m_state->Allows(m_state->begun == false, [] { return Error{ErrorReason::StepHasBegun}; }))
	{
		m_state->BeginStep();
	}
}

void Plugin::EndStep(float dt)
{
	const auto errorOf = [&]
	{
		return m_state->begun ? CheckTime(dt).GetError() : Error{ErrorReason::StepHasNotBegun};
	};
	if (m_state->Allows(m_state->begun && IsTime(dt), errorOf))
	{
		m_state->EndStep(dt);
	}
}

void Plugin::ShiftOrigin(b2Vec2 newOrigin)
{
	if (m_state->Allows(Checker().Finite("newOrigin", newOrigin).Outcome()))
	{
		const BusyScope scope(m_state->busy); // predicates may be called, and may call Cancel
		m_state->isQuiet = false;
		m_state->ShiftOrigin(newOrigin);
	}
}

bool Plugin::Steer(BulletId id, const BulletDef& def)
{
	const size_t i = m_state->bullets.IndexOf(id);
	const bool flies = i < m_state->bullets.Extent();
	return m_state->Answer(
	    [&]() -> Result<bool>
	    {
		    if (const Result<> sound = m_state->NotInside(Check(def)); !sound)
		    {
			    return sound.GetError();
		    }
		    if (flies)
		    {
			    m_state->bullets.Steer(i, def);
		    }
		    return flies;
	    });
}

bool Plugin::Steer(GrenadeId id, b2Vec2 position, b2Vec2 velocity)
{
	const size_t i = m_state->grenades.PositionOf(id);
	const Result<> finite = Checker().Finite("position", position).Finite("velocity", velocity).Outcome();
	const Result<> sound = m_state->NotInside(finite);
	m_state->SetError(sound.GetError());
	if (!sound || i >= m_state->grenades.states.size())
	{
		return false;
	}
	m_state->sleep.Wake(id);
	GrenadeState& state = m_state->grenades.states[i];
	GrenadeDetail& detail = m_state->grenades.details[i];
	if (position != state.position)
	{
		detail.passing.Clear();
		detail.position = Lift<double>(position);
		detail.def.from.reset();
	}
	detail.velocity = Lift<double>(velocity);
	state.position = position;
	state.velocity = velocity;
	state.resting = false;
	return true;
}

void Plugin::Cancel(BulletId id)
{
	const size_t i = m_state->bullets.IndexOf(id);
	if (i < m_state->bullets.Extent())
	{
		m_state->bullets.Remove(i);
	}
	if (m_state->busy == false)
	{
		m_state->bullets.Sweep();
	}
}

void Plugin::Cancel(GrenadeId id)
{
	m_state->sleep.Wake(id);
	m_state->grenades.Remove(id);
	if (m_state->busy == false)
	{
		m_state->grenades.Sweep();
	}
}

void Plugin::Clear()
{
	BulletStore& bullets = m_state->bullets;
	auto& grenades = m_state->grenades;
	for (size_t i = bullets.NextFrom(0); i < bullets.Extent(); i = bullets.NextFrom(i + 1))
	{
		bullets.Remove(i);
	}
	for (size_t i = 0; i < grenades.states.size(); ++i)
	{
		m_state->sleep.Wake(grenades.IdOf(i));
		grenades.Remove(i);
	}
	if (m_state->busy == false)
	{
		bullets.Sweep();
		grenades.Sweep();
	}
}

void Plugin::Reserve(int32_t bullets, int32_t grenades)
{
	m_state->Answer(
	    [&]
	    {
		    const Result<> inRange = Checker()
		                                 .AtLeast("bullets", bullets, 0.0)
		                                 .AtMost("bullets", bullets, m_state->def.maxBullets)
		                                 .AtLeast("grenades", grenades, 0.0)
		                                 .AtMost("grenades", grenades, m_state->def.maxGrenades)
		                                 .Outcome();
		    const Result<> sound = m_state->NotInside(inRange);
		    if (sound)
		    {
			    m_state->bullets.Reserve(static_cast<size_t>(bullets));
			    m_state->grenades.Reserve(static_cast<size_t>(grenades));
		    }
		    return sound;
	    });
}

Result<> Plugin::Save(std::vector<std::byte>& bytes, const SaveDef& def) const
{
	const Result<> between = m_state->BetweenSteps();
	return between ? WithMemory([&] { return ricochet::Save(*m_state, bytes, def); }) : between;
}

uint64_t Plugin::Checksum() const
{
	return ChecksumOf(Bullets(), Grenades(), m_state->explosions.Pending());
}

Result<> Plugin::Restore(std::span<const std::byte> bytes, const RestoreDef& def)
{
	const Result<> between = m_state->BetweenSteps();
	m_state->isQuiet = false;
	return between ? WithMemory([&] { return ricochet::Restore(*m_state, bytes, def); }) : between;
}

void Plugin::QueueDestroy(b2Body* body)
{
	m_state->Answer(
	    [&]
	    {
		    const Result<> sound = Checker().NotNull("body", body).Outcome();
		    if (sound)
		    {
			    m_state->queued.Add(body);
		    }
		    return sound;
	    });
}

void Plugin::Destroy(b2Body* body)
{
	if (m_state->Allows(Checker().NotNull("body", body).Outcome()))
	{
		Forget(body);
		m_state->world.DestroyBody(body);
	}
}

bool Plugin::IsQueued(const b2Body* body) const
{
	return m_state->queued.Has(body);
}

void Plugin::SetSurface(const b2Fixture* fixture, const Surface& surface)
{
	m_state->Answer(
	    [&]
	    {
		    const Result<> sound = Check(fixture, surface);
		    if (sound)
		    {
			    m_state->SetSurface(fixture, surface);
		    }
		    return sound;
	    });
}

void Plugin::Forget(const b2Fixture* fixture)
{
	if (fixture != nullptr)
	{
		m_state->isQuiet = false;
		m_state->Forget(fixture);
	}
}

void Plugin::Forget(const b2Body* body)
{
	if (body != nullptr)
	{
		m_state->isQuiet = false;
		m_state->Forget(body);
	}
}

std::span<const ImpactEvent> Plugin::Impacts() const
{
	return m_state->events.impacts.All();
}

std::span<const PressEvent> Plugin::Presses() const
{
	return m_state->events.presses.All();
}

std::span<const ExpiredEvent> Plugin::Expired() const
{
	return m_state->events.expired.All();
}

std::span<const ExplosionEvent> Plugin::Explosions() const
{
	return m_state->events.explosions;
}

std::span<const BlastEvent> Plugin::BlastHits() const
{
	return m_state->events.blastHits;
}

std::span<const BulletId> Plugin::Fragments() const
{
	return m_state->events.fragments;
}

std::span<const BlastEvent> Plugin::HitsOf(const ExplosionEvent& explosion) const
{
	return PartOf(BlastHits(), explosion.firstHit, explosion.hitCount);
}

std::span<const BulletId> Plugin::FragmentsOf(const ExplosionEvent& explosion) const
{
	return PartOf(Fragments(), explosion.firstFragment, explosion.fragmentCount);
}

BulletList Plugin::Bullets() const
{
	return BulletList(m_state->bullets);
}

std::span<const GrenadeState> Plugin::Grenades() const
{
	return m_state->grenades.states;
}

std::optional<BulletState> Plugin::Find(BulletId id) const
{
	const size_t i = m_state->bullets.IndexOf(id);
	return i < m_state->bullets.Extent() ? std::optional(m_state->bullets.StateOf(i)) : std::nullopt;
}

std::optional<GrenadeState> Plugin::Find(GrenadeId id) const
{
	const size_t i = m_state->grenades.PositionOf(id);
	return i < m_state->grenades.states.size() ? std::optional(m_state->grenades.states[i]) : std::nullopt;
}

std::optional<BulletDef> Plugin::DefOf(BulletId id) const
{
	const size_t i = m_state->bullets.IndexOf(id);
	return i < m_state->bullets.Extent() ? std::optional(m_state->bullets.DefOf(i)) : std::nullopt;
}

Result<> Plugin::PreviewPath(const BulletDef& def, float duration, float dt, FlightPreview& seen) const
{
	return m_state->Foresee(def, duration, dt, seen);
}

Result<> Plugin::PreviewThrow(const GrenadeDef& def, float duration, float dt, FlightPreview& seen) const
{
	return m_state->Foresee(def, duration, dt, seen);
}

std::span<const PathPoint> Plugin::PathOf(BulletId id) const
{
	return m_state->events.path.Of(id, true);
}

std::optional<b2Vec2> Plugin::PositionAt(BulletId id, float alpha) const
{
	const BulletStore& bullets = m_state->bullets;
	const PathLog& path = m_state->events.path;
	const size_t i = bullets.IndexOf(id);
	const bool flies = i < bullets.Extent();
	const double time = TimeAt(alpha, path.duration);
	const double then = bullets.Clock() - (path.duration - time);
	const std::span<const PathPoint> points = path.Of(id, false);
	if (flies && (points.empty() || then >= bullets.LaunchOf(i).time))
	{
		return bullets.PositionAt(i, then);
	}
	return points.empty() ? std::nullopt : std::optional(PlaceOn(points, time).position);
}

void Plugin::BulletsAt(float alpha, const std::function<void(const BulletPlace&)>& draw) const
{
	const BulletStore& bullets = m_state->bullets;
	const PathLog& path = m_state->events.path;
	const double time = TimeAt(alpha, path.duration);
	const double then = bullets.Clock() - (path.duration - time);
	for (size_t i = bullets.NextFrom(0); i < bullets.Extent(); i = bullets.NextFrom(i + 1))
	{
		if (then < bullets.PastOf(bullets.Look(i)).fired - k_startError * path.duration)
		{
			continue;
		}
		const std::span<const PathPoint> points = path.Of(bullets.IdOf(i), false);
		const double onArc = then - bullets.LaunchOf(i).time;
		const PlaceOnPath place =
		    points.empty() || onArc >= 0.0
		        ? PlaceOnPath{bullets.PositionAt(i, then), ToFloat(bullets.ArcOf(i).VelocityAt(std::max(onArc, 0.0)))}
		        : PlaceOn(points, time);
		draw({bullets.IdOf(i), bullets.UserDataOf(i), place.position, place.velocity});
	}
	for (const ExpiredEvent& end : m_state->events.expired.All())
	{
		const double start = static_cast<double>(end.time) - end.age - k_startError * path.duration;
		const std::span<const PathPoint> points = path.Of(end.bullet, false);
		if (points.empty() == false && start <= time && time < end.time)
		{
			const PlaceOnPath place = PlaceOn(points, time);
			draw({end.bullet, end.userData, place.position, place.velocity, true});
		}
	}
}

void Plugin::GrenadesAt(float alpha, const std::function<void(const GrenadePlace&)>& draw) const
{
	const auto& grenades = m_state->grenades;
	const GrenadeLog& log = m_state->events.grenadePaths;
	const double duration = m_state->events.path.duration;
	const double time = TimeAt(alpha, duration);
	size_t known = 0; // the number of grenades in flight that have flown in the step
	for (size_t i = 0; i < log.flights.size(); ++i)
	{
		const GrenadeLog::Flight& flight = log.flights[i];
		const std::span<const PathPoint> points = log.PathOf(i);
		const bool flies = grenades.PositionOf(flight.id) < grenades.states.size();
		known += flies ? 1 : 0;
		const double last = points.back().time;
		if (flies || (flight.hasEnded && time < last))
		{
			const double share = time < last ? time / last : 1.0;
			const double angle =
			    flight.angleBefore + share * (static_cast<double>(flight.angleAfter) - flight.angleBefore);
			draw({flight.id, flight.userData, PlaceOn(points, time).position, static_cast<float>(angle), flight.radius,
			      flies == false});
		}
	}
	if (time < duration && m_state->def.keepsGrenadePaths && log.isLost == false)
	{
		return;
	}
	for (size_t i = known; i < grenades.states.size(); ++i)
	{
		const GrenadeState& grenade = grenades.states[i];
		draw({grenade.id, grenade.userData, grenade.position, grenade.angle, grenade.radius});
	}
}

Surface Plugin::GetSurface(const b2Fixture* fixture) const
{
	return fixture != nullptr ? m_state->surfaces.Of(fixture) : Surface{};
}

const StepStats& Plugin::Stats() const
{
	return m_state->stats;
}

const Error& Plugin::LastError() const
{
	return m_state->lastError;
}

} // namespace ricochet
