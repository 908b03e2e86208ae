// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "benchmarks/race/cases.h"
#include "benchmarks/race/rays.h"

#include <memory>

namespace ricochet::test
{

/// A scene with every system that takes part, built.
struct Stage
{
	/// For the scene of a case. The executor must live as long.
	Stage(const Case& one, const Executor& executor);

	/// Brings moved percent of the bodies to where they are in the next frame, in the scene alone: at most 0.1 m and
	/// 0.05 rad from where they were, and at most 1 m from where they began.
	void NextFrame(int32_t moved);

	[[nodiscard]] bool Fits(const Case& other) const; ///< it has the same scene, and nothing moves

	Case of;
	RaceScene scene;
	RaceWorld world;
	Snapshot outside; ///< tells which rays start outside
	Casters casters;
	std::vector<size_t> moved; ///< pieces

private:
	std::vector<Piece> m_home;
	int32_t m_frame = 0;
};

} // namespace ricochet::test
