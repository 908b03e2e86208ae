// MIT License, Copyright (c) 2026 the ricochet authors

#include "projectile/check.h"
#include "host/host.h"

#include "geometry/checker.h"
#include "index/snapshot_state.h"
#include "projectile/base/def_fields.h"
#include "projectile/blast/blast.h"

#include <algorithm>
#include <limits>
#include <optional>

namespace ricochet
{

namespace
{

constexpr double k_mostFragments = 65536.0;

// The largest radius (m). Floats can still represent the box about a disc of this radius, and the margins that are
// added to the radius.
constexpr double k_mostRadius = 1.0e6 * b2_lengthUnitsPerMeter;

constexpr double k_mostPreviewSteps = 1048576.0;

// The rules that the lists in def_fields.h use.
enum class Rule : uint8_t
{
	Any,
	Finite,
	Positive,
	PositiveOrInfinite,
	NotNegative,
	NotNegativeOrInfinite,
	Share,
	Radius,
	FragmentCount
};

void CheckField(Checker& checker, const char* name, b2Vec2 value, Rule rule)
{
	if (rule != Rule::Any)
	{
		checker.Finite(name, value);
	}
}

void CheckField(Checker& checker, const char* name, const std::optional<b2Vec2>& value, Rule rule)
{
	CheckField(checker, name, value.value_or(b2Vec2{0.0f, 0.0f}), rule);
}

void CheckField(Checker& checker, const char* name, double value, Rule rule)
{
	const bool isEndless = value == std::numeric_limits<double>::infinity();
	switch (rule)
	{
	case Rule::Any:
		break;
	case Rule::Finite:
		checker.Finite(name, value);
		break;
	case Rule::Positive:
		checker.Positive(name, value);
		break;
	case Rule::PositiveOrInfinite:
		checker.Positive(name, isEndless ? 1.0 : value);
		break;
	case Rule::NotNegative:
		checker.AtLeast(name, value, 0.0);
		break;
	case Rule::NotNegativeOrInfinite:
		checker.AtLeast(name, isEndless ? 0.0 : value, 0.0);
		break;
	case Rule::Share:
		checker.Share(name, value);
		break;
	case Rule::Radius:
		checker.AtLeast(name, value, 0.0).AtMost(name, value, k_mostRadius);
		break;
	case Rule::FragmentCount:
		checker.AtLeast(name, value, 0.0).AtMost(name, value, k_mostFragments);
		break;
	}
}

// Makes sure that each list has all fields of its def; otherwise this does not compile. A structured binding takes each
// def apart into the listed fields, and the fields that no list contains. The order of the names does not matter.
#define RICOCHET_NAME(field, cField, rule) field,
#define RICOCHET_OTHER_NAME(field) field,
[[maybe_unused]] void TakeApart(const BulletDef& def)
{
	[[maybe_unused]] const auto& [RICOCHET_BULLET_OWN_FIELDS(RICOCHET_NAME)
	                                  RICOCHET_BULLET_KIND_FIELDS(RICOCHET_NAME, RICOCHET_OTHER_NAME) userData] = def;
}

[[maybe_unused]] void TakeApart(const Homing& def)
{
	[[maybe_unused]] const auto& [RICOCHET_HOMING_FIELDS(RICOCHET_NAME) body] = def;
}

[[maybe_unused]] void TakeApart(const GrenadeDef& def)
{
	[[maybe_unused]] const auto& [RICOCHET_GRENADE_FIELDS(RICOCHET_NAME) userData, filter, blast] = def;
}

[[maybe_unused]] void TakeApart(const ExplosionDef& def)
{
	[[maybe_unused]] const auto& [RICOCHET_EXPLOSION_FIELDS(RICOCHET_NAME) userData, filter, fragments, rule] = def;
}

[[maybe_unused]] void TakeApart(const Fragments& def)
{
	[[maybe_unused]] const auto& [RICOCHET_FRAGMENTS_FIELDS(RICOCHET_NAME) bullet] = def;
}
#undef RICOCHET_OTHER_NAME
#undef RICOCHET_NAME

// All fields of Surface must be listed, so the sizes of the listed fields must add up to that of Surface.
#define RICOCHET_COUNT(field, cField, rule) +sizeof(Surface::field)
static_assert(sizeof(Surface) == 0 RICOCHET_SURFACE_FIELDS(RICOCHET_COUNT));
#undef RICOCHET_COUNT

} // namespace

Result<> Check(const BulletDef& def)
{
	Checker checker;
#define RICOCHET_CHECK(field, cField, rule) CheckField(checker, "BulletDef::" #field, def.field, Rule::rule);
	RICOCHET_BULLET_OWN_FIELDS(RICOCHET_CHECK)
	RICOCHET_BULLET_KIND_FIELDS(RICOCHET_CHECK, RICOCHET_NO_FIELD)
#undef RICOCHET_CHECK
#define RICOCHET_CHECK(field, cField, rule) CheckField(checker, "Homing::" #field, def.homing.field, Rule::rule);
	RICOCHET_HOMING_FIELDS(RICOCHET_CHECK)
#undef RICOCHET_CHECK
	return checker.Outcome();
}

Result<> CheckPreview(const Result<>& def, float duration, float dt)
{
	return Checker()
	    .Require(static_cast<bool>(def), def.GetError())
	    .Positive("duration", duration)
	    .AtLeast("dt", dt, k_shortestStep)
	    .AtMost("duration / dt", static_cast<double>(duration) / std::max(dt, k_shortestStep), k_mostPreviewSteps)
	    .Outcome();
}

Result<> Check(const GrenadeDef& def)
{
	Checker checker;
#define RICOCHET_CHECK(field, cField, rule) CheckField(checker, "GrenadeDef::" #field, def.field, Rule::rule);
	RICOCHET_GRENADE_FIELDS(RICOCHET_CHECK)
#undef RICOCHET_CHECK
	const Result<> blast = def.blast ? Check(*def.blast) : Result<>();
	return checker.Require(static_cast<bool>(blast), blast.GetError()).Outcome();
}

Result<> Check(const ExplosionDef& def)
{
	const Result<> blast = CheckBlast(def);
	Checker checker;
	checker.Require(static_cast<bool>(blast), blast.GetError());
#define RICOCHET_CHECK(field, cField, rule) CheckField(checker, "Fragments::" #field, def.fragments.field, Rule::rule);
	RICOCHET_FRAGMENTS_FIELDS(RICOCHET_CHECK)
#undef RICOCHET_CHECK
	const Result<> bullet = def.fragments.count > 0 ? Check(def.fragments.bullet) : Result<>();
	return checker.Require(static_cast<bool>(bullet), bullet.GetError()).Outcome();
}

namespace
{

Checker CheckSurface(Checker checker, const Surface& surface)
{
#define RICOCHET_CHECK(field, cField, rule) CheckField(checker, "Surface::" #field, surface.field, Rule::rule);
	RICOCHET_SURFACE_FIELDS(RICOCHET_CHECK)
#undef RICOCHET_CHECK
	return checker;
}

} // namespace

Result<> Check(const Surface& surface)
{
	return CheckSurface({}, surface).Outcome();
}

Result<> Check(const b2Fixture* fixture, const Surface& surface)
{
	return CheckSurface(Checker().NotNull("fixture", fixture), surface).Outcome();
}

Result<> CheckTime(float dt)
{
	return Checker().AtLeast("dt", dt, dt > 0.0f ? k_shortestStep : 0.0).AtMost("dt", dt, k_longestStep).Outcome();
}

Result<> CheckAndRepair(PluginDef& def, const b2World& world)
{
	const PluginDef defaults;
	Result<> outcome;
	const auto repair = [&](const Checker& checker, auto& field, const auto& byDefault)
	{
		if (checker.IsSound() == false)
		{
			outcome = outcome ? checker.Outcome() : outcome;
			field = byDefault;
		}
	};
	repair(Checker().AtLeast("PluginDef::maxContactsPerStep", def.maxContactsPerStep, 1.0), def.maxContactsPerStep,
	       defaults.maxContactsPerStep);
	repair(Checker().Positive("PluginDef::chordError", def.chordError), def.chordError, defaults.chordError);
	repair(CheckSurface({}, def.surface), def.surface, defaults.surface);
	repair(Checker().AtLeast("PluginDef::maxBullets", def.maxBullets, 0.0), def.maxBullets, defaults.maxBullets);
	repair(Checker().AtLeast("PluginDef::maxGrenades", def.maxGrenades, 0.0), def.maxGrenades, defaults.maxGrenades);
	const bool isOther = def.snapshot != nullptr && &StateOf(*def.snapshot).world != &world;
	repair(Checker().Require(isOther == false, {ErrorReason::OtherWorld, "PluginDef::snapshot"}), def.snapshot,
	       defaults.snapshot);
	return outcome;
}

} // namespace ricochet
