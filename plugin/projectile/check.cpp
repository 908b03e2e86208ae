// MIT License, Copyright (c) 2026 the ricochet authors

#include "projectile/check.h"

#include "geometry/checker.h"

namespace ricochet
{

namespace
{

// Box2D divides by the time of a step (s): the least with a finite inverse.
constexpr float k_leastTime = 0x1.000008p-128f;

} // namespace

Result<> Check(const BulletDef& def)
{
	return Checker()
	    .Finite("BulletDef::position", def.position)
	    .Finite("BulletDef::velocity", def.velocity)
	    .Positive("BulletDef::mass", def.mass)
	    .Finite("BulletDef::gravityScale", def.gravityScale)
	    .AtLeast("BulletDef::drag", def.drag, 0.0)
	    .Positive("BulletDef::lifetime", def.lifetime)
	    .Share("BulletDef::restitution", def.restitution)
	    .AtLeast("BulletDef::friction", def.friction, 0.0)
	    .AtLeast("BulletDef::maxBounces", def.maxBounces, 0.0)
	    .AtLeast("BulletDef::maxPierces", def.maxPierces, 0.0)
	    .Outcome();
}

Result<> Check(const GrenadeDef& def)
{
	return Checker()
	    .Finite("GrenadeDef::position", def.position)
	    .Finite("GrenadeDef::velocity", def.velocity)
	    .Positive("GrenadeDef::radius", def.radius)
	    .Positive("GrenadeDef::mass", def.mass)
	    .Finite("GrenadeDef::gravityScale", def.gravityScale)
	    .Share("GrenadeDef::restitution", def.restitution)
	    .AtLeast("GrenadeDef::friction", def.friction, 0.0)
	    .AtLeast("GrenadeDef::restitutionThreshold", def.restitutionThreshold, 0.0)
	    .Positive("GrenadeDef::fuse", def.fuse)
	    .Outcome();
}

Result<> Check(const b2Fixture* fixture, const Surface& surface)
{
	const float resistance = surface.resistance; // may be infinite
	return Checker()
	    .NotNull("fixture", fixture)
	    .Require(resistance >= 0.0f, {ErrorReason::TooSmall, "Surface::resistance", -1, resistance})
	    .AtLeast("Surface::ricochetAngle", surface.ricochetAngle, 0.0)
	    .Share("Surface::restitution", surface.restitution)
	    .AtLeast("Surface::friction", surface.friction, 0.0)
	    .Outcome();
}

Result<> CheckQueued(const b2Body* body)
{
	return Checker().NotNull("body", body).Outcome();
}

Result<> CheckTime(float dt)
{
	return Checker().AtLeast("dt", dt, dt > 0.0f ? k_leastTime : 0.0).Outcome();
}

Result<> CheckOrigin(b2Vec2 newOrigin)
{
	return Checker().Finite("newOrigin", newOrigin).Outcome();
}

Result<> CheckAndRepair(PluginDef& def)
{
	const Checker contacts = Checker().AtLeast("PluginDef::maxContactsPerStep", def.maxContactsPerStep, 1.0);
	const Checker chord = Checker().Positive("PluginDef::chordError", def.chordError);
	const PluginDef defaults;
	def.maxContactsPerStep = contacts.IsSound() ? def.maxContactsPerStep : defaults.maxContactsPerStep;
	def.chordError = chord.IsSound() ? def.chordError : defaults.chordError;
	return contacts.IsSound() ? chord.Outcome() : contacts.Outcome();
}

} // namespace ricochet
