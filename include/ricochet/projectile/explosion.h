// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <ricochet/export.h>
#include <ricochet/geometry/error.h>
#include <ricochet/index/item.h>
#include <ricochet/projectile/bullet.h>
#include <ricochet/query/query_filter.h>
#include <ricochet/query/space.h>

#include <box2d/b2_math.h>

#include <cstdint>
#include <vector>

class b2Body;

RICOCHET_EXPORT_BEGIN

namespace ricochet
{

/// Bullets that an explosion fires from its centre, outward at equal angles: always the same, no chance in it. They fly
/// from the next EndStep on.
struct Fragments
{
	int32_t count = 0;              ///< 0 to 65536
	float angle = 0.0f;             ///< of the first (rad); the others follow counter-clockwise
	float speed = 300.0f * k_meter; ///< m/s, >= 0
	BulletDef bullet = {};          ///< but for position and velocity, which are not read
};

/// A blast with the names of b2ExplosionDef of Box2D 3. Unlike that one it does not pass through obstacles.
///
/// The blast looks from its centre. It pushes the part in sight of every shape (of a chain: every edge), along the line
/// from the centre to the shape's nearest point, in sight or not. The impulse is impulsePerLength, times the length of
/// the part across that line, times a falloff. The falloff is 1 up to `radius` and goes linearly to 0 at
/// radius + falloff, at the distance of each piece of the part. Each piece is pushed where it is: a crate that is half
/// behind a wall gets half, and turns.
///
/// In the open, within `radius`, this is the impulse of b2World_Explode for the part of a shape that sees the centre.
/// Of a circle of radius r at a distance d (to its middle), 2 r sqrt(1 - (r / d)^2) sees it; Box2D 3 takes 2 r. The
/// impulse does not fade near the blast: a face that it touches is pushed by its whole width within `radius`.
///
/// Obstacles hide things as in VisibilityPolygon (sight/visibility.h), with the same filter. A fixture that the filter
/// refuses neither hides anything nor is hit. Lengths are integrated to within 2^-30 of themselves, and reported as
/// floats.
///
///   centre on a solid    or less than b2_linearSlop (5 mm) within it: the blast is seen from that far before its
///                        surface, by the shortest way, if there it is free. So an impact's point may be given
///   centre on an edge    it hides nothing and is not hit: both sides of it are in sight. Better give a point on the
///                        side that is meant, such as hit.enter.point + 0.01f * hit.enter.normal
///   centre in a solid    it is shut in: the solid's body is hit with share 1 and distance 0, pushed to all sides alike
///                        and so not moved; nothing else is hit. With filter.startInside false the solid is as if it
///                        were not there
struct ExplosionDef
{
	b2Vec2 position{0.0f, 0.0f};
	float radius = 1.0f * k_meter;  ///< m, >= 0: up to here the blast has its full effect
	float falloff = 3.0f * k_meter; ///< m, >= 0: so far beyond the radius it has none; radius + falloff > 0
	float impulsePerLength = 10.0f; ///< N s/m; negative: an implosion
	float damage = 1.0f;            ///< at share 1 within the radius; any number
	uintptr_t userData = 0;         ///< the game's; comes back in the event
	Fragments fragments = {};
	QueryFilter filter = {};
};

/// The effect of a blast on a body, or on a thing that was added to a SpatialHash by hand.
struct BlastHit : Item ///< the Item is the thing whose seen part is nearest, ties in the world's order
{
	b2Body* body = nullptr;   ///< over a Snapshot a name; null for such a thing
	b2Vec2 point{0.0f, 0.0f}; ///< the nearest that is in sight, in the world
	float distance = 0.0f;    ///< of the point from the centre (m)
	float seenLength = 0.0f;  ///< m: what is in sight within radius + falloff, across the lines that it is pushed along
	float share = 0.0f;       ///< 0 to 1: seenLength as a share of what it were without other bodies
	float damage = 0.0f;      ///< ExplosionDef::damage * falloff at the distance * share
	b2Vec2 impulse{0.0f, 0.0f}; ///< N s
	float moment = 0.0f;        ///< N m s, of the impulse about ExplosionDef::position; about a point c it is
	                            ///< moment + cross(position - c, impulse)
};

/// Replaces the content of `hits` by the effects that a blast would have in a Space (query/space.h), without any of
/// them: for previews and for players that plan. There is a hit for every body of which the blast sees a part, static
/// ones included, and for every such thing that was added by hand. The nearest comes first, ties in the world's order.
/// Refused, and `hits` is empty: a number out of the range that ExplosionDef states (NotFinite, NotPositive, TooSmall,
/// TooLarge; fragments are not read), OutOfMemory.
Result<> MeasureBlast(Space space, const ExplosionDef& def, std::vector<BlastHit>& hits);

} // namespace ricochet

RICOCHET_EXPORT_END
