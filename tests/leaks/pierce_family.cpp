// MIT License, Copyright (c) 2026 the ricochet authors

#include "leaks/barrier.h"
#include "leaks/casts.h"
#include "leaks/pierced_shot.h"
#include "leaks/solid.h"
#include "support/turning_reference.h"

#include <ricochet/projectile/plugin.h>

#include <box2d/b2_world_callbacks.h>

#include <algorithm>
#include <cmath>
#include <vector>

// Bullets pierce turning bodies, and each bullet counts as one ray. In the target's frame its path is a curve that may
// enter and leave many times. There are three kinds of leak. Firstly, no impact reports an entry that the finely
// sampled path certainly has. Secondly, an impact reports an entry that no path within m_band of the bullet's path has.
// Thirdly, the bullet stops. Box2D cannot pierce. For comparison, b2World::RayCast casts the segment of each step at
// the target's pose at the end of the step. Its hits are counted over the whole flight.

namespace ricochet::leaks
{

namespace
{

using test::BodyPath;
using test::Law;
using test::Passage;
using test::PassageReference;
using test::Point2;
using test::Widen;

constexpr int32_t k_bulletsPerTarget = 16;
constexpr float k_lifetime = 5.0f;

struct AllHits : b2RayCastCallback
{
	int32_t count = 0;

	float ReportFixture(b2Fixture*, const b2Vec2&, const b2Vec2&, float) override
	{
		++count;
		return 1.0f;
	}
};

struct Verdict
{
	int32_t entries = 0, unsure = 0;
	bool isTold = true;
};

// The bullets of one world, and the body that they pierce.
class Gallery
{
public:
	Gallery(Job& job, const Frame& frame, const b2Shape& shape);

	void Fly(int64_t bullets);

private:
	void SetMotion();
	[[nodiscard]] Shot DrawShot();
	[[nodiscard]] Point2 PositionAt(const Shot& shot, double time) const;
	void Step(Plugin& plugin, int32_t step);
	void TakeEvents(const Plugin& plugin, int32_t step);
	void CountHits(Shot& shot, int32_t step) const;
	[[nodiscard]] PassageReference ReferenceOf(const Shot& shot, int32_t child) const;
	[[nodiscard]] Verdict Judge(const Shot& shot) const;
	[[nodiscard]] std::string Describe(const Shot& shot) const;

	Job& m_job;
	const Frame& m_frame;
	Target m_target;
	double m_dt = 0.0;
	double m_speed = 0.0; // the speed of the bullets (m/s)
	int32_t m_steps = 0;
	float m_chordError;
	double m_ulp = 0.0;
	double m_band = 0.0;
	std::vector<BodyPath> m_path; // one for each step
	std::vector<Shot> m_shots;
};

Gallery::Gallery(Job& job, const Frame& frame, const b2Shape& shape)
    : m_job(job), m_frame(frame), m_target(shape, frame, b2_kinematicBody),
      m_chordError(static_cast<float>(1.0e-3 * std::max(1.0, frame.size)))
{
	// The band covers the errors of two chords in the body's frame, that of the report and that of the flight. Each is
	// off by at most a tenth of the plugin's chord error. The band also covers the spacing of floats there.
	m_ulp = static_cast<double>(FloatsFrom(static_cast<float>(k_offsets[frame.offset] + frame.size), 1)) -
	        static_cast<double>(static_cast<float>(k_offsets[frame.offset] + frame.size));
	m_band = 0.2 * static_cast<double>(m_chordError) + 1.0e-5 + 4.0 * m_ulp;
	SetMotion();
}

// Chooses speeds and the duration of the flight. It is long enough to take the bullets past the target, but no longer
// than their lifetime.
void Gallery::SetMotion()
{
	SceneRandom& random = m_job.random;
	m_dt = 1.0 / (20 + random.Below(221));
	m_speed = LogUniform(random, 1.0, 1000.0);
	const double past = 4.0 * m_frame.size / m_speed + 2.0 * m_dt;
	m_steps = static_cast<int32_t>(std::ceil(std::min(past, 1.0) / m_dt));
	const double spin = LogUniform(random, 5.0, 60.0) * (random.OneIn(2) ? 1.0 : -1.0);
	m_target.body->SetAngularVelocity(static_cast<float>(spin));
	m_target.body->SetLinearVelocity(random.OneIn(3) ? random.InBox(10.0f) : b2Vec2{0.0f, 0.0f});
}

// Draws a bullet that starts outside, and at some time of its flight passes a point near the body.
Shot Gallery::DrawShot()
{
	SceneRandom& random = m_job.random;
	const b2Body& body = *m_target.body;
	const auto size = static_cast<float>(m_frame.size);
	Shot shot;
	double distance = 0.0;
	do
	{
		const auto lead = static_cast<float>(Uniform(random, 0.0, 0.6) * m_steps * m_dt);
		shot.velocity = static_cast<float>(m_speed) * random.Direction();
		shot.position =
		    body.GetPosition() + lead * (body.GetLinearVelocity() - shot.velocity) + random.InBox(0.8f * size);
		distance = test::SignedDistance(*m_target.body->GetFixtureList(), Widen(shot.position));
	} while (distance < std::max(0.01 * m_frame.size, 2.0 * m_band));
	return shot;
}

Point2 Gallery::PositionAt(const Shot& shot, double time) const
{
	return Widen(shot.position) + time * m_dt * Widen(shot.velocity);
}

void Gallery::Fly(int64_t bullets)
{
	PluginDef def;
	def.surface.resistance = 0.0f;
	def.chordError = m_chordError;
	def.maxContactsPerStep = 4096;
	Plugin plugin(*m_target.world, def);
	for (int64_t i = 0; i < bullets; ++i)
	{
		m_shots.push_back(DrawShot());
		BulletDef bullet{.position = m_shots.back().position, .velocity = m_shots.back().velocity};
		bullet.gravityScale = 0.0f;
		bullet.lifetime = k_lifetime;
		bullet.maxPierces = 1'000'000;
		bullet.userData = m_shots.size() - 1;
		plugin.Fire(bullet);
	}
	for (int32_t step = 0; step < m_steps; ++step)
	{
		Step(plugin, step);
	}
	for (const Shot& shot : m_shots)
	{
		const Verdict verdict = Judge(shot);
		if (verdict.entries > 0 || verdict.isTold == false)
		{
			const int32_t more = shot.box2dHits - verdict.entries;
			m_job.Count(m_frame.offset, 1, m_job.Reported(verdict.isTold), more >= 0 && more <= verdict.unsure,
			            [&] { return Describe(shot); });
		}
	}
}

void Gallery::Step(Plugin& plugin, int32_t step)
{
	const auto dt = static_cast<float>(m_dt);
	m_path.emplace_back(*m_target.body);
	plugin.BeginStep();
	m_target.world->Step(dt, 1, 1);
	m_path.back().Close();
	plugin.EndStep(dt);
	TakeEvents(plugin, step);
	std::for_each(m_shots.begin(), m_shots.end(), [&](Shot& shot) { CountHits(shot, step); });
}

void Gallery::TakeEvents(const Plugin& plugin, int32_t step)
{
	for (const ImpactEvent& impact : plugin.Impacts())
	{
		std::vector<Told>& told = m_shots[impact.userData].told;
		const double time = step + static_cast<double>(impact.time) / m_dt;
		const bool isLate = told.empty() == false && told.back().time == time && told.back().child != impact.child;
		told.push_back({time, impact.child, isLate});
	}
	for (const ExpiredEvent& expired : plugin.Expired())
	{
		m_shots[expired.userData].hasStopped = true;
	}
}

// Counts the hits of b2World::RayCast in a step. A ray without length is left out, because b2World::RayCast aborts on
// it.
void Gallery::CountHits(Shot& shot, int32_t step) const
{
	const Point2 from = PositionAt(shot, step);
	const Point2 to = PositionAt(shot, step + 1.0);
	const b2Vec2 a{static_cast<float>(from.x), static_cast<float>(from.y)};
	const b2Vec2 b{static_cast<float>(to.x), static_cast<float>(to.y)};
	if (a != b)
	{
		AllHits hits;
		m_target.world->RayCast(&hits, a, b);
		shot.box2dHits += hits.count;
	}
}

PassageReference Gallery::ReferenceOf(const Shot& shot, int32_t child) const
{
	// Each impact rounds the position to floats.
	const double band = m_band + m_ulp * static_cast<double>(shot.told.size());
	PassageReference reference(band, m_target.shape->GetType() == b2Shape::e_polygon);
	for (int32_t step = 0; step < m_steps; ++step)
	{
		const BodyPath& path = m_path[static_cast<size_t>(step)];
		const auto look = [&](double time)
		{
			return test::LookAt(*m_target.shape, child, path.At(time - step).ToLocal(PositionAt(shot, time)), band);
		};
		const Point2 way = m_dt * Widen(shot.velocity) - path.Translation();
		const double reach = std::max(Length(PositionAt(shot, step) - path.CenterAt(0.0)),
		                              Length(PositionAt(shot, step + 1.0) - path.CenterAt(1.0)));
		reference.Sample(look, step, step + 1.0, Length(way) + std::abs(path.Turn()) * reach);
	}
	return reference;
}

Verdict Gallery::Judge(const Shot& shot) const
{
	Verdict verdict;
	verdict.isTold = shot.hasStopped == false;
	for (int32_t child = 0; child < m_target.shape->GetChildCount(); ++child)
	{
		const PassageReference reference = ReferenceOf(shot, child);
		for (const Passage& passage : reference.Passages())
		{
			const int64_t told = shot.CountIn(passage, child, false);
			const bool isMaybeMore = shot.CountIn(passage, child, true) > 0;
			// Within the band, rounding at the ends of steps may move the bullet in and out. A passage of more than one
			// step is therefore not certain.
			const bool isSure = passage.law != Law::Unsure && passage.end - passage.begin <= 1.0;
			const int32_t entries = isSure && passage.law == Law::Entered ? 1 : 0;
			verdict.entries += entries;
			verdict.unsure += isSure ? 0 : 1;
			const bool isRight =
			    reference.Allows(passage, told) || (isMaybeMore && reference.Allows(passage, told + 1));
			verdict.isTold = verdict.isTold && (isSure == false || isRight);
		}
	}
	return verdict;
}

std::string Gallery::Describe(const Shot& shot) const
{
	char text[256];
	std::snprintf(text, sizeof(text), "pierced at %.9g Hz, %zu told, turn %a, velocity (%a, %a): ", 1.0 / m_dt,
	              shot.told.size(), m_path[0].Turn(), static_cast<double>(shot.velocity.x),
	              static_cast<double>(shot.velocity.y));
	return text + leaks::Describe(*m_target.shape, std::span(&shot.position, 1), std::span(&m_frame.pose, 1));
}

} // namespace

void PierceTurningTargets(Job& job)
{
	constexpr Solid::Kind k_kinds[] = {Solid::Kind::Box, Solid::Kind::Polygon, Solid::Kind::Capsule};
	while (job.Left() > 0)
	{
		const Frame frame = DrawBodyFrame(job.random);
		const int64_t bullets = std::min<int64_t>(job.Left(), k_bulletsPerTarget);
		const int32_t kind = job.random.Below(4);
		if (kind == 3)
		{
			const Barrier loop(job.random, frame, Barrier::Kind::Loop);
			Gallery(job, frame, loop.Shape()).Fly(bullets);
			continue;
		}
		const Solid solid(job.random, frame, k_kinds[kind]); // a capsule's shape is an edge
		if (solid.IsSound())
		{
			Gallery(job, frame, solid.Shape()).Fly(bullets);
		}
	}
}

} // namespace ricochet::leaks
