// MIT License, Copyright (c) 2026 the ricochet authors

#include "properties.h"

#include <fmt/format.h>

#include <array>
#include <limits>

namespace common
{
namespace
{

constexpr float k_degree = b2_pi / 180.0f;

float ToFloat(double value)
{
	return static_cast<float>(value);
}

struct MaterialPreset
{
	const char* name;
	float density;
	float friction;
	float restitution;
	float resistance;    // J/m, -1: nothing passes
	float ricochetAngle; // degrees
};

// In the order of Material. Made for a lively range, not taken from a handbook: crates are light boxes of planks.
constexpr std::array<MaterialPreset, 5> k_materials = {{
    {"stone", 50.0f, 0.7f, 0.1f, -1.0f, 12.0f},
    {"earth", 50.0f, 0.9f, 0.0f, -1.0f, 8.0f},
    {"wood", 15.0f, 0.6f, 0.1f, 2500.0f, 5.0f},
    {"glass", 250.0f, 0.3f, 0.1f, 30000.0f, 3.0f},
    {"steel", 80.0f, 0.3f, 0.3f, -1.0f, 35.0f},
}};

Material ReadMaterial(TiledNode& node, const std::string& type)
{
	for (size_t i = 0; i < k_materials.size(); ++i)
	{
		if (type == k_materials[i].name)
		{
			return static_cast<Material>(i);
		}
	}
	if (type.empty() == false)
	{
		node.Complain(fmt::format("its class must be shooter, stone, earth, wood, glass or steel, is \"{}\"", type));
	}
	return Material::Stone;
}

void ReadSurface(TiledNode& node, ObjectDef& object)
{
	const MaterialPreset& preset = k_materials[static_cast<size_t>(object.material)];
	// With this least density no moment of inertia underflows to 0, at which Box2D would abort.
	object.density = ToFloat(node.Property("density", {0.001, 100000.0}, preset.density));
	object.surface.friction = ToFloat(node.Property("friction", {0.0, 100.0}, preset.friction));
	object.surface.restitution = ToFloat(node.Property("restitution", {0.0, 1.0}, preset.restitution));
	object.surface.ricochetAngle =
	    k_degree * ToFloat(node.Property("ricochetAngle", {0.0, 90.0}, preset.ricochetAngle));
	const double resistance = node.Property("resistance", {-1.0, 1e12}, preset.resistance);
	object.surface.resistance = resistance < 0.0 ? std::numeric_limits<float>::infinity() : ToFloat(resistance);
}

void ReadMotion(TiledNode& node, ObjectDef& object)
{
	// Box2D carries a body at most 2 m and a quarter turn in one step: 120 m/s and 94 rad/s at 60 Hz.
	object.velocity.x = ToFloat(node.Property("velocityX", {-100.0, 100.0}, 0.0));
	object.velocity.y = ToFloat(node.Property("velocityY", {-100.0, 100.0}, 0.0));
	object.angularVelocity = ToFloat(node.Property("angularVelocity", {-90.0, 90.0}, 0.0));
	object.travel = ToFloat(node.Property("travel", {0.0, 1000.0}, 0.0));
	const float speed = ToFloat(node.Property("speed", {0.001, 100.0}, 1.0));

	const bool moves = object.velocity.x != 0.0f || object.velocity.y != 0.0f || object.angularVelocity != 0.0f;
	if (moves && object.body == b2_staticBody)
	{
		node.Complain("is static and cannot have a velocity");
	}
	if (object.hinge != Hinge::None && object.body != b2_dynamicBody)
	{
		node.Complain("has a hinge and must be dynamic");
	}
	if (object.travel > 0.0f)
	{
		if (object.body != b2_kinematicBody || moves)
		{
			node.Complain("is a lift (it has travel) and must be kinematic, without a velocity of its own");
		}
		object.velocity.y = speed;
	}
}

} // namespace

void ReadSolidProperties(TiledNode& node, const std::string& type, ObjectDef& object)
{
	constexpr b2BodyType k_bodies[] = {b2_staticBody, b2_kinematicBody, b2_dynamicBody};
	object.material = ReadMaterial(node, type);
	object.body = k_bodies[node.ChoiceProperty("body", {"static", "kinematic", "dynamic"})];
	object.hinge = static_cast<Hinge>(node.ChoiceProperty("hinge", {"none", "top", "center"}));
	object.label = static_cast<Label>(node.ChoiceProperty("label", {"above", "below", "left", "right", "none"}));
	ReadSurface(node, object);
	ReadMotion(node, object);
}

void ReadShooterProperties(TiledNode& node, ShooterDef& shooter)
{
	if (node.Flag("point") == false)
	{
		node.Complain("is a shooter and must be a point");
	}
	shooter.grenades = node.ChoiceProperty("kind", {"bullet", "grenade"}) == 1;
	shooter.direction = k_degree * ToFloat(node.Property("direction", {-360.0, 360.0}, 0.0));
	shooter.spread = k_degree * ToFloat(node.Property("spread", {0.0, 180.0}, 0.0));
	shooter.minSpeed = ToFloat(node.Property("minSpeed", {0.1, 20000.0}));
	shooter.maxSpeed = ToFloat(node.Property("maxSpeed", {shooter.minSpeed, 20000.0}, shooter.minSpeed));
	shooter.count = node.CountProperty("count", {0.0, 100000.0}, 1);
	shooter.start = ToFloat(node.Property("start", {0.0, 3600.0}, 0.0));
	shooter.interval = ToFloat(node.Property("interval", {0.0, 3600.0}, 0.1));

	const auto read = [&](const char* property, Limits limits, float& value)
	{
		value = ToFloat(node.Property(property, limits, value));
	};
	if (shooter.grenades)
	{
		read("mass", {0.001, 1000.0}, shooter.grenade.mass);
		read("radius", {0.001, 10.0}, shooter.grenade.radius);
		read("gravityScale", {-100.0, 100.0}, shooter.grenade.gravityScale);
		read("restitution", {0.0, 1.0}, shooter.grenade.restitution);
		read("friction", {0.0, 100.0}, shooter.grenade.friction);
		read("rollingResistance", {0.0, 100.0}, shooter.grenade.rollingResistance);
		read("fuse", {0.001, 3600.0}, shooter.grenade.fuse);
	}
	else
	{
		read("mass", {0.00001, 1000.0}, shooter.bullet.mass);
		read("gravityScale", {-100.0, 100.0}, shooter.bullet.gravityScale);
		read("restitution", {0.0, 1.0}, shooter.bullet.restitution);
		read("friction", {0.0, 100.0}, shooter.bullet.friction);
		read("lifetime", {0.001, 3600.0}, shooter.bullet.lifetime);
		read("drag", {0.0, 1000.0}, shooter.bullet.drag);
		shooter.bullet.maxBounces = node.CountProperty("maxBounces", {0.0, 1000.0}, 0);
		shooter.bullet.maxPierces = node.CountProperty("maxPierces", {0.0, 1000.0}, 0);
	}
}

} // namespace common
