// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "host/host.h"
#include "query/borrowed.h"
#include "query/collector.h"
#include "query/hull_walk.h"
#include "query/query.h"
#include "query/solid_line.h"
#include "query/source.h"

#include <ricochet/query/hull_solid_query.h>
#include <ricochet/query/solid_query.h>

#include <algorithm>
#include <span>
#include <vector>

namespace ricochet
{

/// Identifies a solid: pieces with equal values are parts of one solid. Without user tags, the tag is the body's
/// address, and things added by hand differ by their ids.
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

/// The name of the solid to which a thing of a body belongs.
[[nodiscard]] inline SolidName SolidNameOf(const b2Body* body, const Item& item, const SolidTag& tagOf)
{
	return tagOf ? SolidName{tagOf(body), {}} : SolidName{reinterpret_cast<uintptr_t>(body), item.id};
}

/// The part of a path in one thing, as a hit, and the solid to which it belongs.
template <class Hit>
struct SolidPieceOf : SolidExtent
{
	Hit hit;
	b2Body* body; ///< an id; null for an entry added by hand
	SolidName solid;
	int side;     ///< LocalSpan::side
	size_t order; ///< rank in the order of discovery; for one thing, the order of the moving shape's parts
	size_t path;  ///< number of the path that was collected
	bool isAlong; ///< no hit, but the part of the path that runs along a face (SolidLine::Along)
};

/// True if the path first touches a piece exactly at the path's start. There the path enters the piece, or begins to
/// run along the piece's surface.
template <class Hit>
[[nodiscard]] bool BeginsAtStart(const SolidPieceOf<Hit>& piece)
{
	return piece.enter == 0.0 && piece.exit > 0.0 && piece.hit.startsInside == false;
}

/// True if the path comes into a solid exactly at its start: into a piece or, if `touchCounts`, to a piece's surface.
template <class Hit>
[[nodiscard]] bool ComesInAtStart(std::span<const SolidPieceOf<Hit>> pieces, const SolidName& solid, bool touchCounts)
{
	return std::any_of(pieces.begin(), pieces.end(),
	                   [&](const SolidPieceOf<Hit>& piece) {
		                   return piece.solid == solid && BeginsAtStart(piece) &&
		                          (touchCounts || piece.hit.grazing == false);
	                   });
}

/// Finds pieces that begin at the path's start, if the reversed path comes into the same solid there, too. The path
/// starts inside these pieces: calls startInside(hit) for each. `behind` is memory for the pieces of the reversed path,
/// which find(behind) appends if they are needed. `touchCounts`: see ComesInAtStart.
template <class Hit, class Find, class StartInside>
void FindSeamsAtStart(std::span<SolidPieceOf<Hit>> pieces, bool touchCounts, std::vector<SolidPieceOf<Hit>>& behind,
                      Find&& find, StartInside&& startInside)
{
	bool isBehindKnown = false;
	for (const SolidPieceOf<Hit>& piece : pieces)
	{
		if (BeginsAtStart(piece) == false || ComesInAtStart<Hit>(pieces, piece.solid, touchCounts) == false)
		{
			continue;
		}
		if (isBehindKnown == false)
		{
			behind.clear();
			find(behind);
			isBehindKnown = true;
		}
		if (ComesInAtStart<Hit>(behind, piece.solid, touchCounts))
		{
			const SolidName solid = piece.solid;
			for (SolidPieceOf<Hit>& other : pieces)
			{
				if (other.solid == solid && BeginsAtStart(other))
				{
					startInside(other.hit);
				}
			}
		}
	}
}

/// Merges pieces of one tag, added in the order of their entries, into solids. A Span is a Hit without the fixture.
/// touchBeside(extent, last, piece) is SolidLine::TouchBeside for two pieces.
template <class Hit, class Span, class Solid, class TouchBeside>
class SolidMerger
{
public:
	using Piece = SolidPieceOf<Hit>;

	SolidMerger(const SolidLine& line, std::vector<Solid>& solids, const TouchBeside& touchBeside)
	    : m_line(line), m_solids(solids), m_touchBeside(touchBeside)
	{
	}

	void Add(const Piece& piece)
	{
		if (Joins(piece) == false)
		{
			Finish();
			m_first = &piece;
			m_last = &piece;
			m_grazing = piece.hit.grazing;
			return;
		}
		m_grazing = m_grazing && piece.hit.grazing;
		m_first = piece.hit.startsInside && m_first->hit.startsInside == false ? &piece : m_first;
		m_last = ReachesFarther(piece, *m_last) ? &piece : m_last;
	}

	void Finish()
	{
		if (m_first != nullptr)
		{
			Tell(*m_first, *m_last);
		}
		m_first = nullptr;
	}

private:
	// A path may end less than a rounding error behind a seam. Then the piece in which it ends counts as reaching
	// farther.
	[[nodiscard]] static bool ReachesFarther(const Piece& piece, const Piece& last)
	{
		return piece.exit > last.exit || (piece.exit == last.exit && piece.hit.endsInside);
	}

	[[nodiscard]] bool Joins(const Piece& piece) const
	{
		if (m_first == nullptr)
		{
			return false;
		}
		const SolidExtent solid{m_first->enter, m_last->exit, 1.0, m_last->exitSine};
		return m_line.Joins(solid, piece) ||
		       (m_line.MayTouchBeside(solid, piece) && m_touchBeside(solid, *m_last, piece));
	}

	void Tell(const Piece& first, const Piece& last)
	{
		Solid& solid = m_solids.emplace_back();
		static_cast<Span&>(solid) = first.hit;
		solid.exit = last.hit.exit;
		solid.endsInside = last.hit.endsInside;
		solid.grazing = m_grazing;
		static_cast<Item&>(solid) = first.hit;
		solid.body = first.body;
		solid.exitBody = last.body;
		solid.exitItem = last.hit;
	}

	const SolidLine& m_line;
	std::vector<Solid>& m_solids;
	const TouchBeside& m_touchBeside;
	const Piece* m_first = nullptr; // first piece of the current solid
	const Piece* m_last = nullptr;  // its piece that reaches farthest
	bool m_grazing = false;         // all its pieces graze
};

/// True if the part of a line along a face repeats the exact hit of the same thing. Such a part is not exact, and it is
/// longer if the next face lies within the gap there.
template <class Hit>
[[nodiscard]] bool RepeatsHit(const SolidLine& line, const SolidPieceOf<Hit>& along,
                              std::span<const SolidPieceOf<Hit>> pieces)
{
	const auto isHit = [&](const SolidPieceOf<Hit>& piece)
	{
		return piece.isAlong == false && piece.side == along.side && IsSameItem(piece.hit, along.hit) &&
		       line.IsNearAlong(piece.enter, along.enter) && line.IsNearAlong(piece.exit, along.exit);
	};
	return along.isAlong && std::any_of(pieces.begin(), pieces.end(), isHit);
}

/// Appends the seams between pieces. A line along a joint is inside where pieces lie on both sides of it.
template <class Hit>
void AddSeams(const SolidLine& line, std::span<const SolidPieceOf<Hit>> pieces, std::vector<SolidPieceOf<Hit>>& seams)
{
	thread_local std::vector<SolidPieceOf<Hit>> kept;
	Borrowed beside(kept);
	beside->clear();
	std::copy_if(pieces.begin(), pieces.end(), std::back_inserter(*beside),
	             [&](const SolidPieceOf<Hit>& piece)
	             { return piece.side != 0 && RepeatsHit(line, piece, pieces) == false; });
	for (const SolidPieceOf<Hit>& left : *beside)
	{
		for (const SolidPieceOf<Hit>& right : *beside)
		{
			const SolidPieceOf<Hit>& later = left.enter < right.enter ? right : left;
			const SolidPieceOf<Hit>& sooner = left.exit < right.exit ? left : right;
			if (left.side > 0 && right.side < 0 &&
			    (sooner.exit - later.enter) * line.Length() > line.LargestGap(later.enter, sooner.exit))
			{
				SolidPieceOf<Hit> seam = later;
				seam.hit.exit = sooner.hit.exit;
				seam.hit.endsInside = sooner.hit.endsInside;
				seam.hit.grazing = false;
				seam.isAlong = false;
				seam.exit = sooner.exit;
				seam.exitSine = sooner.exitSine;
				seam.side = 0;
				seams.push_back(seam);
			}
		}
	}
}

/// Appends the solids of pieces of one tag that are sorted by entry.
template <class Hit, class Span, class Solid, class TouchBeside>
void MergePieces(const SolidLine& line, std::span<const SolidPieceOf<Hit>> pieces, std::vector<Solid>& solids,
                 const TouchBeside& touchBeside)
{
	using Piece = SolidPieceOf<Hit>;
	SolidMerger<Hit, Span, Solid, TouchBeside> merger(line, solids, touchBeside);
	std::vector<Piece> withSeams;
	if (std::any_of(pieces.begin(), pieces.end(), [](const Piece& piece) { return piece.side != 0; }))
	{
		std::copy_if(pieces.begin(), pieces.end(), std::back_inserter(withSeams),
		             [](const Piece& piece) { return piece.isAlong == false; });
		AddSeams(line, pieces, withSeams);
		std::stable_sort(withSeams.begin(), withSeams.end(),
		                 [](const Piece& a, const Piece& b) { return a.enter < b.enter; });
		pieces = withSeams;
	}
	for (const Piece& piece : pieces)
	{
		merger.Add(piece);
	}
	merger.Finish();
}

/// Sorts by solid, then by entry, ties in the world's order. A piece that was found several times stays once. Two parts
/// of a moving shape may enter a thing at the same fraction and leave it at different ones: both stay.
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
		          if (a.isAlong != b.isAlong)
		          {
			          return b.isAlong;
		          }
		          return IsSameItem(a.hit, b.hit) ? a.order < b.order
		                                          : ComesBefore(source.WhatOf(a.hit), source.WhatOf(b.hit));
	          });
	const auto isSame = [](const SolidPieceOf<Hit>& a, const SolidPieceOf<Hit>& b)
	{
		return IsSameItem(a.hit, b.hit) && a.enter == b.enter && a.exit == b.exit && a.isAlong == b.isAlong;
	};
	pieces.erase(std::unique(pieces.begin(), pieces.end(), isSame), pieces.end());
}

/// Calls visit(span of pieces) for the pieces of each solid's tag.
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

/// The path of a ray through the things of a source, for SolidWalk.
template <class Of>
struct SolidRay
{
	using Source = Of;
	using Hit = RayHit;
	using Met = LocalSpan;
	using Span = RaySpan;
	using Solid = SolidSpan;

	/// If the line comes to the start of the ray along a face, it is in the closed solid before the start. So the ray
	/// starts inside.
	static constexpr bool k_startsInsideByTouch = true;

	const Source& source;
	Ray ray;

	[[nodiscard]] bool IsSound() const { return IsValid(ray); }
	[[nodiscard]] SolidRay Back() const { return {source, {ray.origin, -ray.translation, 1.0f}}; }
	[[nodiscard]] SolidLine Line() const { return {Lift<double>(ray.origin), Lift<double>(ray.translation)}; }

	template <class Collector>
	void Collect(const QueryFilter& filter, Collector& collector) const
	{
		ricochet::Collect(source, ray, RayCast(ray, filter), collector);
	}

	/// Offers the parts of the ray that run along faces. It also looks at things that the ray misses by a narrow gap,
	/// because a joint may be such a gap.
	template <class Collector>
	void CollectAlong(const QueryFilter& filter, Collector& collector) const
	{
		const SolidLine line = Line();
		if (line.Length() == 0.0)
		{
			return;
		}
		const float gap = ToFloat(line.LargestGap(0.0, ray.maxFraction));
		source.WalkThick({ray, {gap, gap}, gap},
		                 [&](const typename Source::What& what)
		                 {
			                 if (Accepts(filter, what) && ClipAlong(line, PlaceOf(what), collector.Trial()) &&
			                     AcceptsStart(filter, collector.Trial().startsInside))
			                 {
				                 collector.Offer(what);
			                 }
			                 return collector.Cutoff();
		                 });
	}

	/// SolidLine::TouchBeside for the piece that this path leaves and one that another path enters.
	[[nodiscard]] bool TouchBeside(const SolidLine& line, const SolidExtent& solid, const SolidPieceOf<Hit>& last,
	                               const SolidRay&, const SolidPieceOf<Hit>& next) const
	{
		return line.TouchBeside(solid, next, PlaceOf(source.WhatOf(last.hit)), PlaceOf(source.WhatOf(next.hit)));
	}

	[[nodiscard]] double Cutoff() const { return CutoffAbove(ray.maxFraction); }
	[[nodiscard]] static int SideOf(const Met& met) { return met.grazing ? met.side : 0; }

	void Tell(const typename Source::What& what, const Met& met, RayHit& hit) const
	{
		source.Tell(ray, what, met, hit);
	}

	void StartInside(RayHit& hit) const
	{
		hit.startsInside = true;
		hit.enter = {0.0f, ray.origin, {0.0f, 0.0f}, -1};
	}

private:
	// Sets the span of the ray along a face. False if there is none.
	[[nodiscard]] bool ClipAlong(const SolidLine& line, const Place& place, LocalSpan& span) const
	{
		const std::optional<LocalSpan> along = line.Along(place.geometry, place.pose);
		const double end = ray.maxFraction;
		if (along.has_value() == false || along->enter.fraction > end || along->exit.fraction <= 0.0)
		{
			return false;
		}
		SetSpan(end, along->enter, along->exit, along->enter.fraction<0.0, along->exit.fraction> end, span);
		span.grazing = true;
		span.side = along->side;
		return true;
	}
};

/// The path of a hull through the things of a source, for SolidWalk.
template <class Of>
struct SolidHull
{
	using Source = Of;
	using Hit = HullHit;
	using Met = HullMeet;
	using Span = HullSpan;
	using Solid = HullSolidSpan;

	/// If a path starts on the surface, the touch alone does not make it start inside. It starts inside if it leads
	/// into the solid both forwards and backwards.
	/// An attached geometry has the same rule.
	static constexpr bool k_startsInsideByTouch = false;

	const Source& source;
	MovingHull moving;

	[[nodiscard]] bool IsSound() const
	{
		ThickRay thick;
		return ThickRayOf(moving, thick);
	}

	[[nodiscard]] SolidHull Back() const
	{
		return {source, {moving.hull, moving.pose, -moving.translation, moving.maxFraction}};
	}

	[[nodiscard]] SolidLine Line() const
	{
		ThickRay thick;
		(void)ThickRayOf(moving, thick);
		return {Lift<double>(thick.ray.origin), Lift<double>(moving.translation), thick.radius};
	}

	template <class Collector>
	void Collect(const QueryFilter& filter, Collector& collector) const
	{
		CollectHulls(source, moving, filter, collector);
	}

	[[nodiscard]] double Cutoff() const { return CutoffAbove(moving.maxFraction); }
	[[nodiscard]] static int SideOf(const Met&) { return 0; }

	/// SolidLine::TouchBeside for the piece that this path leaves and one that another path enters.
	[[nodiscard]] bool TouchBeside(const SolidLine& line, const SolidExtent& solid, const SolidPieceOf<Hit>& last,
	                               const SolidHull& entering, const SolidPieceOf<Hit>& next) const
	{
		return line.TouchBeside(solid, next, moving, PlaceOf(source.WhatOf(last.hit)), entering.moving,
		                        PlaceOf(source.WhatOf(next.hit)));
	}

	/// A hull crosses both sides of a joint, so it needs no seams.
	template <class Collector>
	static void CollectAlong(const QueryFilter&, Collector&)
	{
	}

	void Tell(const typename Source::What& what, const Met& met, HullHit& hit) const
	{
		HullHits<Source>{source, moving}.Tell({}, what, met, hit);
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
};

/// Collects all hits of paths in one direction as pieces, and merges the pieces into solids.
template <class Path>
class SolidWalk
{
public:
	using Source = typename Path::Source;
	using Piece = SolidPieceOf<typename Path::Hit>;

	SolidWalk(const Source& source, const QueryFilter& filter, const SolidTag& tagOf)
	    : m_source(source), m_filter(filter), m_tagOf(tagOf), m_pieces(Kept<Piece>()), m_paths(Kept<const Path*>())
	{
		m_pieces->clear();
		m_paths->clear();
	}

	/// A path that cannot be cast hits nothing. The path must live until Merge.
	void Collect(const Path& path)
	{
		if (path.IsSound() == false)
		{
			return;
		}
		const size_t before = m_pieces->size();
		const SolidLine line = path.Line();
		const double reach = line.reach + (before > 0 ? Length(line.origin - m_line.origin) : 0.0);
		m_line = before > 0 ? m_line : line;
		m_line.reach = std::max(m_line.reach, reach);
		m_paths->push_back(&path);
		Append(path, line, *m_pieces);
		thread_local std::vector<Piece> keptBehind;
		Borrowed behind(keptBehind);
		FindSeamsAtStart(
		    std::span(*m_pieces).subspan(before), Path::k_startsInsideByTouch, *behind,
		    [&](std::vector<Piece>& pieces) { Append(path.Back(), line, pieces); },
		    [&](typename Path::Hit& hit) { path.StartInside(hit); });
		Collector along(path, line, m_tagOf, *m_pieces, m_paths->size() - 1, true);
		path.CollectAlong(m_filter, along);
	}

	/// Merges all that was collected, and replaces the content of `solids` by it.
	void Merge(std::vector<typename Path::Solid>& solids)
	{
		solids.clear();
		SortPieces(m_source, *m_pieces);
		const auto touchBeside = [&](const SolidExtent& solid, const Piece& last, const Piece& next)
		{
			return (*m_paths)[last.path]->TouchBeside(m_line, solid, last, *(*m_paths)[next.path], next);
		};
		ForEachTag(*m_pieces, [&](std::span<const Piece> ofTag)
		           { MergePieces<typename Path::Hit, typename Path::Span>(m_line, ofTag, solids, touchBeside); });
		SortSolids(m_source, solids);
	}

private:
	class Collector
	{
	public:
		static constexpr bool k_takesEach = true;

		Collector(const Path& path, const SolidLine& line, const SolidTag& tagOf, std::vector<Piece>& pieces,
		          size_t number, bool isAlong = false)
		    : m_path(path), m_line(line), m_tagOf(tagOf), m_pieces(pieces), m_number(number), m_isAlong(isAlong)
		{
		}

		[[nodiscard]] double Cutoff() const { return m_path.Cutoff(); }
		[[nodiscard]] typename Path::Met& Trial() { return m_trial; }

		void Offer(const typename Source::What& what)
		{
			Piece& piece = m_pieces.emplace_back();
			m_path.Tell(what, m_trial, piece.hit);
			piece.body = const_cast<b2Body*>(BodyOf(what));
			piece.solid = SolidNameOf(piece.body, piece.hit, m_tagOf);
			piece.order = m_pieces.size();
			piece.path = m_number;
			piece.enter = m_trial.enter.fraction;
			piece.exit = m_trial.exit.fraction;
			piece.enterSine = m_line.SineTo(Lift<double>(piece.hit.enter.normal));
			piece.exitSine = m_line.SineTo(Lift<double>(piece.hit.exit.normal));
			piece.side = Path::SideOf(m_trial);
			piece.isAlong = m_isAlong;
		}

	private:
		const Path& m_path;
		const SolidLine& m_line;
		const SolidTag& m_tagOf;
		std::vector<Piece>& m_pieces;
		size_t m_number; // of the path
		bool m_isAlong;
		typename Path::Met m_trial;
	};

	void Append(const Path& path, const SolidLine& line, std::vector<Piece>& pieces)
	{
		Collector collector(path, line, m_tagOf, pieces, m_paths->size() - 1);
		path.Collect(m_filter, collector);
	}

	template <class T>
	[[nodiscard]] static std::vector<T>& Kept()
	{
		thread_local std::vector<T> kept;
		return kept;
	}

	const Source& m_source;
	const QueryFilter& m_filter;
	const SolidTag& m_tagOf;
	Borrowed<std::vector<Piece>> m_pieces;
	Borrowed<std::vector<const Path*>> m_paths;
	SolidLine m_line; // line of the first path, with the reach of all paths
};

/// Replaces the content of solids.
template <class Path>
void SolidsOn(const Path& path, std::vector<typename Path::Solid>& solids, const QueryFilter& filter,
              const SolidTag& tagOf)
{
	SolidWalk<Path> walk(path.source, filter, tagOf);
	walk.Collect(path);
	walk.Merge(solids);
}

} // namespace ricochet
