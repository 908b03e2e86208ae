// MIT License, Copyright (c) 2026 the ricochet authors

#include "leaks/job.h"

namespace ricochet::leaks
{

Tally& Tally::operator+=(const Tally& other)
{
	rays += other.rays;
	crossings += other.crossings;
	leaks += other.leaks;
	box2dLeaks += other.box2dLeaks;
	snapshotCrossings += other.snapshotCrossings;
	snapshotLeaks += other.snapshotLeaks;
	unlikeLive += other.unlikeLive;
	return *this;
}

std::span<const Family> Families()
{
	constexpr int64_t k_many = 1 << 16;
	constexpr int64_t k_few = 1 << 8; // for families where each ray takes milliseconds
	constexpr size_t k_all = k_offsets.size();
	static constexpr Family k_families[] = {
	    {"through shared vertices of chains and loops", 200'000, k_many, k_all, CrossAtVertices},
	    {"through points of edges, along edges", 130'000, k_many, k_all, CrossAtEdges},
	    {"ending exactly on edges and vertices", 120'000, k_many, k_all, EndOnEdges},
	    {"out of still loops, steps that end on them", 130'000, k_many, k_all, LeaveStillLoops},
	    {"out of moving and turning loops, the same", 80'000, k_many, k_all, LeaveMovingLoops},
	    {"into solids, steps of 1e-7 m to 1 m", 90'000, k_many, k_all, EnterSolids},
	    {"into tiles, at seams and corners", 80'000, k_many, k_all, EnterTiles},
	    {"discs and polygons into solids, in steps", 60'000, k_many, k_all, EnterSolidsByHulls},
	    {"discs and polygons into tiles", 60'000, k_many, k_all, EnterTilesByHulls},
	    {"bullets at still, moving and turning targets", 60'000, k_many, k_all, FireBullets},
	    {"bullets through turning targets", 2000, k_few, k_all, PierceTurningTargets},
	    {"grenades in turning and swinging rooms", 70, k_few, k_all, HoldInRooms},
	    {"grenades in drums, under pistons, between walls", 70, k_few, k_all, HoldBetweenSolids},
	};
	return k_families;
}

} // namespace ricochet::leaks
