// MIT License, Copyright (c) 2026 the ricochet authors

#include "stage.h"

#include <ricochet/host/attach_geometry.h>
#include <ricochet/shapes/shape_factory.h>

#include <box2d/b2_polygon_shape.h>

#include <algorithm>
#include <cmath>

namespace playground
{

namespace
{

struct MaterialDef
{
	float density, friction, restitution, resistance, ricochetAngle;
};

MaterialDef DefOf(Material material)
{
	constexpr float k_never = std::numeric_limits<float>::infinity();
	switch (material)
	{
	case Material::Earth:
		return {1.5f, 0.8f, 0.1f, 30000.0f, 0.1f};
	case Material::Wood:
		return {0.6f, 0.5f, 0.3f, 400.0f, 0.2f};
	case Material::Glass:
		return {1.2f, 0.2f, 0.2f, 250.0f, 0.0f};
	case Material::Steel:
		return {4.0f, 0.3f, 0.7f, k_never, 1.6f};
	case Material::Stone:
		break;
	}
	return {2.0f, 0.6f, 0.4f, k_never, 0.6f};
}

// Dynamic wooden crates break if the blast is strong enough; the blast then passes through them. A crate with a joint,
// such as a dragged one, does not break.
ricochet::BlastDecision DestroysWood(const ricochet::BlastHit& hit)
{
	const bool isWood = static_cast<Material>(hit.fixture->GetUserData().pointer) == Material::Wood;
	const bool isFree = hit.body->GetType() == b2_dynamicBody && hit.body->GetJointList() == nullptr;
	return {.destroyed = isWood && isFree && hit.damage > 0.3f, .passed = 0.8f};
}

constexpr size_t k_mostMarks = 400;
constexpr int k_mostStepsAtOnce = 4;
constexpr size_t k_crowd = 3000; // bullets: a late picture then shows time slowed down, instead of more steps at once
constexpr double k_delay = 0.2;  // s, by which a shooter sees the world later than the server

} // namespace

Stage::Stage(const Settings& theSettings)
    : world({0.0f, -theSettings.gravity}), plugin(world, {.maxBullets = 30000, .maxGrenades = 200}),
      settings(theSettings)
{
}

b2Body* Stage::AddBody(b2Vec2 position, float angle, b2BodyType type)
{
	b2BodyDef def;
	def.position = position;
	def.angle = angle;
	def.type = type;
	return world.CreateBody(&def);
}

b2Fixture* Stage::Add(b2Body* body, const b2Shape& shape, Material material)
{
	const MaterialDef of = DefOf(material);
	b2FixtureDef def;
	def.shape = &shape;
	def.density = of.density;
	def.friction = of.friction;
	def.restitution = of.restitution;
	def.userData.pointer = static_cast<uintptr_t>(material);
	b2Fixture* fixture = body->CreateFixture(&def);
	plugin.SetSurface(fixture, {of.resistance, of.ricochetAngle, of.restitution, of.friction});
	return fixture;
}

b2Body* Stage::AddBox(b2Vec2 center, float halfWidth, float halfHeight, Material material, float angle, b2BodyType type)
{
	b2Body* body = AddBody(center, angle, type);
	if (const auto box = ricochet::MakeBox(halfWidth, halfHeight))
	{
		Add(body, *box, material);
	}
	return body;
}

b2Body* Stage::AddPlainBox(b2Vec2 center, float halfWidth, float halfHeight, Material material, float angle,
                           b2BodyType type)
{
	b2PolygonShape box;
	box.SetAsBox(halfWidth, halfHeight);
	b2Body* body = AddBody(center, angle, type);
	Add(body, box, material);
	return body;
}

b2Body* Stage::AddOutline(std::span<const b2Vec2> vertices, Material material, b2BodyType type)
{
	const auto outline = ricochet::Outline::Make(vertices);
	const auto pieces = outline ? ricochet::MakePolygons(*outline) : outline.GetError();
	if (!pieces)
	{
		return nullptr;
	}
	b2Body* body = AddBody({0.0f, 0.0f}, 0.0f, type);
	for (const ricochet::ClipPolygonShape& piece : *pieces)
	{
		Add(body, piece, material);
	}
	return body;
}

float Stage::Random()
{
	m_random = 1664525u * m_random + 1013904223u; // Numerical Recipes
	return static_cast<float>(m_random >> 8) * 0x1p-24f;
}

ricochet::BulletDef Stage::BulletToward(b2Vec2 from, b2Vec2 toward)
{
	return BulletOf(from, toward, settings.spread * (2.0f * Random() - 1.0f));
}

ricochet::BulletDef Stage::BulletOf(b2Vec2 from, b2Vec2 toward, float turn) const
{
	b2Vec2 way = toward - from;
	if (way.Normalize() == 0.0f)
	{
		way = {1.0f, 0.0f};
	}
	ricochet::BulletDef def;
	def.position = from;
	def.velocity = settings.speed * b2Vec2{way.x - turn * way.y, way.y + turn * way.x};
	def.mass = settings.mass;
	def.maxBounces = static_cast<int32_t>(settings.bounces);
	def.maxPierces = static_cast<int32_t>(settings.pierces);
	def.drag = settings.drag;
	def.radius = settings.radius;
	def.lifetime = 6.0f;
	def.maxRange = 2000.0f;
	def.restitution = 0.6f;
	def.keepsPath = plugin.Bullets().size() < k_crowd;
	def.homing = {.point = target, .turnRate = settings.homing};
	if (gunLength > 0.0f)
	{
		def.from = from;
		def.position = from + gunLength * way;
	}
	return def;
}

ricochet::GrenadeDef Stage::GrenadeOf(b2Vec2 from, b2Vec2 velocity) const
{
	ricochet::GrenadeDef def;
	def.position = from;
	def.velocity = velocity;
	def.radius = 0.12f;
	def.fuse = settings.fuse;
	def.restitution = settings.grenadeRestitution;
	if (settings.blast > 0.0f)
	{
		ricochet::ExplosionDef blast;
		blast.radius = 0.25f * settings.blast;
		blast.falloff = 0.75f * settings.blast;
		blast.impulsePerLength = 4.0f;
		blast.rule = DestroysWood;
		def.blast = blast;
	}
	return def;
}

double Stage::SeenTime(double now) const
{
	return std::max(now - k_delay, history->OldestTime().value_or(0.0));
}

void Stage::Fire(b2Vec2 from, b2Vec2 toward, float delay)
{
	ricochet::BulletDef def = BulletToward(from, toward);
	++shots;
	if (history != nullptr)
	{
		const size_t known = plugin.Impacts().size();
		counts.fired += static_cast<bool>(plugin.Fire(def, *history, SeenTime(time)));
		for (const ricochet::ImpactEvent& impact : plugin.Impacts().subspan(known))
		{
			NoteImpact(impact, time);
		}
		return;
	}
	def.delay = delay;
	if (const ricochet::BulletId bullet = plugin.Fire(def))
	{
		++counts.fired;
		m_ways.Begin(bullet);
	}
	if (Compares())
	{
		m_twin.Fire(def);
	}
}

void Stage::Throw(b2Vec2 from, b2Vec2 velocity)
{
	const ricochet::GrenadeDef def = GrenadeOf(from, velocity);
	counts.fired += static_cast<bool>(plugin.Throw(def));
	++shots;
	if (Compares())
	{
		m_twin.Throw(def);
	}
}

bool Stage::Drop(const std::vector<b2Vec2>& outline)
{
	EndHistory();
	if (AddOutline(outline, Material::Wood, b2_dynamicBody) == nullptr)
	{
		return false;
	}
	drawn.push_back(outline);
	return true;
}

void Stage::NoteGoal(const b2Body& body)
{
	std::erase(goals, &body);
}

void Stage::Advance(float seconds, const std::function<void()>& step)
{
	m_alpha += std::min(seconds, 0.1f) * settings.timeScale / timeStep;
	const int most = plugin.Bullets().size() < k_crowd ? k_mostStepsAtOnce : 1;
	for (int i = 0; m_alpha > 1.0f; ++i)
	{
		if (i == most)
		{
			m_alpha = 1.0f;
			return;
		}
		m_alpha -= 1.0f;
		const float shown = m_alpha;
		step();
		m_alpha = shown;
	}
}

void Stage::NotePoses(std::vector<Pose>& poses) const
{
	poses.clear();
	for (const b2Body* body = world.GetBodyList(); body != nullptr; body = body->GetNext())
	{
		poses.push_back({body->GetWorldCenter(), body->GetAngle()});
	}
}

void Stage::Step()
{
	timeStep = 1.0f / settings.stepRate;
	if (isTriggerHeld)
	{
		m_due += settings.rate * timeStep;
		while (m_due >= 1.0f)
		{
			m_due -= 1.0f;
			Fire(muzzle, target, std::max(timeStep - m_due / settings.rate, 0.0f));
		}
	}
	if (plugin.Bullets().size() < k_crowd)
	{
		Remember();
	}
	world.SetGravity({0.0f, -settings.gravity});
	NotePoses(m_before);
	if (Compares() == false)
	{
		m_twin.Restore({});
	}
	m_twin.Step(world, timeStep);
	const int32_t bodies = world.GetBodyCount();
	if (lastStep != nullptr)
	{
		lastStep->Begin();
	}
	plugin.Step(timeStep, 8, 3);
	if (lastStep != nullptr)
	{
		lastStep->End();
	}
	if (world.GetBodyCount() != bodies)
	{
		EndHistory();
	}
	time += static_cast<double>(timeStep);
	NotePoses(m_after);
	NoteEvents();
	NotePaths();
	RecordNow();
	m_alpha = 1.0f;
}

void Stage::RecordNow()
{
	if (history != nullptr && !history->Record(time))
	{
		history.reset();
	}
}

void Stage::NoteImpact(const ricochet::ImpactEvent& impact, double begin)
{
	++counts.impacts;
	counts.bounces += impact.response == ricochet::Response::Bounce;
	counts.pierces += impact.response == ricochet::Response::Pierce;
	counts.stops += impact.response == ricochet::Response::Stop;
	if (impact.fixture == nullptr)
	{
		return;
	}
	Mark& mark = marks.emplace_back();
	mark.enter = impact.enter.point;
	mark.normal = impact.enter.normal;
	mark.exit = impact.exit.point;
	mark.velocity = impact.velocityBefore;
	mark.thickness = impact.thickness;
	mark.speedAfter = impact.velocityAfter.Length();
	mark.response = impact.response;
	mark.isGrenade = static_cast<bool>(impact.grenade);
	mark.born = begin + static_cast<double>(impact.time);
	mark.energyLost = impact.energyLost;
	mark.age = impact.age;
	mark.distance = impact.distance;
	mark.material = static_cast<Material>(impact.fixture->GetUserData().pointer);
	const b2Body* body = impact.fixture->GetBody();
	NoteGoal(*body);
	if (body->GetType() == b2_staticBody)
	{
		return;
	}
	mark.body = body;
	if (impact.time < 0.0f)
	{
		const auto pose = history->PoseOf(body, mark.born);
		mark.pose = pose && *pose ? **pose : body->GetTransform();
		mark.born = time; // is seen from now on
		return;
	}
	size_t index = 0;
	for (const b2Body* other = world.GetBodyList(); other != body; other = other->GetNext())
	{
		++index;
	}
	mark.pose = PoseOf(index, *body, impact.time / timeStep);
}

void Stage::NoteEvents()
{
	const double begin = time - static_cast<double>(timeStep);
	for (const ricochet::ImpactEvent& impact : plugin.Impacts())
	{
		NoteImpact(impact, begin);
	}
	counts.expired += static_cast<int64_t>(plugin.Expired().size());
	counts.blasts += static_cast<int64_t>(plugin.Explosions().size());
	for (const ricochet::BlastEvent& hit : plugin.BlastHits())
	{
		if (hit.body != nullptr && hit.damage > 0.3f)
		{
			NoteGoal(*hit.body);
		}
	}
	for (const ricochet::ExplosionEvent& blast : plugin.Explosions())
	{
		m_blasts.push_back({blast.position, blast.radius + blast.falloff, begin + static_cast<double>(blast.time)});
	}
	if (marks.size() > 2 * k_mostMarks)
	{
		marks.erase(marks.begin(), marks.end() - static_cast<std::ptrdiff_t>(k_mostMarks));
	}
	std::erase_if(m_blasts, [&](const Blast& blast) { return blast.born < time - 1.0; });
}

// Also notes the paths of bullets that ended in the step.
void Stage::NotePaths()
{
	m_flown.clear();
	m_ways.Forget(time - Ways::LifeAt(settings.timeScale) - static_cast<double>(timeStep));
	const auto note = [&](ricochet::BulletId id, float radius)
	{
		const std::span<const ricochet::PathPoint> path = plugin.PathOf(id);
		if (path.size() > 1)
		{
			m_ways.Add(id, path, time - static_cast<double>(timeStep));
			m_flown.push_back({{path.begin(), path.end()}, radius});
		}
	};
	for (const ricochet::BulletState& bullet : plugin.Bullets())
	{
		note(bullet.id, bullet.radius);
	}
	for (const ricochet::ExpiredEvent& expired : plugin.Expired())
	{
		if (expired.bullet)
		{
			note(expired.bullet, 0.0f);
		}
	}
}

} // namespace playground
