// MIT License, Copyright (c) 2026 the ricochet authors

#include "benchmarks/race/stage.h"

#include "benchmarks/race/clock.h"

#include <cmath>
#include <optional>

namespace ricochet::test
{

Stage::Stage(const Case& one, const Executor& executor)
    : of(one), scene(MakeRaceScene(one.scene, one.shapes, one.field)), world(scene), outside(world.world),
      m_home(scene.pieces)
{
	const bool moves = one.moved >= 0;
	AddBox2D(casters, world);
	{
		// Builds the world a second time, to measure its cost.
		std::optional<RaceWorld> again;
		Measure(*casters[0], [&] { again.emplace(scene); });
	}
	AddLive(casters, world);
	AddSpatialHash(casters, world);
	AddSnapshot(casters, world, executor, moves);
#ifdef RICOCHET_BOX2D_3
	AddBox2D3(casters, scene);
#endif
#ifdef RICOCHET_CHIPMUNK
	AddChipmunk(casters, scene);
#endif
#ifdef RICOCHET_EMBREE
	AddEmbree(casters, scene, moves);
#endif
}

void Stage::NextFrame(int32_t percent)
{
	moved.clear();
	++m_frame;
	const auto time = static_cast<float>(m_frame);
	for (size_t i = 0; i < scene.pieces.size(); ++i)
	{
		if (static_cast<int32_t>(i % 100) >= percent)
		{
			continue;
		}
		const Piece& home = m_home[i];
		const auto phase = static_cast<float>(i);
		Piece& piece = scene.pieces[i];
		piece.position = home.position + std::sin(phase + 0.1f * time) * b2Vec2{std::cos(phase), std::sin(phase)};
		piece.angle = home.angle + 0.5f * std::sin(phase + 0.1f * time);
		moved.push_back(i);
	}
}

bool Stage::Fits(const Case& other) const
{
	return of.scene == other.scene && of.shapes == other.shapes && of.field == other.field && of.moved < 0 &&
	       other.moved < 0;
}

std::vector<std::string> PeerNotes()
{
	std::vector<std::string> notes;
#ifndef RICOCHET_BOX2D_3
	notes.push_back("Box2D 3 was not given at configure time (-DRICOCHET_BOX2D_3_SOURCE=folder): left out.");
#else
	notes.push_back("Box2D 3: compiled from " RICOCHET_BOX2D_3 "; chains as segments, closest for any.");
#endif
#ifndef RICOCHET_CHIPMUNK
	notes.push_back("Chipmunk was not found at configure time (Debian: libchipmunk-dev): left out.");
#elif RICOCHET_CHIPMUNK_CHECKS
	notes.push_back("Chipmunk: the installed library, which was built with its debug checks.");
#else
	notes.push_back("Chipmunk: the installed library, which was built without debug checks.");
#endif
#ifndef RICOCHET_EMBREE
	notes.push_back("Embree was not found at configure time (Debian: libembree-dev): left out.");
#else
	notes.push_back("Embree " RICOCHET_EMBREE ": the installed library on one thread; edges as quads, circles as "
	                "cylinders, upright; 1 or 8 rays a call.");
#endif
	return notes;
}

} // namespace ricochet::test
