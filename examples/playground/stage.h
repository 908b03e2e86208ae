// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "contest.h"
#include "twin.h"
#include "ways.h"

#include "character/character.h"
#include "character/swing.h"
#include "common/level.h"

#include <ricochet/index/history.h>
#include <ricochet/projectile/plugin.h>
#include <ricochet/projectile/step_motion.h>

#include <box2d/b2_body.h>
#include <box2d/b2_fixture.h>
#include <box2d/b2_world.h>

#include <cstddef>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace playground
{

inline constexpr float k_timeStep = 1.0f / 60.0f; ///< s, at the default step rate

/// The material of a fixture. Its number is the fixture's user data, and also the number of its Style.
using common::Material;

/// The values of the page's sliders.
struct Settings
{
	float speed = 300.0f; ///< of bullets (m/s)
	float mass = 0.01f;   ///< kg
	float rate = 12.0f;   ///< bullets a second while the button is held
	float spread = 0.02f; ///< rad, either way
	float bounces = 3.0f;
	float pierces = 5.0f;
	float gravity = 10.0f; ///< m/s^2
	float drag = 0.0f;     ///< 1/s
	float radius = 0.0f;   ///< of bullets (m)
	float homing = 0.0f;   ///< rad/s toward the pointer
	float fuse = 3.0f;     ///< s, of grenades
	float grenadeRestitution = 0.45f;
	float blast = 4.0f;     ///< m, how far a grenade's blast reaches; 0: none
	float thickness = 0.3f; ///< of thick rays (m)
	float sides = 5.0f;     ///< of cast polygons
	float turn = 0.0f;      ///< rad: by how much they turn on their way
	float beamBounces = 12.0f;
	float lightSize = 0.25f;    ///< m
	float doorSpeed = 3.0f;     ///< m/s, of sliding doors
	float doorTurn = 9.0f;      ///< rad/s
	float doorThickness = 0.3f; ///< m
	float stepRate = 60.0f;     ///< steps of the world per second
	float timeScale = 1.0f;
	float rays = 64.0f;     ///< of a fan of Box2D's rays
	float epsilon = 0.001f; ///< m, before each mirror of a beam of Box2D's rays
	float compares = 0.0f;  ///< not 0: Box2D's own answer is drawn as well
};

/// An impact that is still drawn.
struct Mark
{
	b2Vec2 enter, normal, exit, velocity;
	float thickness = 0.0f;
	float speedAfter = 0.0f; ///< m/s
	ricochet::Response response = ricochet::Response::Stop;
	bool isGrenade = false;
	double born = 0.0; ///< s of the scene's time
	float energyLost = 0.0f;
	float age = 0.0f;      ///< s, of the projectile
	float distance = 0.0f; ///< m, that it has flown
	Material material = Material::Stone;
	const b2Body* body = nullptr;                              ///< that goes on moving; null: it stands
	b2Transform pose = b2Transform({0.0f, 0.0f}, b2Rot(0.0f)); ///< of the body, at the impact
};

/// Returns the style of an impact's mark.
[[nodiscard]] Style StyleOf(ricochet::Response response);

struct Counts
{
	int64_t fired = 0, impacts = 0, bounces = 0, pierces = 0, stops = 0, expired = 0, blasts = 0;
};

/// A place where a blade has cut something, and the angle of the blade there (rad).
struct Slash
{
	b2Vec2 at;
	float angle;
	double born; ///< s of the scene's time
};

/// The state of a scene apart from its bodies. A step back restores this state, too.
struct Play
{
	std::optional<character::Character> walker;
	std::optional<character::Swing> swing;
	std::vector<Slash> slashes;
	bool hasStruck = false; ///< the tool was pressed since the last step
};

/// A world with its projectiles, as the page plays it. Time advances by shares of a step, and steps can be taken back.
class Stage
{
public:
	explicit Stage(const Settings& settings);

	b2Body* AddBody(b2Vec2 position, float angle = 0.0f, b2BodyType type = b2_staticBody);
	b2Fixture* Add(b2Body* body, const b2Shape& shape, Material material);
	b2Body* AddBox(b2Vec2 center, float halfWidth, float halfHeight, Material material, float angle = 0.0f,
	               b2BodyType type = b2_staticBody);
	/// As AddBox, but with a shape of Box2D alone, without ricochet's exact casts: for comparisons.
	b2Body* AddPlainBox(b2Vec2 center, float halfWidth, float halfHeight, Material material, float angle = 0.0f,
	                    b2BodyType type = b2_staticBody);
	/// Adds any simple polygon. Returns null if the vertices are no simple polygon.
	b2Body* AddOutline(std::span<const b2Vec2> vertices, Material material, b2BodyType type = b2_staticBody);

	/// Returns a random number in [0, 1), the same sequence on every platform.
	float Random();

	/// Fires a bullet, which leaves the muzzle after `delay` (s) in the next step. If there is a history, the bullet
	/// flies in the past.
	void Fire(b2Vec2 from, b2Vec2 toward, float delay = 0.0f);
	void Throw(b2Vec2 from, b2Vec2 velocity);
	/// Adds a free body with an outline that was drawn. Returns false if the outline crosses itself.
	bool Drop(const std::vector<b2Vec2>& outline);
	void NoteGoal(const b2Body& body); ///< it was hit
	[[nodiscard]] ricochet::BulletDef BulletToward(b2Vec2 from, b2Vec2 toward);
	/// `turn`: how far it leaves the gun to the left of `toward` (rad, small).
	[[nodiscard]] ricochet::BulletDef BulletOf(b2Vec2 from, b2Vec2 toward, float turn) const;
	[[nodiscard]] ricochet::GrenadeDef GrenadeOf(b2Vec2 from, b2Vec2 velocity) const;

	/// Advances by `seconds` of the viewer's time. Calls step() for each step due; step() must call Step().
	void Advance(float seconds, const std::function<void()>& step);
	void Step();
	bool StepBack();
	void RecordNow();  ///< if there is a history
	void EndHistory(); ///< what was changed by hand cannot be taken back

	void Draw(Display& display) const;
	/// Draws the outlines of polygons of the bodies that are not static, at their poses at a share of the last step.
	void DrawMoved(Display& display, float share) const;
	[[nodiscard]] double ShownTime() const
	{
		return time - (1.0 - static_cast<double>(m_alpha)) * static_cast<double>(timeStep);
	}
	/// Returns the time that a shooter sees if the scene has a history (s of the scene's time).
	[[nodiscard]] double SeenTime(double now) const;
	/// Returns the motion of the body that was hit, from the impact to the shown time; nothing if the body is gone.
	[[nodiscard]] std::optional<b2Transform> MotionSince(const Mark& mark) const;

	b2World world;
	ricochet::Plugin plugin;
	const Settings& settings;
	b2Vec2 muzzle{0.0f, 0.0f};
	b2Vec2 target{0.0f, 0.0f}; ///< of homing bullets and bursts
	bool isTriggerHeld = false;
	float gunLength = 0.0f;                         ///< m, from the shooter, who stands at the muzzle of other scenes
	std::vector<b2Body*> actors;                    ///< bodies that the scene moves
	std::unique_ptr<ricochet::StepMotion> lastStep; ///< null: casts see the world as it stands
	std::unique_ptr<ricochet::History> history;     ///< null: nobody shoots into the past
	std::vector<uint8_t> tiles;                     ///< not 0: there is one
	std::unique_ptr<Contest> contest;               ///< null: none
	std::vector<std::vector<b2Vec2>> drawn;         ///< outlines that were drawn by hand, where they were drawn
	std::vector<const b2Body*> goals;               ///< of a puzzle: that have yet to be hit
	bool isPuzzle = false;
	int32_t shots = 0; ///< of a puzzle
	std::unique_ptr<Play> play = std::make_unique<Play>();
	double time = 0.0;           ///< s, of the last step's end
	float timeStep = k_timeStep; ///< s, of the last step; during a step, of that step
	Counts counts;
	std::vector<Mark> marks;

private:
	struct Pose
	{
		b2Vec2 center;
		float angle;
	};
	struct BodyState
	{
		b2Vec2 position, velocity;
		float angle, spin;
		bool isAwake;
	};
	struct Moment
	{
		std::vector<BodyState> bodies;
		std::vector<std::byte> flying;
		double time;
		Counts counts;
		size_t marks;
		uint32_t random;
		std::vector<Ghost> ghosts;
		std::unique_ptr<Play> play;
	};
	struct Blast
	{
		b2Vec2 center;
		float radius;
		double born;
	};
	struct Flown
	{
		std::vector<ricochet::PathPoint> points;
		float radius;
	};

	void Remember();
	void NotePoses(std::vector<Pose>& poses) const;
	void NoteEvents();
	void NoteImpact(const ricochet::ImpactEvent& impact, double begin);
	void NotePaths();
	[[nodiscard]] b2Transform PoseOf(size_t body, const b2Body& of, float share) const;
	void DrawBodies(Display& display) const;
	void DrawBullets(Display& display) const;
	void DrawGrenades(Display& display) const;
	void DrawMarks(Display& display) const;
	[[nodiscard]] bool Compares() const { return settings.compares != 0.0f; }

	Ways m_ways;
	Twin m_twin; // has shots only while Box2D's answer is asked for
	std::deque<Moment> m_past;
	std::vector<Pose> m_before, m_after;
	std::vector<Flown> m_flown; // in the last step
	std::vector<Blast> m_blasts;
	float m_alpha = 1.0f; // of the last step: what is shown
	float m_due = 0.0f;   // of a burst (bullets)
	uint32_t m_random = 1;
};

} // namespace playground
