// MIT License, Copyright (c) 2026 the ricochet authors

#include <ricochet/query/hull_solid_query.h>

#include "query/ask.h"
#include "query/borrowed.h"
#include "query/hull_walk.h"
#include "query/solid_walk.h"

namespace ricochet
{

namespace
{

using HullPiece = SolidPieceOf<HullHit>;

// Everything that a hull meets, as pieces, in any order.
template <class Source>
class HullPieces
{
public:
	static constexpr bool k_takesEach = true;

	HullPieces(const HullHits<Source>& tells, const SolidTag& tagOf, std::vector<HullPiece>& pieces)
	    : m_tells(tells), m_tagOf(tagOf), m_pieces(pieces)
	{
	}

	[[nodiscard]] double Cutoff() const { return CutoffAbove(m_tells.moving.maxFraction); }
	[[nodiscard]] HullMeet& Trial() { return m_trial; }

	void Offer(const typename Source::What& what)
	{
		HullPiece& piece = m_pieces.emplace_back();
		m_tells.Tell({}, what, m_trial, piece.hit);
		SetSolid(piece, BodyOf(what), m_tagOf);
		piece.order = m_pieces.size();
		piece.enter = piece.hit.enter.fraction;
		piece.exit = piece.hit.exit.fraction;
		piece.side = 0;
	}

private:
	const HullHits<Source>& m_tells;
	const SolidTag& m_tagOf;
	std::vector<HullPiece>& m_pieces;
	HullMeet m_trial;
};

// Appends the solids of pieces of one tag that are sorted by entry.
void MergeHullPieces(std::span<const HullPiece> pieces, double touching, std::vector<HullSolidSpan>& solids)
{
	const size_t before = solids.size();
	SolidMerger<HullHit, HullSpan, HullSolidSpan> merger(touching, solids);
	for (const HullPiece& piece : pieces)
	{
		if (piece.hit.grazing == false)
		{
			merger.Add(piece);
		}
	}
	merger.Finish();

	// What is only touched, outside of all that is gone through.
	const size_t end = solids.size();
	for (const HullPiece& piece : pieces)
	{
		const std::span<const HullSolidSpan> found = std::span(solids).subspan(before, end - before);
		if (piece.hit.grazing && Covers(found, piece, touching) == false)
		{
			merger.Add(piece);
		}
	}
	merger.Finish();
}

// The pieces of one path or of several, and what they are together.
template <class Source>
class HullSolids
{
public:
	HullSolids(const Source& source, const QueryFilter& filter, const SolidTag& tagOf)
	    : m_source(source), m_filter(filter), m_tagOf(tagOf), m_pieces(Kept())
	{
		m_pieces->clear();
	}

	void Collect(const HullPath& path)
	{
		const MovingHull moving = MovingHullOf(path);
		ThickRay thick;
		if (ThickRayOf(moving, thick))
		{
			const size_t before = m_pieces->size();
			AppendPieces(moving, *m_pieces);
			std::vector<HullPiece> behind;
			const auto find = [&](std::vector<HullPiece>& pieces)
			{
				AppendPieces({moving.hull, moving.pose, -moving.translation, moving.maxFraction}, pieces);
			};
			FindSeamsAtStart(std::span(*m_pieces).subspan(before), behind, find, StartInside);
			m_touching = std::max(m_touching, TouchingShare(thick.ray, thick.radius));
		}
	}

	// Replaces the content of solids.
	void Merge(std::vector<HullSolidSpan>& solids)
	{
		solids.clear();
		SortPieces(m_source, *m_pieces);
		ForEachTag(*m_pieces, [&](std::span<const HullPiece> ofTag) { MergeHullPieces(ofTag, m_touching, solids); });
		SortSolids(m_source, solids);
	}

private:
	void AppendPieces(const MovingHull& moving, std::vector<HullPiece>& pieces) const
	{
		const HullHits<Source> tells{m_source, moving};
		HullPieces<Source> collector(tells, m_tagOf, pieces);
		CollectHulls(m_source, moving, m_filter, collector);
	}

	static void StartInside(HullHit& hit)
	{
		hit.startsInside = true;
		hit.enter.normal = {0.0f, 0.0f};
		hit.enter.edge = -1;
		hit.contact = {0.0f, 0.0f};
		hit.still = {};
		hit.moving = {};
	}

	[[nodiscard]] static std::vector<HullPiece>& Kept()
	{
		thread_local std::vector<HullPiece> kept;
		return kept;
	}

	const Source& m_source;
	const QueryFilter& m_filter;
	const SolidTag& m_tagOf;
	Borrowed<std::vector<HullPiece>> m_pieces;
	double m_touching = 0.0;
};

} // namespace

void CastHullSolids(Space space, const HullPath& path, std::vector<HullSolidSpan>& solids, const QueryFilter& filter,
                    const SolidTag& tagOf)
{
	Ask(space,
	    [&](const auto& source)
	    {
		    HullSolids collected(source, filter, tagOf);
		    collected.Collect(path);
		    collected.Merge(solids);
	    });
}

void CastShapeSolids(Space space, const b2Shape& shape, const b2Transform& pose, b2Vec2 translation,
                     std::vector<HullSolidSpan>& solids, const QueryFilter& filter, const SolidTag& tagOf)
{
	Ask(space,
	    [&](const auto& source)
	    {
		    HullSolids collected(source, filter, tagOf);
		    ForEachPathOf(shape, pose, translation, [&](const HullPath& path) { collected.Collect(path); });
		    collected.Merge(solids);
	    });
}

} // namespace ricochet
