// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "support/referee_sight.h"

#include <bitset>
#include <cstdio>
#include <initializer_list>
#include <map>
#include <string>
#include <string_view>

// The records that the referee keeps from step to step: the faults that it has found, and the state of each projectile.

// In MinGW, the attribute's "printf" means the vsnprintf of Windows, from which MinGW's own one differs.
#ifdef __MINGW_PRINTF_FORMAT
#define RICOCHET_PRINTF_FORMAT __MINGW_PRINTF_FORMAT
#else
#define RICOCHET_PRINTF_FORMAT printf
#endif

namespace ricochet::referee
{

enum class Law : uint8_t
{
	Inside,   ///< no projectile in flight overlaps something with which it may collide
	Yield,    ///< an overlap with a dynamic body is neither deeper nor longer than stated
	Side,     ///< no projectile passes a wall or a solid
	Told,     ///< the events of a bullet are what a fine path shows
	Momentum, ///< a closed system keeps its momentum
	Energy,   ///< a closed system gains no energy
	Impulse,  ///< the velocity of a body changes by the reported impulses
	Books,    ///< ids, order, and fired = alive + expired
	Chain,    ///< events and states agree
	Again,    ///< after a bounce, a pair does not bounce again before the world has moved the body
	Room,     ///< a crushed grenade had no free place
	Free,     ///< a projectile that hits nothing flies freely, and nothing attracts it
	Shot,     ///< a bullet hits a grenade where both are, and the grenade receives the reported impulse
	Finite    ///< all numbers are finite
};

inline constexpr int32_t k_lawCount = 14;

/// The largest error of the chords of a curved path, or of a path in the frame of a rotating body (m). It is the
/// default of PluginDef::chordError.
inline constexpr Real k_chordError = 0.001L;

/// If the game moves a body between steps by at most this distance (m), the body pushes the projectiles on its path.
inline constexpr Real k_longestTeleport = 2.0L;

using Laws = std::bitset<k_lawCount>;

[[nodiscard]] inline Laws LawsOf(std::initializer_list<Law> list)
{
	Laws laws;
	for (const Law law : list)
	{
		laws.set(static_cast<size_t>(law));
	}
	return laws;
}

[[nodiscard]] std::string_view NameOf(Law law);

struct Fault
{
	Law law = Law::Inside;
	int32_t step = 0;
	Key key;            ///< no generation: no projectile
	Real number = 0.0L; ///< the size of the violation
	std::string what;
};

struct RefereeDef
{
	Real depth = 1.0e-6L;      ///< m, plus four ulps: a smaller overlap does not count
	Real yieldDepth = 0.0L;    ///< as a share of the radius: how deep a dynamic body may overlap a grenade
	Real yieldTime = 0.0L;     ///< s: how long it may do so
	Real grazing = 3.0e-4L;    ///< m: crossings that stay within this distance of a surface are not judged
	Real relative = 1.0e-5L;   ///< the relative tolerance of momentum, energy and impulses
	Real room = 0.5L;          ///< as a share of the radius: how far around a crushed grenade a place is searched
	Laws laws = Laws().set();  ///< the laws that are judged
	Real farthest = HUGE_VALL; ///< m: if anything is or moves farther in a step, only the books of this step are judged
	bool closed = false;       ///< only projectiles and free bodies without gravity: momentum and energy are judged
};

/// The relation of one bullet to one piece of a solid, or to one edge.
struct Passage
{
	int32_t side = 0; ///< 1 outside or left, -1 inside or right, 0 unknown
	int32_t told = 0; ///< the events since the side was last certain
	bool unsure = false;
	Real since = 0.0L; ///< the depth or distance at the turning point
};

struct Record
{
	Birth birth;
	int32_t bornIn = 0; ///< the number of the step
	bool ended = false;
	bool cancelled = false;
	std::set<const b2Fixture*> passed; ///< an event let the projectile through; it has not left them yet
	/// Solids on the rest of the path through a pierced solid, which the bullet has not reached yet. They are reported
	/// together with the pierced one.
	std::set<std::pair<const b2Fixture*, int32_t>> ahead;
	std::map<const b2Fixture*, int32_t> winding;
	std::map<std::pair<const b2Fixture*, int32_t>, Passage> passages;
	Real yielding = 0.0L; ///< s
	bool waits = false;   ///< waits at the dynamic body off which it bounced, until that is out of its way

	[[nodiscard]] bool IsAhead(const b2Fixture* fixture, int32_t child) const
	{
		return ahead.contains({fixture, child});
	}

	/// True if no event is due for this fixture.
	[[nodiscard]] bool IsPassed(const b2Fixture* fixture) const
	{
		const auto first = ahead.lower_bound({fixture, 0});
		return passed.contains(fixture) || (first != ahead.end() && first->first == fixture);
	}

	// The start of the free flight since the last contact.
	Vec freePosition, freeVelocity;
	Real freeTime = 0.0L;
};

/// Counts and largest values of effects that are allowed within bounds.
struct Extremes
{
	int64_t yields = 0; ///< grenades inside a dynamic body, summed over steps
	Real yieldDepth = 0.0L;
	Real yieldTime = 0.0L;
	int64_t crushed = 0;
	int64_t impacts = 0;
	int64_t judged = 0; ///< certain crossings
};

class Ledger
{
public:
	explicit Ledger(const RefereeDef& refereeDef) : def(refereeDef) {}

	void Born(Key key, const Birth& birth);
	[[nodiscard]] Record* Find(Key key);

	/// Returns the number of projectiles that broke this law.
	[[nodiscard]] int64_t CountOf(Law law) const;

	void Accuse(Law law, Key key, Real number, const char* format, ...)
	    __attribute__((format(RICOCHET_PRINTF_FORMAT, 5, 6)));

	RefereeDef def;
	std::map<Key, Record> records;
	std::vector<Fault> faults;
	Extremes extremes;
	int32_t step = 0;
};

/// True if projectiles with this filter hit the fixture of the piece. Applies all rules of b2Filter and QueryFilter
/// except for sides.
[[nodiscard]] bool Meets(const QueryFilter& filter, const b2Body* body, const PieceSight& piece);

/// True if the library may report the entry into a piece of a body together with the entry into another piece. A disc
/// that has not yet left one piece has no event for other pieces of the body. A point inside a piece enters touching
/// pieces without an event.
[[nodiscard]] bool MayBeToldWithAnother(const Record& record, const BodySight& body, const PieceSight& piece);

/// Records the fixtures that projectiles passed or pierced in this step. Must be called before all laws.
void RememberPassed(const StepSight& sight, Ledger& ledger);

/// Removes the fixtures that a projectile has left, so that they count again. Must be called after all laws.
void ForgetPassed(const StepSight& sight, Ledger& ledger);

/// A known position of a projectile in a step. There is one before the step, one at each impact, and one after the step
/// or at the projectile's end.
struct Knot
{
	Real time = 0.0L;
	Vec position;
	Vec velocity; ///< the velocity from here on
};

[[nodiscard]] std::vector<Knot> KnotsOf(const StepSight& sight, const ProjectileSight& before);

/// Returns the body with this address, or null.
[[nodiscard]] const BodySight* BodyOf(const StepSight& sight, const b2Body* name);

/// Returns the impacts of one projectile in this step, in their order.
[[nodiscard]] std::vector<const ImpactSight*> ImpactsOf(const StepSight& sight, Key key);

/// Returns the impacts of bullets that hit this grenade in the step.
[[nodiscard]] std::vector<const ImpactSight*> ShotsAt(const StepSight& sight, Key grenade);

// Functions for the laws, one file for each law. A function judges one step, and adds faults to the ledger.
void JudgeInside(const StepSight& sight, Ledger& ledger);
void JudgeSide(const StepSight& sight, Ledger& ledger);
void JudgeTold(const StepSight& sight, Ledger& ledger);
void JudgeExit(const StepSight& sight, Ledger& ledger);
void JudgeMomentum(const StepSight& sight, Ledger& ledger);
void JudgeBooks(const StepSight& sight, Ledger& ledger);
void JudgeChain(const StepSight& sight, Ledger& ledger);
void JudgeAgain(const StepSight& sight, Ledger& ledger);
void JudgeRoom(const StepSight& sight, Ledger& ledger);
void JudgeFree(const StepSight& sight, Ledger& ledger);
void JudgeShot(const StepSight& sight, Ledger& ledger);
void JudgeFinite(const StepSight& sight, Ledger& ledger);

/// Applies all laws, then records what the next step needs.
void Judge(const StepSight& sight, Ledger& ledger);

} // namespace ricochet::referee
