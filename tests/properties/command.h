// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "properties/fixture_spec.h"

#include <cstdint>
#include <ostream>
#include <vector>

namespace ricochet::test
{

/// One command of a game. Every command can run in every state. Its indices are taken modulo the number of objects. It
/// does nothing if there is no such object. So after any commands are removed from a list, the rest can still run.
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

	/// The way in which a Step is made.
	enum Way : uint32_t
	{
		Whole,          ///< Plugin::Step
		Parts,          ///< BeginStep, b2World::Step, EndStep
		PartsAndChange, ///< the same, and the world changes after its own step
		Refused,        ///< with a time that is refused
		Ways
	};

	Op op = Op::Step;
	uint32_t which = 0;          ///< the index of a body, a fixture or a projectile
	uint32_t choice = 0;         ///< one of the things that the op can do
	b2Vec2 v{0.0f, 0.0f};        ///< position, velocity or shift
	float x = 0.0f;              ///< angle, spin, radius or age
	bool hasRule = false;        ///< true: the impact rule acts during this Step
	bool hasLoop = false;        ///< true: the event loop after this Step destroys bodies
	uint64_t salt = 0;           ///< the seed of what the rule, the loop and the casts draw
	std::vector<BodySpec> specs; ///< one if the op creates something

	static Command Draw(Random& random);
	[[nodiscard]] std::vector<Command> Simpler() const;
	friend std::ostream& operator<<(std::ostream& out, const Command& what);
};

/// The list of commands of one game, from its start.
struct CommandList
{
	std::vector<Command> commands;

	static CommandList Draw(Random& random);
	[[nodiscard]] rc::Seq<CommandList> LazySimpler() const;
	friend std::ostream& operator<<(std::ostream& out, const CommandList& what);
};

} // namespace ricochet::test
