// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "fuzz/fuzz_input.h"
#include "support/referee.h"

// Runs the referee (support/referee.h) over worlds with arbitrary numbers. It uses only laws that hold for every
// projectile and every chord error.

namespace ricochet::fuzz
{

inline constexpr long double k_farthest = 1.0e5L; // m

/// Returns the laws that hold for every projectile.
inline referee::RefereeDef Laws(bool closed)
{
	using referee::Law;
	referee::RefereeDef def;
	def.laws =
	    referee::LawsOf({Law::Inside, Law::Side, Law::Momentum, Law::Energy, Law::Books, Law::Shot, Law::Finite});
	def.farthest = k_farthest;
	def.closed = closed;
	return def;
}

inline void RequireNoFault(const referee::Referee& referee)
{
	Require(referee.Faults().empty(), "a law of the referee",
	        [&]
	        {
		        const referee::Fault& fault = referee.Faults()[0];
		        return std::string(referee::NameOf(fault.law)) + ", step " + std::to_string(fault.step) +
		               (fault.key.isGrenade ? ", grenade " : ", bullet ") + std::to_string(fault.key.index) + ": " +
		               fault.what;
	        });
}

/// Makes a step of the plugin and judges it. In a closed system, the referee makes the step in parts, to know the
/// momentum and energy after the world's step.
inline void JudgeStep(Plugin& plugin, referee::Referee& referee, float dt, bool closed)
{
	if (closed)
	{
		referee.Step(dt, 2, 1);
	}
	else
	{
		referee.BeforeStep();
		plugin.Step(dt, 2, 1);
		referee.AfterStep(dt);
	}
	RequireNoFault(referee);
}

} // namespace ricochet::fuzz
