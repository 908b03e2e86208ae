// MIT License, Copyright (c) 2026 the ricochet authors

// Checks that with any settings of a game for Box2D, all queries for a hit agree and no bullet tunnels. The polygons
// have as many vertices as the settings allow. All lengths are metres times b2_lengthUnitsPerMeter.

#include <ricochet/ricochet.h>

#include <box2d/box2d.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <random>
#include <vector>

namespace
{

constexpr float k_unit = b2_lengthUnitsPerMeter;
int s_faults = 0;

void Require(bool is, const char* what, int i = -1)
{
	if (is == false && ++s_faults < 20)
	{
		std::printf("%s (%d)\n", what, i);
	}
}

struct Random
{
	std::mt19937 engine{20260101};

	float Between(float low, float high) { return low + (high - low) * static_cast<float>(engine() >> 8) * 0x1p-24f; }
	int Of(int count) { return static_cast<int>(engine() % static_cast<unsigned>(count)); }
	b2Vec2 Place(float reach) { return k_unit * b2Vec2(Between(-reach, reach), Between(-reach, reach)); }
};

std::vector<b2Vec2> Ring(int count, float radius, float phase)
{
	std::vector<b2Vec2> ring;
	for (int i = 0; i < count; ++i)
	{
		const float angle = phase + 2.0f * b2_pi * static_cast<float>(i) / static_cast<float>(count);
		ring.push_back(radius * k_unit * b2Vec2(std::cos(angle), std::sin(angle)));
	}
	return ring;
}

b2Fixture* AddFixture(b2Body* body, const ricochet::Result<ricochet::ClipPolygonShape>& shape)
{
	return body->CreateFixture(&*shape, 1.0f);
}

b2Body* AddBody(b2World& world, b2BodyType type, b2Vec2 position, float angle)
{
	b2BodyDef def;
	def.type = type;
	def.position = position;
	def.angle = angle;
	return world.CreateBody(&def);
}

void FillRoom(b2World& world, Random& random)
{
	for (int i = 0; i < 150; ++i)
	{
		const int count = i < 40 ? b2_maxPolygonVertices : 3 + random.Of(b2_maxPolygonVertices - 2);
		const auto polygon = ricochet::MakePolygon(Ring(count, random.Between(0.4f, 1.5f), random.Between(0.0f, 3.0f)));
		Require(static_cast<bool>(polygon) && polygon->m_count == count, "a ring is a polygon of all of its vertices",
		        i);
		b2Body* body = AddBody(world, b2_staticBody, random.Place(20.0f), random.Between(-3.0f, 3.0f));
		if (i % 2 == 0)
		{
			body->CreateFixture(&*polygon, 1.0f);
		}
		else
		{
			body->CreateFixture(static_cast<const b2PolygonShape*>(&*polygon), 1.0f);
		}
	}
	for (int i = 0; i < 20; ++i)
	{
		const auto circle = ricochet::MakeCircle({0.0f, 0.0f}, random.Between(0.2f, 1.0f) * k_unit);
		AddBody(world, b2_staticBody, random.Place(20.0f), 0.0f)->CreateFixture(&*circle, 1.0f);
	}
}

bool IsSame(const ricochet::Crossing& a, const ricochet::Crossing& b)
{
	return a.fraction == b.fraction && a.point == b.point && a.normal == b.normal && a.edge == b.edge;
}

template <class A, class B>
bool IsSame(const A& a, const B& b)
{
	return a.has_value() == b.has_value() &&
	       (a.has_value() == false ||
	        (a->fixture == b->fixture && IsSame(a->enter, b->enter) && IsSame(a->exit, b->exit)));
}

// Casts at every fixture by itself and returns the nearest hit.
std::optional<ricochet::RayHit> CastOneByOne(const b2World& world, const ricochet::Ray& ray)
{
	std::optional<ricochet::RayHit> nearest;
	for (const b2Body* body = world.GetBodyList(); body != nullptr; body = body->GetNext())
	{
		for (const b2Fixture* fixture = body->GetFixtureList(); fixture != nullptr; fixture = fixture->GetNext())
		{
			const auto span = ricochet::CastRayAtShape(*fixture->GetShape(), 0, body->GetTransform(), ray);
			if (span && (nearest.has_value() == false || span->enter.fraction < nearest->enter.fraction))
			{
				nearest.emplace();
				static_cast<ricochet::RaySpan&>(*nearest) = *span;
				nearest->fixture = const_cast<b2Fixture*>(fixture);
			}
		}
	}
	return nearest;
}

void CheckRays(const b2World& world, Random& random)
{
	const ricochet::Snapshot snapshot(world);
	ricochet::SpatialHash hash(2.0f * k_unit);
	Require(static_cast<bool>(hash.Update(&world)), "the grid is up to date");
	int hits = 0;
	for (int i = 0; i < 4000; ++i)
	{
		const ricochet::Ray ray = ricochet::RayBetween(random.Place(22.0f), random.Place(22.0f));
		const auto hit = ricochet::CastRayClosest(world, ray);
		Require(IsSame(hit, CastRayClosest(snapshot, ray)), "a snapshot gives the hit of the world", i);
		Require(IsSame(hit, CastRayClosest(hash, ray)), "a grid gives the hit of the world", i);
		const auto single = CastOneByOne(world, ray);
		Require(hit.has_value() == single.has_value() && (!hit || hit->enter.fraction == single->enter.fraction),
		        "the nearest of all is hit", i);
		Require(ricochet::InSight(world, ray.origin, ray.origin + ray.translation) == (hit.has_value() == false),
		        "what a ray meets is out of sight", i);
		hits += hit.has_value() ? 1 : 0;
	}
	Require(hits > 2000, "many rays hit", hits);
}

void CheckFansAndDiscs(const b2World& world, Random& random)
{
	const ricochet::Snapshot snapshot(world);
	std::vector<ricochet::RayHit> fromWorld(512), fromSnapshot(512);
	for (int i = 0; i < 40; ++i)
	{
		const ricochet::RayFan fan{random.Place(20.0f), 0.0f, 2.0f * b2_pi, 25.0f * k_unit, 512};
		Require(ricochet::CastRayFan(world, fan, fromWorld) && CastRayFan(snapshot, fan, fromSnapshot), "a fan is cast",
		        i);
		for (int k = 0; k < fan.count; ++k)
		{
			const auto one = ricochet::CastRayClosest(world, ricochet::FanRay(fan, k));
			const auto& a = fromWorld[static_cast<size_t>(k)];
			const auto& b = fromSnapshot[static_cast<size_t>(k)];
			Require(one ? a.fixture == one->fixture && IsSame(a.enter, one->enter) : a.fixture == nullptr, "fan", k);
			Require(one ? b.fixture == one->fixture && IsSame(b.exit, one->exit) : b.fixture == nullptr,
			        "fan of copies", k);
		}
	}
	for (int i = 0; i < 1000; ++i)
	{
		const auto ring = Ring(3 + random.Of(b2_maxPolygonVertices - 2), 0.3f, 0.0f);
		b2Transform pose(random.Place(20.0f), b2Rot(random.Between(-3.0f, 3.0f)));
		const ricochet::HullPath path{{ring}, pose, random.Place(10.0f)};
		const auto hit = ricochet::CastHullClosest(world, path);
		const auto copied = CastHullClosest(snapshot, path);
		Require(hit.has_value() == copied.has_value() &&
		            (!hit || (hit->fixture == copied->fixture && hit->enter.fraction == copied->enter.fraction)),
		        "a hull meets the same in the world and in a snapshot", i);
	}
}

void CheckAttached(b2World& world)
{
	const auto ring = Ring(40, 1.0f, 0.0f);
	const auto outline = ricochet::Outline::Make(ring);
	const auto geometry = ricochet::CastGeometry::Make(*outline);
	Require(outline && geometry, "a geometry of 40 vertices");
	for (int count = 3; count <= b2_maxPolygonVertices; ++count)
	{
		b2Body* body = AddBody(world, b2_staticBody, {100.0f * k_unit, 0.0f}, 0.0f);
		b2Fixture* fixture = AddFixture(body, ricochet::MakePolygon(Ring(count, 0.5f, 0.0f)));
		const b2FixtureUserData mark{};
		fixture->GetUserData() = mark;
		const bool attached = static_cast<bool>(ricochet::AttachGeometry(fixture, *geometry));
		Require(attached == (count < b2_maxPolygonVertices), "a geometry for a polygon with a vertex to spare", count);
		const auto hit = ricochet::CastRayClosest(
		    world, ricochet::RayBetween({90.0f * k_unit, 0.01f * k_unit}, {110.0f * k_unit, 0.01f * k_unit}));
		const float x = attached ? 99.0f : 99.5f;
		Require(hit && std::abs(hit->enter.point.x - x * k_unit) < 0.1f * k_unit, "where the geometry is", count);
		Require(static_cast<bool>(ricochet::DetachGeometry(fixture)), "detached", count);
		world.DestroyBody(body);
	}
	const auto pieces = ricochet::MakePolygons(*outline);
	Require(pieces && pieces->size() > 1, "pieces of a ring");
}

void CheckFlight()
{
	b2World world(k_unit * b2Vec2(0.0f, -10.0f));
	b2Body* pane = AddBody(world, b2_staticBody, {0.0f, 0.0f}, 0.0f);
	AddFixture(pane, ricochet::MakeBox(0.01f * k_unit, 50.0f * k_unit, k_unit * b2Vec2(30.0f, 0.0f)));
	AddFixture(pane, ricochet::MakeBox(60.0f * k_unit, 0.5f * k_unit, k_unit * b2Vec2(0.0f, -0.5f)));
	for (int i = 0; i < 20; ++i)
	{
		b2Body* crate = AddBody(world, b2_dynamicBody, k_unit * b2Vec2(static_cast<float>(i) - 30.0f, 1.0f), 0.1f);
		AddFixture(crate, ricochet::MakePolygon(Ring(b2_maxPolygonVertices, 0.4f, 0.0f)));
	}
	ricochet::Plugin plugin(world);
	Require(plugin.LastError().reason == ricochet::ErrorReason::None, "the plugin works with this Box2D");
	for (int i = 0; i < 50; ++i)
	{
		ricochet::BulletDef bullet;
		bullet.position = k_unit * b2Vec2(20.0f, 1.0f + 0.5f * static_cast<float>(i));
		bullet.velocity = {800.0f * k_unit, 0.0f};
		Require(static_cast<bool>(plugin.Fire(bullet)), "a bullet flies", i);
	}
	ricochet::GrenadeDef grenade;
	grenade.position = k_unit * b2Vec2(5.0f, 5.0f);
	grenade.velocity = {3.0f * k_unit, 0.0f};
	grenade.radius = 0.1f * k_unit;
	grenade.fuse = 60.0f;
	const auto id = plugin.Throw(grenade);
	size_t stopped = 0;
	for (int i = 0; i < 600; ++i)
	{
		plugin.Step(1.0f / 60.0f, 8, 3);
		stopped += plugin.Impacts().size();
		Require(plugin.LastError().reason == ricochet::ErrorReason::None, plugin.LastError().Message().c_str(), i);
		if (i == 0)
		{
			Require(stopped == 50, "all bullets meet the pane in their first step", static_cast<int>(stopped));
		}
	}
	const auto state = plugin.Find(id);
	Require(state && std::abs(state->position.y - 0.1f * k_unit) < 0.02f * k_unit, "the grenade lies on the ground");
}

} // namespace

int main()
{
	std::printf("polygons of %d vertices, %g units per metre, b2PolygonShape of %zu bytes\n", b2_maxPolygonVertices,
	            static_cast<double>(k_unit), sizeof(b2PolygonShape));
	const ricochet::Result<> isSame = ricochet::CheckBox2dLayout();
	Require(static_cast<bool>(isSame), isSame.GetError().Message().c_str());
	Random random;
	b2World world({0.0f, 0.0f});
	FillRoom(world, random);
	CheckRays(world, random);
	CheckFansAndDiscs(world, random);
	CheckAttached(world);
	CheckFlight();
	std::printf("%d faults\n", s_faults);
	return s_faults == 0 ? 0 : 1;
}
