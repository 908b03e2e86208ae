// MIT License, Copyright (c) 2026 the ricochet authors

#include "contest.h"

#include "by_box2d.h"
#include "scenes.h"

#include <ricochet/query/beam.h>
#include <ricochet/sight/visibility.h>

#include <box2d/b2_edge_shape.h>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace playground
{

namespace
{

constexpr float k_apart = 6.4f;  // m, of the middle of each half from the middle
constexpr float k_reach = 14.0f; // m, how far eyes see
constexpr float k_width = 5.4f;  // m, half of a half
constexpr float k_height = 5.2f;

constexpr int k_spikes = 5; // of the room of mirrors, which is a star
const b2Vec2 k_lamp{-0.4f, 0.3f};

// Left is the side of Box2D, right that of ricochet.
b2Vec2 MiddleOf(size_t side)
{
	return {side == 0 ? -k_apart : k_apart, 0.0f};
}

// Returns the pointer's place from the middle of the half that it points at.
b2Vec2 PointerIn(b2Vec2 at)
{
	const b2Vec2 from = at - MiddleOf(at.x < 0.0f ? 0 : 1);
	return {std::clamp(from.x, -k_width, k_width), std::clamp(from.y, -k_height, k_height)};
}

void AddFrame(Stage& stage, size_t side)
{
	const b2Vec2 at = MiddleOf(side);
	for (const float sign : {-1.0f, 1.0f})
	{
		stage.AddPlainBox(at + b2Vec2{0.0f, sign * (k_height + 0.2f)}, k_width + 0.4f, 0.2f, Material::Stone);
		stage.AddPlainBox(at + b2Vec2{sign * (k_width + 0.2f), 0.0f}, 0.2f, k_height, Material::Stone);
	}
}

// The same eye among the same thin posts: by a fan of rays, and by the visibility polygon.
class FanContest : public Contest
{
public:
	explicit FanContest(Stage& stage)
	{
		for (size_t side = 0; side < 2; ++side)
		{
			AddFrame(stage, side);
			stage.AddPlainBox(MiddleOf(side) + b2Vec2{-1.0f, 1.6f}, 0.9f, 0.12f, Material::Stone, 0.5f);
			stage.AddPlainBox(MiddleOf(side) + b2Vec2{1.6f, -1.4f}, 0.12f, 1.1f, Material::Stone, 0.3f);
			for (int i = 0; i < k_posts; ++i)
			{
				const float angle = 2.0f * b2_pi * static_cast<float>(i) / k_posts;
				const b2Vec2 at{4.4f * std::cos(angle), 4.2f * std::sin(angle)};
				m_posts[side][static_cast<size_t>(i)] =
				    stage.AddPlainBox(MiddleOf(side) + at, 0.06f, 0.06f, Material::Wood, angle);
			}
		}
	}

	void Go(Stage&) override {}

	void Draw(const Stage& stage, Display& display) const override
	{
		const b2Vec2 pointer = PointerIn(stage.target);
		const auto count = static_cast<int>(stage.settings.rays);
		FanOfBox2D fan = FanByBox2D(stage.world, MiddleOf(0) + pointer, k_reach, 0.0f, 2.0f * b2_pi, count);
		const auto isSeen = [&](const b2Body* post)
		{
			return std::find(fan.bodies.begin(), fan.bodies.end(), post) != fan.bodies.end();
		};
		const auto byFan = std::count_if(m_posts[0].begin(), m_posts[0].end(), isSeen);
		std::vector<b2Vec2> rays;
		for (const b2Vec2 end : fan.points)
		{
			rays.push_back(MiddleOf(0) + pointer);
			rays.push_back(end);
		}
		display.Segments(rays, Style::Ray, 0.35f);
		fan.points.push_back(fan.points.front());
		display.Line(fan.points, Style::Exit);
		std::vector<ricochet::SightVertex> polygon;
		std::vector<b2Vec2> points;
		const b2Vec2 eye = MiddleOf(1) + pointer;
		if (ricochet::VisibilityPolygon(stage.world, eye, k_reach, polygon))
		{
			ricochet::Flatten(polygon, 0.01f, points);
			display.Glow(points, eye, k_reach, 0.8f);
			points.push_back(points.front());
			display.Line(points, Style::Lit);
		}
		const auto bySight = std::count_if(m_posts[1].begin(), m_posts[1].end(),
		                                   [&](const b2Body* post)
		                                   {
			                                   const auto share = ricochet::SeenFraction(stage.world, eye, *post);
			                                   return share && *share > 0.0f;
		                                   });
		for (size_t side = 0; side < 2; ++side)
		{
			display.Circle(MiddleOf(side) + pointer, 0.12f, 0.0f, Style::Muzzle);
		}
		display.Title(MiddleOf(0) + b2Vec2{0.0f, k_height + 1.5f}, 0.5f, fmt::format("a fan of {} rays", count));
		display.Title(MiddleOf(1) + b2Vec2{0.0f, k_height + 1.5f}, 0.5f, "VisibilityPolygon of ricochet");
		display.Title(MiddleOf(0) + b2Vec2{0.0f, k_height + 0.65f}, 0.62f,
		              fmt::format("sees {} of {} posts", byFan, bySight), byFan < bySight ? Style::Exit : Style::Label);
		display.Title(MiddleOf(1) + b2Vec2{0.0f, k_height + 0.65f}, 0.62f,
		              fmt::format("sees {} of {} posts", bySight, bySight));
	}

private:
	static constexpr int k_posts = 24;

	std::array<std::array<b2Body*, k_posts>, 2> m_posts{};
};

// The same lasers in the same room of mirrors: by rays of Box2D that start an epsilon before each mirror, and by
// CastBeam.
class BeamContest : public Contest
{
public:
	explicit BeamContest(Stage& stage)
	{
		for (size_t side = 0; side < 2; ++side)
		{
			b2Body* room = stage.AddBody(MiddleOf(side));
			for (int i = 0; i < 2 * k_spikes; ++i)
			{
				b2EdgeShape wall; // Box2D's own
				wall.SetTwoSided(CornerOf(i), CornerOf(i + 1));
				stage.Add(room, wall, Material::Steel);
			}
		}
		Judge(stage);
	}

	void Go(Stage&) override {}

	void Draw(const Stage& stage, Display& display) const override
	{
		Judge(stage);
		const b2Vec2 direction = PointerIn(stage.target) - k_lamp;
		const BeamOfBox2D rays = BeamByBox2D(stage.world, MiddleOf(0) + k_lamp, direction, k_length,
		                                     static_cast<int>(stage.settings.beamBounces), stage.settings.epsilon);
		display.Line(rays.points, LeavesRoom(rays.points) ? Style::Exit : Style::Ray);
		display.Segments(m_leaks, Style::Exit);
		std::vector<b2Vec2> points;
		BeamOf(stage, direction, points);
		display.Line(points, Style::Beam);
		for (size_t side = 0; side < 2; ++side)
		{
			display.Circle(MiddleOf(side) + k_lamp, 0.12f, 0.0f, Style::Muzzle);
			const int lost = m_lost[side];
			display.Title(MiddleOf(side) + b2Vec2{0.0f, k_height + 1.5f}, 0.5f,
			              side == 0 ? fmt::format("rays of Box2D, epsilon {:.3g} mm", 1000.0f * stage.settings.epsilon)
			                        : std::string("CastBeam of ricochet, no epsilon"));
			display.Title(MiddleOf(side) + b2Vec2{0.0f, k_height + 0.65f}, 0.62f,
			              fmt::format("{} of {} beams leave the room", lost, k_beams),
			              lost > 0 ? Style::Exit : Style::Label);
		}
	}

private:
	static constexpr int k_beams = 180;
	static constexpr float k_length = 300.0f; // m
	static constexpr float k_leak = 1.5f;     // m, of a leg outside that is drawn
	[[nodiscard]] static b2Vec2 CornerOf(int i)
	{
		const float angle = b2_pi * (0.5f + static_cast<float>(i) / k_spikes);
		return (i % 2 == 0 ? 5.2f : 1.7f) * b2Vec2{std::cos(angle), std::sin(angle)};
	}

	[[nodiscard]] static bool LeavesRoom(std::span<const b2Vec2> points)
	{
		return std::abs(points.back().y) > k_height + 1.0f ||
		       std::abs(std::abs(points.back().x) - k_apart) > k_width + 1.0f;
	}

	static void BeamOf(const Stage& stage, b2Vec2 direction, std::vector<b2Vec2>& points)
	{
		ricochet::BeamDef def;
		def.length = k_length;
		def.maxBounces = static_cast<int32_t>(stage.settings.beamBounces);
		std::vector<ricochet::BeamLeg> legs;
		ricochet::CastBeam(stage.world, MiddleOf(1) + k_lamp, direction, def, legs);
		points.assign(1, MiddleOf(1) + k_lamp);
		for (const ricochet::BeamLeg& leg : legs)
		{
			points.push_back(leg.enter.point);
		}
	}

	// Counts the beams in all directions that leave the room, once for each epsilon and number of bounces.
	void Judge(const Stage& stage) const
	{
		const std::array<float, 2> asked{stage.settings.epsilon, stage.settings.beamBounces};
		if (asked == m_judged)
		{
			return;
		}
		m_judged = asked;
		m_lost = {0, 0};
		m_leaks.clear();
		std::vector<b2Vec2> points;
		for (int i = 0; i < k_beams; ++i)
		{
			const float angle = 2.0f * b2_pi * static_cast<float>(i) / k_beams;
			const b2Vec2 direction{std::cos(angle), std::sin(angle)};
			const BeamOfBox2D rays = BeamByBox2D(stage.world, MiddleOf(0) + k_lamp, direction, k_length,
			                                     static_cast<int>(stage.settings.beamBounces), stage.settings.epsilon);
			if (LeavesRoom(rays.points))
			{
				const b2Vec2 from = rays.points[rays.points.size() - 2];
				b2Vec2 way = rays.points.back() - from;
				way.Normalize();
				++m_lost[0];
				m_leaks.push_back(from);
				m_leaks.push_back(from + k_leak * way);
			}
			BeamOf(stage, direction, points);
			m_lost[1] += LeavesRoom(points);
		}
	}

	mutable std::array<float, 2> m_judged{-1.0f, -1.0f};
	mutable std::array<int, 2> m_lost{};
	mutable std::vector<b2Vec2> m_leaks; // the beginnings of the legs outside
};

} // namespace

std::unique_ptr<Contest> MakeFanContest(Stage& stage)
{
	return std::make_unique<FanContest>(stage);
}

std::unique_ptr<Contest> MakeBeamContest(Stage& stage)
{
	return std::make_unique<BeamContest>(stage);
}

} // namespace playground
