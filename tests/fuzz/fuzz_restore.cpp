// MIT License, Copyright (c) 2026 the ricochet authors

#include "projectile/save/archive.h"

#include <ricochet/projectile/plugin.h>

#include "fuzz/fuzz_input.h"
#include "fuzz/restore_yard.h"

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <span>

// Calls Plugin::Restore with any bytes: raw, as content with a correct digest, and as saved bytes with a few numbers
// changed. Restore must refuse the bytes and change nothing, or give a state that can continue.

namespace ricochet::fuzz
{

namespace
{

constexpr int32_t k_steps = 30;

// A strongly bent path takes a thousand legs in each step. The run ends after this number of legs.
constexpr int64_t k_mostLegs = 8192;

template <class T>
void Write(Bytes& bytes, size_t place, const T& value)
{
	const size_t size = std::min(sizeof(value), bytes.size() - place);
	std::memcpy(bytes.data() + place, &value, size);
}

// Changes numbers of several sizes, because counts, names and indices stand between the doubles.
void ChangeNumber(Input& input, Bytes& bytes)
{
	constexpr uint64_t k_hard[] = {0, 1, 2, 255, INT32_MAX, UINT32_MAX, INT64_MAX, UINT64_MAX};
	const size_t place = input.Index(bytes.size());
	switch (input.Between(0, 5))
	{
	case 0:
		Write(bytes, place, input.Bits<uint8_t>());
		break;
	case 1:
		Write(bytes, place, input.Float());
		break;
	case 2:
		Write(bytes, place, static_cast<double>(input.Float()));
		break;
	case 3:
		Write(bytes, place, static_cast<uint32_t>(k_hard[input.Index(std::size(k_hard))]));
		break;
	case 4:
		Write(bytes, place, k_hard[input.Index(std::size(k_hard))]);
		break;
	default:
		Write(bytes, place, input.Bits<uint64_t>());
		break;
	}
}

// Removes a piece of the bytes, or repeats it.
void ChangeLength(Input& input, Bytes& bytes)
{
	const size_t first = input.Index(bytes.size());
	const size_t last = first + input.Index(std::min<size_t>(bytes.size() - first, 64));
	const auto at = [&](size_t place)
	{
		return bytes.begin() + static_cast<std::ptrdiff_t>(place);
	};
	if (input.Flag())
	{
		bytes.erase(at(first), at(last));
	}
	else
	{
		const Bytes piece(at(first), at(last));
		bytes.insert(at(first), piece.begin(), piece.end());
	}
}

Bytes Changed(Input& input, const Bytes& saved)
{
	Bytes content(saved.begin() + sizeof(SavedHeader), saved.end());
	for (int32_t changes = input.Between(0, 6); changes > 0 && content.empty() == false; --changes)
	{
		input.OneIn(8) ? ChangeLength(input, content) : ChangeNumber(input, content);
	}
	return content;
}

Bytes WithHeader(const Bytes& content, bool hasOwnNames, uint64_t bodies)
{
	SavedHeader header;
	header.hasOwnNames = hasOwnNames ? 1 : 0;
	header.bodies = bodies;
	Bytes bytes(sizeof(header));
	bytes.insert(bytes.end(), content.begin(), content.end());
	header.Finish(bytes);
	return bytes;
}

template <class State>
void CheckState(const Plugin& plugin, const State& state)
{
	Require(IsFinite(state.position) && IsFinite(state.velocity), "what flies is finite");
	Require(std::isfinite(state.age), "ages are finite"); // below 0 for a bullet that waits at its muzzle
	const auto found = plugin.Find(state.id);
	Require(found.has_value() && found->id == state.id, "what flies is found");
}

void CheckStates(const Plugin& plugin)
{
	for (const BulletState& state : plugin.Bullets())
	{
		CheckState(plugin, state);
		Require(plugin.DefOf(state.id).has_value(), "what flies has a def");
	}
	for (const GrenadeState& state : plugin.Grenades())
	{
		CheckState(plugin, state);
		Require(std::isnan(state.angle) == false && std::isnan(state.angularVelocity) == false, "angles are numbers");
	}
}

Bytes SavedOf(const Yard& yard)
{
	Bytes bytes;
	Require(static_cast<bool>(yard.plugin.Save(bytes, yard.Names())), "what flies can be saved");
	return bytes;
}

void FlyOn(Yard& yard)
{
	CheckStates(yard.plugin);
	int64_t legs = 0;
	for (int32_t step = 0; step < k_steps && legs < k_mostLegs; ++step)
	{
		yard.Step();
		legs += yard.plugin.Stats().legs;
		CheckStates(yard.plugin);
	}
	const Bytes bytes = SavedOf(yard);
	const Result<> again = yard.plugin.Restore(bytes, yard.Finders());
	Require(static_cast<bool>(again), "what was saved is taken", [&] { return again.GetError().Message(); });
	Require(SavedOf(yard) == bytes, "what was restored gives the same bytes");
	yard.Step();
	CheckStates(yard.plugin);
}

} // namespace

} // namespace ricochet::fuzz

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
	using namespace ricochet::fuzz;
	Input input(data, size);
	const int32_t kind = input.Kind() % 4;
	const bool hasOwnNames = (input.Kind() & 4) != 0;
	Yard yard(hasOwnNames);
	yard.Launch();
	yard.Step();
	const Bytes before = SavedOf(yard);

	const auto* first = reinterpret_cast<const std::byte*>(data);
	const Bytes raw(first + std::min<size_t>(size, 1), first + size);
	const Bytes bytes = kind == 0   ? raw
	                    : kind == 1 ? WithHeader(raw, hasOwnNames, 0)
	                                : WithHeader(Changed(input, Yard::Busy(hasOwnNames)), hasOwnNames, 0);
	const auto restored = yard.plugin.Restore(bytes, yard.Finders());
	if (!restored)
	{
		Require(restored.GetError().Message().empty() == false, "a refusal says why");
		Require(SavedOf(yard) == before, "a refusal changes nothing");
	}
	FlyOn(yard);
	return 0;
}
