// MIT License, Copyright (c) 2026 the ricochet authors

#include "code.h"

#include <fmt/format.h>

#include <cmath>
#include <set>

namespace playground
{

namespace
{

std::string Number(float number)
{
	if (std::isinf(number))
	{
		return "std::numeric_limits<float>::infinity()";
	}
	const std::string text = fmt::format("{:.4g}", number);
	return text.find_first_of(".e") == std::string::npos ? text + ".0f" : text + "f";
}

std::string Vector(b2Vec2 v)
{
	return fmt::format("{{{}, {}}}", Number(v.x), Number(v.y));
}

/// Collects includes and lines.
class Code
{
public:
	void Include(std::string_view header) { m_includes.insert(fmt::format("#include <{}>", header)); }
	void Line(std::string_view line = {}) { m_lines += fmt::format("{}\n", line); }
	/// Writes `object.field = value;` if the value differs from the default.
	void Field(std::string_view field, float value, float byDefault)
	{
		if (value != byDefault)
		{
			Line(fmt::format("{} = {};", field, Number(value)));
		}
	}
	void Field(std::string_view field, int32_t value, int32_t byDefault)
	{
		if (value != byDefault)
		{
			Line(fmt::format("{} = {};", field, value));
		}
	}
	[[nodiscard]] std::string Text() const
	{
		std::string text;
		for (const std::string& include : m_includes)
		{
			text += include + "\n";
		}
		return text + "\n" + m_lines;
	}

private:
	std::set<std::string> m_includes;
	std::string m_lines;
};

void WriteWorld(Code& code, const Stage& stage, bool hasPlugin)
{
	code.Include("box2d/box2d.h");
	code.Line(fmt::format("b2World world(b2Vec2(0.0f, {})); // your world", Number(-stage.settings.gravity)));
	if (hasPlugin)
	{
		code.Include("ricochet/projectile/plugin.h");
		code.Line("ricochet::Plugin plugin(world); // once, beside the world");
	}
	code.Line();
}

void WriteStep(Code& code, const Stage& stage)
{
	code.Line();
	code.Line("// in place of world.Step");
	code.Line(fmt::format("plugin.Step(1.0f / {}, 8, 3);", Number(stage.settings.stepRate)));
	code.Line("for (const ricochet::ImpactEvent& hit : plugin.Impacts())");
	code.Line("{");
	code.Line("\t// hit.fixture, hit.enter.point, hit.enter.normal, hit.exit.point, hit.thickness, hit.response");
	code.Line("\t(void)hit;");
	code.Line("}");
}

void WriteBulletDef(Code& code, const Stage& stage, const ricochet::BulletDef& def)
{
	const ricochet::BulletDef byDefault;
	code.Line("ricochet::BulletDef bullet;");
	code.Line(fmt::format("bullet.position = {};", Vector(def.position)));
	code.Line(fmt::format("bullet.velocity = {}; // {:.4g} m/s", Vector(def.velocity), def.velocity.Length()));
	if (stage.settings.spread > 0.0f && stage.contest == nullptr)
	{
		code.Include("random");
		code.Line("static std::mt19937 random(1);");
		code.Line(fmt::format("std::uniform_real_distribution<float> spread({}, {}); // rad",
		                      Number(-stage.settings.spread), Number(stage.settings.spread)));
		code.Line("bullet.velocity = b2Mul(b2Rot(spread(random)), bullet.velocity);");
	}
	if (def.from)
	{
		code.Line(
		    fmt::format("bullet.from = b2Vec2{0}; // the shooter: the bullet hits all between here and the muzzle",
		                Vector(*def.from)));
	}
	code.Field("bullet.mass", def.mass, byDefault.mass);
	code.Field("bullet.maxBounces", def.maxBounces, byDefault.maxBounces);
	code.Field("bullet.maxPierces", def.maxPierces, byDefault.maxPierces);
	code.Field("bullet.gravityScale", def.gravityScale, byDefault.gravityScale);
	code.Field("bullet.drag", def.drag, byDefault.drag);
	code.Field("bullet.radius", def.radius, byDefault.radius);
	code.Field("bullet.restitution", def.restitution, byDefault.restitution);
	code.Field("bullet.lifetime", def.lifetime, byDefault.lifetime);
	if (def.homing.turnRate > 0.0f)
	{
		code.Line(fmt::format("bullet.homing.point = {};", Vector(def.homing.point)));
		code.Line(fmt::format("bullet.homing.turnRate = {}; // rad/s", Number(def.homing.turnRate)));
	}
}

// Writes a pane with the surface of a material, through which bullets go.
void WriteSurface(Code& code, float halfThickness, float resistance)
{
	code.Include("ricochet/shapes/shape_factory.h");
	code.Line("// a pane, and the energy that a bullet loses in it");
	code.Line("b2BodyDef paneDef;");
	code.Line(fmt::format("const auto box = ricochet::MakeBox({}, 1.6f);", Number(halfThickness)));
	code.Line("b2Fixture* pane = world.CreateBody(&paneDef)->CreateFixture(&*box, 0.0f);");
	code.Line(fmt::format("plugin.SetSurface(pane, {{.resistance = {}, .ricochetAngle = 0.0f}}); // J/m, rad",
	                      Number(resistance)));
	code.Line();
}

void WriteFire(Code& code, std::string_view scene, const Stage& stage, const Hand& hand)
{
	WriteWorld(code, stage, true);
	ricochet::BulletDef def = stage.BulletOf(stage.muzzle, hand.At(), 0.0f);
	if (scene == "race" || scene == "thinpanes")
	{
		def = {};
		def.position = {8.0f, 6.0f};
		def.velocity = {0.0f, -stage.settings.speed};
		def.gravityScale = 0.0f;
		def.maxPierces = scene == "race" ? 0 : 8;
	}
	if (scene == "race" || scene == "door")
	{
		code.Include("ricochet/shapes/shape_factory.h");
		code.Line("b2BodyDef doorDef;");
		code.Line("doorDef.type = b2_kinematicBody;");
		code.Line(fmt::format("doorDef.angularVelocity = {}; // rad/s", Number(stage.settings.doorTurn)));
		code.Line(fmt::format("const auto leaf = ricochet::MakeBox(2.5f, {});",
		                      Number(scene == "race" ? 0.5f * stage.settings.doorThickness : 0.14f)));
		code.Line("world.CreateBody(&doorDef)->CreateFixture(&*leaf, 0.0f);");
		code.Line();
	}
	if (scene == "panes" || scene == "thinpanes")
	{
		const bool isThin = scene == "thinpanes";
		WriteSurface(code, isThin ? 0.5f * stage.settings.doorThickness : 0.04f, isThin ? 0.0f : 250.0f);
	}
	if (scene == "terrain")
	{
		code.Include("ricochet/host/attach_geometry.h");
		code.Include("ricochet/shapes/shape_factory.h");
		code.Line("// One outline of any number of vertices in place of a coarse shape of Box2D.");
		code.Line("const std::vector<b2Vec2> hills{{0.0f, -5.0f}, {32.0f, -5.0f}, {32.0f, 4.0f}, {17.0f, 12.0f}, "
		          "{0.0f, 2.0f}};");
		code.Line("const auto outline = ricochet::Outline::Make(hills);");
		code.Line("const auto geometry = ricochet::CastGeometry::Make(*outline);");
		code.Line("const auto coarse = ricochet::MakeBox(16.0f, 3.0f, {16.0f, -2.0f});");
		code.Line("b2BodyDef groundDef;");
		code.Line("b2Fixture* ground = world.CreateBody(&groundDef)->CreateFixture(&*coarse, 0.0f);");
		code.Line("ricochet::AttachGeometry(ground, *geometry);");
		code.Line();
	}
	if (scene == "past")
	{
		code.Include("ricochet/index/history.h");
		code.Line("ricochet::History history(world); // once");
		code.Line("double now = 0.0; // s");
		code.Line("(void)history.Record(now); // after each step");
		code.Line();
	}
	WriteBulletDef(code, stage, def);
	if (scene == "lead")
	{
		code.Include("ricochet/projectile/launch.h");
		code.Line();
		code.Line("// the velocity that hits a moving target, with gravity and drag");
		code.Line("const ricochet::MovingTarget target{{3.0f, -3.0f}, {0.0f, 3.0f}};");
		code.Line(fmt::format(
		    "const auto aim = ricochet::SolveIntercept(bullet.position, target, {}, world.GetGravity(), {});",
		    Number(stage.settings.speed), Number(stage.settings.drag)));
		code.Line("if (aim)");
		code.Line("{");
		code.Line("\tbullet.velocity = aim->velocity;");
		code.Line("}");
	}
	if (scene == "minigun")
	{
		code.Line();
		code.Line("// three bullets in a step, each at its own time");
		code.Line("for (int i = 0; i < 3; ++i)");
		code.Line("{");
		code.Line(
		    fmt::format("\tbullet.delay = static_cast<float>(i) / (3.0f * {});", Number(stage.settings.stepRate)));
		code.Line("\tconst b2Rot turn(8.0f * bullet.delay);");
		code.Line("\tbullet.velocity = b2Mul(turn, b2Vec2(40.0f, 0.0f));");
		code.Line("\tplugin.Fire(bullet);");
		code.Line("}");
	}
	else if (scene == "swarm")
	{
		code.Line("plugin.Reserve(10000, 0);");
		code.Line("for (int i = 0; i < 10000; ++i)");
		code.Line("{");
		code.Line("\tbullet.velocity = b2Mul(b2Rot(0.1f * static_cast<float>(i)), b2Vec2(50.0f, 0.0f));");
		code.Line("\tplugin.Fire(bullet);");
		code.Line("}");
	}
	else if (scene == "past")
	{
		code.Line("plugin.Fire(bullet, history, now - 0.2); // hits the bodies where they were 0.2 s ago");
	}
	else
	{
		code.Line("plugin.Fire(bullet);");
	}
	WriteStep(code, stage);
	if (scene == "swarm")
	{
		code.Line();
		code.Line("// between two steps: where to draw them");
		code.Line("plugin.BulletsAt(0.5f, [](const ricochet::BulletPlace& place) { (void)place.position; });");
	}
	if (scene == "tiles")
	{
		code.Include("ricochet/geometry/outline_rings.h");
		code.Include("ricochet/shapes/shape_factory.h");
		code.Line();
		code.Line("// tiles to few outlines with holes, and these to polygons");
		code.Line("const std::vector<b2AABB> tiles{{{0.0f, 0.0f}, {0.7f, 0.7f}}, {{0.7f, 0.0f}, {1.4f, 0.7f}}};");
		code.Line("const auto rings = ricochet::UniteBoxes(tiles);");
		code.Line("const auto outline = ricochet::Outline::Make(rings->vertices, rings->ringStarts);");
		code.Line("const auto pieces = ricochet::MakePolygons(*outline);");
		code.Line("b2BodyDef wallDef;");
		code.Line("b2Body* wall = world.CreateBody(&wallDef);");
		code.Line("for (const ricochet::ClipPolygonShape& piece : *pieces)");
		code.Line("{");
		code.Line("\twall->CreateFixture(&piece, 0.0f);");
		code.Line("}");
	}
}

void WriteGrenade(Code& code, std::string_view scene, const Stage& stage, const Hand& hand)
{
	WriteWorld(code, stage, true);
	ricochet::GrenadeDef def = stage.GrenadeOf(stage.muzzle, hand.ThrowVelocity(stage));
	if (scene == "closingdoor")
	{
		def = {};
		def.position = {6.2f, 1.0f};
		def.velocity = {0.0f, -2.0f};
		def.radius = 0.12f;
		def.fuse = 10.0f;
	}
	const ricochet::GrenadeDef byDefault;
	code.Line("ricochet::GrenadeDef grenade;");
	code.Line(fmt::format("grenade.position = {};", Vector(def.position)));
	code.Line(fmt::format("grenade.velocity = {};", Vector(def.velocity)));
	code.Field("grenade.radius", def.radius, byDefault.radius);
	code.Field("grenade.fuse", def.fuse, byDefault.fuse);
	code.Field("grenade.restitution", def.restitution, byDefault.restitution);
	if (def.blast)
	{
		code.Line("ricochet::ExplosionDef blast;");
		code.Line(fmt::format("blast.radius = {};", Number(def.blast->radius)));
		code.Line(fmt::format("blast.falloff = {};", Number(def.blast->falloff)));
		code.Line(fmt::format("blast.impulsePerLength = {};", Number(def.blast->impulsePerLength)));
		code.Line("blast.rule = [](const ricochet::BlastHit& hit)");
		code.Line("{");
		code.Line("\treturn ricochet::BlastDecision{.destroyed = hit.damage > 0.3f, .passed = 0.8f};");
		code.Line("};");
		code.Line("grenade.blast = blast;");
	}
	code.Line();
	code.Line("// the dashed path, before the throw");
	code.Line("ricochet::FlightPreview preview;");
	code.Line(
	    fmt::format("(void)plugin.PreviewThrow(grenade, 10.0f, 1.0f / {}, preview);", Number(stage.settings.stepRate)));
	code.Line("plugin.Throw(grenade);");
	WriteStep(code, stage);
	code.Line("for (const ricochet::BlastEvent& hit : plugin.BlastHits())");
	code.Line("{");
	code.Line("\t// hit.body, hit.share (of it, in sight of the blast), hit.damage, hit.impulse");
	code.Line("\t(void)hit;");
	code.Line("}");
}

void WriteRay(Code& code, const Stage& stage, const Hand& hand)
{
	WriteWorld(code, stage, false);
	code.Include("ricochet/query/ray_query.h");
	code.Line(fmt::format("const ricochet::Ray ray = ricochet::RayBetween({}, {});", Vector(stage.muzzle),
	                      Vector(hand.At())));
	code.Line("std::vector<ricochet::RayHit> hits;");
	code.Line("ricochet::CastRayAll(world, ray, hits);");
	code.Line("for (const ricochet::RayHit& hit : hits)");
	code.Line("{");
	code.Line("\tconst float thickness = b2Distance(hit.enter.point, hit.exit.point);");
	code.Line("\t(void)thickness; // hit.fixture, hit.enter.normal, hit.exit.normal");
	code.Line("}");
}

void WriteSweep(Code& code, const Stage& stage, const Hand& hand)
{
	WriteWorld(code, stage, false);
	const b2Vec2 way = hand.At() - stage.muzzle;
	const bool isDisc = hand.Taken() == Tool::Thick;
	if (isDisc)
	{
		code.Line("const b2Vec2 middle(0.0f, 0.0f);");
		code.Line(
		    fmt::format("const ricochet::Hull hull{{std::span(&middle, 1), {}}};", Number(stage.settings.thickness)));
	}
	else
	{
		code.Line(fmt::format("std::vector<b2Vec2> corners; // of a polygon with {} sides", stage.settings.sides));
		code.Line(fmt::format("for (int i = 0; i < {}; ++i)", stage.settings.sides));
		code.Line("{");
		code.Line(fmt::format("\tconst b2Rot turn(0.3f + 2.0f * b2_pi * static_cast<float>(i) / {});",
		                      Number(stage.settings.sides)));
		code.Line(fmt::format("\tcorners.push_back(b2Mul(turn, b2Vec2({}, 0.0f)));",
		                      Number(stage.settings.thickness + 0.25f)));
		code.Line("}");
		code.Line("const ricochet::Hull hull{corners, 0.0f};");
	}
	if (isDisc == false && stage.settings.turn != 0.0f)
	{
		code.Include("ricochet/query/turning_query.h");
		code.Line("ricochet::TurningMotion motion;");
		code.Line(fmt::format("motion.pose.p = {};", Vector(stage.muzzle)));
		code.Line(fmt::format("motion.translation = {};", Vector(way)));
		code.Line(fmt::format("motion.angle = {}; // rad, over the whole path", Number(stage.settings.turn)));
		code.Line("if (const auto hit = ricochet::CastTurningClosest(world, {hull, motion}))");
	}
	else
	{
		code.Include("ricochet/query/hull_query.h");
		code.Line("ricochet::HullPath path;");
		code.Line("path.hull = hull;");
		code.Line(fmt::format("path.pose.p = {};", Vector(stage.muzzle)));
		code.Line(fmt::format("path.translation = {};", Vector(way)));
		if (stage.lastStep != nullptr)
		{
			code.Include("ricochet/projectile/step_motion.h");
			code.Line("ricochet::StepMotion step(world); // once");
			code.Line("(void)step.Begin();");
			code.Line(fmt::format("world.Step(1.0f / {}, 8, 3);", Number(stage.settings.stepRate)));
			code.Line("(void)step.End();");
			code.Line("if (const auto hit = ricochet::CastHullClosest(step, path))");
		}
		else
		{
			code.Line("std::vector<ricochet::HullHit> hits; // all of them");
			code.Line("ricochet::CastHullAll(world, path, hits);");
			code.Line("if (const auto hit = ricochet::CastHullClosest(world, path))");
		}
	}
	code.Line("{");
	code.Line("\t// hit->contact, hit->fixture, and how far the shape may move");
	code.Line("\t(void)hit;");
	code.Line("}");
}

void WriteBeam(Code& code, std::string_view scene, const Stage& stage, const Hand& hand)
{
	WriteWorld(code, stage, false);
	code.Include("ricochet/query/beam.h");
	const ricochet::BeamDef def = Hand::BeamOf(stage);
	code.Line("ricochet::BeamDef beam;");
	code.Line(fmt::format("beam.length = {};", Number(def.length)));
	code.Line(fmt::format("beam.maxBounces = {};", def.maxBounces));
	if (scene == "prism")
	{
		code.Line(fmt::format("beam.minPower = {};", Number(def.minPower)));
		code.Line("beam.rule = [](const ricochet::BeamLeg& leg)");
		code.Line("{");
		code.Line("\treturn leg.fixture->GetType() == b2Shape::e_edge ? ricochet::BeamDecision::Split(0.5f, 0.5f)");
		code.Line(
		    "\t                                                 : ricochet::BeamDecision::Refract(1.5f, 0.1f, 0.9f);");
		code.Line("};");
	}
	code.Line("std::vector<ricochet::BeamLeg> legs;");
	code.Line(fmt::format("ricochet::CastBeam(world, {}, {}, beam, legs); // from, direction", Vector(stage.muzzle),
	                      Vector(hand.At() - stage.muzzle)));
	code.Line("for (const ricochet::BeamLeg& leg : legs)");
	code.Line("{");
	code.Line("\tconst b2Vec2 from = leg.ray.origin + leg.begin * leg.ray.translation;");
	code.Line("\t(void)from; // draw it to leg.enter.point, with leg.power");
	code.Line("}");
}

void WriteLight(Code& code, const Stage& stage, const Hand& hand)
{
	WriteWorld(code, stage, false);
	code.Include("ricochet/sight/light.h");
	const ricochet::Light light = hand.LightOf(stage);
	code.Line("ricochet::Light light;");
	code.Line(fmt::format("light.position = {};", Vector(light.position)));
	code.Line(fmt::format("light.radius = {};", Number(light.radius)));
	code.Line(fmt::format("light.cone = {{{}, {}}}; // direction and angle, rad", Number(light.cone.direction),
	                      Number(light.cone.angle)));
	code.Line(fmt::format("light.size = {}; // of the lamp, for soft shadows", Number(light.size)));
	code.Line("ricochet::LitRegion region;");
	code.Line("if (ricochet::Illuminate(world, light, region))");
	code.Line("{");
	code.Line("\tstd::vector<b2Vec2> triangles; // the lit polygon, for drawing");
	code.Line("\tricochet::Triangulate(region.polygon, light.position, 0.01f, triangles);");
	code.Line("\tconst float share = ricochet::ShareOfLight(region, light, {1.0f, 2.0f}); // at a point");
	code.Line("\t(void)share;");
	code.Line("}");
}

void WriteSight(Code& code, const Stage& stage, b2Vec2 eye, bool isCone)
{
	WriteWorld(code, stage, false);
	code.Include("ricochet/sight/visibility.h");
	code.Include("ricochet/sight/sight_polygon.h");
	code.Line("ricochet::SightDef sight;");
	if (isCone)
	{
		code.Line("sight.cone = {0.0f, 1.0f}; // direction and angle of the field of view, rad");
	}
	code.Line("std::vector<ricochet::SightVertex> polygon;");
	code.Line(fmt::format("if (ricochet::VisibilityPolygon(world, {}, {}, polygon, sight))", Vector(eye),
	                      isCone ? "7.0f" : "14.0f"));
	code.Line("{");
	code.Line("\tstd::vector<b2Vec2> points; // for drawing");
	code.Line("\tricochet::Flatten(polygon, 0.01f, points);");
	code.Line("}");
	code.Line("b2BodyDef bodyDef;");
	code.Line("const b2Body* body = world.CreateBody(&bodyDef); // the one that is looked for");
	code.Line(fmt::format("const auto share = ricochet::SeenFraction(world, {}, {}, *body, sight); // 0 to 1",
	                      Vector(eye), isCone ? "7.0f" : "14.0f"));
	code.Line("(void)share;");
}

void WriteGrid(Code& code, const Stage& stage, const Hand& hand)
{
	WriteSight(code, stage, stage.muzzle, false);
	code.Include("ricochet/geometry/supercover.h");
	code.Include("ricochet/sight/line_of_sight.h");
	code.Line();
	code.Line(fmt::format("const b2Vec2 from{0}, to{1};", Vector(stage.muzzle), Vector(hand.At())));
	code.Line("const bool isSeen = ricochet::InSight(world, from, to);");
	code.Line("(void)isSeen;");
	code.Line("(void)ricochet::WalkSupercover(from, to, 1.0f, [](ricochet::Cell cell) { (void)cell.x; });");
}

void WriteWalk(Code& code, const Stage& stage)
{
	WriteWorld(code, stage, false);
	code.Include("ricochet/query/ground.h");
	code.Line("// a capsule that slides along walls and stands on slopes");
	code.Line("const std::vector<b2Vec2> spine{{0.0f, 0.4f}, {0.0f, 1.4f}};");
	code.Line("const ricochet::Hull body{spine, 0.4f};");
	code.Line("b2Transform pose;");
	code.Line("pose.Set({-7.0f, -4.4f}, 0.0f);");
	code.Line("std::vector<ricochet::SlidePlane> planes;");
	code.Line(fmt::format("const b2Vec2 move(3.5f / {}, 0.0f); // m, in a step", Number(stage.settings.stepRate)));
	code.Line("const ricochet::SlideResult slide = ricochet::SlideHull(world, body, pose, move, planes);");
	code.Line("pose.p = slide.position;");
	code.Line("if (const auto ground = ricochet::CheckGround(world, body, pose))");
	code.Line("{");
	code.Line("\t// ground->slope, ground->isWalkable, ground->velocity of the lift");
	code.Line("\t(void)ground;");
	code.Line("}");
}

void WriteSpace(Code& code)
{
	code.Include("ricochet/geometry/planar_polygon.h");
	code.Include("array");
	code.Line("const std::array<ricochet::Vec3, 4> square{{{3, -1, -1}, {3, 1, -1}, {3, 1, 1}, {3, -1, 1}}};");
	code.Line("const std::array<std::span<const ricochet::Vec3>, 1> squares{square};");
	code.Line("const ricochet::Ray3 ray{{0, 0, 0}, {10, 0, 0}}; // origin, translation");
	code.Line("if (const auto hit = ricochet::CastPlanarPolygonsClosest(ray, squares))");
	code.Line("{");
	code.Line("\t// hit->polygon, hit->point, hit->normal, hit->fraction");
	code.Line("\t(void)hit;");
	code.Line("}");
}

void WriteDraw(Code& code, const Stage& stage)
{
	WriteWorld(code, stage, false);
	code.Include("ricochet/shapes/shape_factory.h");
	std::string points;
	const std::vector<b2Vec2> triangle{{0.0f, 0.0f}, {2.0f, 0.0f}, {1.0f, 2.0f}};
	for (const b2Vec2 point : stage.drawn.empty() ? triangle : stage.drawn.back())
	{
		points += fmt::format("{}{}", points.empty() ? "" : ", ", Vector(point));
	}
	code.Line(fmt::format("const std::vector<b2Vec2> drawn{{{}}};", points));
	code.Line("const auto outline = ricochet::Outline::Make(drawn); // an error if it crosses itself");
	code.Line("const auto pieces = ricochet::MakePolygons(*outline);");
	code.Line("b2BodyDef bodyDef;");
	code.Line("bodyDef.type = b2_dynamicBody;");
	code.Line("b2Body* body = world.CreateBody(&bodyDef);");
	code.Line("for (const ricochet::ClipPolygonShape& piece : *pieces)");
	code.Line("{");
	code.Line("\tbody->CreateFixture(&piece, 1.0f);");
	code.Line("}");
}

void WriteDrag(Code& code, const Stage& stage, const Hand& hand)
{
	WriteWorld(code, stage, false);
	code.Include("ricochet/query/simple_queries.h");
	code.Include("ricochet/query/overlap_query.h");
	code.Line("std::vector<ricochet::OverlapHit> under; // the fixtures under the pointer");
	code.Line(fmt::format("ricochet::OverlapPoint(world, {}, under);", Vector(hand.At())));
}

} // namespace

std::string CodeOf(const SceneDef& scene, const Stage& stage, const Hand& hand)
{
	Code code;
	const bool isOwn = hand.Taken() == scene.tool;
	const std::string_view key = isOwn ? scene.key : std::string_view();
	switch (hand.Taken())
	{
	case Tool::Fire:
		WriteFire(code, key, stage, hand);
		break;
	case Tool::Grenade:
		WriteGrenade(code, key, stage, hand);
		break;
	case Tool::Ray:
		WriteRay(code, stage, hand);
		break;
	case Tool::Thick:
	case Tool::Polygon:
		WriteSweep(code, stage, hand);
		break;
	case Tool::Beam:
		WriteBeam(code, key, stage, hand);
		break;
	case Tool::Flashlight:
		WriteLight(code, stage, hand);
		break;
	case Tool::Grid:
		WriteGrid(code, stage, hand);
		break;
	case Tool::Drag:
		WriteDrag(code, stage, hand);
		break;
	case Tool::Draw:
		WriteDraw(code, stage);
		break;
	case Tool::Space:
		WriteSpace(code);
		break;
	case Tool::Walk:
		scene.key == "guards" ? WriteSight(code, stage, {-2.5f, 0.5f}, true) : WriteWalk(code, stage);
		break;
	case Tool::Point:
		if (key == "fan")
		{
			WriteSight(code, stage, hand.At(), false);
		}
		else if (key == "epsilon")
		{
			WriteBeam(code, key, stage, hand);
		}
		else if (key == "closingdoor")
		{
			WriteGrenade(code, key, stage, hand);
		}
		else
		{
			WriteFire(code, key, stage, hand);
		}
		break;
	}
	return code.Text();
}

} // namespace playground
