// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "world/borrowed.h"
#include "world/query.h"
#include "world/solid_merge.h"
#include "world/source.h"

#include <ricochet/world/solid_query.h>

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
		piece.body = const_cast<b2Body*>(BodyOf(what));
		piece.tag = m_tagOf ? m_tagOf(piece.body) : reinterpret_cast<uintptr_t>(piece.body);
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

/// Of a ray that goes back from the origin of another one: whether it goes into anything of a tag at once.
template <class Source>
[[nodiscard]] bool IsSolidBehind(const Source& source, const Ray& ray, const QueryFilter& filter, const SolidTag& tagOf,
                                 uintptr_t tag)
{
	const Ray back{ray.origin, -ray.translation, 1.0f};
	thread_local std::vector<SolidPiece> kept;
	Borrowed borrowed(kept);
	std::vector<SolidPiece>& pieces = *borrowed;
	pieces.clear();
	SolidPieces<Source> collector(source, back, tagOf, pieces);
	Collect(source, back, RayCast(back, filter), collector);
	return std::any_of(pieces.begin(), pieces.end(),
	                   [&](const SolidPiece& piece) {
		                   return piece.tag == tag && piece.enter == 0.0 && piece.exit > 0.0 &&
		                          piece.hit.grazing == false;
	                   });
}

/// What begins where the ray does, with solid behind it, is started in.
template <class Source>
void FindSeamAtOrigin(const Source& source, const Ray& ray, const QueryFilter& filter, const SolidTag& tagOf,
                      std::span<SolidPiece> pieces)
{
	const auto begins = [](const SolidPiece& piece)
	{
		return piece.enter == 0.0 && piece.exit > 0.0 && piece.hit.startsInside == false && piece.hit.grazing == false;
	};
	const auto first = std::find_if(pieces.begin(), pieces.end(), begins);
	if (first != pieces.end() && IsSolidBehind(source, ray, filter, tagOf, first->tag))
	{
		first->hit.startsInside = true;
		first->hit.enter = {0.0f, ray.origin, {0.0f, 0.0f}, -1};
	}
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
	SortPieces(source, pieces);
	ForEachTag(pieces,
	           [&](std::span<SolidPiece> ofTag)
	           {
		           FindSeamAtOrigin(source, ray, filter, tagOf, ofTag);
		           MergePieces(ofTag, TouchingShare(ray), solids);
	           });
	SortSolids(source, solids);
}

} // namespace ricochet
