// MIT License, Copyright (c) 2026 the ricochet authors

#include "stage.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace playground
{

namespace
{

constexpr double k_markLife = 2.5; // s
constexpr double k_labelLife = 1.6;
constexpr size_t k_mostShown = 150;
constexpr size_t k_mostArrows = 12;
constexpr size_t k_crowd = 1000; // bullets, whose marks would cover all else
constexpr float k_slow = 0.2f;   // of the time

// Draws sparks that fly off a bounce, along the reflected path. They are gone soon.
void DrawSparks(Display& display, const Mark& mark, const b2Transform& motion, double age)
{
	constexpr double k_sparkLife = 0.3; // s
	constexpr int k_sparks = 7;
	b2Vec2 way = mark.velocity - 2.0f * b2Dot(mark.velocity, mark.normal) * mark.normal;
	if (age > k_sparkLife || way.Normalize() == 0.0f)
	{
		return;
	}
	std::vector<b2Vec2> ends;
	for (int i = 0; i < k_sparks; ++i)
	{
		const float turn = 0.28f * static_cast<float>(i - k_sparks / 2);
		const float speed = 3.0f + 1.3f * static_cast<float>((i * 5) % k_sparks);
		const b2Vec2 along = b2Mul(motion.q, b2Mul(b2Rot(turn), way));
		const float far = speed * static_cast<float>(age);
		ends.push_back(b2Mul(motion, mark.enter) + far * along);
		ends.push_back(b2Mul(motion, mark.enter) + (far + 0.14f) * along);
	}
	display.Segments(ends, Style::Bullet, static_cast<float>(1.0 - age / k_sparkLife));
}

// Draws the cracks in glass about a hole: lines of unequal length, the same ones for the same hole.
void DrawCracks(Display& display, const Mark& mark, const b2Transform& motion, float opacity)
{
	constexpr int k_cracks = 5;
	b2Vec2 way = mark.exit - mark.enter;
	way.Normalize();
	std::vector<b2Vec2> ends;
	for (int i = 0; i < k_cracks; ++i)
	{
		const float angle =
		    1.3f * static_cast<float>(i) + std::fmod(7.0f * std::abs(mark.enter.x + mark.enter.y), 1.0f);
		const b2Vec2 across = b2Mul(b2Rot(angle), way);
		const float length = 0.12f + 0.09f * static_cast<float>((i * 3) % k_cracks);
		ends.push_back(b2Mul(motion, mark.enter));
		ends.push_back(b2Mul(motion, mark.enter + length * across));
	}
	display.Segments(ends, Style::Crack, opacity);
}

std::string Millimetres(float length)
{
	return length < 1.0f ? fmt::format("{:.0f} mm", 1000.0f * length) : fmt::format("{:.2f} m", length);
}

// Returns the details of an impact. They are shown only if there is time to read them.
std::string InDetail(const Mark& mark)
{
	return fmt::format("in {:.2f}, {:.2f} at {:.0f} m/s\nout {:.2f}, {:.2f} at {:.0f} m/s\n{} thick", mark.enter.x,
	                   mark.enter.y, mark.velocity.Length(), mark.exit.x, mark.exit.y, mark.speedAfter,
	                   Millimetres(mark.thickness));
}

} // namespace

Style StyleOf(ricochet::Response response)
{
	switch (response)
	{
	case ricochet::Response::Pierce:
		return Style::Enter;
	case ricochet::Response::Bounce:
		return Style::Bounce;
	default:
		return Style::Stop;
	}
}

std::optional<b2Transform> Stage::MotionSince(const Mark& mark) const
{
	if (mark.body == nullptr)
	{
		return b2Transform({0.0f, 0.0f}, b2Rot(0.0f));
	}
	size_t i = 0;
	for (const b2Body* body = world.GetBodyList(); body != nullptr; body = body->GetNext(), ++i)
	{
		if (body == mark.body)
		{
			const b2Transform pose = PoseOf(i, *body, m_alpha);
			b2Transform motion;
			motion.q = b2Mul(pose.q, b2Rot(-mark.pose.q.GetAngle()));
			motion.p = pose.p - b2Mul(motion.q, mark.pose.p);
			return motion;
		}
	}
	return std::nullopt;
}

// Draws each mark at its place on the body that was hit, since a mark at a fixed place would hang in the air.
void Stage::DrawMarks(Display& display) const
{
	if (plugin.Bullets().size() > k_crowd || (contest != nullptr && contest->MarksHits()))
	{
		return;
	}
	const double now = ShownTime();
	const bool isSlow = settings.timeScale < k_slow;
	size_t shown = 0;
	for (auto it = marks.rbegin(); it != marks.rend() && shown < k_mostShown; ++it)
	{
		const Mark& mark = *it;
		const double age = now - mark.born;
		if (age > k_markLife)
		{
			break;
		}
		const std::optional<b2Transform> motion = age >= 0.0 ? MotionSince(mark) : std::nullopt;
		if (!motion)
		{
			continue;
		}
		const auto opacity = static_cast<float>(1.0 - age / k_markLife);
		const b2Vec2 enter = b2Mul(*motion, mark.enter);
		const b2Vec2 exit = b2Mul(*motion, mark.exit);
		if (++shown <= k_mostArrows && contest == nullptr)
		{
			display.Arrow(enter, b2Mul(motion->q, mark.normal), Style::Normal, opacity);
		}
		if (mark.response == ricochet::Response::Bounce && mark.isGrenade == false)
		{
			DrawSparks(display, mark, *motion, age / std::max(static_cast<double>(settings.timeScale), 1.0e-3));
		}
		if (mark.response == ricochet::Response::Pierce && mark.material == Material::Glass && contest == nullptr)
		{
			DrawCracks(display, mark, *motion, opacity);
		}
		display.Dot(enter, StyleOf(mark.response), opacity);
		if (mark.response != ricochet::Response::Pierce)
		{
			continue;
		}
		display.Segment(enter, exit, Style::Inside, opacity);
		display.Dot(exit, Style::Exit, opacity);
		if (age < k_labelLife && contest == nullptr)
		{
			display.Text(exit, isSlow ? InDetail(mark) : Millimetres(mark.thickness), Style::Label, opacity);
		}
	}
}

} // namespace playground
