// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <ricochet/export.h>
#include <ricochet/sight/visibility.h>

#include <memory>
#include <span>

RICOCHET_EXPORT_BEGIN

namespace ricochet
{

/// An eye that looks again and again.
///
/// - It keeps its buffers, so a look allocates nothing in steady state.
/// - It keeps the obstacles of each body and the view of that body alone. If a body has not changed since the last look
///   from the same place, its view is not computed again. Every change is noticed: the vertices are compared, not
///   addresses or flags. Things that were added to a SpatialHash by hand count together as one body.
/// - One thread at a time may use a viewer. Many viewers may look at one Space at once.
class Viewer
{
public:
	Viewer();
	~Viewer();
	Viewer(Viewer&& other) noexcept;
	Viewer& operator=(Viewer&& other) noexcept;

	/// Returns the result of VisibilityPolygon. Among straight walls the two are equal to the bit. Where a circle and
	/// two other things have a point in common, the corner there may be rounded differently, by 2^-40 of its distance.
	Result<> Look(Space space, b2Vec2 eye, float radius, const SightDef& def = {});

	/// Returns the polygon of the last look; empty after an error. It is valid until the next look. Do not keep its
	/// fixtures over a change of the world.
	[[nodiscard]] std::span<const SightVertex> Polygon() const;

	/// The work of the last look.
	struct Work
	{
		int32_t bodies = 0;  ///< bodies in reach
		int32_t renewed = 0; ///< bodies whose part was computed again
	};
	[[nodiscard]] Work LastWork() const; ///< all 0 before the first look

private:
	struct State;
	std::unique_ptr<State> m_state;
};

} // namespace ricochet

RICOCHET_EXPORT_END
