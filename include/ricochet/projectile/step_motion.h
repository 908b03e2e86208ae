// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <ricochet/export.h>
#include <ricochet/geometry/error.h>
#include <ricochet/host/box2d_layout.h>
#include <ricochet/query/beam.h>
#include <ricochet/query/hull_query.h>
#include <ricochet/query/ray_query.h>

#include <memory>
#include <optional>
#include <vector>

class b2World;

RICOCHET_EXPORT_BEGIN

namespace ricochet
{

/// How the bodies of a world moved in its last step. It is for games that move their own projectiles: a rocket with a
/// box shape, a slow bolt, a thrown knife. Casts through a StepMotion hit bodies where they are during the step. It
/// needs no Plugin.
///
///     StepMotion step(world);
///     ...
///     (void)step.Begin();
///     world.Step(dt, 8, 3);
///     (void)step.End();
///     const HullPath path{rocket.hull, rocket.pose, dt * rocket.velocity};
///     const std::optional<HullHit> hit = CastHullClosest(step, path);
///
/// **Fractions.** The fraction of a cast is also the share of the step. At fraction 0.5 a body that moved is hit at its
/// pose in the middle of the step. A maxFraction above 1 counts as 1, because the motions of the next step are not
/// known.
///
/// **Motions.** The centre of mass moves in a straight line, from its place at Begin to its place at End. The body
/// turns about it at a constant rate. Bullets of a Plugin hit bodies on the same paths.
///
/// - A body that the game puts elsewhere between Begin and the world's step moves there in a straight line.
/// - Static bodies are hit at their present poses. So are bodies that the game creates after Begin, and fixtures that
///   it creates after End.
/// - Between Begin and End, and before the first End, nothing counts as moved.
/// - With b2World::SetSubStepping, one pair of Begin and End may enclose all calls of b2World::Step.
///
/// **Changes after End.** Between two casts, a game may create, destroy and move bodies and fixtures. A fixture that no
/// longer exists is never hit. A body that was moved, for instance by b2World::ShiftOrigin, counts as at rest at its
/// new place.
///
/// There is one exception, because Box2D uses addresses again. If a new body gets the addresses and the pose of a
/// destroyed one, it counts as the old one, with its motion. To avoid that, call Begin and End again without a step in
/// between. Then nothing counts as moved.
///
/// **Threads and memory.** Casts are const; many threads may cast at once while nothing changes the world. Casts
/// allocate only for the growth of the caller's list, and of buffers that each thread keeps. The world must outlive
/// every call except the destructor.
class StepMotion
{
public:
	/// May throw std::bad_alloc. Leave out `layout`: its default is the layout of the Box2D headers of the game. If
	/// that differs from the library's layout, Begin and End fail with OtherBox2d (host/box2d_layout.h).
	explicit StepMotion(b2World& world, const Box2dLayout& layout = k_box2dLayoutHere);
	~StepMotion();
	StepMotion(const StepMotion&) = delete;
	StepMotion& operator=(const StepMotion&) = delete;

	/// Records the poses of the bodies that Box2D can move, and drops the motions of the last step. Call it before
	/// b2World::Step. Errors: WorldIsLocked; OtherBox2d; OutOfMemory.
	Result<> Begin();

	/// Finds how the bodies have moved since Begin. Call it after b2World::Step.
	///
	/// - Errors: StepHasNotBegun; WorldIsLocked; OtherBox2d; OutOfMemory (then nothing counts as moved).
	/// - Bodies whose transform is not finite are never hit. Begin and End quarantine them as QuarantineBodies does
	///   (host/quarantine.h).
	Result<> End();

	struct State;

private:
	friend const State& StateOf(const StepMotion& step);

	std::unique_ptr<State> m_state;
};

/// Returns the first hit of a ray that is flown in the step. At the share f of the step, its point is at origin + f *
/// translation. Equal hits are ordered by the world's order.
///
/// - Hits on things at rest are those of CastRayClosest in the world, to the bit. If nothing has moved, that holds for
///   all hits.
/// - A body that moves without turning is hit exactly, up to the rounding of its pose. A body that turns is hit with an
///   error of at most 1e-5 m, if it moves no farther than Box2D can in a step: 2 m and a quarter turn. If it moves
///   farther, the error is larger.
/// - If a moving thing is hit, `enter` is on its surface at its pose of the entry, and `exit` at its pose of the exit.
///   Each point lies outside the thing at that pose. It may lie in another thing that touches there.
/// - The exit is the first one after the entry. If the hit has endsInside, it is the end of the ray.
/// - A ray of zero length waits at its origin: a moving thing that comes over it is hit.
/// - An invalid ray misses.
[[nodiscard]] std::optional<RayHit> CastRayClosest(const StepMotion& step, const Ray& ray,
                                                   const QueryFilter& filter = {});

/// Returns the first hit of a hull that moves by its translation in the step, without turning. Equal hits are ordered
/// by the world's order.
///
/// - Hits on things at rest are those of CastHullClosest in the world, to the bit. If nothing has moved, that holds for
///   all hits.
/// - At the hit on a moving thing, the hull is nearer to the thing than 1e-5 m, and has not touched it before. A path
///   that comes within 1e-5 m without a touch may hit or miss. If the thing does not turn, hit or miss is exact, up to
///   the rounding of its pose.
/// - `normal`, `contact`, `place`, `still` and `moving` are as in HullSpan, with the thing at its pose of the entry. If
///   a moving thing touches with a corner, `edge` is -1.
/// - At `place` the hull overlaps neither the thing nor, unless it starts in them, things at rest. Because of rounding,
///   it may overlap another moving thing there.
/// - `exit` is where the hull leaves the thing for the rest of the step, with the thing at its pose of that time. If
///   the two touch at the end of the path, the hit has endsInside. `grazing` is always false.
/// - If the hull overlaps the thing at the start, the way out (depth, wayOut, place) is for the thing's pose at that
///   time. If the filter does not have startInside, the hull does not hit that thing in the whole step.
/// - If the thing turns beside the hull for so long that 4096 steps of the search give no decision, that counts as a
///   hit.
/// - A path that cannot be cast misses.
[[nodiscard]] std::optional<HullHit> CastHullClosest(const StepMotion& step, const HullPath& path,
                                                     const QueryFilter& filter = {});

/// Casts a beam that flies BeamDef::length in the step at a constant speed, like a slow bolt. See CastBeam in a Space
/// (query/beam.h). The share of the length that the beam has flown, over all legs, is also the share of the step.
///
/// - A beam that hits only things at rest has the legs of CastBeam in the world, to the bit.
/// - Each leg ends at the hit that CastRayClosest through the step would have from the time at which the leg begins.
/// - A bounce reflects the direction at the surface's normal at that time, as light is reflected. The surface's own
///   speed changes neither the direction nor the speed of the beam.
/// - If the surface moves so that the reflected beam would not get away from it, a Bounce ends the beam with
///   BeamEnd::NoPlace. This is also the case if the thing overtakes the beam from behind.
/// - After a bounce, a moving thing is hit only where the ray enters it. Each ray hits each moving thing once.
/// - Things at rest refract a beam. If the rule refracts it into a moving thing, the beam ends with BeamEnd::NoPlace,
///   because its path inside that thing would not be straight.
BeamEnd CastBeam(const StepMotion& step, b2Vec2 origin, b2Vec2 direction, const BeamDef& def,
                 std::vector<BeamLeg>& legs);

} // namespace ricochet

RICOCHET_EXPORT_END
