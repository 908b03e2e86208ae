// MIT License, Copyright (c) 2026 the ricochet authors

#include <ricochet/geometry/decompose.h>

#include "geometry/checker.h"
#include "geometry/outline_data.h"
#include "geometry/piece_mesh.h"
#include "geometry/with_memory.h"

namespace ricochet
{

namespace
{

Result<ConvexPieces> Cut(const OutlineData& outline, int32_t mostVertices)
{
	Checker checker;
	if (checker.AtLeast("mostVertices", mostVertices, 3.0).IsSound() == false)
	{
		return checker.Outcome().GetError();
	}
	std::vector<int32_t> ringOf;
	ringOf.reserve(outline.vertices.size());
	for (size_t i = 0; i < outline.rings.size(); ++i)
	{
		ringOf.insert(ringOf.end(), static_cast<size_t>(outline.rings[i].count), static_cast<int32_t>(i));
	}
	const RingEdges edges(outline.vertices, outline.rings, ringOf);
	PieceMesh mesh(edges, Triangulate(edges, outline.rings));
	mesh.Flip();
	mesh.Merge(mostVertices);
	return mesh.Pieces();
}

} // namespace

Result<ConvexPieces> Decompose(const Outline& outline, int32_t mostVertices) noexcept
{
	return WithMemory([&] { return Cut(outline.Data(), mostVertices); });
}

} // namespace ricochet
