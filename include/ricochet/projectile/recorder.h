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

/// Records a run of a game to a file: bodies, projectiles and impacts. The playground's page (examples/playground)
/// opens the file, plays it, and can show any moment of it. Use the recording to find or to show a fault. ricochet.h
/// does not include this header.
///
///   std::ofstream file("run.ricochet");
///   ricochet::Recorder recorder(file);
///   ...
///   plugin.Step(dt, 8, 3);
///   recorder.Record(world, plugin, dt);
///
/// **Format.** A line of JSON for each step, in metres, radians and the world's frame. It has the time (s), bodies as
/// [number, x, y, angle], bullets as [x, y], grenades as [x, y, radius], and impacts. Impacts have enter, exit, normal,
/// thickness and response.
///
/// - Before that line come the shapes of bodies that are new since the previous step, or whose shapes have changed.
///   Bodies whose shapes have changed get a new number.
/// - A body whose pose is not finite is left out.
/// - Numbers have seven digits, with any format settings of the stream.
/// - Size: about 35 bytes for each body and 20 for each bullet in each step.
/// - Throws std::bad_alloc, and the exceptions of the stream. If the stream has failed, nothing more is written.
class Recorder
{
public:
	/// The stream must outlive the recorder.
	explicit Recorder(std::ostream& stream);
	~Recorder();
	Recorder(const Recorder&) = delete;
	Recorder& operator=(const Recorder&) = delete;

	/// Call this after each step, with its duration dt (s). The recorded time is the sum of all finite dt. Returns
	/// false if the stream has failed.
	bool Record(const b2World& world, const Plugin& plugin, float dt);

private:
	struct State;
	std::unique_ptr<State> m_state;
};

} // namespace ricochet

RICOCHET_EXPORT_END
