// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

// The host is the engine whose world ricochet works in. This header is the only door to it: no other room includes the
// engine's headers of worlds, bodies, fixtures, contacts and trees, walks its lists, or reaches its private members.
//
// The seam is made of the engine's own classes: the library names b2World, b2Body, b2Fixture and b2Shape and calls some
// 45 of their member functions. A second host is one folder beside box2d/ that has classes with these functions, and
// the functions of the headers below:
//
//   what there is           ForEachBody, ForEachFixture, ForEachChild       children.h
//   the order of ties       ComesFirst                                      order.h
//   the tree                WalkTree, WalkTreeUntil, WalkBox, WalkBoxUntil  tree_walk.h
//   bounds in the tree      BoundsInTree, RefreshBounds, MoveBounds         tree.h
//   motion and mass         InverseMassOf, InverseInertiaOf                 solver_state.h
//   steps                   StepWorld, IsStepComplete                       solver_state.h

#include "host/box2d/children.h"
#include "host/box2d/order.h"
#include "host/box2d/solver_state.h"
#include "host/box2d/tree.h"
#include "host/box2d/tree_walk.h"
