// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "properties/fixture_spec.h"

#include <cstdint>
#include <ostream>
#include <vector>

namespace ricochet::test
{

/// One thing that a game does. Every command can be carried out in every state: what it names is taken modulo what
/// there is, and what there is none of is left alone. So any part of a list of commands is a list of commands.
struct Command
{
	enum class Op : uint8_t
	{
		Step,
		CreateBody,
		CreateFixture,
		DestroyBody,
		DestroyFixture,
		SetEnabled,
		SetType,
		Teleport,
		SetVelocity,
		ShiftOrigin,
		SetSurface,
		Fire,
		Throw,
		Cancel,
		QueueDestroy,
		Quarantine,
		Cast
	};
	static constexpr int k_ops = 17;

	/// How a Step is made.
	enum Way : uint32_t
	{
		Whole,          ///< Plugin::Step
		Parts,          ///< BeginStep, b2World::Step, EndStep
		PartsAndChange, ///< the same, with a change of the world after its step
		Refused,        ///< with a time that is refused
		Ways
	};

	Op op = Op::Step;
	uint32_t which = 0;          ///< names a body, a fixture, a projectile
	uint32_t choice = 0;         ///< one of what the op can do
	b2Vec2 v{0.0f, 0.0f};        ///< position, velocity, shift
	float x = 0.0f;              ///< angle, spin, radius, age
	bool hasRule = false;        ///< the impact rule acts during this Step
	bool hasLoop = false;        ///< the event loop after this Step destroys
	uint64_t salt = 0;           ///< of what rule, loop and casts draw
	std::vector<BodySpec> specs; ///< one, if the op creates

	static Command Draw(Random& random);
	[[nodiscard]] std::vector<Command> Simpler() const;
	friend std::ostream& operator<<(std::ostream& out, const Command& what);
};

/// What a game does from its first body on.
struct CommandList
{
	std::vector<Command> commands;

	static CommandList Draw(Random& random);
	[[nodiscard]] rc::Seq<CommandList> LazySimpler() const;
	friend std::ostream& operator<<(std::ostream& out, const CommandList& what);
};

} // namespace ricochet::test
