// MIT License, Copyright (c) 2026 the ricochet authors

#include "support/referee_ledger.h"

#include <algorithm>
#include <cstdarg>
#include <cstdio>

namespace ricochet::referee
{

namespace
{

bool SharesGroupOrMask(const QueryFilter& filter, const b2Filter& other)
{
	if (filter.groupIndex != 0 && filter.groupIndex == other.groupIndex)
	{
		return filter.groupIndex > 0;
	}
	return (filter.maskBits & other.categoryBits) != 0 && (filter.categoryBits & other.maskBits) != 0;
}

// Forgets the sides of projectiles at fixtures that the game has changed, because they are no longer known.
void ForgetChanged(const StepSight& sight, Ledger& ledger)
{
	if (sight.changed.empty())
	{
		return;
	}
	for (auto& [key, record] : ledger.records)
	{
		std::erase_if(record.winding, [&](const auto& known) { return sight.changed.contains(known.first); });
		std::erase_if(record.passages, [&](const auto& known) { return sight.changed.contains(known.first.first); });
	}
}

bool IsMass(Real mass, Real most)
{
	return mass * most >= 1.0L && mass <= most;
}

void ForgetWays(Ledger& ledger)
{
	for (auto& [key, record] : ledger.records)
	{
		record.winding.clear();
		record.passages.clear();
		record.yielding = record.freeTime = 0.0L;
		record.waits = true; // it may wait, for all the referee knows
	}
}

// True if the numbers of a step are small enough for the referee to follow the paths of projectiles.
bool IsWithin(const StepSight& sight, const Ledger& ledger)
{
	const Real most = ledger.def.farthest;
	const auto isNear = [most](Vec p)
	{
		return Length(p) <= most;
	};
	const auto isBody = [&](const BodySight& body)
	{
		const auto isReached = [&](const PieceSight& piece)
		{
			return Length(piece.middle) + piece.reach <= most;
		};
		return isNear(body.motion.CenterAt(0.0L)) && isNear(body.motion.CenterAt(1.0L)) &&
		       isNear(sight.dt * body.after.velocity) && IsMass(body.type == b2_dynamicBody ? body.mass : 1.0L, most) &&
		       std::all_of(body.pieces.begin(), body.pieces.end(), isReached);
	};
	const auto isProjectile = [&](const ProjectileSight& projectile)
	{
		const auto found = ledger.records.find(projectile.key);
		const Birth birth = found != ledger.records.end() ? found->second.birth : Birth{};
		return isNear(projectile.position) && isNear(sight.dt * projectile.velocity) && birth.radius <= most &&
		       IsMass(birth.mass, most) && isNear(sight.dt * sight.dt * birth.gravityScale * sight.gravity);
	};
	return std::isfinite(most) == false || (std::all_of(sight.bodies.begin(), sight.bodies.end(), isBody) &&
	                                        std::all_of(sight.before.begin(), sight.before.end(), isProjectile) &&
	                                        std::all_of(sight.after.begin(), sight.after.end(), isProjectile));
}

} // namespace

std::string_view NameOf(Law law)
{
	static constexpr std::string_view k_names[k_lawCount] = {"inside", "yield",   "side",  "told",  "momentum",
	                                                         "energy", "impulse", "books", "chain", "again",
	                                                         "room",   "free",    "shot",  "finite"};
	return k_names[static_cast<size_t>(law)];
}

void Ledger::Born(Key key, const Birth& birth)
{
	Record record;
	record.birth = birth;
	record.bornIn = step;
	if (records.emplace(key, std::move(record)).second == false)
	{
		Accuse(Law::Books, key, 1.0L, "an id was given out twice");
	}
}

Record* Ledger::Find(Key key)
{
	const auto found = records.find(key);
	return found == records.end() ? nullptr : &found->second;
}

int64_t Ledger::CountOf(Law law) const
{
	std::set<Key> keys;
	for (const Fault& fault : faults)
	{
		if (fault.law == law)
		{
			keys.insert(fault.key);
		}
	}
	return static_cast<int64_t>(keys.size());
}

void Ledger::Accuse(Law law, Key key, Real number, const char* format, ...)
{
	if (def.laws.test(static_cast<size_t>(law)) == false)
	{
		return;
	}
	char text[400];
	std::va_list arguments;
	va_start(arguments, format);
	std::vsnprintf(text, sizeof(text), format, arguments);
	va_end(arguments);
	faults.push_back({law, step, key, number, text});
}

bool Meets(const QueryFilter& filter, const b2Body* body, const PieceSight& piece)
{
	const auto& also = filter.alsoIgnore;
	const bool isIgnored = body == filter.ignoreBody || std::find(also.begin(), also.end(), body) != also.end();
	if ((piece.sensor && filter.sensors == false) || (body != nullptr && isIgnored))
	{
		return false;
	}
	return SharesGroupOrMask(filter, piece.filter) &&
	       (filter.accept == nullptr || filter.accept(const_cast<b2Fixture*>(piece.fixture)));
}

const BodySight* BodyOf(const StepSight& sight, const b2Body* name)
{
	const auto found =
	    std::find_if(sight.bodies.begin(), sight.bodies.end(), [&](const BodySight& b) { return b.body == name; });
	return found == sight.bodies.end() ? nullptr : &*found;
}

std::vector<const ImpactSight*> ImpactsOf(const StepSight& sight, Key key)
{
	std::vector<const ImpactSight*> impacts;
	for (const ImpactSight& impact : sight.impacts)
	{
		if (impact.key == key)
		{
			impacts.push_back(&impact);
		}
	}
	return impacts;
}

std::vector<Knot> KnotsOf(const StepSight& sight, const ProjectileSight& before)
{
	std::vector<Knot> knots{{0.0L, before.position, before.velocity}};
	for (const ImpactSight* impact : ImpactsOf(sight, before.key))
	{
		knots.push_back({impact->time, impact->center, impact->velocityAfter});
	}
	for (const EndSight& end : sight.ends)
	{
		if (end.key == before.key)
		{
			knots.push_back({end.time, end.position, end.velocity});
			return knots;
		}
	}
	for (const ProjectileSight& after : sight.after)
	{
		if (after.key == before.key)
		{
			knots.push_back({sight.dt, after.position, after.velocity});
		}
	}
	return knots;
}

namespace
{

struct Judgement
{
	void (*judge)(const StepSight& sight, Ledger& ledger);
	Laws laws; // the laws whose faults it reports
};

void JudgeWays(const StepSight& sight, Ledger& ledger)
{
	static const Judgement k_judgements[] = {
	    {JudgeFinite, LawsOf({Law::Finite})}, {JudgeInside, LawsOf({Law::Inside, Law::Yield})},
	    {JudgeSide, LawsOf({Law::Side})},     {JudgeTold, LawsOf({Law::Told})},
	    {JudgeExit, LawsOf({Law::Told})},     {JudgeMomentum, LawsOf({Law::Momentum, Law::Energy, Law::Impulse})},
	    {JudgeChain, LawsOf({Law::Chain})},   {JudgeAgain, LawsOf({Law::Again})},
	    {JudgeRoom, LawsOf({Law::Room})},     {JudgeFree, LawsOf({Law::Free})},
	    {JudgeShot, LawsOf({Law::Shot})},
	};
	for (const Judgement& judgement : k_judgements)
	{
		if ((judgement.laws & ledger.def.laws).any())
		{
			judgement.judge(sight, ledger);
		}
	}
}

} // namespace

void Judge(const StepSight& sight, Ledger& ledger)
{
	ledger.extremes.impacts += static_cast<int64_t>(sight.impacts.size());
	ForgetChanged(sight, ledger);
	RememberPassed(sight, ledger);
	JudgeBooks(sight, ledger);
	if (sight.dt > 0.0L && sight.gone == false && IsWithin(sight, ledger))
	{
		JudgeWays(sight, ledger);
	}
	else
	{
		ForgetWays(ledger);
	}
	ForgetPassed(sight, ledger);
	ledger.step += sight.dt > 0.0L ? 1 : 0; // in a step of zero time, nothing flies
}

} // namespace ricochet::referee
