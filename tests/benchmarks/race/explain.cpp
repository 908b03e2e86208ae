// MIT License, Copyright (c) 2026 the ricochet authors

#include "benchmarks/race/explain.h"

#include <ricochet/world/ray_query.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <optional>

namespace ricochet::test
{

namespace
{

struct Answer
{
	bool hit = false;
	size_t piece = 0; // Closest
	double fraction = 0.0;
	size_t count = 0; // All
};

// How far a float computation may see a ray, its end or a vertex from where it is (m). With u = 2^-24, the largest
// coordinate c, the ray's length L and a shape's size R: the end and a vertex in the world are rounded (2 u c); the
// difference to a body's origin, its rotation and the product with an edge are eight roundings of numbers up to
// L + 2 R; all that in both coordinates.
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
	Explainer(const b2World& world, Query query, const Ray& ray, double reach)
	    : m_world(world), m_query(query), m_ray(ray), m_reach(reach),
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
		const b2Vec2 aside{-along.y, along.x};
		if (IsBetween(peer, Beside(aside, 0.0), Beside(-1.0f * aside, 0.0)))
		{
			return Why::Corner;
		}
		if (IsBetween(peer, Beside(along, 0.0), Beside(-1.0f * along, 0.0)) ||
		    IsBetween(peer, Beside({0.0f, 0.0f}, 1.0), Beside({0.0f, 0.0f}, -1.0)))
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
			return {m_all.empty() == false, 0, 0.0, m_all.size()};
		}
		const auto hit = CastRayClosest(m_world, ray);
		if (hit.has_value() == false)
		{
			return {};
		}
		return {true, IndexOf(hit->fixture), static_cast<double>(hit->enter.fraction), 0};
	}

	// The ray moved by the reach along a unit vector, and made longer by so many reaches.
	Answer Beside(b2Vec2 unit, double longer)
	{
		Ray ray = m_ray;
		// At least by as much as floats are apart.
		const double step = std::max(m_reach, 2.0 * 0x1p-24 *
		                                          std::max(std::abs(static_cast<double>(ray.origin.x)),
		                                                   std::abs(static_cast<double>(ray.origin.y))));
		ray.origin += static_cast<float>(step) * unit;
		ray.maxFraction = static_cast<float>(1.0 + longer * step / m_length);
		return AnswerTo(ray);
	}

	// How far the fraction of the exact hit may be off: by the reach along the ray, and more the flatter it hits.
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

	// Is it one of the answers, or that of a ray between the two?
	bool IsBetween(const Answer& peer, const Answer& a, const Answer& b) const
	{
		if (m_query == Query::All)
		{
			return peer.count >= std::min(a.count, b.count) && peer.count <= std::max(a.count, b.count);
		}
		for (const Answer& beside : {a, b})
		{
			if (m_query == Query::Any || peer.hit == false || beside.hit == false)
			{
				if (peer.hit == beside.hit)
				{
					return true;
				}
				continue;
			}
			const double low = std::min(beside.fraction, m_exact.hit ? m_exact.fraction : beside.fraction);
			const double high = std::max(beside.fraction, m_exact.hit ? m_exact.fraction : beside.fraction);
			const double slack = 4.0 * m_reach / m_length + 0x1p-22;
			if (peer.piece == beside.piece && peer.fraction >= low - slack && peer.fraction <= high + slack)
			{
				return true;
			}
		}
		return false;
	}

	bool StartsInside(const Answer& peer)
	{
		if (m_query != Query::All)
		{
			return m_hit.has_value() && m_hit->startsInside;
		}
		CastRayAll(m_world, m_ray, m_all);
		const auto inside = static_cast<size_t>(
		    std::count_if(m_all.begin(), m_all.end(), [](const RayHit& hit) { return hit.startsInside; }));
		return inside > 0 && peer.count + inside >= m_all.size();
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

	const b2World& m_world;
	Query m_query;
	Ray m_ray;
	double m_reach;
	double m_length;
	std::optional<RayHit> m_hit;
	Answer m_exact;
	std::vector<RayHit> m_all;
};

uint64_t HashOf(std::span<const Found> found, bool isAny)
{
	uint64_t hash = 14695981039346656037u;
	for (const Found& one : found)
	{
		hash = (hash ^ one.name) * 1099511628211u;
		hash = (hash ^ (isAny ? 0u : std::bit_cast<uint32_t>(one.fraction))) * 1099511628211u;
	}
	return hash;
}

} // namespace

const char* NameOf(Why why)
{
	constexpr const char* k_names[k_whys] = {"same", "starts inside", "corner", "end", "tie", "unexplained"};
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
			Answer answer{found[i].name != 0, 0, static_cast<double>(found[i].fraction), found[i].name};
			if (task.query == Query::Closest && answer.hit)
			{
				answer.piece = caster->PieceOf(found[i].name);
			}
			const Why why = Explainer(world.world, task.query, task.rays[i], reach).Explain(answer);
			++counts[static_cast<size_t>(why)];
		}
	}
}

std::string FindDisagreement(const Casters& casters, const Task& sample, const Task& all)
{
	for (const Task* task : {&sample, &all})
	{
		std::vector<Found> found(task->rays.size());
		std::optional<uint64_t> first;
		for (const auto& caster : casters)
		{
			const bool isAsked = task == &sample || caster->takesBatches || caster->name == "Snapshot";
			if (caster->isExact == false || isAsked == false || caster->CanCast(*task) == false)
			{
				continue;
			}
			caster->Cast(*task, found);
			caster->Tell(*task, found);
			const uint64_t hash = HashOf(found, task->query == Query::Any);
			if (first.value_or(hash) != hash)
			{
				return caster->name;
			}
			first = hash;
		}
	}
	return "";
}

} // namespace ricochet::test
