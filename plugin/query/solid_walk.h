// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "query/borrowed.h"
#include "query/query.h"
#include "query/solid_merge.h"
#include "query/source.h"

#include <ricochet/query/solid_query.h>

#include <span>
#include <vector>

namespace ricochet
{

using SolidPiece = SolidPieceOf<RayHit>;

/// Appends the solids of pieces of one tag that are sorted by entry. `touching`: no farther apart, as a fraction.
/// Pieces are changed.
void MergePieces(std::span<SolidPiece> pieces, double touching, std::vector<SolidSpan>& solids);

/// What is no more apart touches, as a fraction of a ray, of which something reaches so far about it (m).
[[nodiscard]] double TouchingShare(const Ray& ray, float reach = 0.0f);

/// Everything that a ray meets, as pieces, in any order.
template <class Source>
class SolidPieces
{
public:
	using What = typename Source::What;
	static constexpr bool k_takesEach = true;

	SolidPieces(const Source& source, const Ray& ray, const SolidTag& tagOf, std::vector<SolidPiece>& pieces)
	    : m_source(source), m_ray(ray), m_tagOf(tagOf), m_pieces(pieces)
	{
	}

	[[nodiscard]] double Cutoff() const { return CutoffAbove(m_ray.maxFraction); }
	[[nodiscard]] LocalSpan& Trial() { return m_trial; }

	void Offer(const What& what)
	{
		SolidPiece& piece = m_pieces.emplace_back();
		m_source.Tell(m_ray, what, m_trial, piece.hit);
		SetSolid(piece, BodyOf(what), m_tagOf);
		piece.order = m_pieces.size();
		piece.enter = m_trial.enter.fraction;
		piece.exit = m_trial.exit.fraction;
		piece.side = m_trial.grazing ? m_trial.side : 0;
	}

private:
	const Source& m_source;
	const Ray& m_ray;
	const SolidTag& m_tagOf;
	std::vector<SolidPiece>& m_pieces;
	LocalSpan m_trial;
};

/// What begins at a ray's origin, with solid behind it, is started in.
template <class Source>
void FindSeamsAtOrigin(const Source& source, const Ray& ray, const QueryFilter& filter, const SolidTag& tagOf,
                       std::span<SolidPiece> pieces)
{
	thread_local std::vector<SolidPiece> kept;
	Borrowed behind(kept);
	const auto find = [&](std::vector<SolidPiece>& found)
	{
		const Ray back{ray.origin, -ray.translation, 1.0f};
		SolidPieces<Source> collector(source, back, tagOf, found);
		Collect(source, back, RayCast(back, filter), collector);
	};
	const auto startInside = [&](RayHit& hit)
	{
		hit.startsInside = true;
		hit.enter = {0.0f, ray.origin, {0.0f, 0.0f}, -1};
	};
	FindSeamsAtStart(pieces, *behind, find, startInside);
}

/// Replaces the content of solids.
template <class Source>
void SolidsIn(const Source& source, const Ray& ray, std::vector<SolidSpan>& solids, const QueryFilter& filter,
              const SolidTag& tagOf)
{
	solids.clear();
	if (IsValid(ray) == false)
	{
		return;
	}
	thread_local std::vector<SolidPiece> kept;
	Borrowed borrowed(kept);
	std::vector<SolidPiece>& pieces = *borrowed;
	pieces.clear();
	SolidPieces<Source> collector(source, ray, tagOf, pieces);
	Collect(source, ray, RayCast(ray, filter), collector);
	FindSeamsAtOrigin(source, ray, filter, tagOf, pieces);
	SortPieces(source, pieces);
	ForEachTag(pieces, [&](std::span<SolidPiece> ofTag) { MergePieces(ofTag, TouchingShare(ray), solids); });
	SortSolids(source, solids);
}

} // namespace ricochet
