// MIT License, Copyright (c) 2026 the ricochet authors

#include "projectile/leg/chord_flight.h"

#include "projectile/firing_range.h"

// Tests that skipping chords does not change results. A leg of a path that passes a moving body is cast with all its
// chords, and with only the necessary chords.

namespace ricochet::test::chord_flight_test
{

namespace
{

constexpr double k_chordError = 1.0e-4;

class AnyMeeting final : public MeetingRule
{
public:
	explicit AnyMeeting(const Standing& start) { standing = start; }
	bool Counts(const ShapeSpan& met, const Vec<double>&, double) const override
	{
		return met.span.grazing == false || met.span.side != 0;
	}
	bool HangsTogether(const Vec<double>&, const Vec<double>&, double) const override { return true; }
	void Touch(const LegHit& graze) override { touches.push_back(graze.fraction); }

	std::vector<double> touches;
};

struct Answer
{
	std::optional<LegHit> hit;
	Standing standing;
	std::vector<double> touches;
};

void ExpectSame(const Answer& a, const Answer& b, int32_t trial)
{
	EXPECT_EQ(a.touches, b.touches) << trial;
	EXPECT_EQ(a.standing.inside, b.standing.inside) << trial;
	EXPECT_EQ(a.standing.told, b.standing.told) << trial;
	ASSERT_EQ(a.hit.has_value(), b.hit.has_value()) << trial;
	if (a.hit)
	{
		EXPECT_EQ(a.hit->fraction, b.hit->fraction) << trial;
		EXPECT_EQ(a.hit->exitFraction, b.hit->exitFraction) << trial;
		EXPECT_EQ(a.hit->thickness, b.hit->thickness) << trial;
		EXPECT_EQ(a.hit->normal.x, b.hit->normal.x) << trial;
		EXPECT_EQ(a.hit->normal.y, b.hit->normal.y) << trial;
		EXPECT_EQ(a.hit->endsInside, b.hit->endsInside) << trial;
		EXPECT_EQ(a.hit->overdue, b.hit->overdue) << trial;
	}
}

// A random leg that passes one child of a body. The body translates, rotates, and may be held back before the end of
// the step.
class Trial
{
public:
	explicit Trial(uint64_t seed) : m_random(seed)
	{
		const float reach = m_random.LogUniform(0.02f, 20.0f);
		m_center = m_random.LogUniform(0.01f, 1.0e4f) * m_random.Direction();
		b2Body* body = m_range.AddBody(m_center, m_random.Uniform(-3.0f, 3.0f), b2_kinematicBody);
		AddShape(body, reach);
		body->SetLinearVelocity(m_random.LogUniform(0.01f, 100.0f) * m_random.Direction());
		body->SetAngularVelocity(m_random.OneIn(5) ? 0.0f : m_random.Uniform(-60.0f, 60.0f));
		m_motion.Begin(m_range.world);
		m_range.world.Step(k_dt, 8, 3);
		m_motion.End(m_range.world);
		const BodyMotion* motion = m_motion.Find(body);
		if (motion == nullptr)
		{
			return;
		}
		m_body = *motion;
		m_body.heldFrom = m_random.OneIn(4) ? m_random.Uniform(0.0f, 1.0f) : 1.0;
		m_child.motion = &m_body;
		m_child.fixture = body->GetFixtureList();
		b2Transform own;
		own.SetIdentity();
		m_child.fixture->GetShape()->ComputeAABB(&m_child.local, own, 0);

		m_begin = m_random.OneIn(2) ? 0.0f : m_random.Uniform(0.0f, 0.9f);
		m_end = m_random.OneIn(2) ? 1.0 : m_random.Uniform(static_cast<float>(m_begin), 1.0f);
		const b2Vec2 middle = m_center + m_random.InBox(2.0f * reach);
		const b2Vec2 half = m_random.LogUniform(0.01f, 10.0f) * reach * m_random.Direction();
		m_leg = {middle - half, middle + half, m_begin * k_dt, m_end * k_dt};
		m_radius = m_random.OneIn(3) ? m_random.LogUniform(0.01f, 1.0f) * reach : 0.0f;
		m_start.inside = m_random.OneIn(4);
		m_start.told = m_random.OneIn(4) ? 1 : 0;
		m_start.near = reach;
	}

	/// False if the body is so slow, and so far from the origin, that the step does not change the floats of its pose.
	[[nodiscard]] bool HasMoved() const { return m_body.body != nullptr; }

	[[nodiscard]] Answer FlySome() const
	{
		AnyMeeting rule(m_start);
		const auto hit = CastMoving(m_child, m_leg, m_begin, m_end, m_radius, k_chordError, rule);
		return {hit, rule.standing, rule.touches};
	}

	[[nodiscard]] Answer FlyAll() const
	{
		AnyMeeting rule(m_start);
		const PosesOfLeg poses(m_body, m_begin, m_end);
		PieceWalk walk(*m_child.fixture->GetShape(), 0, m_radius, poses, m_leg, rule);
		const auto chords = ChordsOf(m_body, m_leg, m_begin, m_end, m_radius, k_chordError);
		if (chords.has_value() == false)
		{
			walk.Miss();
		}
		for (int i = 0; chords && i < chords->count && walk.IsDone() == false; ++i)
		{
			const double from = chords->FractionAt(i);
			const double to = chords->FractionAt(i + 1);
			walk.Fly({KnotAt(poses, m_leg, from), KnotAt(poses, m_leg, to), from, to, chords->StrayOver(1)});
		}
		const std::optional<LegHit> hit = walk.Finish(KnotAt(poses, m_leg, 1.0));
		return {hit, rule.standing, rule.touches};
	}

private:
	void AddShape(b2Body* body, float reach)
	{
		b2PolygonShape box;
		b2EdgeShape edge;
		b2CircleShape circle;
		const b2Vec2 offset = m_random.InBox(reach);
		switch (m_random.Bits() % 3)
		{
		case 0:
			box.SetAsBox(reach * m_random.LogUniform(0.01f, 1.0f), reach, offset, m_random.Uniform(-3.0f, 3.0f));
			m_range.Add(body, box);
			break;
		case 1:
			edge.SetTwoSided(offset, offset + reach * m_random.Direction());
			m_range.Add(body, edge);
			break;
		default:
			circle.m_p = offset;
			circle.m_radius = reach;
			m_range.Add(body, circle);
		}
	}

	SceneRandom m_random;
	FiringRange m_range;
	WorldMotion m_motion;
	BodyMotion m_body;
	MovedChild m_child;
	b2Vec2 m_center{0.0f, 0.0f};
	Leg m_leg;
	Standing m_start;
	double m_begin = 0.0;
	double m_end = 1.0;
	float m_radius = 0.0f;
};

} // namespace

TEST(ChordFlight, AnswersAsIfItHadFlownAllChords)
{
	int32_t hits = 0;
	const int32_t trials = ScaledCount(20000);
	for (int32_t seed = 1; seed <= trials; ++seed)
	{
		const Trial trial(static_cast<uint64_t>(seed));
		if (trial.HasMoved() == false)
		{
			continue;
		}
		const Answer all = trial.FlyAll();
		ExpectSame(all, trial.FlySome(), seed);
		hits += all.hit.has_value() ? 1 : 0;
	}
	EXPECT_GT(hits, trials / 10);
}

} // namespace ricochet::test::chord_flight_test
