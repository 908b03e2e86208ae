// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <ricochet/projectile/events.h>

#include <box2d/b2_body.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace common
{

// A level is a map of the Tiled editor (mapeditor.org), saved as JSON (.tmj). Lengths here are in metres with y up;
// in the file they are in pixels with y down.
//
// Map properties: pixelsPerMeter (needed), gravity (m/s^2, downwards, 10), title.
// Layers: every object of every object layer is read, also in groups. Tile and image layers are art and are skipped.
// Templates (.tj) and tilesets (.tsj) are read from their own files if these are JSON, too.
//
// Objects are solids. Their class (Tiled calls it "type") is a material: stone (also when left empty), earth, wood,
// glass or steel, which sets the numbers below. Properties of an object:
//   body              static, kinematic or dynamic (static)
//   density, friction, restitution        as in Box2D
//   resistance        J/m, what a bullet loses by passing through; -1: nothing passes
//   ricochetAngle     degrees: bullets flatter than this over the surface may bounce
//   velocityX, velocityY, angularVelocity   m/s and rad/s, y up and counter-clockwise, at the start
//   travel, speed     a lift: a kinematic body that goes up by `travel` m and down again, at `speed` m/s
//   hinge             of a dynamic body: top or center, where it is pinned to the world
//   label             above, below, left, right or none: where the picture writes its name
// Rectangles and rotation are as in Tiled: about the top left corner, clockwise. An ellipse is a circle if it is as
// wide as high, else an octagon in it. A capsule (Tiled 1.12) is a capsule. A convex polygon of up to 8 vertices
// becomes one polygon. Any other simple polygon becomes a closed loop of edges, which only static bodies can have. A
// polyline becomes a chain; solid on its left, as it is drawn in Tiled from right to left for a ground.
//
// A tile object has the shapes of its tile from Tiled's collision editor, stretched and flipped as the tile is. It
// takes the class and the properties of the tile, unless it has its own. Each shape becomes a body, so only static tile
// objects may have several.
//
// Point objects of class "shooter" fire. Properties:
//   kind              bullet or grenade (bullet)
//   direction, spread degrees, counter-clockwise from the right; each shot turns by up to the spread either way
//   minSpeed, maxSpeed   m/s (each shot at random between them)
//   count, start, interval   how many shots, when the first, how far apart (s)
//   mass, gravityScale, restitution, friction, lifetime, drag, maxBounces, maxPierces, radius, fuse
//                     as in ricochet::BulletDef and GrenadeDef
// A property that no one reads is an error, for it is most likely misspelt.

enum class Material : uint8_t
{
	Stone,
	Earth,
	Wood,
	Glass,
	Steel
};

enum class Outline : uint8_t
{
	Polygon, ///< convex, solid
	Circle,
	Capsule, ///< around two vertices
	Chain,
	Loop
};

enum class Hinge : uint8_t
{
	None,
	Top,
	Center
};

enum class Label : uint8_t
{
	Above,
	Below,
	Left,
	Right,
	None
};

struct ObjectDef
{
	std::string name;
	int32_t id = 0;
	Material material = Material::Stone;
	b2BodyType body = b2_staticBody;
	Outline outline = Outline::Polygon;
	std::vector<b2Vec2> vertices; ///< in the body's frame; polygons and loops counter-clockwise; none for circles
	float radius = 0.0f;          ///< of circles and capsules
	b2Vec2 position{0.0f, 0.0f};  ///< of the body: the centre of the outline, the first point of a chain
	float angle = 0.0f;           ///< rad
	b2Vec2 velocity{0.0f, 0.0f};
	float angularVelocity = 0.0f;
	float travel = 0.0f; ///< of lifts, else 0
	Hinge hinge = Hinge::None;
	Label label = Label::Above;
	float density = 1.0f;
	ricochet::Surface surface; ///< its friction and restitution are the fixture's too
};

struct ShooterDef
{
	std::string name;
	int32_t id = 0;
	bool grenades = false;
	b2Vec2 position{0.0f, 0.0f};
	float direction = 0.0f; ///< rad
	float spread = 0.0f;    ///< rad
	float minSpeed = 0.0f;
	float maxSpeed = 0.0f;
	int32_t count = 1;
	float start = 0.0f;
	float interval = 0.0f;
	ricochet::BulletDef bullet;   ///< without position and velocity; read if it does not throw grenades
	ricochet::GrenadeDef grenade; ///< likewise, if it does
};

struct LevelDef
{
	std::string file; ///< for messages
	std::string title;
	float width = 0.0f;
	float height = 0.0f;
	float gravity = 10.0f; ///< downwards
	std::vector<ObjectDef> objects;
	std::vector<ShooterDef> shooters;
};

/// Reads a level file. On an error it returns nothing, and *error is one line: the file, the object (name, id), the
/// reason.
[[nodiscard]] std::optional<LevelDef> LoadLevel(const std::string& file, std::string* error);

/// Reads a level from the text of a file, like LoadLevel. `file` is the name for messages.
[[nodiscard]] std::optional<LevelDef> ParseLevel(std::string_view text, const std::string& file, std::string* error);

/// Returns the name of an object for messages: "object 'lift' (id 12)".
[[nodiscard]] std::string DescribeObject(std::string_view name, int32_t id);

} // namespace common
