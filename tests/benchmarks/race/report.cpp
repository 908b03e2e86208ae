// MIT License, Copyright (c) 2026 the ricochet authors

#include "benchmarks/race/report.h"

#include "benchmarks/common.h"

#include <algorithm>
#include <cstdlib>

namespace ricochet::test
{

namespace
{

double MedianRatio(const std::vector<double>& a, const std::vector<double>& b)
{
	std::vector<double> ratios;
	for (size_t i = 0; i < std::min(a.size(), b.size()); ++i)
	{
		ratios.push_back(a[i] / b[i]);
	}
	return ratios.empty() ? 0.0 : Median(ratios);
}

// Returns the times of the fastest system whose name begins with `prefix`.
const Times* BestOf(const CaseResult& result, const std::string& prefix)
{
	const Times* best = nullptr;
	for (const Times& times : result.times)
	{
		if (times.caster->name.starts_with(prefix) && (best == nullptr || Median(times.cast) < Median(best->cast)))
		{
			best = &times;
		}
	}
	return best;
}

std::string Head(const Case& of)
{
	char text[200];
	std::snprintf(text, sizeof text, "%s %d, field %g m, %s, %s rays of %g m, batch %d", of.scene.c_str(), of.shapes,
	              static_cast<double>(of.field), NameOf(of.query), of.order.c_str(), static_cast<double>(of.length),
	              of.batch);
	std::string head = text;
	if (of.moved >= 0)
	{
		head += ", " + std::to_string(of.moved) + " % moved";
	}
	return of.threads > 1 ? head + ", " + std::to_string(of.threads) + " threads, wall clock" : head;
}

} // namespace

Report::Report(const std::string& csv)
{
	if (csv.empty())
	{
		return;
	}
	m_csv = std::fopen(csv.c_str(), "w");
	if (m_csv == nullptr)
	{
		std::perror(csv.c_str());
		std::exit(EXIT_FAILURE);
	}
	std::fprintf(m_csv, "scene,shapes,field,query,order,length,batch,moved,threads,system,ns_per_ray,over_box2d,"
	                    "over_embree_1,over_embree,update_ms,build_ms,bytes_per_shape,hit_share\n");
}

Report::~Report()
{
	if (m_csv != nullptr)
	{
		std::fclose(m_csv);
	}
}

void Report::AddBuilds(const Case& of, int32_t shapes, const Casters& casters)
{
	m_shapes = shapes;
	std::printf("\n%s, %d shapes in a field of %g m%s\n  %-26s %10s %12s\n", of.scene.c_str(), shapes,
	            static_cast<double>(of.field), of.moved >= 0 ? ", made to move" : "", "built once", "ms",
	            "bytes/shape");
	for (const auto& caster : casters)
	{
		if (caster->bytes > 0)
		{
			std::printf("  %-26s %10.2f %12.0f\n", caster->name.c_str(), 1e3 * caster->buildSeconds,
			            static_cast<double>(caster->bytes) / shapes);
		}
	}
}

void Report::Add(const CaseResult& result)
{
	std::printf("\n%s; %.0f %% hit, %zu passes\n  %-26s %9s %8s %8s %8s %10s\n", Head(result.of).c_str(),
	            100.0 * result.hitShare, result.times[0].cast.size(), "", "ns/ray",
	            result.of.threads > 1 ? "x first" : "x Box2D", "x Emb.1", "x Embree", "update ms");
	const Times* single = BestOf(result, "Embree 1");
	const Times* best = BestOf(result, "Embree");
	for (const Times& times : result.times)
	{
		AddRow(result, times, single, best);
	}
	for (const auto& [system, counts] : result.tally)
	{
		for (size_t i = 0; i < k_whys; ++i)
		{
			m_tally[system][i] += counts[i];
		}
	}
	std::fflush(stdout);
}

void Report::AddRow(const CaseResult& result, const Times& times, const Times* single, const Times* best)
{
	const auto over = [&](const Times* other)
	{
		return other != nullptr ? MedianRatio(other->cast, times.cast) : 0.0;
	};
	const double ns = Median(times.cast);
	const double ratios[] = {over(&result.times[0]), over(single), over(best)};
	const double update = times.update.empty() ? 0.0 : Median(times.update);
	std::printf("  %-26s %9.1f %8.2f %8.2f %8.2f", times.caster->name.c_str(), ns, ratios[0], ratios[1], ratios[2]);
	std::printf(times.update.empty() ? "\n" : " %10.3f\n", update);
	if (m_csv == nullptr)
	{
		return;
	}
	const Case& of = result.of;
	std::fprintf(m_csv, "%s,%d,%g,%s,%s,%g,%d,%d,%d,\"%s\",%.2f,%.3f,%.3f,%.3f,%.4f,%.3f,%.1f,%.3f\n", of.scene.c_str(),
	             of.shapes, static_cast<double>(of.field), NameOf(of.query), of.order.c_str(),
	             static_cast<double>(of.length), of.batch, of.moved, of.threads, times.caster->name.c_str(), ns,
	             ratios[0], ratios[1], ratios[2], update, 1e3 * times.caster->buildSeconds,
	             static_cast<double>(times.caster->bytes) / m_shapes, result.hitShare);
	std::fflush(m_csv);
}

int64_t Report::PrintTally() const
{
	int64_t unexplained = 0;
	std::printf("\nAnswers against ricochet's live casts, half of the rays aimed at vertices and rims, some start "
	            "inside\n  %-26s",
	            "");
	for (size_t i = 0; i < k_whys; ++i)
	{
		std::printf(" %13s", NameOf(static_cast<Why>(i)));
	}
	std::printf("\n");
	for (const auto& [system, counts] : m_tally)
	{
		unexplained += counts[static_cast<size_t>(Why::Unexplained)];
		std::printf("  %-26s", system.c_str());
		for (const int64_t count : counts)
		{
			std::printf(" %13lld", static_cast<long long>(count));
		}
		std::printf("\n");
	}
	std::printf(
	    "  corner: the answer to a ray beside it, within rounding; seam: slips through a vertex between two edges\n"
	    "  or hits both; end: begins or ends within rounding of a surface; tie: two shapes equally near within\n"
	    "  rounding. Live, SpatialHash, Snapshot and its batches agreed in every bit of fraction and fixture.\n");
	return unexplained;
}

} // namespace ricochet::test
