// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <ricochet/export.h>
#include <ricochet/sight/visibility.h>

#include <memory>
#include <span>

RICOCHET_EXPORT_BEGIN

namespace ricochet
{

/// An eye that looks again and again. It keeps its buffers, so that looking allocates nothing in steady state, and what
/// it found: of bodies that have not changed since it looked last from the same place, the work is not done again.
/// Every change of a body is noticed: its vertices are compared, not its address or its flags.
/// One viewer is used by one thread at a time; many may look at one world at once.
class Viewer
{
public:
	Viewer();
	~Viewer();
	Viewer(Viewer&& other) noexcept;
	Viewer& operator=(Viewer&& other) noexcept;

	/// The same answer as VisibilityPolygon's, to the bit among straight walls. Where a circle and two other things
	/// meet in one point, its corner may be rounded otherwise, by 2^-40 of its distance.
	Result<> Look(Space space, b2Vec2 eye, float radius, const SightDef& def = {});

	/// What was seen last; empty after an error. Valid until the next look. Names fixtures: do not keep it over a
	/// change of the world.
	[[nodiscard]] std::span<const SightVertex> Polygon() const;

	/// What the last look had to do.
	struct Work
	{
		int32_t bodies = 0;  ///< in reach
		int32_t renewed = 0; ///< bodies whose part was made anew
	};
	[[nodiscard]] Work LastWork() const; ///< all 0 before the first

private:
	struct State;
	std::unique_ptr<State> m_state;
};

} // namespace ricochet

RICOCHET_EXPORT_END
