// MIT License, Copyright (c) 2026 the ricochet authors

#include "benchmarks/race/explain.h"

#include <ricochet/query/ray_query.h>

#include <algorithm>
#include <cmath>
#include <optional>

namespace ricochet::test
{

namespace
{

struct Answer
{
	bool hit = false;
	size_t piece = 0; // for Query::Closest
	double fraction = 0.0;
	size_t count = 0;  // for Query::All
	double exit = 0.0; // for an exact answer
	size_t inside = 0; // for an exact answer: the number of hits, of `count`, in which the ray starts inside
};

// Returns how far a float computation may misplace a ray, its end or a vertex (m).
// Let u = 2^-24. Let c be the largest coordinate, L the ray's length and R the size of a shape.
// The end of the ray and a vertex in the world are rounded, which gives 2 u c.
// The difference to a body's origin, its rotation and the product with an edge add eight roundings of numbers up to L +
// 2 R.
// All of this occurs in both coordinates.
double ReachOf(const RaceScene& scene, const Ray& ray)
{
	const double length = static_cast<double>(ray.translation.Length());
	const double largest = static_cast<double>(scene.halfWidth) + length;
	double size = 0.0;
	for (const Piece& piece : scene.pieces)
	{
		size = std::max(size, static_cast<double>(piece.radius));
	}
	return std::sqrt(2.0) * 0x1p-24 * (2.0 * (largest + size) + 8.0 * (length + 2.0 * size));
}

class Explainer
{
public:
	Explainer(const RaceScene& scene, const b2World& world, Query query, const Ray& ray, double reach)
	    : m_scene(scene), m_world(world), m_query(query), m_ray(ray), m_reach(reach),
	      m_length(static_cast<double>(ray.translation.Length()))
	{
		m_hit = CastRayClosest(world, ray);
		m_exact = AnswerTo(ray);
	}

	Why Explain(const Answer& peer)
	{
		if (IsSame(m_exact, peer))
		{
			return Why::Same;
		}
		if (StartsInside(peer))
		{
			return Why::StartsInside;
		}
		const b2Vec2 along = (1.0f / m_ray.translation.Length()) * m_ray.translation;
		if (IsNear(peer, b2Vec2{-along.y, along.x}, 0.0))
		{
			return Why::Corner;
		}
		if (IsSeam(peer))
		{
			return Why::Seam;
		}
		if (IsNear(peer, along, 0.0) || IsNear(peer, {0.0f, 0.0f}, 1.0))
		{
			return Why::End;
		}
		return IsTie(peer) ? Why::Tie : Why::Unexplained;
	}

private:
	Answer AnswerTo(const Ray& ray)
	{
		if (m_query == Query::All)
		{
			CastRayAll(m_world, ray, m_all);
			const auto inside =
			    std::count_if(m_all.begin(), m_all.end(), [](const RayHit& hit) { return hit.startsInside; });
			return {m_all.empty() == false, 0, 0.0, m_all.size(), 0.0, static_cast<size_t>(inside)};
		}
		const auto hit = CastRayClosest(m_world, ray);
		if (hit.has_value() == false)
		{
			return {};
		}
		return {true,
		        IndexOf(hit->fixture),
		        static_cast<double>(hit->enter.fraction),
		        0,
		        static_cast<double>(hit->exit.fraction),
		        0};
	}

	// True if the peer's answer is exact for a changed ray. The ray is moved along a unit vector, or its length is
	// changed, by up to the reach.
	bool IsNear(const Answer& peer, b2Vec2 unit, double longer)
	{
		// The shift is at least the spacing of floats.
		const auto x = static_cast<double>(std::max(std::abs(m_ray.origin.x), std::abs(m_ray.origin.y)));
		for (double step = std::max(m_reach, 0x1p-23 * x); step >= 0x1p-24 * x && step >= m_reach / 64.0; step *= 0.5)
		{
			std::array<Answer, 2> beside;
			for (const int32_t side : {0, 1})
			{
				const double sign = side == 0 ? step : -step;
				Ray ray = m_ray;
				ray.origin += static_cast<float>(sign) * unit;
				ray.maxFraction = static_cast<float>(1.0 + longer * sign / m_length);
				beside[static_cast<size_t>(side)] = AnswerTo(ray);
			}
			if (IsBetween(peer, beside))
			{
				return true;
			}
		}
		return false;
	}

	// Returns how far the fraction of the exact hit may be off. It is the reach along the ray, and more for a grazing
	// hit.
	double FractionSlack() const
	{
		const b2Vec2 n = m_hit->enter.normal;
		const double slope = std::abs(static_cast<double>(b2Dot(n, m_ray.translation))) / m_length;
		return (m_reach + m_reach / std::max(slope, 1e-9)) / m_length + 0x1p-22;
	}

	bool IsSame(const Answer& a, const Answer& b) const
	{
		if (m_query == Query::All)
		{
			return a.count == b.count;
		}
		if (m_query == Query::Any || a.hit == false || b.hit == false)
		{
			return a.hit == b.hit;
		}
		return a.piece == b.piece && std::abs(a.fraction - b.fraction) <= FractionSlack();
	}

	bool IsBetween(const Answer& peer, const std::array<Answer, 2>& beside) const
	{
		if (m_query == Query::All)
		{
			const auto [low, high] = std::minmax(beside[0].count, beside[1].count);
			return peer.count + std::max(beside[0].inside, beside[1].inside) >= low && peer.count <= high;
		}
		const double slack = 4.0 * m_reach / m_length + 0x1p-22;
		return std::any_of(
		    beside.begin(), beside.end(),
		    [&](const Answer& one)
		    {
			    if (m_query == Query::Any || peer.hit == false || one.hit == false)
			    {
				    return peer.hit == one.hit;
			    }
			    const double first = m_exact.hit ? std::min(one.fraction, m_exact.fraction) : one.fraction;
			    const double last = std::max(one.exit, m_exact.hit ? m_exact.fraction : 0.0);
			    return peer.piece == one.piece && peer.fraction >= first - slack && peer.fraction <= last + slack;
		    });
	}

	bool StartsInside(const Answer& peer) const
	{
		if (m_query != Query::All)
		{
			return m_hit.has_value() && m_hit->startsInside;
		}
		return m_exact.inside > 0 && peer.count <= m_exact.count && peer.count + m_exact.inside >= m_exact.count;
	}

	bool IsAtVertex(const RayHit& hit) const
	{
		const Piece& piece = m_scene.pieces[IndexOf(hit.fixture)];
		const auto vertices = m_scene.VerticesOf(piece);
		return std::any_of(vertices.begin(), vertices.end(),
		                   [&](b2Vec2 v)
		                   {
			                   const b2Vec2 place = b2Mul(hit.fixture->GetBody()->GetTransform(), v);
			                   return static_cast<double>(b2Distance(place, hit.enter.point)) <= 4.0 * m_reach;
		                   });
	}

	// True if the hits differ only at vertices that two edges share.
	bool IsSeam(const Answer& peer)
	{
		CastRayAll(m_world, m_ray, m_all);
		const auto seams = static_cast<size_t>(
		    std::count_if(m_all.begin(), m_all.end(), [&](const RayHit& hit) { return IsAtVertex(hit); }));
		if (m_query == Query::All)
		{
			return peer.count <= m_exact.count + seams && peer.count + seams + m_exact.inside >= m_exact.count;
		}
		if (m_hit.has_value() == false || IsAtVertex(*m_hit) == false)
		{
			return false;
		}
		return peer.hit == false || m_query == Query::Any ||
		       std::any_of(m_all.begin(), m_all.end(),
		                   [&](const RayHit& hit)
		                   {
			                   const auto fraction = static_cast<double>(hit.enter.fraction);
			                   return IndexOf(hit.fixture) == peer.piece &&
			                          std::abs(fraction - peer.fraction) <= 8.0 * m_reach;
		                   });
	}

	bool IsTie(const Answer& peer)
	{
		if (m_query != Query::Closest || peer.hit == false || m_exact.hit == false)
		{
			return false;
		}
		CastRayAll(m_world, m_ray, m_all);
		return std::any_of(m_all.begin(), m_all.end(),
		                   [&](const RayHit& hit)
		                   {
			                   const auto fraction = static_cast<double>(hit.enter.fraction);
			                   return hit.fixture != m_hit->fixture && IndexOf(hit.fixture) == peer.piece &&
			                          std::abs(fraction - m_exact.fraction) <= 2.0 * FractionSlack();
		                   });
	}

	const RaceScene& m_scene;
	const b2World& m_world;
	Query m_query;
	Ray m_ray;
	double m_reach;
	double m_length;
	std::optional<RayHit> m_hit;
	Answer m_exact;
	std::vector<RayHit> m_all;
};

} // namespace

const char* NameOf(Why why)
{
	constexpr const char* k_names[k_whys] = {"same", "starts inside", "corner", "seam", "end", "tie", "unexplained"};
	return k_names[static_cast<size_t>(why)];
}

void Explain(const RaceScene& scene, const RaceWorld& world, const Casters& casters, const Task& task, Tally& tally)
{
	std::vector<Found> found(task.rays.size());
	const double reach = ReachOf(scene, task.rays[0]);
	for (const auto& caster : casters)
	{
		if (caster->isExact || caster->CanCast(task) == false)
		{
			continue;
		}
		caster->Cast(task, found);
		auto& counts = tally[caster->name];
		for (size_t i = 0; i < found.size(); ++i)
		{
			Answer answer{found[i].name != 0, 0, static_cast<double>(found[i].fraction), found[i].name, 0.0, 0};
			if (task.query == Query::Closest && answer.hit)
			{
				answer.piece = caster->PieceOf(found[i].name);
			}
			const Why why = Explainer(scene, world.world, task.query, task.rays[i], reach).Explain(answer);
			++counts[static_cast<size_t>(why)];
		}
	}
}

} // namespace ricochet::test
