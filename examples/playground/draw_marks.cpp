// MIT License, Copyright (c) 2026 the ricochet authors

#include "stage.h"

#include <fmt/format.h>

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
	if (plugin.Bullets().size() > k_crowd)
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
		if (++shown <= k_mostArrows)
		{
			display.Arrow(enter, b2Mul(motion->q, mark.normal), Style::Normal, opacity);
		}
		display.Dot(enter, StyleOf(mark.response), opacity);
		if (mark.response != ricochet::Response::Pierce)
		{
			continue;
		}
		display.Segment(enter, exit, Style::Inside, opacity);
		display.Dot(exit, Style::Exit, opacity);
		if (age < k_labelLife)
		{
			display.Text(exit, isSlow ? InDetail(mark) : Millimetres(mark.thickness), Style::Label, opacity);
		}
	}
}

} // namespace playground
