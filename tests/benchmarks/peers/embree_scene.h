// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "benchmarks/race/scene.h"

#include <embree3/rtcore.h>

#include <atomic>
#include <cstdint>
#include <span>
#include <vector>

namespace ricochet::test
{

/// A scene for Embree. Edges are upright quads and circles upright cylinders, from z = -1 to 1. The rays run at z = 0.
class EmbreeScene
{
public:
	/// If `moves` is true, the scene is built so that it can be refitted.
	EmbreeScene(const RaceScene& scene, bool robust, bool moves);
	~EmbreeScene();
	EmbreeScene(const EmbreeScene&) = delete;
	EmbreeScene& operator=(const EmbreeScene&) = delete;

	[[nodiscard]] RTCScene Get() const { return m_scene; }
	[[nodiscard]] size_t Bytes() const { return static_cast<size_t>(m_bytes.load()); }
	/// True if rays must have unit directions. With other lengths Embree 3.13 gives wrong hits on cylinders.
	[[nodiscard]] bool NeedsUnitRays() const { return m_cylinders != nullptr; }

	[[nodiscard]] size_t PieceOf(uint32_t geometry, uint32_t primitive) const;

	void Move(const RaceScene& scene, std::span<const size_t> moved);

private:
	struct Point
	{
		float x, y, z;
	};
	struct Disc
	{
		float x, y, z, radius;
	};

	void Place(const RaceScene& scene, size_t piece);
	void AddQuads(bool moves);
	void AddCylinders(bool moves);

	std::atomic<int64_t> m_bytes = 0;
	RTCDevice m_device = nullptr;
	RTCScene m_scene = nullptr;
	RTCGeometry m_quads = nullptr;
	RTCGeometry m_cylinders = nullptr;
	uint32_t m_quadsId = RTC_INVALID_GEOMETRY_ID;
	std::vector<size_t> m_pieceOfQuad;
	std::vector<size_t> m_pieceOfCylinder;
	std::vector<uint32_t> m_first; // for each piece, its first quad or cylinder
	std::vector<Point> m_points;   // four for each quad
	std::vector<Disc> m_discs;     // two for each cylinder
};

} // namespace ricochet::test
