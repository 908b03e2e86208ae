// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "query/borrowed.h"
#include "query/hull_walk.h"
#include "query/query.h"
#include "query/solid_merge.h"
#include "query/source.h"

#include <ricochet/query/hull_solid_query.h>
#include <ricochet/query/solid_query.h>

#include <span>
#include <vector>

namespace ricochet
{

/// A ray through the things of a source, for SolidWalk.
template <class Of>
struct SolidRay
{
	using Source = Of;
	using Hit = RayHit;
	using Met = LocalSpan;
	using Span = RaySpan;
	using Solid = SolidSpan;
	static constexpr Grazes k_grazes = Grazes::Each;

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
};

/// A shape on its path through the things of a source, for SolidWalk.
template <class Of>
struct SolidHull
{
	using Source = Of;
	using Hit = HullHit;
	using Met = HullMeet;
	using Span = HullSpan;
	using Solid = HullSolidSpan;
	static constexpr Grazes k_grazes = Grazes::Together;

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

/// Collects everything that paths of one direction meet, as pieces, and merges the pieces into solids.
template <class Path>
class SolidWalk
{
public:
	using Source = typename Path::Source;
	using Piece = SolidPieceOf<typename Path::Hit>;

	SolidWalk(const Source& source, const QueryFilter& filter, const SolidTag& tagOf)
	    : m_source(source), m_filter(filter), m_tagOf(tagOf), m_pieces(Kept())
	{
		m_pieces->clear();
	}

	/// A path that cannot be cast meets nothing.
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
		Append(path, line, *m_pieces);
		thread_local std::vector<Piece> keptBehind;
		Borrowed behind(keptBehind);
		FindSeamsAtStart(
		    std::span(*m_pieces).subspan(before), *behind,
		    [&](std::vector<Piece>& pieces) { Append(path.Back(), line, pieces); },
		    [&](typename Path::Hit& hit) { path.StartInside(hit); });
	}

	/// Replaces the content of solids.
	void Merge(std::vector<typename Path::Solid>& solids)
	{
		solids.clear();
		SortPieces(m_source, *m_pieces);
		ForEachTag(*m_pieces, [&](std::span<const Piece> ofTag)
		           { MergePieces<typename Path::Hit, typename Path::Span>(m_line, ofTag, Path::k_grazes, solids); });
		SortSolids(m_source, solids);
	}

private:
	class Collector
	{
	public:
		static constexpr bool k_takesEach = true;

		Collector(const Path& path, const SolidLine& line, const SolidTag& tagOf, std::vector<Piece>& pieces)
		    : m_path(path), m_line(line), m_tagOf(tagOf), m_pieces(pieces)
		{
		}

		[[nodiscard]] double Cutoff() const { return m_path.Cutoff(); }
		[[nodiscard]] typename Path::Met& Trial() { return m_trial; }

		void Offer(const typename Source::What& what)
		{
			Piece& piece = m_pieces.emplace_back();
			m_path.Tell(what, m_trial, piece.hit);
			piece.body = const_cast<b2Body*>(BodyOf(what));
			piece.solid = m_tagOf ? SolidName{m_tagOf(piece.body), {}}
			                      : SolidName{reinterpret_cast<uintptr_t>(piece.body), piece.hit.id};
			piece.order = m_pieces.size();
			piece.enter = m_trial.enter.fraction;
			piece.exit = m_trial.exit.fraction;
			piece.enterSine = m_line.SineTo(Lift<double>(piece.hit.enter.normal));
			piece.exitSine = m_line.SineTo(Lift<double>(piece.hit.exit.normal));
			piece.side = Path::SideOf(m_trial);
		}

	private:
		const Path& m_path;
		const SolidLine& m_line;
		const SolidTag& m_tagOf;
		std::vector<Piece>& m_pieces;
		typename Path::Met m_trial;
	};

	void Append(const Path& path, const SolidLine& line, std::vector<Piece>& pieces) const
	{
		Collector collector(path, line, m_tagOf, pieces);
		path.Collect(m_filter, collector);
	}

	[[nodiscard]] static std::vector<Piece>& Kept()
	{
		thread_local std::vector<Piece> kept;
		return kept;
	}

	const Source& m_source;
	const QueryFilter& m_filter;
	const SolidTag& m_tagOf;
	Borrowed<std::vector<Piece>> m_pieces;
	SolidLine m_line; // of the first path, with the reach of all
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
