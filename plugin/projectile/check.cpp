// MIT License, Copyright (c) 2026 the ricochet authors

#include "projectile/check.h"
#include "host/host.h"

#include "geometry/checker.h"
#include "projectile/blast/blast.h"

#include <algorithm>
#include <limits>

namespace ricochet
{

namespace
{

constexpr double k_mostFragments = 65536.0;

// m: so that boxes about it, and what is added to it, keep what floats can tell.
constexpr double k_mostRadius = 1.0e6 * b2_lengthUnitsPerMeter;

constexpr double k_mostPreviewSteps = 1048576.0;

} // namespace

Result<> Check(const BulletDef& def)
{
	const bool isEndless = def.lifetime == std::numeric_limits<float>::infinity();
	const bool isUnlimited = def.maxRange == std::numeric_limits<float>::infinity();
	return Checker()
	    .Finite("BulletDef::position", def.position)
	    .Finite("BulletDef::velocity", def.velocity)
	    .Positive("BulletDef::mass", def.mass)
	    .Finite("BulletDef::gravityScale", def.gravityScale)
	    .AtLeast("BulletDef::drag", def.drag, 0.0)
	    .Positive("BulletDef::lifetime", isEndless ? 1.0f : def.lifetime)
	    .Share("BulletDef::restitution", def.restitution)
	    .AtLeast("BulletDef::friction", def.friction, 0.0)
	    .AtLeast("BulletDef::maxBounces", def.maxBounces, 0.0)
	    .AtLeast("BulletDef::maxPierces", def.maxPierces, 0.0)
	    .Positive("BulletDef::maxRange", isUnlimited ? 1.0f : def.maxRange)
	    .Finite("BulletDef::acceleration", def.acceleration)
	    .Finite("BulletDef::wind", def.wind)
	    .AtLeast("BulletDef::dragQuadratic", def.dragQuadratic, 0.0)
	    .Finite("BulletDef::thrust", def.thrust)
	    .Finite("Homing::point", def.homing.point)
	    .AtLeast("Homing::turnRate", def.homing.turnRate, 0.0)
	    .AtLeast("BulletDef::radius", def.radius, 0.0)
	    .AtMost("BulletDef::radius", def.radius, k_mostRadius)
	    .Outcome();
}

Result<> CheckPreview(const BulletDef& def, float duration, float dt)
{
	const Result<> bullet = Check(def);
	return Checker()
	    .Require(static_cast<bool>(bullet), bullet.GetError())
	    .Positive("duration", duration)
	    .AtLeast("dt", dt, k_shortestStep)
	    .AtMost("duration / dt", static_cast<double>(duration) / std::max(dt, k_shortestStep), k_mostPreviewSteps)
	    .Outcome();
}

Result<> CheckMove(b2Vec2 position, b2Vec2 velocity)
{
	return Checker().Finite("position", position).Finite("velocity", velocity).Outcome();
}

Result<> Check(const GrenadeDef& def)
{
	const Result<> blast = def.blast ? Check(*def.blast) : Result<>();
	const float fuse = def.fuse; // may be infinite
	const float impactFuse = def.impactFuse;
	return Checker()
	    .Finite("GrenadeDef::position", def.position)
	    .Finite("GrenadeDef::velocity", def.velocity)
	    .Finite("GrenadeDef::angularVelocity", def.angularVelocity)
	    .Positive("GrenadeDef::radius", def.radius)
	    .Positive("GrenadeDef::mass", def.mass)
	    .Finite("GrenadeDef::gravityScale", def.gravityScale)
	    .Share("GrenadeDef::restitution", def.restitution)
	    .AtLeast("GrenadeDef::friction", def.friction, 0.0)
	    .AtLeast("GrenadeDef::rollingResistance", def.rollingResistance, 0.0)
	    .AtLeast("GrenadeDef::restitutionThreshold", def.restitutionThreshold, 0.0)
	    .Require(std::isnan(fuse) == false, {ErrorReason::NotFinite, "GrenadeDef::fuse", -1, fuse})
	    .Require(fuse > 0.0f, {ErrorReason::NotPositive, "GrenadeDef::fuse", -1, fuse})
	    .Require(std::isnan(impactFuse) == false, {ErrorReason::NotFinite, "GrenadeDef::impactFuse", -1, impactFuse})
	    .Require(impactFuse >= 0.0f, {ErrorReason::TooSmall, "GrenadeDef::impactFuse", -1, impactFuse})
	    .Require(static_cast<bool>(blast), blast.GetError())
	    .Outcome();
}

Result<> Check(const ExplosionDef& def)
{
	const Fragments& fragments = def.fragments;
	const Result<> blast = CheckBlast(def);
	const Result<> bullet = fragments.count > 0 ? Check(fragments.bullet) : Result<>();
	return Checker()
	    .Require(static_cast<bool>(blast), blast.GetError())
	    .AtLeast("Fragments::count", fragments.count, 0.0)
	    .AtMost("Fragments::count", fragments.count, k_mostFragments)
	    .Finite("Fragments::angle", fragments.angle)
	    .AtLeast("Fragments::speed", fragments.speed, 0.0)
	    .Require(static_cast<bool>(bullet), bullet.GetError())
	    .Outcome();
}

namespace
{

Checker CheckSurface(const Checker& before, const Surface& surface)
{
	const float resistance = surface.resistance; // may be infinite
	return Checker(before)
	    .Require(resistance >= 0.0f, {ErrorReason::TooSmall, "Surface::resistance", -1, resistance})
	    .AtLeast("Surface::ricochetAngle", surface.ricochetAngle, 0.0)
	    .Share("Surface::restitution", surface.restitution)
	    .AtLeast("Surface::friction", surface.friction, 0.0)
	    .Finite("Surface::tangentSpeed", surface.tangentSpeed);
}

} // namespace

Result<> Check(const Surface& surface)
{
	return CheckSurface({}, surface).Outcome();
}

Result<> Check(const b2Fixture* fixture, const Surface& surface)
{
	return CheckSurface(Checker().NotNull("fixture", fixture), surface).Outcome();
}

Result<> CheckQueued(const b2Body* body)
{
	return Checker().NotNull("body", body).Outcome();
}

Result<> CheckTime(float dt)
{
	return Checker().AtLeast("dt", dt, dt > 0.0f ? k_shortestStep : 0.0).AtMost("dt", dt, k_longestStep).Outcome();
}

Result<> CheckCount(int32_t bullets, int32_t grenades, const PluginDef& def)
{
	return Checker()
	    .AtLeast("bullets", bullets, 0.0)
	    .AtMost("bullets", bullets, def.maxBullets)
	    .AtLeast("grenades", grenades, 0.0)
	    .AtMost("grenades", grenades, def.maxGrenades)
	    .Outcome();
}

Result<> CheckOrigin(b2Vec2 newOrigin)
{
	return Checker().Finite("newOrigin", newOrigin).Outcome();
}

Result<> CheckAndRepair(PluginDef& def)
{
	const Checker contacts = Checker().AtLeast("PluginDef::maxContactsPerStep", def.maxContactsPerStep, 1.0);
	const Checker chord = Checker().Positive("PluginDef::chordError", def.chordError);
	const Checker surface = CheckSurface({}, def.surface);
	const Checker bullets = Checker().AtLeast("PluginDef::maxBullets", def.maxBullets, 0.0);
	const Checker grenades = Checker().AtLeast("PluginDef::maxGrenades", def.maxGrenades, 0.0);
	const PluginDef defaults;
	def.maxContactsPerStep = contacts.IsSound() ? def.maxContactsPerStep : defaults.maxContactsPerStep;
	def.chordError = chord.IsSound() ? def.chordError : defaults.chordError;
	def.surface = surface.IsSound() ? def.surface : defaults.surface;
	def.maxBullets = bullets.IsSound() ? def.maxBullets : defaults.maxBullets;
	def.maxGrenades = grenades.IsSound() ? def.maxGrenades : defaults.maxGrenades;
	return contacts.IsSound() == false  ? contacts.Outcome()
	       : chord.IsSound() == false   ? chord.Outcome()
	       : surface.IsSound() == false ? surface.Outcome()
	       : bullets.IsSound() == false ? bullets.Outcome()
	                                    : grenades.Outcome();
}

} // namespace ricochet
