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
#include <functional>
#include <vector>

class b2Body;

RICOCHET_EXPORT_BEGIN

namespace ricochet
{

/// Bullets that an explosion fires outwards from its centre, at equal angles, without any randomness. The fragments fly
/// from the next EndStep on.
struct Fragments
{
	int32_t count = 0;              ///< 0 to 65536
	float angle = 0.0f;             ///< direction of the first fragment (rad); the others follow counter-clockwise
	float speed = 300.0f * k_meter; ///< m/s, >= 0
	BulletDef bullet = {}; ///< position, velocity and `from` are not read. If userData is 0, the fragments have that of
	                       ///< the explosion
};

struct BlastHit;

/// The decision of a BlastRule about a body, or about a thing that was added to a SpatialHash by hand.
struct BlastDecision
{
	bool destroyed = false;
	float passed = 0.0f; ///< if destroyed, the share of the blast that continues through the body: 0 none, 1 all. It is
	                     ///< clamped to [0, 1]; NaN counts as 0
};

/// Decides which bodies a blast destroys, so that the blast continues through them. The rule receives the hit that will
/// be reported. Like a FixturePredicate, it must be pure (query/query_filter.h).
///
/// - The blast acts in rounds. In the first round every body stops it.
/// - In each round the rule is called for the hits on all bodies that are not yet destroyed, the nearest body first.
/// - The next round ignores the bodies that were destroyed in earlier rounds with `passed` above 0. Behind such a body
///   the blast has only the share `passed` of its strength. Behind several such bodies it has the product of their
///   shares.
/// - A destroyed body keeps the hit with which it was destroyed. Any other body has its hit of the last round. From
///   round to round, share and damage of a body never decrease.
/// - The last round is the first one that destroys no body with `passed` above 0. So there is at most one round more
///   than there are such bodies.
using BlastRule = std::function<BlastDecision(const BlastHit&)>;

/// A blast, with the field names of b2ExplosionDef in Box2D 3. Unlike a blast of Box2D 3, it does not pass through
/// obstacles.
///
/// The blast pushes the part of every shape (of a chain: of every edge) that is in sight of its centre. The push is
/// along the line from the centre to the shape's nearest point, even if that point is not in sight. The impulse is
/// impulsePerLength, times the length of the part across that line, times a falloff. The falloff is 1 up to `radius`
/// and decreases linearly to 0 at radius + falloff, by the distance of each piece of the part. The impulse on each
/// piece acts at that piece. So a crate that is half behind a wall receives half the impulse, and turns.
///
/// An attached geometry (host/attach_geometry.h) need not be convex. The push on it is along the line to its nearest
/// point that is in sight. Faces in sight receive no push if they are turned away from that direction, but they count
/// for the share.
///
/// Without obstacles and within `radius`, this is the impulse of b2World_Explode for the part of a shape that the
/// centre sees. For a circle of radius r whose middle is at a distance d, that part is 2 r sqrt(1 - (r / d)^2) wide.
/// Box2D 3 uses 2 r instead. The impulse does not decrease close to the centre: if the centre touches a face, the blast
/// pushes the face's whole width within `radius`.
///
/// Obstacles hide things as in VisibilityPolygon (sight/visibility.h), with the same filter. A fixture that the filter
/// refuses neither hides anything nor is hit. Every other body is an obstacle: one player shields the next. Lengths are
/// integrated with a relative error below 2^-30, and reported as floats.
///
///   centre on a solid    or less than b2_linearSlop (5 mm) within it: the blast acts from a point at that distance
///                        before the surface, on the shortest path out. That point must be free. So an impact's point
///                        may be given. If an edge or a thin solid is between the centre and that point, the blast
///                        stays on the centre's side, nearer to the surface
///   centre on an edge    the edge hides nothing and is not hit; both its sides are in sight. Better give a point on
///                        one side, such as hit.enter.point + 0.01f * hit.enter.normal
///   centre in a solid    the blast is shut in: the solid's body is hit with share 1 and distance 0, pushed to all
///                        sides alike and so not moved. Nothing else is hit, unless the rule destroys that body. If
///                        filter.startInside is false, the solid is ignored
struct ExplosionDef
{
	b2Vec2 position{0.0f, 0.0f};
	float radius = 1.0f * k_meter;  ///< m, >= 0: up to here the blast has its full effect
	float falloff = 3.0f * k_meter; ///< m, >= 0: from radius + falloff on it has no effect; radius + falloff > 0
	float impulsePerLength = 10.0f; ///< N s/m; negative: an implosion
	float damage = 1.0f;            ///< damage at share 1 within the radius; any number
	uintptr_t userData = 0;         ///< any value of the game's; returned in events. If it is 0 in GrenadeDef::blast,
	                                ///< the explosion has GrenadeDef::userData
	Fragments fragments = {};
	QueryFilter filter = {};
	BlastRule rule = {}; ///< empty: the blast destroys nothing. Plugin::Explode queues destroyed bodies for destruction
};

/// The effect of a blast on a body, or on a thing that was added to a SpatialHash by hand. If the nearest point in
/// sight is on the border of a shadow, rounding may put `point` into the shadow.
struct BlastHit : Item ///< the Item is the thing whose part in sight is nearest, ties in the world's order
{
	b2Body* body = nullptr;   ///< null for a thing added by hand. In a Snapshot it is only an id, because the body
	                          ///< may be destroyed
	b2Vec2 point{0.0f, 0.0f}; ///< the nearest point that is in sight, in the world's frame, just outside the surface
	float distance = 0.0f;    ///< from the centre to the point (m)
	float seenLength = 0.0f;  ///< m: width of the visible part of the body within radius + falloff, measured
	                          ///< perpendicular to the push
	float share = 0.0f;  ///< 0 to 1: seenLength divided by its value without other bodies. For an attached geometry,
	                     ///< each face is measured perpendicular to the line to its own nearest point. A part behind
	                     ///< destroyed bodies counts by the share of the blast that they pass
	float damage = 0.0f; ///< ExplosionDef::damage * share * falloff at `distance` (1 within radius, 0 from
	                     ///< radius + falloff on)
	b2Vec2 impulse{0.0f, 0.0f}; ///< N s
	float moment = 0.0f;        ///< N m s: angular impulse about ExplosionDef::position. About a point c it is moment +
	                            ///< cross(position - c, impulse)
	bool destroyed = false;     ///< BlastDecision::destroyed
};

/// Computes the effects that a blast would have in a Space (query/space.h), and replaces the content of `hits` by them.
/// It changes nothing else. Computer players can plan with it, on any thread.
///
/// - A Space contains nothing of a plugin. So grenades are not hit, and bodies that are queued to be destroyed are hit
///   and hide things. Use Plugin::PreviewBlast for the hits that Plugin::Explode would have.
/// - There is a hit for every body of which a part is in sight, static bodies included. The same holds for things added
///   by hand. The hits are sorted by distance, equal distances in the world's order.
/// - Errors, with `hits` empty: NotFinite, NotPositive, TooSmall, TooLarge for a number out of the range that
///   ExplosionDef states; OutOfMemory. Fragments are not read.
/// - MeasureBlast calls the def's rule, but destroys nothing. If a rule or a predicate throws, MeasureBlast throws.
Result<> MeasureBlast(Space space, const ExplosionDef& def, std::vector<BlastHit>& hits);

} // namespace ricochet

RICOCHET_EXPORT_END
