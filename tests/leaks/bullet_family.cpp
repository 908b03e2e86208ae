// MIT License, Copyright (c) 2026 the ricochet authors

#include "leaks/barrier.h"
#include "leaks/casts.h"
#include "leaks/solid.h"

#include <ricochet/projectile/plugin.h>

#include <algorithm>
#include <vector>

// Bullets of a Plugin fly out of loops, and into solids, that are at rest, move and turn. Each bullet counts as one
// ray. At the end of its first step, or during it, a bullet reaches the surface or a point within a few floats of it.

namespace ricochet::leaks
{

namespace
{

constexpr int64_t k_bulletsPerTarget = 48;
constexpr size_t k_steps = 12;
constexpr float k_dt = 1.0f / 60.0f;

struct Shot
{
	b2Vec2 position;
	b2Vec2 velocity;
	bool reported = false;

	/// Returns the position after this many steps.
	[[nodiscard]] b2Vec2 PositionAt(size_t step) const
	{
		const double time = static_cast<double>(k_dt) * static_cast<double>(step);
		return ToFloat(Lift<double>(position) + time * Lift<double>(velocity));
	}
};

// Returns the velocity that leads from one point to another in a share of a step.
b2Vec2 VelocityBetween(b2Vec2 from, b2Vec2 to, double share)
{
	return ToFloat(1.0 / (share * static_cast<double>(k_dt)) * (Lift<double>(to) - Lift<double>(from)));
}

// The target of the bullets of one world. They fly out of a loop, or into a solid through its middle.
class Round
{
public:
	Round(Job& job, const Frame& frame, const Barrier& loop)
	    : m_job(job), m_frame(frame), m_loop(&loop), m_target(loop.Shape(), frame, b2_kinematicBody)
	{
		SetMotion();
	}
	Round(Job& job, const Frame& frame, const Solid& solid)
	    : m_job(job), m_frame(frame), m_solid(&solid), m_target(solid.Shape(), frame, b2_kinematicBody)
	{
		SetMotion();
	}

	void Fly(int64_t bullets);

private:
	void SetMotion();
	[[nodiscard]] Shot DrawShot() const;
	[[nodiscard]] b2Transform PoseWithin(double share) const;
	void TakeImpacts(const Plugin& plugin);
	[[nodiscard]] bool Box2dReports(const Shot& shot) const;
	[[nodiscard]] bool IsPast(const Shot& shot) const;

	Job& m_job;
	const Frame& m_frame;
	const Barrier* m_loop = nullptr;
	const Solid* m_solid = nullptr;
	Target m_target;
	std::vector<b2Transform> m_poses; // one for each step
	std::vector<Shot> m_shots;
};

// Chooses the target's motion. A third of the targets are at rest.
void Round::SetMotion()
{
	SceneRandom& random = m_job.random;
	if (random.OneIn(3) == false)
	{
		const double speed = random.OneIn(3) ? 0.0 : LogUniform(random, 1.0e-4, 100.0);
		const double spin = random.OneIn(3) ? 0.0 : LogUniform(random, 1.0e-3, 20.0) * (random.OneIn(2) ? 1.0 : -1.0);
		m_target.body->SetLinearVelocity(ToFloat(speed * Lift<double>(random.Direction())));
		m_target.body->SetAngularVelocity(static_cast<float>(spin));
	}
}

// Returns the pose at a share of the first step.
b2Transform Round::PoseWithin(double share) const
{
	const auto part = static_cast<float>(share);
	const b2Vec2 way = m_poses[1].p - m_poses[0].p;
	return test::PoseAt(m_poses[0].p + part * way, m_frame.angle + part * (m_target.body->GetAngle() - m_frame.angle));
}

Shot Round::DrawShot() const
{
	SceneRandom& random = m_job.random;
	const b2Transform& before = m_poses[0];
	const b2Transform& after = m_poses[1];
	const int32_t floats = random.OneIn(3) ? 0 : 1 + random.Below(4);
	Shot shot;
	if (m_loop != nullptr)
	{
		// The bullet meets the loop at the end of the step or during it.
		const double share = random.OneIn(2) ? 1.0 : Uniform(random, 0.2, 1.0);
		const b2Transform met = share == 1.0 ? after : PoseWithin(share);
		const double place = random.OneIn(2) ? 0.0 : m_loop->DrawShare(random);
		const Point onLoop = m_loop->PointOfEdge(m_loop->DrawEdge(random), place);
		shot.position = m_frame.Near(random, m_loop->DrawInside(random), before, 0);
		shot.velocity = VelocityBetween(shot.position, m_frame.Near(random, onLoop, met, floats), share);
		return shot;
	}

	// In the frame of the middle, which moves in a straight line, the bullet flies straight towards it.
	const b2Vec2 surface = m_frame.Near(random, m_solid->DrawOnSurface(random), after, floats);
	const Point outward = Lift<double>(surface) - Lift<double>(after.p);
	const double distance = m_frame.size * Uniform(random, 1.6, 3.0);
	shot.position = ToFloat(Lift<double>(before.p) + distance / Length(outward) * outward);
	shot.velocity = VelocityBetween(shot.position, surface, 1.0);
	return shot;
}

void Round::Fly(int64_t bullets)
{
	PluginDef def;
	def.surface.resistance = 0.0f;
	def.chordError = static_cast<float>(0.005 * m_frame.size);
	Plugin plugin(*m_target.world, def);
	m_poses.push_back(m_target.body->GetTransform());
	for (size_t step = 1; step <= k_steps; ++step)
	{
		plugin.BeginStep();
		m_target.world->Step(k_dt, 1, 1);
		m_poses.push_back(m_target.body->GetTransform());
		for (int64_t i = 0; step == 1 && i < bullets; ++i)
		{
			const Shot shot = DrawShot();
			BulletDef bullet{.position = shot.position, .velocity = shot.velocity, .gravityScale = 0.0f};
			bullet.userData = m_shots.size();
			m_shots.push_back(shot);
			plugin.Fire(bullet);
		}
		plugin.EndStep(k_dt);
		TakeImpacts(plugin);
	}
	for (const Shot& shot : m_shots)
	{
		const b2Vec2 path[] = {shot.position, shot.PositionAt(1), shot.PositionAt(2)};
		if (shot.reported || IsPast(shot))
		{
			m_job.Count(m_frame.offset, 1, shot.reported, Box2dReports(shot),
			            [&] { return "bullet at " + Describe(*m_target.shape, path, std::span(m_poses).first(3)); });
		}
	}
}

// Notes the impacts of a step. An impact that starts inside does not count, because the bullet has entered before,
// without a report.
void Round::TakeImpacts(const Plugin& plugin)
{
	for (const ImpactEvent& impact : plugin.Impacts())
	{
		m_shots[impact.userData].reported = m_job.Reported(impact.startsInside == false);
	}
}

bool Round::Box2dReports(const Shot& shot) const
{
	for (size_t i = 0; i < k_steps; ++i)
	{
		if (Box2dHits(*m_target.shape, shot.PositionAt(i), m_poses[i], shot.PositionAt(i + 1), m_poses[i + 1]))
		{
			return true;
		}
	}
	return false;
}

bool Round::IsPast(const Shot& shot) const
{
	return Length(m_frame.FromWorld(shot.PositionAt(k_steps), m_poses[k_steps])) > 1.2 * m_frame.size;
}

} // namespace

void FireBullets(Job& job)
{
	constexpr Solid::Kind k_kinds[] = {Solid::Kind::Polygon, Solid::Kind::Box, Solid::Kind::Circle};
	while (job.Left() > 0)
	{
		const Frame frame = DrawBodyFrame(job.random);
		const int64_t bullets = std::min(job.Left(), k_bulletsPerTarget);
		if (job.random.OneIn(2))
		{
			const Barrier loop(job.random, frame, Barrier::Kind::Loop);
			Round(job, frame, loop).Fly(bullets);
			continue;
		}
		const Solid solid(job.random, frame, k_kinds[job.random.Below(3)]);
		if (solid.IsSound())
		{
			Round(job, frame, solid).Fly(bullets);
		}
	}
}

} // namespace ricochet::leaks
