// MIT License, Copyright (c) 2026 the ricochet authors

#include "projectile/blast/blast.h"

#include "geometry/checker.h"
#include "geometry/elementary.h"
#include "geometry/pose.h"
#include "geometry/separation.h"
#include "geometry/surface_point.h"
#include "geometry/with_memory.h"
#include "host/host.h"
#include "query/ask.h"
#include "query/borrowed.h"
#include "query/children_in_box.h"
#include "query/collector.h"
#include "query/in_sight.h"
#include "sight/collect.h"

#include <ricochet/sight/line_of_sight.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <tuple>

namespace ricochet
{

namespace
{

// Returns the body of an obstacle without const. A body of a snapshot may no longer exist, so its pointer is only an
// id.
b2Body* NameOf(const b2Body* body)
{
	return const_cast<b2Body*>(body);
}

bool IsOfOneShape(const Obstacle& a, const Obstacle& b)
{
	return IsSameItem(a, b);
}

struct Node
{
	double place, weight;
};

// The nodes and weights of Gauss-Legendre quadrature with 10 points. Source: Abramowitz and Stegun, table 25.4.
//
// CurveFacing::Add integrates a function of the distance from the origin over a piece of a curve. Let h be the distance
// of the curve's nearest point, which has the parameter 0. The error follows from the branch points of the distance as
// a function of a complex parameter. On a line they are at +- i h, and on an arc they are no nearer. If the piece is
// scaled to [-1, 1], they lie on an ellipse with foci -1 and 1. The sum of its half axes is 3.1 or more. So the
// relative error is about 3.1^-20.
constexpr Node k_nodes[] = {{0.1488743389816312, 0.2955242247147529},
                            {0.4333953941292472, 0.2692667193099963},
                            {0.6794095682990244, 0.2190863625159820},
                            {0.8650633666889845, 0.1494513491505806},
                            {0.9739065285171717, 0.0666713443086881}};

// A line, parametrized by its length, counter-clockwise from the origin's foot on it.
class WallCurve
{
public:
	explicit WallCurve(const Obstacle& wall) : m_along(UnitOf(wall.to - wall.from))
	{
		m_height = std::abs(Cross(wall.from, m_along));
		m_foot = {m_height * m_along.y, -m_height * m_along.x};
	}

	[[nodiscard]] Vec<double> At(double x) const { return m_foot + x * m_along; }
	[[nodiscard]] Vec<double> SlopeAt(double) const { return m_along; }
	[[nodiscard]] double ParameterOf(const Vec<double>& point) const { return Dot(point, m_along); }
	[[nodiscard]] double ParameterAt(double distance) const
	{
		return distance > m_height ? std::sqrt((distance - m_height) * (distance + m_height)) : 0.0;
	}

private:
	Vec<double> m_along;
	double m_height;
	Vec<double> m_foot{};
};

// The near side of a circle, parametrized by the angle at its centre, counter-clockwise about the origin from the
// nearest point.
class ArcCurve
{
public:
	explicit ArcCurve(const Obstacle& arc)
	    : m_center(arc.center), m_radius(arc.radius), m_distance(Length(arc.center)),
	      m_axis(UnitOf(arc.center)), m_left{-m_axis.y, m_axis.x}
	{
	}

	[[nodiscard]] Vec<double> At(double x) const
	{
		const SinCos angle = SinCosOf(x);
		return m_center + m_radius * (angle.sin * m_left - angle.cos * m_axis);
	}
	[[nodiscard]] Vec<double> SlopeAt(double x) const
	{
		const SinCos angle = SinCosOf(x);
		return m_radius * (angle.sin * m_axis + angle.cos * m_left);
	}
	[[nodiscard]] double ParameterOf(const Vec<double>& point) const
	{
		const Vec<double> spoke = point - m_center;
		return AngleOf(-Dot(spoke, m_axis), Dot(spoke, m_left));
	}
	// By the law of cosines, distance^2 = (m_distance - m_radius)^2 + 4 m_distance m_radius sin^2(x / 2).
	[[nodiscard]] double ParameterAt(double distance) const
	{
		const double nearest = m_distance - m_radius;
		const double square = (distance - nearest) * (distance + nearest) / (4.0 * m_distance * m_radius);
		const double clamped = distance > nearest ? std::min(square, 1.0) : 0.0;
		return 2.0 * AngleOf(std::sqrt(1.0 - clamped), std::sqrt(clamped));
	}

private:
	Vec<double> m_center;
	double m_radius;
	double m_distance;
	Vec<double> m_axis, m_left;
};

// Computes the sums over a part of a curve. The distance from the origin grows with the parameter's absolute value.
template <class Curve>
class CurveFacing
{
public:
	CurveFacing(const Curve& curve, const Vec<double>& along, const BlastReach& reach)
	    : m_curve(curve), m_along(along), m_reach(reach)
	{
	}

	FacingPart Of(const Vec<double>& from, const Vec<double>& to)
	{
		const double first = m_curve.ParameterOf(from);
		const double last = std::max(first, m_curve.ParameterOf(to));
		m_sum.nearest = m_curve.At(std::clamp(0.0, first, last));
		m_sum.distance = Length(m_sum.nearest);
		m_sum.length = LengthBetween(first, last);
		AddHalf(-1.0, std::max(0.0, -last), -first);
		AddHalf(1.0, std::max(0.0, first), last);
		return m_sum;
	}

	[[nodiscard]] double LengthOf(const Vec<double>& from, const Vec<double>& to) const
	{
		const double first = m_curve.ParameterOf(from);
		return LengthBetween(first, std::max(first, m_curve.ParameterOf(to)));
	}

private:
	// Returns the length across the vector. It depends only on the chord between the two ends.
	[[nodiscard]] double LengthBetween(double first, double last) const
	{
		const double end = m_curve.ParameterAt(m_reach.reach);
		const Vec<double> chord = m_curve.At(std::clamp(last, -end, end)) - m_curve.At(std::clamp(first, -end, end));
		return Cross(m_along, chord);
	}

	void AddHalf(double side, double first, double last)
	{
		const double end = std::min(last, m_curve.ParameterAt(m_reach.reach));
		if (first < end)
		{
			double at = std::clamp(m_curve.ParameterAt(m_reach.radius), first, end);
			Add(side, first, at);
			while (at < end)
			{
				const double doubled = m_curve.ParameterAt(2.0 * Length(m_curve.At(side * at)));
				const double next = doubled > at ? std::min(doubled, end) : end;
				Add(side, at, next);
				at = next;
			}
		}
	}

	void Add(double side, double first, double last)
	{
		const double middle = 0.5 * (first + last);
		const double half = 0.5 * (last - first);
		for (const Node& node : k_nodes)
		{
			AddPoint(side * (middle - half * node.place), half * node.weight);
			AddPoint(side * (middle + half * node.place), half * node.weight);
		}
	}

	void AddPoint(double x, double weight)
	{
		const Vec<double> point = m_curve.At(x);
		const double push = weight * m_reach.FalloffAt(Length(point)) * Cross(m_along, m_curve.SlopeAt(x));
		m_sum.weighted += push;
		m_sum.moment += push * Cross(point, m_along);
	}

	const Curve& m_curve;
	Vec<double> m_along;
	BlastReach m_reach;
	FacingPart m_sum;
};

// Returns the point of a part of a curve that is nearest to the origin.
template <class Curve>
Vec<double> NearestOn(const Curve& curve, const Vec<double>& from, const Vec<double>& to)
{
	const double first = curve.ParameterOf(from);
	return curve.At(std::clamp(0.0, first, std::max(first, curve.ParameterOf(to))));
}

// Returns the rounding error of a distance between points with coordinates of this size.
double RoundingAt(b2Vec2 point)
{
	return 0x1p-23 * static_cast<double>(std::abs(point.x) + std::abs(point.y));
}

Separation SeparateFrom(const Place& place, b2Vec2 point)
{
	const Vec<double> local = InverseTurn(place.pose.q, Lift<double>(point) - Lift<double>(place.pose.p));
	const Separation separation = SeparateFromChild(place.geometry, local);
	return {separation.distance, Turned(place.pose.q, separation.normal)};
}

// Returns the solid in which the point is deepest. The result does not depend on the order in which solids are found.
Separation DeepestAt(Space space, b2Vec2 point, const QueryFilter& filter)
{
	constexpr double k_far = b2_maxFloat;
	Separation deepest{k_far, {}};
	const b2AABB box = BoundsOfDisc(point, 0.0f);
	Ask(space,
	    [&](const auto& source)
	    {
		    WalkChildrenInBox(source, box, filter,
		                      [&](const StandingChild& child)
		                      {
			                      const bool isSolid = child.place.geometry.IsEdge() == false;
			                      const Separation at = isSolid ? SeparateFrom(child.place, point) : deepest;
			                      const auto key = [](const Separation& s)
			                      {
				                      return std::tuple(s.distance, s.normal.x, s.normal.y);
			                      };
			                      deepest = key(at) < key(deepest) ? at : deepest;
		                      });
	    });
	return deepest;
}

} // namespace

void BlastView::Look(Space space, const ExplosionDef& def, double depth, std::vector<BlastHit>& hits)
{
	hits.clear();
	m_eye = StandOff(space, def.position, def.filter, depth);
	m_reach = {def.radius, static_cast<double>(def.radius) + def.falloff};
	CollectObstacles(space, BoundsOfDisc(m_eye, def.radius + def.falloff), Vantage::Eye(m_eye), def.filter, m_found);
	SortByBody();
	m_passed.clear();
	while (DoRound(space, def))
	{
	}
	SortTold();
	for (const Group* group : m_told)
	{
		hits.push_back(group->hit);
	}
}

// Measures the hits without the bodies that were destroyed before, and calls the rule. Returns true if the blast
// continues through more bodies than before.
bool BlastView::DoRound(Space space, const ExplosionDef& def)
{
	const Pieces& pieces = m_builder.Build(m_obstacles, [&](size_t i) { return m_groups[m_groupOf[i]].passed == 0.0; });
	m_pieces.assign(pieces.begin(), pieces.end());
	for (Group& group : m_groups)
	{
		if (m_passed.empty() == false && group.hit.destroyed == false) // not in the first round
		{
			const size_t first = group.first;
			const size_t last = group.last;
			group = {};
			group.first = first;
			group.last = last;
		}
	}
	FindNearest();
	SetDirections();
	AddSeen();
	SetHits(space, def);
	return def.rule != nullptr && Decide(def.rule);
}

// Groups the obstacles of each body, and of each item that the game has added. The order of the groups does not change
// the hits.
void BlastView::SortByBody()
{
	m_order.resize(m_found.size());
	for (uint32_t i = 0; i < m_order.size(); ++i)
	{
		m_order[i] = i;
	}
	std::sort(m_order.begin(), m_order.end(),
	          [&](uint32_t a, uint32_t b)
	          {
		          const Obstacle& first = m_found[a];
		          const Obstacle& second = m_found[b];
		          if (first.body != second.body)
		          {
			          return std::less<>()(first.body, second.body);
		          }
		          return first.id != second.id ? first.id.index < second.id.index : a < b;
	          });
	m_obstacles.clear();
	m_groupOf.clear();
	m_groups.clear();
	for (const uint32_t i : m_order)
	{
		const Obstacle* last = m_obstacles.empty() ? nullptr : &m_obstacles.back();
		if (last == nullptr || last->body != m_found[i].body || last->id != m_found[i].id)
		{
			Group& group = m_groups.emplace_back();
			group.first = group.last = m_obstacles.size();
		}
		m_obstacles.push_back(m_found[i]);
		m_groupOf.push_back(static_cast<uint32_t>(m_groups.size() - 1));
		++m_groups.back().last;
	}
}

void BlastView::FindNearest()
{
	constexpr double k_far = b2_maxFloat;
	m_nearest.clear();
	for (const Obstacle& obstacle : m_obstacles)
	{
		const bool isKnown = obstacle.kind != ObstacleKind::Block && obstacle.isAttached == false;
		m_nearest.push_back(isKnown ? NearestOf(obstacle, obstacle.from, obstacle.to) : Vec<double>{k_far, 0.0});
	}
	for (const Piece<PointView>& piece : m_pieces)
	{
		const Obstacle& obstacle = *piece.obstacle;
		if (obstacle.kind != ObstacleKind::Block && obstacle.isAttached)
		{
			const Vec<double> from = PointView::PointAt(obstacle, piece.from);
			const Vec<double> point = NearestOf(obstacle, from, PointView::PointAt(obstacle, piece.to));
			Vec<double>& nearest = m_nearest[static_cast<size_t>(&obstacle - m_obstacles.data())];
			nearest = Dot(point, point) < Dot(nearest, nearest) ? point : nearest;
		}
	}
}

// Sets the direction in which each obstacle is pushed. The obstacles of a shape are neighbours in the list, because
// they were collected one after another.
void BlastView::SetDirections()
{
	m_directions.resize(m_obstacles.size());
	for (size_t first = 0; first < m_obstacles.size();)
	{
		size_t last = first;
		Vec<double> nearest{};
		for (; last < m_obstacles.size() && IsOfOneShape(m_obstacles[first], m_obstacles[last]); ++last)
		{
			if (m_obstacles[last].kind == ObstacleKind::Block)
			{
				Group& group = m_groups[m_groupOf[last]];
				const bool isFirst = group.isTouched == false || Precedes(m_obstacles[last], *group.nearest);
				group.nearest = isFirst ? &m_obstacles[last] : group.nearest;
				group.isTouched = true;
				continue;
			}
			const Vec<double>& point = m_nearest[last];
			nearest = last == first || Dot(point, point) < Dot(nearest, nearest) ? point : nearest;
		}
		std::fill(m_directions.begin() + static_cast<std::ptrdiff_t>(first),
		          m_directions.begin() + static_cast<std::ptrdiff_t>(last), UnitOf(nearest));
		first = last;
	}
}

// Adds the visible pieces to the groups that are not destroyed.
void BlastView::AddSeen()
{
	Weaken(m_pieces, m_powers);
	for (size_t k = 0; k < m_pieces.size(); ++k)
	{
		const auto i = static_cast<size_t>(m_pieces[k].obstacle - m_obstacles.data());
		Group& group = m_groups[m_groupOf[i]];
		if (group.hit.destroyed == false)
		{
			AddPart(m_pieces[k], m_powers[k], m_directions[i], group);
		}
	}
}

// Sets the share of the blast that reaches each piece. Pieces are split where that share changes.
void BlastView::Weaken(Pieces& pieces, std::vector<double>& powers)
{
	powers.assign(pieces.size(), 1.0);
	for (const Group* group : m_passed)
	{
		if (group->passed < 1.0 && pieces.empty() == false)
		{
			WeakenBehind(*group, pieces, powers);
		}
	}
}

// Multiplies the powers of the pieces behind a body by its share. A piece is behind the body where the envelope of the
// piece and the body shows the body.
void BlastView::WeakenBehind(const Group& group, Pieces& pieces, std::vector<double>& powers)
{
	const Pieces& own = m_ownBuilder.Build({m_obstacles.data() + group.first, group.last - group.first});
	if (own.empty())
	{
		return;
	}
	m_merged.clear();
	EnvelopeMerge<PointView>(pieces, own, m_merged);
	m_split.clear();
	m_splitPowers.clear();
	size_t j = 0;
	for (size_t i = 0; i < pieces.size(); ++i)
	{
		const Piece<PointView>& piece = pieces[i];
		for (Direction at = piece.from; Compare(at, piece.to) < 0;)
		{
			while (j < m_merged.size() && Compare(m_merged[j].to, at) <= 0)
			{
				++j;
			}
			const bool isLast = j == m_merged.size() || Compare(piece.to, m_merged[j].to) <= 0;
			const Direction end = isLast ? piece.to : m_merged[j].to;
			const bool isBehind = j < m_merged.size() && m_merged[j].obstacle != piece.obstacle;
			const double power = isBehind ? powers[i] * group.passed : powers[i];
			const bool isSame = m_split.empty() == false && m_split.back().obstacle == piece.obstacle &&
			                    m_splitPowers.back() == power && Compare(m_split.back().to, at) == 0;
			if (isSame)
			{
				m_split.back().to = end;
			}
			else
			{
				m_split.push_back({at, end, piece.obstacle});
				m_splitPowers.push_back(power);
			}
			at = end;
		}
	}
	pieces.swap(m_split);
	powers.swap(m_splitPowers);
}

// Adds a visible piece of an obstacle to its group. `power`: the share of the blast that reaches the piece.
void BlastView::AddPart(const Piece<PointView>& piece, double power, const Vec<double>& along, Group& group) const
{
	const Obstacle& obstacle = *piece.obstacle;
	if (obstacle.kind == ObstacleKind::Block || power == 0.0)
	{
		return;
	}
	const Vec<double> from = PointView::PointAt(obstacle, piece.from);
	const Vec<double> to = PointView::PointAt(obstacle, piece.to);
	const FacingPart part = FacingOf(obstacle, from, to, along, m_reach);
	const double exposed = obstacle.isAttached ? ExposedLength(obstacle, from, to, along, m_reach) : part.length;
	if (exposed > 0.0)
	{
		const bool isFirst = group.nearest == nullptr;
		const bool isAsNear = isFirst == false && part.distance == group.seen.distance;
		const bool isNearest =
		    isFirst || part.distance < group.seen.distance || (isAsNear && Precedes(obstacle, *group.nearest));
		if (isNearest && group.isTouched == false)
		{
			group.nearest = &obstacle;
			group.seen.distance = part.distance;
			group.seen.nearest = part.nearest;
		}
		group.exposed += power * exposed;
	}
	if (part.length > 0.0)
	{
		group.seen.length += part.length;
		group.seen.moment += power * part.moment;
		group.impulse = group.impulse + power * part.weighted * along;
	}
}

// Returns the ExposedLength that would be in sight of the body if there were no other bodies.
double BlastView::WholeLength(const Group& group)
{
	double length = 0.0;
	const std::span<const Obstacle> own(m_obstacles.data() + group.first, group.last - group.first);
	for (const Piece<PointView>& piece : m_ownBuilder.Build(own))
	{
		const Obstacle& obstacle = *piece.obstacle;
		if (obstacle.kind != ObstacleKind::Block)
		{
			const Vec<double> from = PointView::PointAt(obstacle, piece.from);
			const Vec<double> end = PointView::PointAt(obstacle, piece.to);
			const auto i = static_cast<size_t>(piece.obstacle - m_obstacles.data());
			length += std::max(0.0, ExposedLength(obstacle, from, end, m_directions[i], m_reach)); // as in AddPart
		}
	}
	return length;
}

// Returns the nearest point that is seen, rounded to a float point just off the surface on the eye's side.
b2Vec2 BlastView::NearestPointOf(const Group& group) const
{
	const Obstacle& obstacle = *group.nearest;
	const Vec<double>& nearest = group.seen.nearest;
	const Vec<double> along = obstacle.to - obstacle.from;
	const Vec<double> right = UnitOf(Vec<double>{along.y, -along.x});
	const Vec<double> outward = obstacle.kind == ObstacleKind::Arc ? UnitOf(nearest - obstacle.center)
	                            : Dot(right, nearest) > 0.0        ? -1.0 * right
	                                                               : right;
	const Vec<double> surface = Lift<double>(m_eye) + nearest;
	b2Vec2 point{0.0f, 0.0f};
	return RoundOffSurface(surface, outward, std::max(std::abs(m_eye.x), std::abs(m_eye.y)), point)
	           ? point
	           : ToFloat(surface + RoundingUnit(surface, m_eye) * outward);
}

BlastHit BlastView::HitOf(const ExplosionDef& def, const Group& group, double whole) const
{
	BlastHit hit;
	const double share = group.isTouched ? 1.0 : std::min(1.0, group.exposed / whole);
	const double distance = group.isTouched ? 0.0 : group.seen.distance;
	hit.point = group.isTouched ? m_eye : NearestPointOf(group);
	hit.distance = ToFloat(distance);
	hit.seenLength = ToFloat(group.seen.length);
	hit.share = static_cast<float>(share);
	hit.damage = ToFloat(def.damage * m_reach.FalloffAt(distance) * share);
	hit.impulse = ToFloat(static_cast<double>(def.impulsePerLength) * group.impulse);
	const double moved = Cross(Lift<double>(m_eye) - Lift<double>(def.position), group.impulse);
	hit.moment = ToFloat(def.impulsePerLength * (group.seen.moment + moved));
	return hit;
}

// True for a destroyed body through which the blast continues.
bool BlastView::IsPassed(const b2Body* body, ItemId id) const
{
	return std::any_of(m_passed.begin(), m_passed.end(),
	                   [&](const Group* group)
	                   {
		                   const Obstacle& own = m_obstacles[group->first];
		                   return own.body == body && own.id == id;
	                   });
}

// Moves a point of a thing's surface out of the solids that contain it. At the tip of a notch, a point just off one
// side lies behind the other side. A solid that contains the eye is ignored, so another thing's point may lie in that
// solid.
b2Vec2 BlastView::PointOffAll(Space space, const ExplosionDef& def, const Vec<double>& toEye, const Item& thing,
                              b2Vec2 point) const
{
	QueryFilter solids = def.filter;
	solids.startInside = true; // else a solid that contains a point does not hide it from itself
	const Ray fromEye = ProbeOf(m_eye, {1.0f, 0.0f});
	const auto isOff = [&](b2Vec2 at)
	{
		const auto isOffIn = [&]<class Source>(const Source& source)
		{
			const auto counts = [&](const typename Source::What& what)
			{
				const Item item = source.ItemOf(what);
				const bool isThing = item.fixture == thing.fixture && item.id == thing.id;
				const bool isPassed = m_passed.empty() == false && IsPassed(BodyOf(what), item.id);
				return isPassed == false && (isThing || StartsIn(fromEye, PlaceOf(what)) == false);
			};
			return IsInSight(source, at, at, solids, counts);
		};
		return Ask(space, isOffIn);
	};
	if (isOff(point))
	{
		return point;
	}
	const Vec<double> surface = Lift<double>(point);
	const b2Vec2 found = SearchOffSurface(surface, toEye, toEye, RoundingUnit(surface, def.position), isOff);
	return isOff(found) ? found : point;
}

// Lists the groups that are hit, the nearest first.
void BlastView::SortTold()
{
	m_told.clear();
	for (Group& group : m_groups)
	{
		if (group.nearest != nullptr)
		{
			m_told.push_back(&group);
		}
	}
	std::sort(m_told.begin(), m_told.end(),
	          [](const Group* a, const Group* b)
	          {
		          const double first = a->isTouched ? 0.0 : a->seen.distance;
		          const double second = b->isTouched ? 0.0 : b->seen.distance;
		          return first != second ? first < second : Precedes(*a->nearest, *b->nearest);
	          });
}

// Sets the hits of the groups that are not destroyed.
void BlastView::SetHits(Space space, const ExplosionDef& def)
{
	for (Group& group : m_groups)
	{
		if (group.nearest == nullptr || group.hit.destroyed)
		{
			continue;
		}
		BlastHit& hit = group.hit;
		hit = HitOf(def, group, WholeLength(group));
		if (group.isTouched == false)
		{
			hit.point = PointOffAll(space, def, UnitOf(-1.0 * group.seen.nearest), *group.nearest, hit.point);
		}
		hit.body = NameOf(group.nearest->body);
		static_cast<Item&>(hit) = *group.nearest;
	}
}

// Calls the rule for the hits on all bodies that are not destroyed. Returns true if the blast continues through one.
bool BlastView::Decide(const BlastRule& rule)
{
	const size_t before = m_passed.size();
	SortTold();
	for (Group* group : m_told)
	{
		const BlastDecision decision = group->hit.destroyed ? BlastDecision{} : rule(group->hit);
		if (decision.destroyed)
		{
			group->hit.destroyed = true;
			group->passed = decision.passed > 0.0f ? std::min(decision.passed, 1.0f) : 0.0f;
			if (group->passed > 0.0)
			{
				m_passed.push_back(group);
			}
		}
	}
	return m_passed.size() > before;
}

std::optional<BlastHit> BlastView::HitDisc(const ExplosionDef& def, b2Vec2 center, float radius)
{
	const Vec<double> c = Lift<double>(center) - Lift<double>(m_eye);
	const double r = radius;
	const double squared = Dot(c, c);
	const double length = Length(c);
	if (length - r >= m_reach.reach)
	{
		return std::nullopt;
	}
	Group seen;
	if (length <= r)
	{
		// The disc contains the centre, so nothing hides it. Its whole width is pushed away.
		seen.isTouched = true;
		seen.impulse = 2.0 * r * UnitOf(c);
		seen.seen.length = 2.0 * r;
		return HitOf(def, seen, 2.0 * r);
	}
	const double along = (length - r) * (length + r) / squared;
	const double across = std::sqrt((length - r) * (length + r)) * r / squared;
	Obstacle disc;
	disc.kind = ObstacleKind::Arc;
	disc.from = {along * c.x + across * c.y, along * c.y - across * c.x};
	disc.to = {along * c.x - across * c.y, along * c.y + across * c.x};
	disc.center = c;
	disc.radius = r;
	const Vec<double> unit = UnitOf(c);
	const Pieces& own = m_ownBuilder.Build({&disc, 1});
	m_withDisc.clear();
	if (own.empty() || m_pieces.empty())
	{
		m_withDisc = own;
	}
	else
	{
		EnvelopeMerge<PointView>(m_pieces, own, m_withDisc);
	}
	std::erase_if(m_withDisc, [&](const Piece<PointView>& piece) { return piece.obstacle != &disc; });
	Weaken(m_withDisc, m_discPowers);
	for (size_t i = 0; i < m_withDisc.size(); ++i)
	{
		AddPart(m_withDisc[i], m_discPowers[i], unit, seen);
	}
	const double whole = FacingLengthOf(disc, disc.from, disc.to, unit, m_reach);
	return seen.nearest != nullptr ? std::optional(HitOf(def, seen, whole)) : std::nullopt;
}

Result<> CheckBlast(const ExplosionDef& def)
{
	return Checker()
	    .Finite("ExplosionDef::position", def.position)
	    .AtLeast("ExplosionDef::radius", def.radius, 0.0)
	    .AtLeast("ExplosionDef::falloff", def.falloff, 0.0)
	    .Positive("radius + falloff", def.radius + def.falloff)
	    .Finite("ExplosionDef::impulsePerLength", def.impulsePerLength)
	    .Finite("ExplosionDef::damage", def.damage)
	    .Outcome();
}

Result<> MeasureBlast(Space space, const ExplosionDef& def, std::vector<BlastHit>& hits)
{
	thread_local BlastView kept;
	Borrowed view(kept);
	hits.clear();
	const Result<> sound = CheckBlast(def);
	const Result<> outcome = sound ? WithMemory(
	                                     [&]() -> Result<>
	                                     {
		                                     view->Look(space, def, b2_linearSlop, hits);
		                                     return {};
	                                     })
	                               : sound;
	if (!outcome)
	{
		hits.clear();
	}
	return outcome;
}

Vec<double> NearestOf(const Obstacle& obstacle, const Vec<double>& from, const Vec<double>& to)
{
	return obstacle.kind == ObstacleKind::Arc ? NearestOn(ArcCurve(obstacle), from, to)
	                                          : NearestOn(WallCurve(obstacle), from, to);
}

FacingPart FacingOf(const Obstacle& obstacle, const Vec<double>& from, const Vec<double>& to, const Vec<double>& along,
                    const BlastReach& reach)
{
	if (obstacle.kind == ObstacleKind::Arc)
	{
		const ArcCurve arc(obstacle);
		return CurveFacing(arc, along, reach).Of(from, to);
	}
	const WallCurve wall(obstacle);
	return CurveFacing(wall, along, reach).Of(from, to);
}

double FacingLengthOf(const Obstacle& obstacle, const Vec<double>& from, const Vec<double>& to,
                      const Vec<double>& along, const BlastReach& reach)
{
	if (obstacle.kind == ObstacleKind::Arc)
	{
		const ArcCurve arc(obstacle);
		return CurveFacing(arc, along, reach).LengthOf(from, to);
	}
	const WallCurve wall(obstacle);
	return CurveFacing(wall, along, reach).LengthOf(from, to);
}

double ExposedLength(const Obstacle& obstacle, const Vec<double>& from, const Vec<double>& to, const Vec<double>& along,
                     const BlastReach& reach)
{
	return FacingLengthOf(obstacle, from, to,
	                      obstacle.isAttached ? UnitOf(NearestOf(obstacle, obstacle.from, obstacle.to)) : along, reach);
}

namespace
{

// As StandOff, but ignores things between the point and its new place.
b2Vec2 PlaceBefore(Space space, b2Vec2 point, const QueryFilter& filter, double depth)
{
	constexpr int k_most = 8; // solids, one after the other
	const double slack = RoundingAt(point);
	b2Vec2 at = point;
	for (int i = 0; i < k_most; ++i)
	{
		const Separation deepest = DeepestAt(space, at, filter);
		if (deepest.distance > slack)
		{
			return at;
		}
		if (deepest.distance < -depth - slack)
		{
			return point;
		}
		const double way = b2_linearSlop + slack - deepest.distance;
		at = RoundToFloat(Lift<double>(at) + way * deepest.normal);
	}
	return point;
}

} // namespace

b2Vec2 StandOff(Space space, b2Vec2 point, const QueryFilter& filter, double depth)
{
	const b2Vec2 place = PlaceBefore(space, point, filter, depth);
	const Vec<double> start = Lift<double>(point);
	QueryFilter fromSolids = filter;
	fromSolids.startInside = false; // the solids that the point lies in are not between
	b2Vec2 at = place;
	for (double share = 0.5; at != point; share *= 0.5)
	{
		if (InSight(space, point, at, fromSolids) && InSight(space, at, at, filter))
		{
			return at;
		}
		at = ToFloat(start + share * (Lift<double>(place) - start));
	}
	return point;
}

} // namespace ricochet
