// MIT License, Copyright (c) 2026 the ricochet authors

#include "determinism/arithmetic_hash.h"

#include "determinism/hash.h"
#include "geometry/elementary.h"
#include "geometry/separation.h"
#include "projectile/base/ballistics.h"
#include "projectile/impact/response.h"
#include "projectile/motion/motion.h"
#include "support/scenes.h"

#include <array>

namespace ricochet::test
{

namespace
{

// For glibc's exp, sin, cos and atan2, one result in 1500 to 2100 depends on whether the processor has FMA.
constexpr int32_t k_arguments = 1 << 17;

/// Returns a multiple of 2^-20, scaled by a power of two. It is the same on every compiler.
double Number(SceneRandom& random, double scale)
{
	return (random.Below(1 << 22) - (1 << 21)) * 0x1p-20 * scale;
}

Vec<double> NumberPair(SceneRandom& random, double scale)
{
	const double x = Number(random, scale);
	return {x, Number(random, scale)};
}

double Magnitude(SceneRandom& random, double scale)
{
	return (1 + random.Below(1 << 22)) * 0x1p-20 * scale;
}

void Add(const Vec<double>& v, Hash& hash)
{
	hash.Add(v.x);
	hash.Add(v.y);
}

void AddArc(SceneRandom& random, Hash& hash)
{
	Arc arc;
	arc.position = NumberPair(random, 64.0);
	arc.velocity = NumberPair(random, 256.0);
	arc.acceleration = NumberPair(random, 8.0);
	arc.drag = Magnitude(random, 4.0);
	const double time = Magnitude(random, random.OneIn(2) ? 1.0 : 0x1p-8);
	Add(arc.PositionAt(time), hash);
	Add(arc.VelocityAt(time), hash);
	hash.Add(arc.ChordDuration(time, {0x1p-10, 0x1p-16, 0x1p-6}));
}

void AddContact(SceneRandom& random, const b2Body& body, Hash& hash)
{
	const Vec<double> velocity = NumberPair(random, 256.0);
	const Contact contact(0.125, velocity, body, NumberPair(random, 1.0), {0.0, 1.0});
	Add(AfterBounce(contact, 0.5, 0.25), hash);
	Add(AfterStop(contact), hash);
	Vec<double> after{};
	hash.Add(AfterPierce(contact, Magnitude(random, 64.0), after));
	Add(after, hash);
}

void AddPose(SceneRandom& random, Hash& hash)
{
	BodyMotion motion;
	motion.before.SetIdentity();
	motion.after.SetIdentity();
	motion.centerBefore = NumberPair(random, 64.0);
	motion.centerAfter = NumberPair(random, 64.0);
	motion.angleBefore = Number(random, 16.0);
	motion.angleAfter = Number(random, 16.0);
	motion.localCenter = {0.25f, -0.5f};
	const b2Transform pose = motion.PoseAt((1 + random.Below(1 << 20)) * 0x1p-21);
	hash.Add(pose.p);
	hash.Add(pose.q.s);
	hash.Add(pose.q.c);
}

void AddElementary(SceneRandom& random, Hash& hash)
{
	const SinCos turn = SinCosOf(Number(random, random.OneIn(2) ? 2.0 : 1024.0));
	hash.Add(turn.sin);
	hash.Add(turn.cos);
	hash.Add(ExpOf(-Magnitude(random, 16.0)));
	const DecayShares shares = DecaySharesOf(Magnitude(random, random.OneIn(2) ? 4.0 : 0x1p-8));
	hash.Add(shares.first);
	hash.Add(shares.second);
}

void AddSeparation(SceneRandom& random, Hash& hash)
{
	const std::array<b2Vec2, 4> hull{b2Vec2{-1.0f, -0.75f}, {1.5f, -0.5f}, {1.0f, 1.25f}, {-0.5f, 1.0f}};
	const Separation separation = SeparateFromHull(NumberPair(random, 2.0), hull);
	hash.Add(separation.distance);
	Add(separation.normal, hash);
}

} // namespace

uint64_t ArithmeticHash()
{
	SceneRandom random(2027);
	Hash hash;
	b2World world({0.0f, 0.0f});
	b2BodyDef def;
	const b2Body* body = world.CreateBody(&def);
	for (int32_t i = 0; i < k_arguments; ++i)
	{
		AddArc(random, hash);
		AddContact(random, *body, hash);
		AddPose(random, hash);
		AddElementary(random, hash);
		AddSeparation(random, hash);
	}
	return hash.Get();
}

} // namespace ricochet::test
