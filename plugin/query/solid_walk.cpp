// MIT License, Copyright (c) 2026 the ricochet authors

#include "query/solid_walk.h"

#include <cmath>

namespace ricochet
{

namespace
{

constexpr double k_touching = 0x1p-20;

// What a ray runs along with solid on either side it is inside of: the part that both sides have in common.
void AddSeams(std::span<const SolidPiece> pieces, double touching, std::vector<SolidPiece>& seams)
{
	for (const SolidPiece& left : pieces)
	{
		for (const SolidPiece& right : pieces)
		{
			const SolidPiece& later = left.enter < right.enter ? right : left;
			const SolidPiece& sooner = left.exit < right.exit ? left : right;
			if (left.side > 0 && right.side < 0 && sooner.exit - later.enter > touching)
			{
				SolidPiece seam = later;
				seam.hit.exit = sooner.hit.exit;
				seam.hit.endsInside = sooner.hit.endsInside;
				seam.hit.grazing = false;
				seam.exit = sooner.exit;
				seam.side = 0;
				seams.push_back(seam);
			}
		}
	}
}

} // namespace

double TouchingShare(const Ray& ray, float reach)
{
	const b2Vec2 end = PointAt(ray, ray.maxFraction);
	const double far = std::max({std::abs(ray.origin.x), std::abs(ray.origin.y), std::abs(end.x), std::abs(end.y)});
	const double length = Length(Lift<double>(ray.translation));
	return length > 0.0 ? k_touching * ((far + reach) / length + ray.maxFraction)
	                    : std::numeric_limits<double>::infinity();
}

void MergePieces(std::span<SolidPiece> pieces, double touching, std::vector<SolidSpan>& solids)
{
	const bool grazes = std::any_of(pieces.begin(), pieces.end(), [](const SolidPiece& p) { return p.hit.grazing; });
	SolidMerger<RayHit, RaySpan, SolidSpan> merger(touching, solids);
	if (grazes == false)
	{
		for (const SolidPiece& piece : pieces)
		{
			merger.Add(piece);
		}
		merger.Finish();
		return;
	}
	std::vector<SolidPiece> interior;
	std::copy_if(pieces.begin(), pieces.end(), std::back_inserter(interior),
	             [](const SolidPiece& piece) { return piece.hit.grazing == false; });
	AddSeams(pieces, touching, interior);
	std::stable_sort(interior.begin(), interior.end(),
	                 [](const SolidPiece& a, const SolidPiece& b) { return a.enter < b.enter; });
	const size_t before = solids.size();
	for (const SolidPiece& piece : interior)
	{
		merger.Add(piece);
	}
	merger.Finish();

	// What is only touched, outside of all that is gone through.
	const size_t end = solids.size();
	for (const SolidPiece& piece : pieces)
	{
		const std::span<const SolidSpan> found = std::span(solids).subspan(before, end - before);
		if (piece.hit.grazing && Covers(found, piece, touching) == false)
		{
			merger.Tell(piece, piece);
		}
	}
}

} // namespace ricochet
