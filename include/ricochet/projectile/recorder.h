// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <ricochet/export.h>
#include <ricochet/projectile/plugin.h>

#include <iosfwd>
#include <memory>

class b2World;

RICOCHET_EXPORT_BEGIN

namespace ricochet
{

/// Writes what flew and what was hit in a game's own run, for the playground's page (examples/playground), which opens
/// the file, plays it and lets one scrub through it. Not part of ricochet.h: for whoever looks for a fault, or shows
/// one.
///
///   std::ofstream file("run.ricochet");
///   ricochet::Recorder recorder(file);
///   ...
///   plugin.Step(dt, 8, 3);
///   recorder.Record(world, plugin, dt);
///
/// A line of JSON for each step: time (s), bodies as [number, x, y, angle], bullets as [x, y], grenades as [x, y,
/// radius], and impacts with enter, exit, normal, thickness and response; metres, radians, the world's frame. Before
/// it, the shapes of bodies that were not there in the step before, or have others since: those get a new number. A
/// body whose pose is not finite is left out. Numbers have seven digits, whatever the stream is told of formats.
/// About 35 bytes for each body and 20 for each bullet in each step. Lets std::bad_alloc and what the stream throws
/// through; a stream that has failed is written to no more.
class Recorder
{
public:
	/// The stream must outlive the recorder.
	explicit Recorder(std::ostream& stream);
	~Recorder();
	Recorder(const Recorder&) = delete;
	Recorder& operator=(const Recorder&) = delete;

	/// To be called after each step, whose length is dt (s): the time told is the sum of those that are finite. False:
	/// the stream has failed.
	bool Record(const b2World& world, const Plugin& plugin, float dt);

private:
	struct State;
	std::unique_ptr<State> m_state;
};

} // namespace ricochet

RICOCHET_EXPORT_END
