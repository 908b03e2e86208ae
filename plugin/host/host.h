// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

// The host is the engine whose world ricochet works in. Other layers reach the engine only through this header. They do
// not include its headers of worlds, bodies, fixtures, contacts and trees, walk its lists, or access private members.
//
// The interface is made of the engine's own classes: the library uses b2World, b2Body, b2Fixture and b2Shape and calls
// some 45 of their member functions. The second host is scene/, a world without an engine.
// It has classes with these functions and members, so both share the functions of the headers below:
//
//   bodies and fixtures     BodiesOf, FixturesOf, ForEachChild              children.h
//   order of ties           ComesFirst                                      order.h
//   tree                    WalkTree, WalkTreeUntil, WalkBox, WalkBoxUntil  tree_walk.h
//   bounds in the tree      BoundsInTree, RefreshBounds, MoveBounds         tree.h
//   motion and mass         SweepOf, InverseMassOf, InverseInertiaOf        solver_state.h
//   steps                   StepWorld, IsStepComplete                       solver_state.h
//   exceptions in a step    GuardedCallbacks                                guarded_callbacks.h
//   numbers not finite      QuarantineBody                                  quarantine.h
//   changes between steps   StampOf, LeafOf, FixtureAt                      world_stamp.h

#include "host/box2d/children.h"
#include "host/box2d/guarded_callbacks.h"
#include "host/box2d/order.h"
#include "host/box2d/quarantine.h"
#include "host/box2d/solver_state.h"
#include "host/box2d/tree.h"
#include "host/box2d/tree_walk.h"
#include "host/box2d/world_stamp.h"

namespace ricochet
{

/// True if the library is compiled over a scene (scene/names.h). Then b2World and the other classes are those of
/// scene/box2d/, which no game can have made.
#ifdef RICOCHET_SCENE
inline constexpr bool k_isScene = true;
#else
inline constexpr bool k_isScene = false;
#endif

} // namespace ricochet
