// MIT License, Copyright (c) 2026 the ricochet authors

#include "query/ask.h"
#include "query/batch.h"
#include "query/beam_walk.h"

namespace ricochet
{

namespace
{

// The fewest beams that are worth a task.
constexpr size_t k_leastBeamsPerTask = 256;

} // namespace

BeamEnd CastBeam(Space space, b2Vec2 origin, b2Vec2 direction, const BeamDef& def, std::vector<BeamLeg>& legs)
{
	legs.clear();
	return Ask(space, [&](const auto& source) { return AppendBeamIn(source, origin, direction, def, legs); });
}

Result<> CastBeams(Space space, std::span<const BeamRay> rays, const BeamDef& def, BeamLegs& legs,
                   const Executor& executor)
{
	const auto make = [&](const auto& source, BeamLegs& made)
	{
		made.ends.resize(rays.size());
		const auto append = [&](const BeamRay& ray, size_t i, std::vector<BeamLeg>& all)
		{
			made.ends[i] = AppendBeamIn(source, ray.origin, ray.direction, def, all);
		};
		CastLists(rays, source.Extent(), k_leastBeamsPerTask, made, executor, append);
	};
	return ReplaceLists(legs, [&](BeamLegs& made) { Ask(space, [&](const auto& source) { make(source, made); }); });
}

} // namespace ricochet
