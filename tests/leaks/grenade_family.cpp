// MIT License, Copyright (c) 2026 the ricochet authors

#include "leaks/chamber.h"

#include <ricochet/projectile/plugin.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <vector>

// Grenades fly in rooms and between solids that move but always leave them space. A ray is one grenade for one second.
// A grenade leaks if after any step its centre is outside the border of the space, or if it no longer exists.
// It also leaks if it overlaps a wall deeper than the tolerance.
// Beside each grenade flies a bullet disc of Box2D with the same size and material, in the same world.
// For discs only the border is judged, because Box2D lets bodies overlap by design.
// A projectile that has leaked is put back for its next second.

namespace ricochet::leaks
{

namespace
{

using referee::Real;

constexpr uint16_t k_discCategory = 0x0002; // grenades pass through it
constexpr int16_t k_discGroup = -7;         // discs pass through each other, as grenades do
constexpr Real k_depth = 1.0e-6L;           // m, plus four ulps: a smaller overlap does not count

class Play
{
public:
	Play(uint64_t seed, Chamber::Kind kind, size_t offset);

	/// Flies this many grenades for one second.
	void Fly(Job& job, int64_t grenades);

private:
	struct Pair
	{
		GrenadeId id;
		b2Body* disc = nullptr;
		float radius = 0.0f;
		const char* fault = nullptr; ///< the fault of the grenade in this second
		bool isDiscOut = false;
	};

	[[nodiscard]] GrenadeDef DrawGrenade();
	[[nodiscard]] b2Body* AddDisc(const GrenadeDef& def);
	[[nodiscard]] Pair AddPair();
	void Step();
	void Judge(Pair& pair);
	void PutBack(Pair& pair);
	[[nodiscard]] std::string Describe(const Pair& pair) const;

	uint64_t m_seed;
	SceneRandom m_random;
	b2World m_world{{0.0f, -10.0f}};
	Chamber m_chamber;
	Plugin m_plugin;
	size_t m_offset;
	int32_t m_rate; // in Hz
	int32_t m_second = 0;
	std::vector<Pair> m_pairs;
};

Play::Play(uint64_t seed, Chamber::Kind kind, size_t offset)
    : m_seed(seed), m_random(seed), m_chamber(m_world, m_random, kind, offset), m_plugin(m_world), m_offset(offset),
      m_rate(m_random.OneIn(2) ? 60 : static_cast<int32_t>(m_random.LogUniform(30.0f, 240.0f)))
{
}

// Draws a grenade of any size, in a free place.
GrenadeDef Play::DrawGrenade()
{
	const float size = m_chamber.Size();
	GrenadeDef def;
	do
	{
		def.radius = size * m_random.LogUniform(0.005f, Chamber::k_largest);
		def.position = m_chamber.DrawPoint(m_random);
	} while (m_chamber.Encloses(def.position) == false ||
	         m_chamber.DistanceAt(def.position) < 1.05L * static_cast<Real>(def.radius));
	def.velocity = size * m_random.LogUniform(0.01f, 10.0f) * m_random.Direction();
	def.mass = m_random.LogUniform(0.01f, 10.0f);
	def.restitution = m_random.OneIn(2) ? 0.4f : m_random.Uniform(0.0f, 1.0f);
	def.friction = m_random.OneIn(2) ? 0.6f : m_random.Uniform(0.0f, 1.0f);
	def.gravityScale = m_random.OneIn(4) ? 0.0f : 1.0f;
	def.fuse = 1.0e6f;
	def.filter.maskBits = static_cast<uint16_t>(~k_discCategory);
	return def;
}

b2Body* Play::AddDisc(const GrenadeDef& def)
{
	b2BodyDef body;
	body.type = b2_dynamicBody;
	body.position = def.position;
	body.linearVelocity = def.velocity;
	body.gravityScale = def.gravityScale;
	body.bullet = true;
	const b2CircleShape circle = test::CircleOf(def.radius);
	b2FixtureDef fixture;
	fixture.shape = &circle;
	fixture.density = def.mass / (b2_pi * def.radius * def.radius);
	fixture.friction = def.friction;
	fixture.restitution = def.restitution;
	fixture.filter.categoryBits = k_discCategory;
	fixture.filter.groupIndex = k_discGroup;
	b2Body* disc = m_world.CreateBody(&body);
	disc->CreateFixture(&fixture);
	return disc;
}

Play::Pair Play::AddPair()
{
	const GrenadeDef def = DrawGrenade();
	return {m_plugin.Throw(def), AddDisc(def), def.radius};
}

void Play::Fly(Job& job, int64_t grenades)
{
	while (static_cast<int64_t>(m_pairs.size()) < grenades)
	{
		m_pairs.push_back(AddPair());
	}
	for (int32_t i = 0; i < m_rate; ++i)
	{
		Step();
	}
	for (int64_t i = 0; i < grenades; ++i)
	{
		Pair& pair = m_pairs[static_cast<size_t>(i)];
		job.Count(m_offset, 1, job.Reported(pair.fault == nullptr), pair.isDiscOut == false,
		          [&] { return Describe(pair); });
		PutBack(pair);
	}
	++m_second;
}

void Play::Step()
{
	const float dt = 1.0f / static_cast<float>(m_rate);
	m_chamber.Drive(dt);
	m_plugin.Step(dt, 8, 3);
	m_chamber.Look();
	for (Pair& pair : m_pairs)
	{
		Judge(pair);
	}
}

void Play::Judge(Pair& pair)
{
	pair.isDiscOut = pair.isDiscOut || m_chamber.Encloses(pair.disc->GetPosition()) == false;
	if (pair.fault != nullptr)
	{
		return;
	}
	const auto state = m_plugin.Find(pair.id);
	if (state.has_value() == false)
	{
		pair.fault = "is gone";
		return;
	}
	const Real tolerance = k_depth + 4.0L * referee::UlpAt(referee::Widen(state->position));
	if (m_chamber.Encloses(state->position) == false)
	{
		pair.fault = "is out";
	}
	else if (m_chamber.DistanceAt(state->position) < static_cast<Real>(state->radius) - tolerance)
	{
		pair.fault = "is in a wall";
	}
}

void Play::PutBack(Pair& pair)
{
	if (pair.fault != nullptr)
	{
		m_plugin.Cancel(pair.id);
		m_world.DestroyBody(pair.disc);
		pair = AddPair();
	}
	if (pair.isDiscOut)
	{
		const auto state = m_plugin.Find(pair.id);
		pair.disc->SetTransform(state->position, 0.0f);
		pair.disc->SetLinearVelocity(state->velocity);
		pair.isDiscOut = false;
	}
}

std::string Play::Describe(const Pair& pair) const
{
	char text[256];
	std::snprintf(text, sizeof(text), "%s of %a m, scene %llx at %d Hz, second %d: grenade %u, radius %a, %s",
	              NameOf(m_chamber.GetKind()), static_cast<double>(m_chamber.Size()),
	              static_cast<unsigned long long>(m_seed), m_rate, m_second, pair.id.index,
	              static_cast<double>(pair.radius), pair.fault == nullptr ? "is not told" : pair.fault);
	return text;
}

constexpr int64_t k_grenades = 4;
constexpr int32_t k_mostSeconds = 4;

void HoldIn(Job& job, std::span<const Chamber::Kind> kinds)
{
	// Plays all combinations of offset and kind in turn, starting with a random one.
	auto scene = static_cast<size_t>(job.random.Below(64));
	while (job.Left() > 0)
	{
		++scene;
		Play play(job.random.Bits(), kinds[scene / k_offsets.size() % kinds.size()], scene % k_offsets.size());
		const int64_t grenades = std::min(job.Left(), 1 + job.random.Below(k_grenades) + int64_t{0});
		for (int32_t left = 1 + job.random.Below(k_mostSeconds); left > 0 && job.Left() >= grenades; --left)
		{
			play.Fly(job, grenades);
		}
	}
}

} // namespace

void HoldInRooms(Job& job)
{
	constexpr Chamber::Kind k_kinds[] = {Chamber::Kind::TurningRoom, Chamber::Kind::SwingingRoom};
	HoldIn(job, k_kinds);
}

void HoldBetweenSolids(Job& job)
{
	constexpr Chamber::Kind k_kinds[] = {Chamber::Kind::Drum, Chamber::Kind::Piston, Chamber::Kind::Walls};
	HoldIn(job, k_kinds);
}

} // namespace ricochet::leaks
