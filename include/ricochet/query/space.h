// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <ricochet/export.h>

class b2World;

RICOCHET_EXPORT_BEGIN

namespace ricochet
{

class Snapshot;
class SpatialHash;
class UserIndex;

/// The object that a query searches: a world as it is now, a Snapshot of a world, a SpatialHash, or a game's own
/// UserIndex. Every query is one free function whose first parameter is a Space. A Space is made implicitly, so only
/// the object before the comma changes:
///
///     CastRayClosest(world, ray);  CastRayClosest(snapshot, ray);  CastRayClosest(hash, ray);
///
/// A Snapshot that was updated after the last change of its world gives the same answers as the world, bit for bit.
/// An updated SpatialHash gives them, too, unless something that was added by hand is in the path. For an index that a
/// game writes itself, query/user_index.h has the contract.
///
/// - Memory: queries allocate nothing but the growth of the caller's lists and of buffers that each thread keeps. They
///   let std::bad_alloc through, unless they return a Result.
/// - Threads: queries are const. Many threads may query one Space while nothing changes it. A Snapshot may be queried
///   also while its world steps or is locked, and while the game destroys bodies and fixtures.
/// - Order: ties go to the world's order, that of body, fixture and child. Things that were added by hand come after
///   all fixtures, in the order in which they were added.
/// - A body whose pose is not finite is never hit. In a world it also hides no other body once QuarantineBodies
///   (host/quarantine.h) has been called. A Plugin calls it in every step in which a projectile flies.
/// - A world knows the bounds of a fixture as of the last change through Box2D's interface. A shape that was changed
///   through b2Fixture::GetShape is found only where it was before.
///
/// A Space is as large as two pointers and is valid as long as the object that it was made from.
class Space
{
public:
	// NOLINTBEGIN(google-explicit-constructor): implicit, so that a game can pass its world to a query
	Space(const b2World& world) : m_place(&world), m_kind(Kind::World) {}
	Space(const Snapshot& snapshot) : m_place(&snapshot), m_kind(Kind::Snapshot) {}
	Space(const SpatialHash& hash) : m_place(&hash), m_kind(Kind::Hash) {}
	Space(const UserIndex& index) : m_place(&index), m_kind(Kind::User) {}
	// NOLINTEND(google-explicit-constructor)

	// The object that the Space was made from, if that is of the kind in the name; else null.
	[[nodiscard]] const b2World* WorldIfAny() const { return As<b2World>(Kind::World); }
	[[nodiscard]] const Snapshot* SnapshotIfAny() const { return As<Snapshot>(Kind::Snapshot); }
	[[nodiscard]] const SpatialHash* HashIfAny() const { return As<SpatialHash>(Kind::Hash); }
	[[nodiscard]] const UserIndex* UserIndexIfAny() const { return As<UserIndex>(Kind::User); }

private:
	enum class Kind
	{
		World,
		Snapshot,
		Hash,
		User
	};

	template <class T>
	[[nodiscard]] const T* As(Kind kind) const
	{
		return m_kind == kind ? static_cast<const T*>(m_place) : nullptr;
	}

	const void* m_place;
	Kind m_kind;
};

} // namespace ricochet

RICOCHET_EXPORT_END
