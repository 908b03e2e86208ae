// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "support/referee_sight.h"

#include <bitset>
#include <cstdio>
#include <initializer_list>
#include <map>
#include <string>
#include <string_view>

// What the referee writes down: faults, and what it must remember of a projectile from step to step.

// MinGW's vsnprintf is not that of Windows, which would be meant by "printf".
#ifdef __MINGW_PRINTF_FORMAT
#define RICOCHET_PRINTF_FORMAT __MINGW_PRINTF_FORMAT
#else
#define RICOCHET_PRINTF_FORMAT printf
#endif

namespace ricochet::referee
{

enum class Law : uint8_t
{
	Inside,   ///< no living projectile overlaps what it may collide with
	Yield,    ///< what overlaps a dynamic body does so neither deeper nor longer than stated
	Side,     ///< no wall and no solid is passed
	Told,     ///< what is told of a bullet is what a fine path shows
	Momentum, ///< a closed system keeps its momentum
	Energy,   ///< and gains no energy
	Impulse,  ///< a body changes by the impulses that are told
	Books,    ///< ids, order, fired = alive + expired
	Chain,    ///< events and states agree
	Again,    ///< a pair that has bounced does not bounce again before the world has moved the body
	Room,     ///< what is crushed had no place to go
	Free,     ///< what meets nothing flies free: nothing sucks
	Shot,     ///< a bullet meets a grenade where both are, and that takes what is told
	Finite    ///< all numbers are finite
};

inline constexpr int32_t k_lawCount = 14;

/// How far the chords may be off by which a curved path, and one in the frame of a turning body, is followed (m): what
/// PluginDef has by default.
inline constexpr Real k_chordError = 0.001L;

/// What is put elsewhere between the steps takes along what is in its way, if it goes no farther (m).
inline constexpr Real k_longestTeleport = 2.0L;

/// Some of the laws.
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
	Key key;            ///< of no generation: of no projectile
	Real number = 0.0L; ///< how much of what the law forbids
	std::string what;
};

struct RefereeDef
{
	Real depth = 1.0e-6L;      ///< m, and four ulps: an overlap that is none
	Real yieldDepth = 0.0L;    ///< of the radius: how deep a dynamic body may overlap a grenade
	Real yieldTime = 0.0L;     ///< s: for how long
	Real grazing = 3.0e-4L;    ///< m: crossings that stay within this of a surface are not judged
	Real relative = 1.0e-5L;   ///< of momentum, energy and impulses
	Real room = 0.5L;          ///< of the radius: so near a crushed grenade a place is looked for
	Laws laws = Laws().set();  ///< that are judged
	Real farthest = HUGE_VALL; ///< m: of a step in which anything is or goes farther only the books are judged
	bool closed = false;       ///< nothing but projectiles and free bodies, no gravity: momentum and energy are judged
};

/// What one bullet has to do with one piece of a solid or with one edge.
struct Passage
{
	int32_t side = 0; ///< 1 outside or left, -1 inside or right, 0 not known
	int32_t told = 0; ///< since it was last certain
	bool unsure = false;
	Real since = 0.0L; ///< depth or distance where it turned
};

struct Record
{
	Birth birth;
	int32_t bornIn = 0; ///< step
	bool ended = false;
	bool cancelled = false;
	std::set<const b2Fixture*> passed; ///< let through by an event, and not clear of it yet
	/// Solids on the way through what was pierced, and not yet come to: told with that.
	std::set<std::pair<const b2Fixture*, int32_t>> ahead;
	std::map<const b2Fixture*, int32_t> winding;
	std::map<std::pair<const b2Fixture*, int32_t>, Passage> passages;
	Real yielding = 0.0L; ///< s
	bool waits = false;   ///< at the dynamic body that it bounced off, till that is out of its way

	[[nodiscard]] bool IsAhead(const b2Fixture* fixture, int32_t child) const
	{
		return ahead.contains({fixture, child});
	}

	/// Not what it has to be told of.
	[[nodiscard]] bool IsPassed(const b2Fixture* fixture) const
	{
		const auto first = ahead.lower_bound({fixture, 0});
		return passed.contains(fixture) || (first != ahead.end() && first->first == fixture);
	}

	// Since it last met anything:
	Vec freePosition, freeVelocity;
	Real freeTime = 0.0L;
};

/// How far things went that are allowed within bounds.
struct Extremes
{
	int64_t yields = 0; ///< grenades in a dynamic body, summed over steps
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

	/// How many projectiles broke a law.
	[[nodiscard]] int64_t CountOf(Law law) const;

	void Accuse(Law law, Key key, Real number, const char* format, ...)
	    __attribute__((format(RICOCHET_PRINTF_FORMAT, 5, 6)));

	RefereeDef def;
	std::map<Key, Record> records;
	std::vector<Fault> faults;
	Extremes extremes;
	int32_t step = 0;
};

/// Whether projectiles of a filter meet such a fixture: b2Filter's rules and those of QueryFilter, but for sides.
[[nodiscard]] bool Meets(const QueryFilter& filter, const b2Body* body, const PieceSight& piece);

/// True if the library may tell the entry into a piece of a body with that into another piece. A disc that has not left
/// one piece is told of no other. A point that is inside a piece passes the pieces that touch it without an event.
[[nodiscard]] bool MayBeToldWithAnother(const Record& record, const BodySight& body, const PieceSight& piece);

/// What was let through or pierced in this step. The first that is done in a step.
void RememberPassed(const StepSight& sight, Ledger& ledger);

/// What a projectile was let through counts again from where it is clear of it. The last.
void ForgetPassed(const StepSight& sight, Ledger& ledger);

/// Where a projectile certainly was in a step: before it, at each impact, after it or at its end.
struct Knot
{
	Real time = 0.0L;
	Vec position;
	Vec velocity; ///< from here on
};

[[nodiscard]] std::vector<Knot> KnotsOf(const StepSight& sight, const ProjectileSight& before);

/// The body of a name, or null.
[[nodiscard]] const BodySight* BodyOf(const StepSight& sight, const b2Body* name);

/// The events of one projectile in this step, in their order.
[[nodiscard]] std::vector<const ImpactSight*> ImpactsOf(const StepSight& sight, Key key);

/// Those of bullets that have met this grenade in the step.
[[nodiscard]] std::vector<const ImpactSight*> ShotsAt(const StepSight& sight, Key grenade);

// The laws, one file each. Each looks at one step and accuses in the ledger.
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

/// All of them, then what the next step must know.
void Judge(const StepSight& sight, Ledger& ledger);

} // namespace ricochet::referee
