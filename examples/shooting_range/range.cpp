// MIT License, Copyright (c) 2026 the ricochet authors

#include "range.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <random>

namespace range
{
namespace
{

/// Returns a random number. The C++ standard fixes the numbers of its generators, but not those of its distributions,
/// so none is used.
float Uniform(std::mt19937& generator, float low, float high)
{
	return low + (high - low) * (static_cast<float>(generator() >> 8) * 0x1p-24f);
}

/// One run: the plugin, and the record that it fills.
class Runner
{
public:
	Runner(const LevelDef& level, Stage& stage, std::span<const Shot> shots)
	    : m_level(level), m_stage(stage), m_shots(shots), m_plugin(*stage.world), m_legs(shots.size(), Leg::Fired)
	{
		SetSurfaces(level, stage, m_plugin);
		m_record.flights.resize(shots.size());
	}

	bool Step(int32_t step, std::string* error);
	Record Finish(float seconds);

private:
	bool FireDue(int32_t step, std::string* error);
	void RecordImpacts(int32_t step);
	void RecordExpired();
	void RecordPositions();
	void RecordPoses();
	void AddPoint(size_t shot, b2Vec2 position) { m_record.flights[shot].path.push_back({position, m_legs[shot]}); }

	const LevelDef& m_level;
	Stage& m_stage;
	std::span<const Shot> m_shots;
	ricochet::Plugin m_plugin;
	std::vector<Leg> m_legs; // of each shot, what happened last
	std::vector<ricochet::BulletId> m_outside;
	size_t m_nextShot = 0;
	Record m_record;
};

bool Runner::Step(int32_t step, std::string* error)
{
	RecordPoses();
	DriveLifts(m_level, m_stage);
	if (FireDue(step, error) == false)
	{
		return false;
	}
	m_plugin.Step(k_timeStep, 8, 3);
	RecordImpacts(step);
	RecordExpired();
	RecordPositions();
	return true;
}

bool Runner::FireDue(int32_t step, std::string* error)
{
	for (; m_nextShot < m_shots.size() && m_shots[m_nextShot].step <= step; ++m_nextShot)
	{
		const Shot& shot = m_shots[m_nextShot];
		const ShooterDef& shooter = m_level.shooters[static_cast<size_t>(shot.shooter)];
		bool fired = false;
		if (shot.grenade)
		{
			ricochet::GrenadeDef def = shooter.grenade;
			def.position = shot.position;
			def.velocity = shot.velocity;
			def.userData = m_nextShot;
			fired = static_cast<bool>(m_plugin.Throw(def));
		}
		else
		{
			ricochet::BulletDef def = shooter.bullet;
			def.position = shot.position;
			def.velocity = shot.velocity;
			def.userData = m_nextShot;
			fired = static_cast<bool>(m_plugin.Fire(def));
		}
		if (fired == false)
		{
			*error = fmt::format("{}: {}: {}", m_level.file, DescribeObject(shooter.name, shooter.id),
			                     m_plugin.LastError().Message());
			return false;
		}
		AddPoint(m_nextShot, shot.position);
	}
	return true;
}

void Runner::RecordImpacts(int32_t step)
{
	for (const ricochet::ImpactEvent& event : m_plugin.Impacts())
	{
		AddPoint(event.userData, event.position);
		if (event.response == ricochet::Response::Bounce)
		{
			m_legs[event.userData] = Leg::Bounced;
		}
		else if (event.response == ricochet::Response::Pierce)
		{
			m_legs[event.userData] = Leg::Pierced;
		}
		const float time = static_cast<float>(step) * k_timeStep + event.time;
		m_record.flights[event.userData].impacts.push_back({event, ObjectIndex(event.body), step, time});
	}
}

void Runner::RecordExpired()
{
	using Reason = ricochet::ExpiredEvent::Reason;
	for (const ricochet::ExpiredEvent& event : m_plugin.Expired())
	{
		AddPoint(event.userData, event.position);
		m_record.flights[event.userData].end = event.reason == Reason::Stopped ? End::Stopped
		                                       : event.reason == Reason::Fuse  ? End::Fuse
		                                                                       : End::Other;
	}
}

void Runner::RecordPositions()
{
	m_outside.clear();
	for (const ricochet::BulletState& bullet : m_plugin.Bullets())
	{
		AddPoint(bullet.userData, bullet.position);
		if (IsOutside(m_level, bullet.position))
		{
			m_record.flights[bullet.userData].end = End::Left;
			m_outside.push_back(bullet.id);
		}
	}
	for (const ricochet::GrenadeState& grenade : m_plugin.Grenades())
	{
		AddPoint(grenade.userData, grenade.position);
		m_record.flights[grenade.userData].end = grenade.resting ? End::Resting : End::Flying;
	}
	for (const ricochet::BulletId id : m_outside)
	{
		m_plugin.Cancel(id);
	}
}

void Runner::RecordPoses()
{
	std::vector<Pose>& row = m_record.poses.emplace_back();
	for (const b2Body* body : m_stage.bodies)
	{
		row.push_back({body->GetPosition(), body->GetAngle()});
	}
}

Record Runner::Finish(float seconds)
{
	RecordPoses();
	m_record.seconds = seconds;
	return std::move(m_record);
}

} // namespace

bool IsOutside(const LevelDef& level, b2Vec2 position)
{
	constexpr float k_margin = 5.0f;
	return position.x < -k_margin || position.x > level.width + k_margin || position.y < -k_margin ||
	       position.y > level.height + k_margin;
}

std::vector<Shot> PlanShots(const LevelDef& level, uint32_t seed, float seconds)
{
	std::mt19937 generator(seed);
	std::vector<Shot> shots;
	for (size_t i = 0; i < level.shooters.size(); ++i)
	{
		const ShooterDef& shooter = level.shooters[i];
		for (int32_t n = 0; n < shooter.count; ++n)
		{
			const float time = shooter.start + static_cast<float>(n) * shooter.interval;
			const float angle = shooter.direction + Uniform(generator, -shooter.spread, shooter.spread);
			const float speed = Uniform(generator, shooter.minSpeed, shooter.maxSpeed);
			if (time < seconds)
			{
				shots.push_back({static_cast<int32_t>(i),
				                 shooter.grenades,
				                 static_cast<int32_t>(std::lround(time / k_timeStep)),
				                 shooter.position,
				                 {speed * std::cos(angle), speed * std::sin(angle)}});
			}
		}
	}
	std::stable_sort(shots.begin(), shots.end(), [](const Shot& a, const Shot& b) { return a.step < b.step; });
	return shots;
}

std::optional<Record> RunRange(const LevelDef& level, Stage& stage, std::span<const Shot> shots, float seconds,
                               std::string* error)
{
	Runner runner(level, stage, shots);
	const int32_t steps = static_cast<int32_t>(std::lround(seconds / k_timeStep));
	for (int32_t step = 0; step < steps; ++step)
	{
		if (runner.Step(step, error) == false)
		{
			return {};
		}
	}
	return runner.Finish(seconds);
}

Pose PoseAt(const Record& record, int32_t object, float time)
{
	const float last = static_cast<float>(record.poses.size() - 1);
	const float steps = std::clamp(time / k_timeStep, 0.0f, last);
	const size_t before = static_cast<size_t>(steps);
	const size_t after = std::min(before + 1, record.poses.size() - 1);
	const float part = steps - static_cast<float>(before);
	const Pose& a = record.poses[before][static_cast<size_t>(object)];
	const Pose& b = record.poses[after][static_cast<size_t>(object)];
	return {a.position + part * (b.position - a.position), a.angle + part * (b.angle - a.angle)};
}

} // namespace range
