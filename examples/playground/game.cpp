// MIT License, Copyright (c) 2026 the ricochet authors

#include "game.h"

#include "code.h"

#include "common/level.h"

#include <ricochet/shapes/shape_factory.h>

#include <box2d/b2_revolute_joint.h>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <cstring>

namespace playground
{

namespace
{

struct SettingDef
{
	std::string_view key, name, unit, group;
	float Settings::*value;
	float least, most;
	bool isLogarithmic = false;
	bool isWhole = false;
};

constexpr std::array k_settings{
    SettingDef{"time", "speed of time", "×", "World", &Settings::timeScale, 0.001f, 2.0f, true},
    SettingDef{"steprate", "steps of the world", "/s", "World", &Settings::stepRate, 10.0f, 240.0f, true, true},
    SettingDef{"gravity", "gravity", "m/s²", "World", &Settings::gravity, -10.0f, 30.0f},
    SettingDef{"box2d", "Box2D beside it", "", "World", &Settings::compares, 0.0f, 1.0f, false, true},
    SettingDef{"speed", "speed of bullets", "m/s", "Bullets", &Settings::speed, 5.0f, 3000.0f, true},
    SettingDef{"rate", "rate of fire", "/s", "Bullets", &Settings::rate, 1.0f, 600.0f, true},
    SettingDef{"spread", "spread", "rad", "Bullets", &Settings::spread, 0.0f, 0.6f},
    SettingDef{"bounces", "bounces", "", "Bullets", &Settings::bounces, 0.0f, 30.0f, false, true},
    SettingDef{"pierces", "pierces", "", "Bullets", &Settings::pierces, 0.0f, 30.0f, false, true},
    SettingDef{"mass", "mass", "kg", "Bullets", &Settings::mass, 0.0005f, 1.0f, true},
    SettingDef{"radius", "radius of bullets", "m", "Bullets", &Settings::radius, 0.0f, 0.4f},
    SettingDef{"drag", "drag", "1/s", "Bullets", &Settings::drag, 0.0f, 4.0f},
    SettingDef{"homing", "homing", "rad/s", "Bullets", &Settings::homing, 0.0f, 12.0f},
    SettingDef{"doorturn", "turn rate of doors", "rad/s", "Doors", &Settings::doorTurn, 0.0f, 20.0f},
    SettingDef{"doorthickness", "thickness of doors", "m", "Doors", &Settings::doorThickness, 0.002f, 1.0f, true},
    SettingDef{"doorspeed", "speed of sliding doors", "m/s", "Doors", &Settings::doorSpeed, 0.2f, 30.0f, true},
    SettingDef{"fuse", "fuse", "s", "Grenades", &Settings::fuse, 0.2f, 8.0f},
    SettingDef{"springiness", "restitution", "", "Grenades", &Settings::grenadeRestitution, 0.0f, 1.0f},
    SettingDef{"blast", "reach of the blast", "m", "Grenades", &Settings::blast, 0.0f, 12.0f},
    SettingDef{"thickness", "radius of casts", "m", "Casts and light", &Settings::thickness, 0.02f, 1.0f},
    SettingDef{"sides", "sides of polygons", "", "Casts and light", &Settings::sides, 3.0f, 8.0f, false, true},
    SettingDef{"turn", "polygons turn by", "rad", "Casts and light", &Settings::turn, -6.0f, 6.0f},
    SettingDef{"beam", "bounces of beams", "", "Casts and light", &Settings::beamBounces, 0.0f, 60.0f, false, true},
    SettingDef{"rays", "rays in a fan", "", "Casts and light", &Settings::rays, 8.0f, 720.0f, true, true},
    SettingDef{"epsilon", "epsilon of Box2D's rays", "m", "Casts and light", &Settings::epsilon, 1.0e-7f, 0.1f, true},
    SettingDef{"light", "radius of the light", "m", "Casts and light", &Settings::lightSize, 0.0f, 1.0f},
};

constexpr float k_farthest = 1000.0f; // m, of what a link can draw

void Pin(Stage& stage, b2Body* body, const common::ObjectDef& object)
{
	float top = object.radius;
	for (const b2Vec2 vertex : object.vertices)
	{
		top = std::max(top, vertex.y + object.radius);
	}
	b2RevoluteJointDef def;
	def.Initialize(stage.AddBody({0.0f, 0.0f}), body,
	               body->GetWorldPoint({0.0f, object.hinge == common::Hinge::Top ? top : 0.0f}));
	stage.world.CreateJoint(&def);
}

uint64_t Mixed(uint64_t hash, float number)
{
	uint32_t bits = 0;
	std::memcpy(&bits, &number, sizeof(bits));
	return (hash ^ bits) * 0x100000001B3u; // FNV-1a, by words
}

} // namespace

void Game::AddObject(const common::ObjectDef& object)
{
	Stage& stage = *m_stage;
	b2Body* body = stage.AddBody(object.position, object.angle, object.body);
	body->SetLinearVelocity(object.velocity);
	body->SetAngularVelocity(object.angularVelocity);
	b2Fixture* fixture = nullptr;
	const auto add = [&](const auto& made)
	{
		fixture = made ? stage.Add(body, *made, object.material) : nullptr;
	};
	switch (object.outline)
	{
	case common::Outline::Circle:
		add(ricochet::MakeCircle({0.0f, 0.0f}, object.radius));
		break;
	case common::Outline::Capsule:
		add(ricochet::MakeCapsule(object.vertices[0], object.vertices[1], object.radius));
		break;
	case common::Outline::Polygon:
		add(ricochet::MakePolygon(object.vertices));
		break;
	case common::Outline::Loop:
		add(ricochet::MakeLoop(object.vertices));
		break;
	case common::Outline::Chain:
		add(ricochet::MakeChain(object.vertices));
		break;
	}
	if (fixture != nullptr)
	{
		stage.plugin.SetSurface(fixture, object.surface);
	}
	if (object.hinge != common::Hinge::None && object.body == b2_dynamicBody)
	{
		Pin(stage, body, object);
	}
	if (object.travel > 0.0f)
	{
		m_lifts.push_back({body, object.position.y, object.position.y + object.travel, object.velocity.Length()});
	}
}

// Reverses the lifts at the ends of their travel.
void Game::DriveLifts()
{
	for (const Lift& lift : m_lifts)
	{
		const float y = lift.body->GetPosition().y;
		const float velocity = lift.body->GetLinearVelocity().y;
		const bool goesUp = y <= lift.low || (velocity >= 0.0f && y < lift.high);
		lift.body->SetLinearVelocity({0.0f, goesUp ? lift.speed : -lift.speed});
	}
}

Game::Game()
{
	Load(0);
}

void Game::Load(size_t scene)
{
	m_scene = scene < Scenes().size() ? scene : 0;
	const SceneDef& def = Scenes()[m_scene];
	m_hand.Forget();
	m_lifts.clear();
	m_stage = std::make_unique<Stage>(m_settings);
	def.build(*m_stage);
	m_stage->RecordNow();
	m_view = def.view ? *def.view : ViewOf(*m_stage);
	m_hand.Move(*m_stage, m_stage->target);
	Take(def.tool);
}

std::string Game::LoadMap(const std::string& text)
{
	std::string error;
	const auto level = common::ParseLevel(text, "the map", &error);
	if (!level)
	{
		return error;
	}
	Load(Scenes().size() - 1);
	m_settings.gravity = level->gravity;
	for (const common::ObjectDef& object : level->objects)
	{
		AddObject(object);
	}
	m_stage->muzzle = {0.08f * level->width, 0.6f * level->height};
	for (const common::ShooterDef& shooter : level->shooters)
	{
		m_stage->muzzle = shooter.grenades ? m_stage->muzzle : shooter.position;
	}
	m_stage->target = {0.5f * level->width, 0.5f * level->height};
	m_hand.Move(*m_stage, m_stage->target);
	m_view = ViewOf(*m_stage);
	return {};
}

bool Game::Set(std::string_view key, float value)
{
	for (const SettingDef& def : k_settings)
	{
		if (def.key == key && value >= def.least && value <= def.most)
		{
			m_settings.*def.value = value;
			return true;
		}
	}
	return false;
}

float Game::Get(std::string_view key) const
{
	for (const SettingDef& def : k_settings)
	{
		if (def.key == key)
		{
			return m_settings.*def.value;
		}
	}
	return 0.0f;
}

void Game::Take(Tool tool)
{
	m_tool = tool;
	m_hand.Take(tool, *m_stage);
}

std::string Game::Describe()
{
	std::string scenes;
	std::string settings;
	const Settings defaults;
	for (const SceneDef& scene : Scenes())
	{
		scenes += fmt::format(
		    R"({}{{"key":"{}","name":"{}","text":"{}","tool":{},"settings":"{}","group":"{}","knobs":"{}"}})",
		    scenes.empty() ? "" : ",", scene.key, scene.name, scene.text, static_cast<int>(scene.tool), scene.settings,
		    scene.group, scene.knobs);
	}
	for (const SettingDef& def : k_settings)
	{
		settings += fmt::format(
		    R"({}{{"key":"{}","name":"{}","unit":"{}","group":"{}","value":{},"least":{},"most":{},"log":{},"whole":{}}})",
		    settings.empty() ? "" : ",", def.key, def.name, def.unit, def.group, defaults.*def.value, def.least,
		    def.most, def.isLogarithmic, def.isWhole);
	}
	return fmt::format(R"({{"scenes":[{}],"settings":[{}],"tools":"{}","styles":"{}"}})", scenes, settings, k_toolNames,
	                   k_styleNames);
}

void Game::Step()
{
	const SceneDef& def = Scenes()[m_scene];
	if (def.beforeStep != nullptr)
	{
		def.beforeStep(*m_stage);
	}
	DriveLifts();
	m_stage->Step();
}

void Game::Advance(float seconds)
{
	m_stage->Advance(seconds, [this] { Step(); });
}

void Game::Draw()
{
	m_display.Clear();
	if (m_tool == Tool::Flashlight || m_tool == Tool::Grid)
	{
		m_hand.Draw(*m_stage, m_display);
		m_stage->Draw(m_display);
		m_hand.DrawOver(*m_stage, m_display);
		return;
	}
	m_stage->Draw(m_display);
	if (Scenes()[m_scene].draw != nullptr)
	{
		Scenes()[m_scene].draw(*m_stage, m_display);
	}
	m_hand.Draw(*m_stage, m_display);
}

void Game::Preview(size_t scene, int steps, const std::string& map)
{
	m_settings = {};
	const SceneDef& def = Scenes()[scene];
	std::string_view rest = def.settings;
	while (rest.empty() == false)
	{
		const std::string_view one = rest.substr(0, rest.find('&'));
		rest.remove_prefix(std::min(one.size() + 1, rest.size()));
		const size_t equals = one.find('=');
		(void)Set(one.substr(0, equals), std::strtof(std::string(one.substr(equals + 1)).c_str(), nullptr));
	}
	if (def.key == "map")
	{
		(void)LoadMap(map);
	}
	else
	{
		Load(scene);
	}
	m_stage->isTriggerHeld = def.tool == Tool::Fire;
	for (int i = 0; i < steps; ++i)
	{
		Step();
	}
	SetWindow({m_view.center - 0.5f * b2Vec2{m_view.width, m_view.height},
	           m_view.center + 0.5f * b2Vec2{m_view.width, m_view.height}, 240, 135});
	Draw();
}

std::string Game::Code() const
{
	return CodeOf(Scenes()[m_scene], *m_stage, m_hand);
}

std::string Game::Drawn() const
{
	std::string text;
	for (const std::vector<b2Vec2>& outline : m_stage->drawn)
	{
		text += text.empty() ? "" : ";";
		for (size_t i = 0; i < outline.size(); ++i)
		{
			text += fmt::format("{}{:.2f},{:.2f}", i == 0 ? "" : ",", outline[i].x, outline[i].y);
		}
	}
	return text;
}

void Game::DropDrawn(const std::string& text)
{
	std::vector<b2Vec2> outline;
	const char* at = text.c_str();
	while (*at != '\0')
	{
		char* end = nullptr;
		const float x = std::strtof(at, &end);
		if (end == at || *end != ',')
		{
			return;
		}
		at = end + 1;
		const float y = std::strtof(at, &end);
		if (end == at || std::abs(x) > k_farthest || std::abs(y) > k_farthest)
		{
			return;
		}
		outline.push_back({x, y});
		at = end;
		if (*at == ';' || *at == '\0')
		{
			(void)m_stage->Drop(outline);
			outline.clear();
		}
		at += *at != '\0';
	}
}

std::string Game::Script(size_t scene, int steps, bool compares)
{
	Game game;
	game.m_settings.compares = compares ? 1.0f : 0.0f;
	game.Load(scene);
	Stage& stage = game.Now();
	const b2Vec2 middle = stage.target;
	for (int i = 0; i < steps; ++i)
	{
		if (i % 2 == 0)
		{
			stage.Fire(stage.muzzle, middle + b2Vec2{0.0f, 4.0f * (stage.Random() - 0.5f)});
		}
		if (i % 40 == 0)
		{
			stage.Throw(stage.muzzle, {6.0f + 6.0f * stage.Random(), 4.0f * stage.Random()});
		}
		game.Step();
		game.Draw();
	}
	uint64_t hash = 0xCBF29CE484222325u;
	for (const ricochet::BulletState& bullet : stage.plugin.Bullets())
	{
		hash = Mixed(Mixed(hash, bullet.position.x), bullet.velocity.y);
	}
	for (const Mark& mark : stage.marks)
	{
		hash = Mixed(Mixed(hash, mark.enter.x), mark.exit.y);
	}
	for (const b2Body* body = stage.world.GetBodyList(); body != nullptr; body = body->GetNext())
	{
		hash = Mixed(Mixed(hash, body->GetPosition().x), body->GetAngle());
	}
	const Counts& counts = stage.counts;
	return fmt::format("{} fired {} impacts {} bounces {} pierces {} stops {} blasts {} hash {:016x}",
	                   Scenes()[game.m_scene].key, counts.fired, counts.impacts, counts.bounces, counts.pierces,
	                   counts.stops, counts.blasts, hash);
}

} // namespace playground
