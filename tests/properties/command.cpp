// MIT License, Copyright (c) 2026 the ricochet authors

#include "properties/command.h"

#include <iterator>

namespace ricochet::test
{

namespace
{

constexpr int k_longestList = 60;

Command::Op DrawOp(Random& random)
{
	using Op = Command::Op;
	constexpr Op k_often[] = {Op::Step, Op::Step, Op::Step,       Op::Step,       Op::CreateBody,
	                          Op::Fire, Op::Fire, Op::CreateBody, Op::CreateBody, Op::Throw};
	return random.OneIn(3) ? static_cast<Op>(random.Below(Command::k_ops))
	                       : k_often[random.Below(static_cast<int>(std::size(k_often)))];
}

constexpr const char* k_names[] = {"Step",       "CreateBody", "CreateFixture", "DestroyBody", "DestroyFixture",
                                   "SetEnabled", "SetType",    "Teleport",      "SetVelocity", "ShiftOrigin",
                                   "SetSurface", "Fire",       "Throw",         "Cancel",      "QueueDestroy",
                                   "Quarantine", "Cast"};

} // namespace

Command Command::Draw(Random& random)
{
	Command drawn;
	drawn.op = DrawOp(random);
	drawn.which = static_cast<uint32_t>(random.Below(64));
	drawn.choice = static_cast<uint32_t>(random.Below(64));
	drawn.v = {static_cast<float>(random.Between(-384, 384)) / 64.0f,
	           static_cast<float>(random.Between(-384, 384)) / 64.0f};
	drawn.x = random.OneIn(2) ? 0.0f : random.Uniform(-3.2f, 3.2f);
	drawn.hasRule = random.OneIn(2);
	drawn.hasLoop = random.OneIn(2);
	drawn.salt = random.Bits();
	if (drawn.op == Op::CreateBody || drawn.op == Op::CreateFixture)
	{
		drawn.specs.push_back(BodySpec::Draw(random, DrawBodyType(random)));
	}
	return drawn;
}

std::vector<Command> Command::Simpler() const
{
	std::vector<Command> simpler;
	const auto with = [&](bool differs, auto change)
	{
		if (differs)
		{
			simpler.push_back(*this);
			change(simpler.back());
		}
	};
	with(hasRule, [](Command& c) { c.hasRule = false; });
	with(hasLoop, [](Command& c) { c.hasLoop = false; });
	with(which > 0, [](Command& c) { c.which = 0; });
	with(which > 1, [](Command& c) { c.which /= 2; });
	with(choice > 0, [](Command& c) { c.choice = 0; });
	with(choice > 1, [](Command& c) { c.choice /= 2; });
	with(salt > 9, [](Command& c) { c.salt %= 10; });
	AddSimplerNumbers(*this, simpler,
	                  [](Command& what, const auto& take)
	                  {
		                  take(what.v.x);
		                  take(what.v.y);
		                  take(what.x);
	                  });
	for (const BodySpec& spec : specs.empty() ? std::vector<BodySpec>{} : specs[0].Simpler())
	{
		simpler.push_back(*this);
		simpler.back().specs[0] = spec;
	}
	std::erase_if(simpler, [](const Command& c) { return c.op == Op::CreateFixture && c.specs[0].fixtures.empty(); });
	return simpler;
}

std::ostream& operator<<(std::ostream& out, const Command& what)
{
	out << k_names[static_cast<size_t>(what.op)] << " which " << what.which << " choice " << what.choice << " v "
	    << ToText(what.v) << " x " << ToText(what.x) << (what.hasRule ? " rule" : "") << (what.hasLoop ? " loop" : "")
	    << " salt " << what.salt;
	for (const BodySpec& spec : what.specs)
	{
		out << "\n  " << spec;
	}
	return out;
}

CommandList CommandList::Draw(Random& random)
{
	CommandList drawn;
	for (int i = random.Between(1, k_longestList); i > 0; --i)
	{
		drawn.commands.push_back(Command::Draw(random));
	}
	return drawn;
}

rc::Seq<CommandList> CommandList::LazySimpler() const
{
	const auto simplerCommands = [](const Command& command)
	{
		return rc::seq::fromContainer(command.Simpler());
	};
	const auto toList = [](std::vector<Command>&& list)
	{
		return CommandList{std::move(list)};
	};
	return rc::seq::map(
	    rc::seq::concat(rc::shrink::removeChunks(commands), rc::shrink::eachElement(commands, simplerCommands)),
	    toList);
}

std::ostream& operator<<(std::ostream& out, const CommandList& what)
{
	for (const Command& command : what.commands)
	{
		out << command << "\n";
	}
	return out;
}

} // namespace ricochet::test
