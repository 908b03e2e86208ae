// MIT License, Copyright (c) 2026 the ricochet authors

#include "projectile/check.h"

#include <fmt/format.h>

#include <cmath>

namespace ricochet
{

namespace
{

// Collects the first problem of a def.
class Checker
{
public:
	explicit Checker(const char* call) : m_call(call) {}

	Checker& Finite(const char* field, b2Vec2 v)
	{
		Finite(field, v.x);
		return Finite(field, v.y);
	}

	Checker& Finite(const char* field, float x) { return Require(std::isfinite(x), field, x, "must be finite"); }

	Checker& Positive(const char* field, float x)
	{
		return Require(std::isfinite(x) && x > 0.0f, field, x, "must be finite and above 0");
	}

	Checker& NotNegative(const char* field, float x)
	{
		return Require(std::isfinite(x) && x >= 0.0f, field, x, "must be finite and at least 0");
	}

	Checker& NotNegative(const char* field, int32_t x) { return Require(x >= 0, field, x, "must be at least 0"); }

	Checker& Share(const char* field, float x)
	{
		return Require(x >= 0.0f && x <= 1.0f, field, x, "must be from 0 to 1");
	}

	template <class Number>
	Checker& Require(bool holds, const char* field, Number value, const char* rule)
	{
		if (holds == false && m_problem.empty())
		{
			m_problem = fmt::format("{}: {} is {}, but {}", m_call, field, value, rule);
		}
		return *this;
	}

	[[nodiscard]] std::string Problem() const { return m_problem; }

private:
	const char* m_call;
	std::string m_problem;
};

} // namespace

std::string Check(const BulletDef& def)
{
	return Checker("Fire")
	    .Finite("position", def.position)
	    .Finite("velocity", def.velocity)
	    .Positive("mass", def.mass)
	    .Finite("gravityScale", def.gravityScale)
	    .NotNegative("drag", def.drag)
	    .Positive("lifetime", def.lifetime)
	    .Share("restitution", def.restitution)
	    .NotNegative("friction", def.friction)
	    .NotNegative("maxBounces", def.maxBounces)
	    .NotNegative("maxPierces", def.maxPierces)
	    .Problem();
}

std::string Check(const GrenadeDef& def)
{
	return Checker("Throw")
	    .Finite("position", def.position)
	    .Finite("velocity", def.velocity)
	    .Positive("radius", def.radius)
	    .Positive("mass", def.mass)
	    .Finite("gravityScale", def.gravityScale)
	    .Share("restitution", def.restitution)
	    .NotNegative("friction", def.friction)
	    .NotNegative("restitutionThreshold", def.restitutionThreshold)
	    .Positive("fuse", def.fuse)
	    .Problem();
}

std::string Check(const b2Fixture* fixture, const Surface& surface)
{
	const float resistance = surface.resistance;
	return Checker("SetSurface")
	    .Require(fixture != nullptr, "fixture", "null", "must be a fixture")
	    .Require(resistance >= 0.0f, "resistance", resistance, "must be at least 0")
	    .NotNegative("ricochetAngle", surface.ricochetAngle)
	    .Share("restitution", surface.restitution)
	    .NotNegative("friction", surface.friction)
	    .Problem();
}

std::string CheckQueued(const b2Body* body)
{
	return Checker("QueueDestroy").Require(body != nullptr, "body", "null", "must be a body").Problem();
}

std::string CheckTime(const char* call, float dt)
{
	const bool hasInverse = dt == 0.0f || std::isfinite(1.0f / dt);
	return Checker(call)
	    .NotNegative("dt", dt)
	    .Require(hasInverse, "dt", dt, "must be large enough to divide by, as Box2D does")
	    .Problem();
}

std::string CheckOrigin(b2Vec2 newOrigin)
{
	return Checker("ShiftOrigin").Finite("newOrigin", newOrigin).Problem();
}

std::string CheckAndRepair(PluginDef& def)
{
	// Repaired before the message is made, for which there may be no memory.
	const PluginDef given = {.maxContactsPerStep = def.maxContactsPerStep, .chordError = def.chordError};
	const PluginDef defaults;
	const bool chordErrorIsGood = std::isfinite(given.chordError) && given.chordError > 0.0f;
	def.maxContactsPerStep = given.maxContactsPerStep > 0 ? given.maxContactsPerStep : defaults.maxContactsPerStep;
	def.chordError = chordErrorIsGood ? given.chordError : defaults.chordError;
	return Checker("Plugin")
	    .Require(given.maxContactsPerStep > 0, "maxContactsPerStep", given.maxContactsPerStep, "must be above 0")
	    .Positive("chordError", given.chordError)
	    .Problem();
}

} // namespace ricochet
