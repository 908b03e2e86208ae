// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <ricochet/c/base.h>
#include <ricochet/geometry/error.h>

#include <cstdint>

class b2Body;
class b2Fixture;

namespace ricochet::c
{

/// How a fixture and its body are told; all 0: there is none.
struct Told
{
	ricochet_body body = 0;
	ricochet_fixture fixture = 0;
	uint64_t bodyData = 0;
	uint64_t fixtureData = 0;

	friend bool operator==(const Told&, const Told&) = default;
};

/// Who knows the names of what a query meets: a world, or what remembers how all was called in it.
class Namer
{
public:
	/// Of a fixture that a query has met; of null: none.
	[[nodiscard]] virtual Told NamesOf(b2Fixture* fixture) const = 0;

	/// Of an id that is only compared, and may be gone: then null, or the address of no body.
	[[nodiscard]] virtual const b2Body* BodyToCompare(ricochet_body id) const = 0;

	/// NoSuchEntry if there is none.
	[[nodiscard]] virtual Result<const b2Body*> SeekBody(ricochet_body id) const = 0;

	/// The fixture of a hit of the same place, likewise. A fixture that waits to be destroyed is still hit.
	[[nodiscard]] virtual Result<b2Fixture*> SeekFixture(ricochet_fixture id) const = 0;

protected:
	~Namer() = default;
};

/// How a name is refused that is none.
[[nodiscard]] inline Error NoSuch(const char* parameter, uint64_t id)
{
	return {ErrorReason::NoSuchEntry, parameter, -1, static_cast<double>(static_cast<uint32_t>(id))};
}

} // namespace ricochet::c
