// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "fuzz/fuzz_input.h"
#include "support/referee.h"

// Runs the referee over worlds of any numbers. It uses only laws that hold for every throw and every chord error.

namespace ricochet::fuzz
{

inline constexpr long double k_farthest = 1.0e5L; // m

/// These laws hold for every throw.
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

/// Makes a step of the plugin. In a closed system the step is made in parts, to know the sums after the world's step.
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
