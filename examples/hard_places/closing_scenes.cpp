// MIT License, Copyright (c) 2026 the ricochet authors

#include "stage.h"

#include <algorithm>
#include <cmath>

// Scenes seen from above: things that close in on a grenade.

namespace hard
{

namespace
{

const b2Vec2 none{0.0f, 0.0f};
constexpr float k_doorLength = 2.2f;
constexpr float k_doorThickness = 0.16f;

// Adds a door whose lower face goes through the hinge.
b2Body* AddDoor(Stage& stage, b2BodyType type, b2Vec2 hinge, float angle)
{
	b2Body* door = stage.AddBody(type, hinge, angle);
	stage.Add(
	    door,
	    ricochet::MakeBox(0.5f * k_doorLength, 0.5f * k_doorThickness, {0.5f * k_doorLength, 0.5f * k_doorThickness}),
	    20.0f);
	stage.FollowPoint(door, {k_doorLength, 1.6f * k_doorThickness});
	return door;
}

// Closes the door by a motor of constant speed, limited only by `torque` (N m).
void PushShut(Stage& stage, b2Body* frame, b2Body* door, float torque)
{
	b2RevoluteJointDef def;
	def.Initialize(frame, door, door->GetPosition());
	def.enableMotor = true;
	def.motorSpeed = -0.8f;
	def.maxMotorTorque = torque;
	stage.world.CreateJoint(&def);
}

b2Body* AddPlate(Stage& stage, b2Vec2 center, b2Vec2 velocity, float angle)
{
	b2Body* plate = stage.AddBody(b2_kinematicBody, center, angle);
	stage.Add(plate, ricochet::MakeBox(1.1f, 0.15f));
	plate->SetLinearVelocity(velocity);
	stage.FollowPoint(plate, {-0.8f, 0.0f});
	return plate;
}

} // namespace

Scene Doors()
{
	constexpr float k_radius = 0.25f;
	constexpr float k_opened = 75.0f * b2_pi / 180.0f;
	const b2Vec2 leftHinge{-4.4f, 0.0f};
	const b2Vec2 rightHinge{1.6f, 0.0f};
	constexpr float k_post = 1.7f; ///< m from the hinge
	Stage stage(k_noGravity);
	b2Body* frame = stage.AddStill(ricochet::MakeBox(4.9f, 0.2f, {0.0f, -0.2f}))->GetBody();
	stage.AddStill(ricochet::MakeBox(0.1f, 0.15f, rightHinge + b2Vec2{k_post + 0.1f, 0.15f}));
	b2Body* moved = AddDoor(stage, b2_kinematicBody, leftHinge, k_opened);
	b2Body* pushed = AddDoor(stage, b2_dynamicBody, rightHinge, k_opened);
	PushShut(stage, frame, pushed, 40.0f);
	const ricochet::GrenadeDef def{.radius = k_radius, .friction = 0.0f, .rollingResistance = 0.0f, .fuse = 60.0f};
	ricochet::GrenadeDef left = def;
	left.position = leftHinge + b2Vec2{0.9f, 0.4f};
	ricochet::GrenadeDef right = def;
	right.position = rightHinge + b2Vec2{0.9f, 0.4f};
	const auto squeezed = stage.Throw(left);
	const auto held = stage.Throw(right);
	stage.discInterval = 12;
	for (int32_t i = 0; i < 108; ++i)
	{
		moved->SetAngularVelocity(-std::min(0.8f, moved->GetAngle() / k_timeStep));
		stage.Step();
	}
	stage.notes = {{{-3.0f, -0.8f}, "moved by the game"}, {{2.9f, -0.8f}, "free, pushed by a motor"}};
	const double degrees = 180.0 / static_cast<double>(b2_pi);
	const double ajar = degrees * 2.0 * std::atan(k_radius / (k_post - k_radius));
	Scene scene = stage.Finish({.name = "door",
	                            .title = "Doors that close, from above",
	                            .caption = "The left door shuts and squeezes the grenade out at its end. The right one "
	                                       "jams it against a post, and stays ajar.",
	                            .center = {0.0f, 0.8f},
	                            .width = 10.2f});
	scene.claims.push_back({"left door at", degrees * moved->GetAngle(), -0.01, 0.01, "degrees"});
	scene.claims.push_back({"its grenade past its end by",
	                        stage.Grenade(squeezed).position.x - leftHinge.x - k_doorLength, 0.0, 10.0, "m"});
	scene.claims.push_back({"right door at", degrees * pushed->GetAngle(), ajar - 0.1, ajar + 0.5, "degrees"});
	scene.claims.push_back({"the disc fits at", ajar, ajar, ajar, "degrees"});
	const b2Vec2 corner = rightHinge + b2Vec2{k_post - k_radius, k_radius};
	const double off = b2Distance(stage.Grenade(held).position, corner);
	scene.claims.push_back({"its grenade off the corner", 1000.0 * off, 0.0, 1.0, "mm"});
	return scene;
}

Scene ClosingWalls()
{
	constexpr float k_radius = 0.3f;
	constexpr float k_tilt = 12.0f * b2_pi / 180.0f;
	constexpr float k_speed = 0.5f;
	Stage stage(k_noGravity);
	const b2Body* upper = AddPlate(stage, {-2.2f, 1.2f}, {0.0f, -k_speed}, 0.0f);
	const b2Body* lower = AddPlate(stage, {-2.2f, -1.2f}, {0.0f, k_speed}, 0.0f);
	AddPlate(stage, {1.4f, 1.0f}, {0.0f, -k_speed}, k_tilt);
	AddPlate(stage, {1.4f, -1.0f}, {0.0f, k_speed}, -k_tilt);
	const auto crushed = stage.Throw({.position = {-2.2f, 0.4f}, .radius = k_radius, .fuse = 60.0f});
	const auto squeezed = stage.Throw({.position = {1.4f, 0.2f}, .radius = k_radius, .fuse = 60.0f});
	stage.discInterval = 20;
	double gapBefore = 0.0;
	double gapAfter = 0.0;
	b2Vec2 end{0.0f, 0.0f};
	int32_t ended = 0;
	for (int32_t i = 0; i < 105; ++i)
	{
		const double gap = upper->GetPosition().y - lower->GetPosition().y - 0.3f;
		stage.Step();
		for (const ricochet::ExpiredEvent& event : stage.plugin.Expired())
		{
			const bool isIt = event.grenade == crushed && event.reason == ricochet::ExpiredEvent::Reason::Crushed;
			ended += isIt ? 1 : 100;
			gapBefore = gap;
			gapAfter = upper->GetPosition().y - lower->GetPosition().y - 0.3f;
			end = event.position;
		}
	}
	stage.marks = {end};
	stage.notes = {{{-2.2f, 2.0f}, "parallel: crushed"}, {{1.4f, 2.0f}, "inclined: squeezed out"}};
	Scene scene = stage.Finish({.name = "closing walls",
	                            .title = "Walls that close in, from above",
	                            .caption = "Parallel walls crush the grenade when there is no room left, never before. "
	                                       "Inclined ones squeeze it out.",
	                            .center = {0.2f, 0.0f},
	                            .width = 7.6f});
	scene.claims.push_back({"crushed", static_cast<double>(ended), 1.0, 1.0});
	scene.claims.push_back({"gap before", gapBefore, 2.0 * k_radius, 2.1 * k_radius, "m"});
	scene.claims.push_back({"gap after", gapAfter, 1.9 * k_radius, 2.0 * k_radius, "m"});
	scene.claims.push_back({"off the middle", 1000.0 * std::abs(end.y), 0.0, 10.0, "mm"});
	scene.claims.push_back({"other grenade came out by", stage.Grenade(squeezed).position.x - 2.5, 0.0, 3.0, "m"});
	return scene;
}

} // namespace hard
