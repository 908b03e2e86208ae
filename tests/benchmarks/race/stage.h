// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "benchmarks/race/cases.h"
#include "benchmarks/race/rays.h"

#include <memory>

namespace ricochet::test
{

/// A scene, and every system of the race, built for the scene.
struct Stage
{
	/// Builds the scene of a case. The executor must live as long as the stage.
	Stage(const Case& one, const Executor& executor);

	/// Moves `moved` percent of the bodies to their poses in the next frame, only in the scene's data. A body moves by
	/// at most 0.1 m and 0.05 rad, and stays within 1 m of its first place.
	void NextFrame(int32_t moved);

	[[nodiscard]] bool Fits(const Case& other) const; ///< true if the other case has the same scene and nothing moves

	Case of;
	RaceScene scene;
	RaceWorld world;
	Snapshot outside; ///< tells which rays start outside all shapes
	Casters casters;
	std::vector<size_t> moved; ///< the pieces that have moved

private:
	std::vector<Piece> m_home;
	int32_t m_frame = 0;
};

} // namespace ricochet::test
