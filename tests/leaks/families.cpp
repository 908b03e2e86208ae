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
	return *this;
}

std::span<const Family> Families()
{
	static constexpr Family k_families[] = {
	    {"through shared vertices of chains and loops", 26, CrossAtVertices},
	    {"through points of edges, along edges", 16, CrossAtEdges},
	    {"ending exactly on edges and vertices", 12, EndOnEdges},
	    {"out of still loops, steps that end on them", 14, LeaveStillLoops},
	    {"out of moving and turning loops, the same", 8, LeaveMovingLoops},
	    {"into solids, steps of 1e-7 m to 1 m", 10, EnterSolids},
	    {"into tiles, at seams and corners", 9, EnterTiles},
	    {"bullets at still, moving and turning targets", 5, FireBullets},
	};
	return k_families;
}

} // namespace ricochet::leaks
