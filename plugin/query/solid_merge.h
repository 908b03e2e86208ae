// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "host/host.h"
#include "query/collector.h"

#include <ricochet/query/solid_query.h>

#include <algorithm>
#include <span>
#include <vector>

namespace ricochet
{

/// Pieces with the same name are parts of one solid. Without tags, bodies are told apart by their addresses, and things
/// that were added by hand by their ids.
struct SolidName
{
	uintptr_t tag = 0;
	ItemId id;

	friend bool operator==(const SolidName&, const SolidName&) = default;
	friend bool operator<(const SolidName& a, const SolidName& b)
	{
		return a.tag != b.tag ? a.tag < b.tag : a.id.index < b.id.index;
	}
};

/// The part of a path in one thing, as a hit, and the solid that it is a part of.
template <class Hit>
struct SolidPieceOf
{
	Hit hit;
	b2Body* body; ///< a name; null for something that was added by hand
	SolidName solid;
	double enter, exit; ///< fractions
	int side;           ///< LocalSpan::side
	size_t order;       ///< in which pieces were found: of one thing, the parts of the moving shape in their order
};

/// Sets the solid that a piece is a part of. Requires: its hit is set.
template <class Hit>
void SetSolid(SolidPieceOf<Hit>& piece, const b2Body* body, const SolidTag& tagOf)
{
	piece.body = const_cast<b2Body*>(body);
	piece.solid =
	    tagOf ? SolidName{tagOf(piece.body), {}} : SolidName{reinterpret_cast<uintptr_t>(piece.body), piece.hit.id};
}

/// Whether a way goes into a piece just where it starts.
template <class Hit>
[[nodiscard]] bool IsGoneIntoAtStart(const SolidPieceOf<Hit>& piece)
{
	return piece.enter == 0.0 && piece.exit > 0.0 && piece.hit.startsInside == false && piece.hit.grazing == false;
}

/// What begins where the way does, with solid of its tag behind it, is started in: startInside(hit). `behind` is for
/// the pieces of the way back, which find(behind) appends if they are asked for.
template <class Hit, class Find, class StartInside>
void FindSeamsAtStart(std::span<SolidPieceOf<Hit>> pieces, std::vector<SolidPieceOf<Hit>>& behind, Find&& find,
                      StartInside&& startInside)
{
	bool isBehindKnown = false;
	for (SolidPieceOf<Hit>& piece : pieces)
	{
		if (IsGoneIntoAtStart(piece) == false)
		{
			continue;
		}
		if (isBehindKnown == false)
		{
			behind.clear();
			find(behind);
			isBehindKnown = true;
		}
		const auto isBehind = [&](const SolidPieceOf<Hit>& other)
		{
			return other.solid == piece.solid && IsGoneIntoAtStart(other);
		};
		if (std::any_of(behind.begin(), behind.end(), isBehind))
		{
			startInside(piece.hit);
		}
	}
}

/// Solids of pieces of one tag that come in the order of their entries. A Span is what a Hit tells but of fixtures.
template <class Hit, class Span, class Solid>
class SolidMerger
{
public:
	using Piece = SolidPieceOf<Hit>;

	/// `touching`: no farther apart, as a fraction.
	SolidMerger(double touching, std::vector<Solid>& solids) : m_touching(touching), m_solids(solids) {}

	void Add(const Piece& piece)
	{
		if (m_first == nullptr || piece.enter > m_last->exit + m_touching)
		{
			Finish();
			m_first = &piece;
			m_last = &piece;
			return;
		}
		m_first = piece.hit.startsInside && m_first->hit.startsInside == false ? &piece : m_first;
		m_last = piece.exit > m_last->exit ? &piece : m_last;
	}

	void Finish()
	{
		if (m_first != nullptr)
		{
			Tell(*m_first, *m_last);
		}
		m_first = nullptr;
	}

	void Tell(const Piece& first, const Piece& last)
	{
		Solid& solid = m_solids.emplace_back();
		static_cast<Span&>(solid) = first.hit;
		solid.exit = last.hit.exit;
		solid.endsInside = last.hit.endsInside;
		solid.grazing = first.hit.grazing && last.hit.grazing;
		static_cast<Item&>(solid) = first.hit;
		solid.body = first.body;
		solid.exitBody = last.body;
		solid.exitItem = last.hit;
	}

private:
	double m_touching;
	std::vector<Solid>& m_solids;
	const Piece* m_first = nullptr; // what the solid on its way begins with
	const Piece* m_last = nullptr;  // and reaches farthest
};

/// True if one of the solids has all of a piece in it.
template <class Hit, class Solid>
[[nodiscard]] bool Covers(std::span<const Solid> solids, const SolidPieceOf<Hit>& piece, double touching)
{
	return std::any_of(solids.begin(), solids.end(),
	                   [&](const Solid& solid) {
		                   return solid.enter.fraction <= piece.enter + touching &&
		                          piece.exit <= solid.exit.fraction + touching;
	                   });
}

/// Sorts by solids, then by entries, ties in the world's order. A piece that was found several times stays once. Two
/// parts of a moving shape may enter a thing at once and leave it apart: both stay.
template <class Source, class Hit>
void SortPieces(const Source& source, std::vector<SolidPieceOf<Hit>>& pieces)
{
	std::sort(pieces.begin(), pieces.end(),
	          [&](const SolidPieceOf<Hit>& a, const SolidPieceOf<Hit>& b)
	          {
		          if (a.solid != b.solid)
		          {
			          return a.solid < b.solid;
		          }
		          if (a.enter != b.enter)
		          {
			          return a.enter < b.enter;
		          }
		          return IsSameItem(a.hit, b.hit) ? a.order < b.order
		                                          : ComesBefore(source.WhatOf(a.hit), source.WhatOf(b.hit));
	          });
	const auto isSame = [](const SolidPieceOf<Hit>& a, const SolidPieceOf<Hit>& b)
	{
		return IsSameItem(a.hit, b.hit) && a.enter == b.enter && a.exit == b.exit;
	};
	pieces.erase(std::unique(pieces.begin(), pieces.end(), isSame), pieces.end());
}

/// Calls visit(span of pieces) with the pieces of each tag.
template <class Hit, class Visit>
void ForEachTag(std::vector<SolidPieceOf<Hit>>& pieces, Visit&& visit)
{
	for (size_t first = 0; first < pieces.size();)
	{
		size_t end = first + 1;
		while (end < pieces.size() && pieces[end].solid == pieces[first].solid)
		{
			++end;
		}
		visit(std::span(pieces).subspan(first, end - first));
		first = end;
	}
}

template <class Source, class Solid>
void SortSolids(const Source& source, std::vector<Solid>& solids)
{
	std::sort(solids.begin(), solids.end(), [&](const Solid& a, const Solid& b) { return IsNearerHit(source, a, b); });
}

} // namespace ricochet
