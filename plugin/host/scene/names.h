// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

// Every file of ricochet_scene is compiled with this header in front. It gives the classes of box2d/ names of their
// own, so the library's symbols differ from those of any Box2D that a game links. The macros affect declarations in
// the library's own headers too, such as `class b2World;`.

#define RICOCHET_SCENE 1

#define b2AABB RicochetSceneAABB
#define b2BlockAllocator RicochetSceneBlockAllocator
#define b2Body RicochetSceneBody
#define b2BodyChange RicochetSceneBodyChange
#define b2BodyDef RicochetSceneBodyDef
#define b2BodyType RicochetSceneBodyType
#define b2BodyUserData RicochetSceneBodyUserData
#define b2BroadPhase RicochetSceneBroadPhase
#define b2ChainShape RicochetSceneChainShape
#define b2CircleShape RicochetSceneCircleShape
#define b2Contact RicochetSceneContact
#define b2ContactEdge RicochetSceneContactEdge
#define b2ContactFilter RicochetSceneContactFilter
#define b2ContactImpulse RicochetSceneContactImpulse
#define b2ContactListener RicochetSceneContactListener
#define b2ContactManager RicochetSceneContactManager
#define b2DynamicTree RicochetSceneDynamicTree
#define b2EdgeShape RicochetSceneEdgeShape
#define b2Filter RicochetSceneFilter
#define b2Fixture RicochetSceneFixture
#define b2FixtureDef RicochetSceneFixtureDef
#define b2FixtureProxy RicochetSceneFixtureProxy
#define b2FixtureUserData RicochetSceneFixtureUserData
#define b2GrowableStack RicochetSceneGrowableStack
#define b2Manifold RicochetSceneManifold
#define b2MassData RicochetSceneMassData
#define b2PolygonShape RicochetScenePolygonShape
#define b2Profile RicochetSceneProfile
#define b2RayCastInput RicochetSceneRayCastInput
#define b2RayCastOutput RicochetSceneRayCastOutput
#define b2Rot RicochetSceneRot
#define b2Shape RicochetSceneShape
#define b2Sweep RicochetSceneSweep
#define b2Transform RicochetSceneTransform
#define b2TreeNode RicochetSceneTreeNode
#define b2Vec2 RicochetSceneVec2
#define b2World RicochetSceneWorld

#define b2Abs RicochetSceneAbs
#define b2Clamp RicochetSceneClamp
#define b2Cross RicochetSceneCross
#define b2Distance RicochetSceneDistance
#define b2DistanceSquared RicochetSceneDistanceSquared
#define b2Dot RicochetSceneDot
#define b2Max RicochetSceneMax
#define b2Min RicochetSceneMin
#define b2Mul RicochetSceneMul
#define b2MulT RicochetSceneMulT
#define b2TestOverlap RicochetSceneTestOverlap
