// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

class b2Contact;
class b2Fixture;
struct b2ContactImpulse;
struct b2Manifold;

/// A scene has no contacts, so it calls neither of these.
class b2ContactListener
{
public:
	virtual ~b2ContactListener() = default;
	virtual void BeginContact(b2Contact*) {}
	virtual void EndContact(b2Contact*) {}
	virtual void PreSolve(b2Contact*, const b2Manifold*) {}
	virtual void PostSolve(b2Contact*, const b2ContactImpulse*) {}
};

class b2ContactFilter
{
public:
	virtual ~b2ContactFilter() = default;
	virtual bool ShouldCollide(b2Fixture*, b2Fixture*) { return true; }
};
