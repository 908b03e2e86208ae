// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "world/query.h"
#include "world/source.h"

#include <ricochet/world/solid_query.h>

#include <span>
#include <vector>

namespace ricochet
{

/// The part of a ray in one child, and what it is a part of.
struct SolidPiece
{
	RayHit hit;
	b2Body* body; ///< a name
	uintptr_t tag;
	double enter, exit; ///< fractions
	int side;           ///< LocalSpan::side
};

/// Appends the solids of pieces of one tag that are sorted by entry. `touching`: no farther apart, as a fraction.
/// Pieces are changed.
void MergePieces(std::span<SolidPiece> pieces, double touching, std::vector<SolidSpan>& solids);

/// What is no more apart touches, as a fraction of a ray.
[[nodiscard]] double TouchingShare(const Ray& ray);

/// Everything that a ray meets, as pieces, in any order.
template <class Source>
class SolidPieces
{
public:
	using What = typename Source::What;

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
	std::vector<SolidPiece> pieces;
	pieces.swap(kept);
	pieces.clear();
	SolidPieces<Source> collector(source, back, tagOf, pieces);
	Collect(source, back, RayCast(back, filter), collector);
	const bool isBehind =
	    std::any_of(pieces.begin(), pieces.end(),
	                [&](const SolidPiece& piece) {
		                return piece.tag == tag && piece.enter == 0.0 && piece.exit > 0.0 && piece.hit.grazing == false;
	                });
	pieces.swap(kept);
	return isBehind;
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
	std::vector<SolidPiece> pieces;
	pieces.swap(kept); // a predicate may ask for solids, too
	pieces.clear();
	SolidPieces<Source> collector(source, ray, tagOf, pieces);
	Collect(source, ray, RayCast(ray, filter), collector);
	const auto comesBefore = [&](const RayHit& a, const RayHit& b)
	{
		return ComesBefore(source.WhatOf(a), source.WhatOf(b));
	};
	std::sort(pieces.begin(), pieces.end(),
	          [&](const SolidPiece& a, const SolidPiece& b)
	          {
		          if (a.tag != b.tag)
		          {
			          return a.tag < b.tag;
		          }
		          return a.enter != b.enter ? a.enter < b.enter : comesBefore(a.hit, b.hit);
	          });
	const auto isSame = [](const SolidPiece& a, const SolidPiece& b)
	{
		return a.hit.fixture == b.hit.fixture && a.hit.child == b.hit.child;
	};
	pieces.erase(std::unique(pieces.begin(), pieces.end(), isSame), pieces.end());
	for (size_t first = 0; first < pieces.size();)
	{
		size_t end = first + 1;
		while (end < pieces.size() && pieces[end].tag == pieces[first].tag)
		{
			++end;
		}
		const std::span<SolidPiece> ofTag = std::span(pieces).subspan(first, end - first);
		FindSeamAtOrigin(source, ray, filter, tagOf, ofTag);
		MergePieces(ofTag, TouchingShare(ray), solids);
		first = end;
	}
	std::sort(solids.begin(), solids.end(),
	          [&](const SolidSpan& a, const SolidSpan& b)
	          {
		          return a.enter.fraction != b.enter.fraction ? a.enter.fraction < b.enter.fraction
		                                                      : ComesBefore(source.WhatOf(a), source.WhatOf(b));
	          });
	pieces.swap(kept);
}

} // namespace ricochet
