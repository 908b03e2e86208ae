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

/// How the bodies of a world moved in its last step. It is for games that move projectiles of their own: a rocket with
/// a box shape, a slow bolt, a thrown knife. Casts through it go along with the step. It needs no Plugin.
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
/// pose in the middle of the step. A maxFraction above 1 counts as 1, because nothing is known of the next step.
///
/// **Motions.** The centre of mass moves in a straight line, from its place at Begin to its place at End. The body
/// turns about it at a steady rate. Bullets of a Plugin hit bodies on the same paths.
///
/// - A body that the game puts elsewhere between Begin and the world's step moves there in a straight line.
/// - Static bodies are hit where they are now. So are bodies that the game makes after Begin, and fixtures after End.
/// - Between Begin and End, and before the first End, nothing counts as moved.
/// - With b2World::SetSubStepping, one pair of Begin and End may enclose all calls of b2World::Step.
///
/// **Changes after End.** A game may destroy and make bodies and fixtures between two casts, and put bodies elsewhere.
/// A fixture that is gone is never hit. A body that was put elsewhere, as by b2World::ShiftOrigin, counts as at rest
/// there.
///
/// **Threads and memory.** Casts are const; many threads may cast at once while nothing changes the world. Casts
/// allocate nothing but the growth of the caller's list and of buffers that each thread keeps. The world must outlive
/// every call but the destructor.
class StepMotion
{
public:
	/// Lets std::bad_alloc through. Leave out `layout`: its default is the layout of the Box2D headers of the game. If
	/// that differs from the library's, Begin and End are refused with OtherBox2d (host/box2d_layout.h).
	explicit StepMotion(b2World& world, const Box2dLayout& layout = k_box2dLayoutHere);
	~StepMotion();
	StepMotion(const StepMotion&) = delete;
	StepMotion& operator=(const StepMotion&) = delete;

	/// Records where the bodies are that Box2D can move, and forgets the last step. Call it before b2World::Step.
	/// Refused: WorldIsLocked; OtherBox2d; OutOfMemory.
	Result<> Begin();

	/// Finds how they have moved. Call it after b2World::Step.
	///
	/// - Refused: StepHasNotBegun; WorldIsLocked; OtherBox2d; OutOfMemory, nothing counts as moved then.
	/// - Bodies whose transform is not finite are never hit. Begin and End quarantine them as QuarantineBodies does
	///   (host/quarantine.h).
	Result<> End();

	struct State;

private:
	friend const State& StateOf(const StepMotion& step);

	std::unique_ptr<State> m_state;
};

/// Returns the first hit of a ray that is flown in the step: at fraction f its point is at origin + f * translation.
/// Ties go to the world's order.
///
/// - Things at rest give the hits of CastRayClosest through the world, to the bit. If nothing has moved, so do all.
/// - A body that moves without turning is hit exactly, up to the rounding of its pose. One that turns is hit to within
///   1e-5 m if it goes no farther than Box2D moves it in a step: 2 m and a quarter turn. Beyond that the error grows.
/// - If a moving thing is hit, `enter` is on its surface at its pose of the entry, and `exit` at its pose of the exit.
///   Each point is off the thing under that pose. It may lie in another thing that touches there.
/// - The exit is the first one after the entry. With endsInside it is the end of the ray.
/// - A ray of zero length waits at its origin: a moving thing that comes over it is hit.
/// - An invalid ray misses.
[[nodiscard]] std::optional<RayHit> CastRayClosest(const StepMotion& step, const Ray& ray,
                                                   const QueryFilter& filter = {});

/// Returns the first hit of a hull that moves by its translation in the step, without turning. Ties go to the world's
/// order.
///
/// - Things at rest give the hits of CastHullClosest through the world, to the bit. If nothing has moved, so do all.
/// - At the hit of a moving thing, the hull is nearer to the thing than 1e-5 m. It has not touched the thing before. A
///   path that comes so near without a touch may hit or miss. If the thing does not turn, hit or miss is exact, up to
///   the rounding of its pose.
/// - `normal`, `contact`, `place`, `still` and `moving` are as in HullSpan, with the thing at its pose of the entry. If
///   a moving thing touches by a corner, `edge` is -1.
/// - At `place` the hull overlaps neither the thing nor, unless it starts in them, things at rest. By rounding it may
///   overlap another moving thing there.
/// - `exit` is where the hull leaves the thing for the rest of the step, with the thing at its pose of that time. If
///   they touch at the end of the path, the hit has endsInside. `grazing` is always false.
/// - If the hull overlaps the thing at the start, the way out is that of the pose at the start of the step. With a
///   filter without startInside, it then does not hit that thing in the whole step.
/// - If the thing turns so long beside the hull that 4096 steps of the search do not decide, that counts as a hit.
/// - A path that cannot be cast misses.
[[nodiscard]] std::optional<HullHit> CastHullClosest(const StepMotion& step, const HullPath& path,
                                                     const QueryFilter& filter = {});

/// Casts a beam that flies BeamDef::length in the step at a steady speed: a slow bolt. See CastBeam through a Space
/// (query/beam.h). A share of the length is also the share of the step, over all legs.
///
/// - A beam that only hits things at rest has the legs of CastBeam through the world, to the bit.
/// - Each leg ends at the hit of CastRayClosest through the step, from the time on at which the leg begins.
/// - A bounce reflects the direction at the normal that the surface has then, as light is reflected. The surface's own
///   speed changes neither the direction nor the speed of the beam.
/// - A Bounce ends the beam with BeamEnd::NoPlace if the surface moves so that the reflected beam would not get away
///   from it. This is also the case if the thing overtakes the beam from behind.
/// - After a bounce, a moving thing is hit only where the ray enters it. Each ray hits each moving thing once.
/// - Things at rest refract a beam. If the rule refracts it into a moving thing, the beam ends with BeamEnd::NoPlace,
///   because its path in there would not be straight.
BeamEnd CastBeam(const StepMotion& step, b2Vec2 origin, b2Vec2 direction, const BeamDef& def,
                 std::vector<BeamLeg>& legs);

} // namespace ricochet

RICOCHET_EXPORT_END
