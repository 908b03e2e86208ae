// MIT License, Copyright (c) 2026 the ricochet authors

#include "character.h"

#include <ricochet/shapes/shape_factory.h>

#include <box2d/box2d.h>

#include <algorithm>
#include <cmath>

namespace character
{

namespace
{

constexpr float k_skin = 2.0f * b2_polygonRadius; // m; if it were less, Box2D would push the crates beside it away
constexpr float k_leaving = 1.0e-4f;              // m; a step that leads farther off the ground is a jump

// Returns how far a step will move the ground's point with its body. If the body turns, the path is an arc.
b2Vec2 MoveOf(const ricochet::Ground& ground, float dt)
{
	const b2Vec2 arm = ground.point - ground.body->GetWorldCenter();
	const b2Vec2 turned = b2Mul(b2Rot(dt * ground.body->GetAngularVelocity()), arm);
	return dt * ground.body->GetLinearVelocity() + turned - arm;
}

bool Holds(const ricochet::Ground& ground)
{
	return ground.isWalkable || ground.isHeld;
}

bool IsNear(const ricochet::Ground& ground)
{
	return ground.distance * ground.normal.y <= 2.0f * k_skin;
}

} // namespace

Character::Character(b2World& world, b2Vec2 feet, const CharacterDef& def)
    : m_def(def), m_world(world), m_feet(feet), m_before(feet)
{
	const b2Vec2 half = def.halfSize;
	b2BodyDef bodyDef;
	bodyDef.type = b2_kinematicBody;
	bodyDef.position = feet;
	m_body = world.CreateBody(&bodyDef);
	const auto box = ricochet::MakeBox(half.x, half.y, {0.0f, half.y});
	m_body->CreateFixture(&*box, 1.0f);
	const b2Vec2 corners[] = {{-half.x, 0.0f}, {half.x, 0.0f}, {half.x, 2.0f * half.y}, {-half.x, 2.0f * half.y}};
	std::copy(std::begin(corners), std::end(corners), m_box);
}

std::optional<ricochet::Ground> Character::FindGround(b2Vec2 feet, float distance) const
{
	return ricochet::CheckGround(m_world, Shape(), {feet, b2Rot(0.0f)},
	                             {.distance = distance, .maxSlope = m_def.maxSlope},
	                             {.sides = ricochet::Sides::Front, .ignoreBody = m_body});
}

b2Vec2 Character::Slide(b2Vec2 feet, b2Vec2 by, int32_t maxMoves, const b2Body* ignored)
{
	const ricochet::SlideResult slide =
	    ricochet::SlideHull(m_world, Shape(), {feet, b2Rot(0.0f)}, by, m_planes, {.maxMoves = maxMoves, .skin = k_skin},
	                        {.sides = ricochet::Sides::Front, .ignoreBody = m_body, .alsoIgnore = {ignored}});
	m_isCrushed = slide.isFree == false;
	return slide.position;
}

b2Vec2 Character::Lower(b2Vec2 feet, const ricochet::Ground& ground)
{
	return IsNear(ground) ? feet : Slide(feet, {0.0f, k_skin / ground.normal.y - ground.distance});
}

void Character::Move(const CharacterInput& input, float dt)
{
	m_before = m_feet;
	const float reach = m_def.stepHeight + std::max(0.0f, -dt * m_velocity.y);
	const auto below = FindGround(m_feet, m_isOnGround ? m_def.stepHeight : reach);
	const b2Vec2 ridden = below ? MoveOf(*below, dt) : b2Vec2{0.0f, 0.0f};
	bool isStanding = m_isOnGround && below && Holds(*below);
	const b2Body* ignored = nullptr;
	if (isStanding)
	{
		m_drift = ridden.x / dt;
		m_velocity = 1.0f / dt * ridden + b2Vec2{input.run, 0.0f};
		const bool isOneWay = (below->fixture->GetFilterData().categoryBits & m_def.oneWayBits) != 0;
		if (input.jump || (input.drop && isOneWay))
		{
			isStanding = false;
			m_velocity.y += input.jump ? m_def.jumpSpeed : -2.0f * k_skin / dt;
			ignored = input.jump ? nullptr : below->body;
		}
	}
	// First the lift moves, and takes everything near it along. The fall is then relative to the lift, so no one falls
	// through.
	const b2Vec2 lift = below && ignored == nullptr ? b2Vec2{0.0f, ridden.y} : b2Vec2{0.0f, 0.0f};
	isStanding ? Walk(dt * input.run, *below) : Fall(input.run, dt, below ? &*below : nullptr, lift, ignored);
	PushCrates(dt * m_def.pushForce);

	const auto ground = FindGround(m_feet, isStanding ? m_def.stepHeight : 3.0f * k_skin);
	const b2Vec2 carried = ground ? MoveOf(*ground, dt) : b2Vec2{0.0f, 0.0f};
	m_isOnGround = ground && ignored == nullptr && Holds(*ground) &&
	               (isStanding || (IsNear(*ground) && b2Dot(dt * m_velocity - carried, ground->normal) <= k_leaving));
	if (m_isOnGround)
	{
		// The body that carries the character cannot be in its way. A crusher must not press it into any other body.
		m_feet = Lower(m_feet, *ground);
		const bool isCarried = carried != b2Vec2{0.0f, 0.0f} && m_isCrushed == false;
		m_feet = Slide(m_feet, carried, 5, isCarried ? ground->body : nullptr);
		ground->body->ApplyLinearImpulse(dt * m_def.mass * m_world.GetGravity(), ground->point, true);
	}
	else if (isStanding == false && lift.y != 0.0f)
	{
		m_feet = Slide(m_feet, lift, 5, below->body);
	}
	m_body->SetLinearVelocity(1.0f / dt * (m_feet - m_body->GetPosition()));
}

void Character::Walk(float distance, const ricochet::Ground& ground)
{
	// Uphill the path follows the ground. Downhill it is level, since a slope may rise ahead; Lower() then goes down.
	const b2Vec2 normal = ground.normal;
	const bool isUphill = distance * normal.x < 0.0f;
	const b2Vec2 way = distance * normal.y * b2Vec2{1.0f, isUphill ? -normal.x / normal.y : 0.0f};
	const b2Vec2 start = m_feet;
	m_feet = Slide(start, way);
	const auto isSteep = [&](const ricochet::SlidePlane& plane)
	{
		return plane.normal.y < std::cos(m_def.maxSlope);
	};
	if (distance != 0.0f && std::any_of(m_planes.begin(), m_planes.end(), isSteep))
	{
		m_feet = Slide(start, way, 1); // up to what is too steep, not up on it
		const std::vector<ricochet::SlidePlane> wall = m_planes;
		const b2Vec2 stopped = m_feet;
		m_feet = start;
		const auto stepped = StepUp(distance);
		m_feet = stepped && (stepped->x - stopped.x) * distance > 0.0f ? *stepped : stopped;
		m_planes = wall;
	}
}

// Moves up, over and down again. Returns the new place of the feet if the ground there is walkable, otherwise nothing.
std::optional<b2Vec2> Character::StepUp(float distance)
{
	const b2Vec2 raised = Slide(m_feet, {0.0f, m_def.stepHeight});
	const float over = std::copysign(std::max(std::abs(distance), 2.0f * k_skin), distance);
	const b2Vec2 there = Slide(raised, {over, 0.0f}, 1);
	const auto below = FindGround(there, raised.y - m_feet.y + k_skin);
	const b2Vec2 landed = below ? Lower(there, *below) : there;
	const auto ground = FindGround(landed, 3.0f * k_skin);
	return ground && ground->isWalkable ? std::optional(landed) : std::nullopt;
}

void Character::Fall(float run, float dt, const ricochet::Ground* below, b2Vec2 lift, const b2Body* ignored)
{
	m_velocity += dt * m_world.GetGravity();
	const bool isOnSteep = below != nullptr && IsNear(*below) && Holds(*below) == false;
	const float faster = isOnSteep && run * below->normal.x < 0.0f ? 0.0f : m_drift + run - m_velocity.x;
	m_velocity.x += std::clamp(faster, -dt * m_def.airControl, dt * m_def.airControl);
	m_feet = Slide(m_feet, dt * m_velocity - lift, 5, ignored);
	for (const ricochet::SlidePlane& plane : m_planes)
	{
		const float into = b2Dot(m_velocity - 1.0f / dt * lift, plane.normal);
		m_velocity -= std::min(into, 0.0f) * plane.normal;
	}
}

void Character::PushCrates(float impulse) const
{
	for (const ricochet::SlidePlane& plane : m_planes)
	{
		if (plane.isOverlap == false && std::abs(plane.normal.x) > 0.7f)
		{
			plane.fixture->GetBody()->ApplyLinearImpulse(-impulse * plane.normal, plane.point, true);
		}
	}
}

} // namespace character
