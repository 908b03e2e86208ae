// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "contest.h"

#include "who_gets_through/shots.h"

#include <array>
#include <cstdint>
#include <vector>

class b2Body;

namespace playground
{

/// Fires the same shots at three equal doors: by one ray cast a step, as a bullet body of Box2D, and by ricochet.
/// why::MeetingTime tells which shots truly hit.
class Race : public Contest
{
public:
	/// Adds the doors.
	explicit Race(Stage& stage);

	/// Collects the bullets' results of the last step, and fires the bullets of the next one.
	void Go(Stage& stage) override;
	void Draw(const Stage& stage, Display& display) const override;
	void Press(Stage& stage, b2Vec2 at) override;

private:
	static constexpr size_t k_lanes = 3;

	/// The result of one shot in a lane.
	struct Flight
	{
		bool isOver = false;
		bool isHit = false;
		b2Vec2 position{0.0f, 0.0f};
		b2Body* body = nullptr; ///< of the second lane
	};
	struct Shot
	{
		why::Shot fired;
		uintptr_t number;
		std::array<Flight, k_lanes> flights;
	};
	struct Score
	{
		int32_t met = 0, lost = 0;
		std::vector<float> leaks; ///< where the last ones got through, across the lane (m)
	};

	void AddDoors(Stage& stage);
	void Clear(Stage& stage);
	void Fire(Stage& stage);
	void FireAcross(Stage& stage, float across);
	void FlyByRay(const Stage& stage, Shot& shot) const;
	void FlyBody(Stage& stage, Shot& shot) const;
	void Judge(const Shot& shot);

	std::array<b2Body*, k_lanes> m_doors{};
	why::Door m_door;
	std::vector<Shot> m_shots;
	std::array<Score, k_lanes> m_scores;
	float m_due = 0.0f;
	int32_t m_step = 0;
	uintptr_t m_fired = 0;
};

} // namespace playground
