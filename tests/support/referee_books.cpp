// MIT License, Copyright (c) 2026 the ricochet authors

#include "support/referee_ledger.h"

#include <algorithm>

namespace ricochet::referee
{

namespace
{

void JudgeAlive(const StepSight& sight, Ledger& ledger)
{
	std::set<Key> alive;
	for (const ProjectileSight& projectile : sight.after)
	{
		const Record* record = ledger.Find(projectile.key);
		if (alive.insert(projectile.key).second == false)
		{
			ledger.Accuse(Law::Books, projectile.key, 1.0L, "it is there twice");
		}
		if (record == nullptr)
		{
			ledger.Accuse(Law::Books, projectile.key, 1.0L, "it was never fired");
		}
		else if (record->ended || record->cancelled)
		{
			ledger.Accuse(Law::Books, projectile.key, 1.0L, "it has ended and is there");
		}
	}
	for (const auto& [key, record] : ledger.records)
	{
		if (record.ended == false && record.cancelled == false && alive.contains(key) == false)
		{
			ledger.Accuse(Law::Books, key, 1.0L, "it has not ended and is not there");
		}
	}
}

void JudgeEnds(const StepSight& sight, Ledger& ledger)
{
	for (const EndSight& end : sight.ends)
	{
		Record* record = ledger.Find(end.key);
		if (record == nullptr || record->ended || record->cancelled)
		{
			ledger.Accuse(Law::Books, end.key, 1.0L,
			              record == nullptr ? "it ends and was never fired" : "it ends twice");
			continue;
		}
		record->ended = true;
	}
}

template <class Event>
void JudgeOrder(const StepSight& sight, const std::vector<Event>& events, const char* what, Ledger& ledger)
{
	for (size_t i = 0; i < events.size(); ++i)
	{
		if ((events[i].time >= 0.0L && events[i].time <= sight.dt) == false)
		{
			ledger.Accuse(Law::Books, events[i].key, events[i].time, "%s at %.6Lg s of %.6Lg", what, events[i].time,
			              sight.dt);
		}
		if (i > 0 && std::pair(events[i - 1].time, events[i - 1].key) > std::pair(events[i].time, events[i].key))
		{
			ledger.Accuse(Law::Books, events[i].key, events[i - 1].time - events[i].time, "%s out of order", what);
		}
	}
}

// Checks that a bullet only hits a grenade in flight that does not end in the same step.
void JudgeShotNames(const StepSight& sight, const ImpactSight& impact, Ledger& ledger)
{
	const Record* grenade = ledger.Find(impact.shot);
	if (impact.fixture != nullptr || impact.body != nullptr)
	{
		ledger.Accuse(Law::Books, impact.key, 1.0L, "told of a grenade and of a body");
	}
	if (impact.key.isGrenade || impact.shot.isGrenade == false || grenade == nullptr)
	{
		ledger.Accuse(Law::Books, impact.key, 1.0L, "told of a grenade that was never thrown");
	}
	if (std::any_of(sight.ends.begin(), sight.ends.end(), [&](const EndSight& end) { return end.key == impact.shot; }))
	{
		ledger.Accuse(Law::Books, impact.key, 1.0L, "met a grenade that ends in the step");
	}
}

void JudgeImpacts(const StepSight& sight, Ledger& ledger)
{
	for (const ImpactSight& impact : sight.impacts)
	{
		if (impact.IsShot())
		{
			JudgeShotNames(sight, impact, ledger);
		}
		else if (sight.fixtures.contains(impact.fixture) == false)
		{
			ledger.Accuse(Law::Books, impact.key, 1.0L, "told of a fixture that is not there");
		}
		if (ledger.Find(impact.key) == nullptr)
		{
			ledger.Accuse(Law::Books, impact.key, 1.0L, "an impact of what was never fired");
		}
	}
}

} // namespace

void JudgeBooks(const StepSight& sight, Ledger& ledger)
{
	JudgeEnds(sight, ledger);
	JudgeAlive(sight, ledger);
	JudgeImpacts(sight, ledger);
	JudgeOrder(sight, sight.impacts, "an impact", ledger);
	JudgeOrder(sight, sight.ends, "an end", ledger);
}

void JudgeFinite(const StepSight& sight, Ledger& ledger)
{
	const auto look = [&](Key key, std::initializer_list<Vec> values, const char* what)
	{
		if (std::all_of(values.begin(), values.end(), IsFinite) == false)
		{
			ledger.Accuse(Law::Finite, key, 1.0L, "%s is not finite", what);
		}
	};
	for (const ProjectileSight& projectile : sight.after)
	{
		look(projectile.key, {projectile.position, projectile.velocity}, "a state");
	}
	for (const ImpactSight& impact : sight.impacts)
	{
		look(impact.key, {impact.center, impact.normal, impact.velocityBefore, impact.velocityAfter, impact.impulse},
		     "an impact");
	}
	for (const BodySight& body : sight.bodies)
	{
		look({}, {body.after.velocity, body.motion.CenterAt(1.0L)}, "a body");
	}
}

} // namespace ricochet::referee
