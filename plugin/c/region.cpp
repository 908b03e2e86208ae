// MIT License, Copyright (c) 2026 the ricochet authors

#include <ricochet/c/region.h>
#include <ricochet/sight/light.h>
#include <ricochet/sight/viewer.h>

#include "c/query.h"

#include <variant>

using namespace ricochet;
using namespace ricochet::c;

/// The last request for a region, and its result.
struct ricochet_region
{
	std::variant<b2Vec2, Light, ParallelLight> of = Light{}; ///< an eye, or a light without its filter
	Viewer viewer;
	LitRegion lit;

	[[nodiscard]] bool IsOfEye() const { return std::holds_alternative<b2Vec2>(of); }
	[[nodiscard]] std::span<const SightVertex> Polygon() const { return IsOfEye() ? viewer.Polygon() : lit.polygon; }

	/// Returns call(origin). `origin` is that of the region's triangles and points: a point, or a parallel light.
	template <class Call>
	auto From(const Call& call) const
	{
		if (const auto* light = std::get_if<ParallelLight>(&of))
		{
			return call(*light);
		}
		return call(IsOfEye() ? std::get<b2Vec2>(of) : std::get<Light>(of).position);
	}

	void Clear()
	{
		of.emplace<Light>();
		lit.polygon.clear();
		lit.penumbras.clear();
		lit.penumbraVertices.clear();
	}
};

namespace ricochet::c
{
namespace
{

/// Fills a region: call(space, filter) computes the seen or lit part and returns a Result<>. If the call is refused,
/// the region is empty.
template <class Call>
bool Fill(ricochet_region* region, const ricochet_world* world, const ricochet_filter* filter, const Checker& checker,
          const Call& call)
{
	if (region == nullptr)
	{
		return Done(Checker().NotNull("region", region), [] { return Result<>(); });
	}
	const bool isFilled = Ask(false, world, filter, checker,
	                          [&](const Asked& asked, const QueryFilter& made) { return call(asked.place, made); });
	if (isFilled == false)
	{
		region->Clear();
	}
	return isFilled;
}

/// Returns call(region), the number of points, after the checks.
template <class Call>
int32_t Tell(const ricochet_region* region, float maxError, Checker checker, const Call& call)
{
	checker.NotNull("region", region).Positive("max_error", maxError);
	return Answer(-1, checker, [&] { return call(*region); });
}

float ShareAt(const ricochet_region& region, b2Vec2 point)
{
	if (region.IsOfEye())
	{
		return Contains(region.Polygon(), std::get<b2Vec2>(region.of), point) ? 1.0f : 0.0f;
	}
	if (const auto* light = std::get_if<Light>(&region.of))
	{
		return ShareOfLight(region.lit, *light, point);
	}
	return ShareOfLight(region.lit, std::get<ParallelLight>(region.of), point);
}

} // namespace
} // namespace ricochet::c

ricochet_region* ricochet_create_region(void)
{
	return Answer<ricochet_region*>(nullptr, Checker(), [] { return new ricochet_region(); });
}

void ricochet_destroy_region(ricochet_region* region)
{
	SetLastError({});
	delete region;
}

ricochet_light_def ricochet_light_def_default(void)
{
	const Light from;
	ricochet_light_def def{};
	def.size = sizeof(def);
	def.radius = from.radius;
	def.direction = from.cone.direction;
	def.cone = from.cone.angle;
	def.light_size = from.size;
	return def;
}

ricochet_parallel_light_def ricochet_parallel_light_def_default(void)
{
	const ParallelLight from;
	ricochet_parallel_light_def def{};
	def.size = sizeof(def);
	def.direction = ToC(from.direction);
	def.before = from.before;
	def.spread = from.spread;
	return def;
}

bool ricochet_look(ricochet_region* region, const ricochet_world* world, ricochet_vec eye,
                   const ricochet_sight_def* def)
{
	Checker checker;
	const ricochet_sight_def from = Take(checker, def, ricochet_sight_def_default(), "ricochet_sight_def::size");
	return Fill(region, world, from.filter, checker,
	            [&](Space in, const QueryFilter& made)
	            {
		            region->of = ToCpp(eye);
		            return region->viewer.Look(in, ToCpp(eye), from.radius, {made, {from.direction, from.cone}});
	            });
}

bool ricochet_illuminate(ricochet_region* region, const ricochet_world* world, const ricochet_light_def* light)
{
	Checker checker;
	const ricochet_light_def from = Take(checker, light, ricochet_light_def_default(), "ricochet_light_def::size");
	return Fill(region, world, from.filter, checker.NotNull("light", light),
	            [&](Space in, const QueryFilter& made)
	            {
		            Light lamp{ToCpp(from.position), from.radius, {from.direction, from.cone}, from.light_size};
		            region->of = lamp;
		            lamp.filter = made;
		            return Illuminate(in, lamp, region->lit);
	            });
}

bool ricochet_illuminate_parallel(ricochet_region* region, const ricochet_world* world,
                                  const ricochet_parallel_light_def* light)
{
	Checker checker;
	const ricochet_parallel_light_def from =
	    Take(checker, light, ricochet_parallel_light_def_default(), "ricochet_parallel_light_def::size");
	return Fill(region, world, from.filter, checker.NotNull("light", light),
	            [&](Space in, const QueryFilter& made)
	            {
		            const b2AABB view{ToCpp(from.view_lower), ToCpp(from.view_upper)};
		            ParallelLight parallel{ToCpp(from.direction), view, from.before, from.spread};
		            region->of = parallel;
		            parallel.filter = made;
		            return Illuminate(in, parallel, region->lit);
	            });
}

int32_t ricochet_region_polygon(const ricochet_region* region, float max_error, ricochet_vec* points, int32_t capacity)
{
	Checker checker;
	return Tell(region, max_error, Room(checker, "points", points, capacity),
	            [&](const ricochet_region& of)
	            {
		            Scratch<b2Vec2> told;
		            Flatten(of.Polygon(), max_error, *told);
		            return Write(*told, 0, points, capacity, [](b2Vec2 point) { return ToC(point); });
	            });
}

int32_t ricochet_region_triangles(const ricochet_region* region, float max_error, ricochet_vec* points,
                                  int32_t capacity)
{
	Checker checker;
	return Tell(region, max_error, Room(checker, "points", points, capacity),
	            [&](const ricochet_region& of)
	            {
		            Scratch<b2Vec2> told;
		            of.From([&](const auto& from) { Triangulate(of.Polygon(), from, max_error, *told); });
		            return Write(*told, 0, points, capacity, [](b2Vec2 point) { return ToC(point); });
	            });
}

int32_t ricochet_region_soft_triangles(const ricochet_region* region, float max_error, ricochet_lit_vertex* corners,
                                       int32_t capacity)
{
	Checker checker;
	return Tell(region, max_error, Room(checker, "corners", corners, capacity),
	            [&](const ricochet_region& of)
	            {
		            Scratch<LitVertex> all;
		            Scratch<LitVertex> told;
		            for (const Penumbra& penumbra : of.IsOfEye() ? std::span<const Penumbra>() : of.lit.penumbras)
		            {
			            Triangulate(of.lit, penumbra, max_error, *told);
			            all->insert(all->end(), told->begin(), told->end());
		            }
		            return Write(*all, 0, corners, capacity,
		                         [](const LitVertex& corner) {
			                         return ricochet_lit_vertex{ToC(corner.point), corner.share, corner.change};
		                         });
	            });
}

float ricochet_region_share(const ricochet_region* region, ricochet_vec point)
{
	const Checker checker = Checker().NotNull("region", region).Finite("point", ToCpp(point));
	return Answer(-1.0f, checker, [&] { return ShareAt(*region, ToCpp(point)); });
}
