// MIT License, Copyright (c) 2026 the ricochet authors

#include "projectile/leg/flight.h"

#include "geometry/cut_clip.h"
#include "projectile/base/parts.h"
#include "projectile/leg/near_children.h"
#include "projectile/leg/one_way.h"
#include "projectile/leg/piece_walk.h"
#include "projectile/many/free_flight.h"
#include "query/grid_source.h"
#include "query/solid_line.h"

#include <cmath>
#include <limits>

namespace ricochet
{

namespace
{

// A factor that exceeds 1 by more than the rounding errors of a length.
constexpr double k_above = 1.0 + 0x1p-40;

// A share of the leg. If one span ends and another begins within it, fractions do not show whether there is a gap
// between the two.
constexpr double k_seamGap = 0x1p-26;

// A gap between two faces is the tip of a V if the sum of their unit normals is longer than this. If the sum is
// shorter, the faces are parallel apart from rounding, and the gap is a joint.
constexpr double k_spread = 0x1p-10;

// Returns the largest distance (m) at which two surfaces on a leg touch: the gap that SolidLine allows, plus the
// rounding of the path.
double Touching(const Leg& leg)
{
	return 3.0 * std::max(RoundingClearance(leg.from), RoundingClearance(leg.to));
}

// Returns true if a path enters a child at so flat an angle that it may run beside the face before the entry.
bool IsFlat(const LegHit& hit)
{
	return std::abs(Dot(hit.pieceWay, hit.normal)) < 0x1p-6 * Length(hit.pieceWay);
}

// Returns true if two solids touch the path from both sides at once, or leave a gap of rounding in one body. The pieces
// of one fixture share their corners and leave no gap.
bool CloseSeam(const LegHit& a, const LegHit& b)
{
	if ((a.isInGap || b.isInGap) && (a.fixture->GetBody() != b.fixture->GetBody() || a.fixture == b.fixture))
	{
		return false;
	}
	return a.met.span.side != b.met.span.side && (a.fixture != b.fixture || a.child != b.child) &&
	       std::max(a.fraction, b.fraction) <= std::min(a.exitFraction, b.exitFraction) + k_seamGap;
}

// Returns the distance (m) that rounding may leave between two corners that the game has put at the same place.
double GapOfRounding(const ChildGeometry& geometry)
{
	float most = 0.0f;
	for (const b2Vec2& vertex : geometry.vertices)
	{
		most = std::max({most, std::abs(vertex.x), std::abs(vertex.y)});
	}
	return k_cornerRounding * most;
}

// Returns a hit on the seam between two solids. It begins where the later solid begins, and ends where the earlier one
// ends.
LegHit SeamOf(const LegHit& sooner, const LegHit& later)
{
	LegHit seam = later;
	if (sooner.exitFraction < later.exitFraction)
	{
		const double whole = later.exitFraction - later.fraction;
		const double share = whole > 0.0 ? std::max(sooner.exitFraction - later.fraction, 0.0) / whole : 0.0;
		seam.exitFraction = later.fraction + share * whole;
		seam.endsInside = seam.exitFraction > 1.0;
		seam.thickness *= share;
		seam.exitWay = share * later.exitWay;
		seam.met.span.exit.normal = InverseTurn(later.pose.q, Turned(sooner.pose.q, sooner.met.span.exit.normal));
		seam.met.span.exit.edge = -1;
	}
	return seam;
}

// True if a fraction differs from 1, the end of the leg, by more than rounding. Rounding may put a fraction nearer to 1
// on either side of that end. ClipCut requires the same of the end of its ray.
bool IsClearOfEnd(double fraction)
{
	return std::abs(fraction - 1.0) > 0x1p-26 * (std::abs(fraction) + 1.0);
}

// Casts a point on a leg at a polygon at rest, if it is known how the line of the leg cuts the polygon. If doubles
// prove the answer, it has the same bits as that of CastStill. Does not set the hit's fixture. The cast clips the whole
// line, so it finds the exit even if the leg ends in the polygon.
CutResult CastCertainly(const GridEntry& entry, CertainCut cut, const Leg& leg, LegHit& hit)
{
	constexpr double k_all = std::numeric_limits<double>::infinity();
	const b2Transform& pose = entry.outline.pose;
	PulledRay ray = PulledRay::Between(leg.from, leg.to, pose);
	ray.end = k_exitReach;
	LocalSpan& span = hit.met.span;
	const CutResult result = ClipCut(ray, entry.Vertices(), cut, k_all, span);
	if (result != CutResult::Hit)
	{
		return result;
	}
	const double fraction = span.enter.fraction;
	const double exitFraction = span.exit.fraction;
	if (span.startsInside || span.endsInside || IsClearOfEnd(fraction) == false || IsClearOfEnd(exitFraction) == false)
	{
		return CutResult::Uncertain;
	}
	if (fraction > 1.0)
	{
		return CutResult::Miss;
	}
	span.endsInside = exitFraction > 1.0;
	hit.child = entry.child;
	hit.SetAtRest(Turned(pose.q, Vec<double>{ray.x[1], ray.y[1]}), pose);
	return CutResult::Hit;
}

} // namespace

// One search for the first hit on a leg.
struct Flight::Search
{
	const Flight& flight;
	const Leg& leg;
	float radius;
	const QueryFilter& filter;
	const Passing& passing;
	Passing* sights;
	const b2Body* carrier;
	std::optional<LegHit> best = std::nullopt;
	std::optional<SlabTest> slab = std::nullopt; // for the leg without a margin; made when it is first needed
	double slack = 0.0;                          // RoundingSlack, once there is a hit

	// Returns the share of the leg up to the best hit and the things close to it.
	[[nodiscard]] float MaxFraction() const
	{
		return best ? static_cast<float>(std::min(best->fraction + slack, 1.0)) : 1.0f;
	}

	void Find(const NearChildren* listed)
	{
		const Way way(leg.from, leg.to);
		const float margin = radius + passing.Ahead();
		if (flight.m_near != nullptr && margin == 0.0f && FindNear(way))
		{
			return;
		}
		if (listed != nullptr && listed->Cover(way.ray, margin))
		{
			FindListed(*listed, way, margin);
			return;
		}
		FindStill(way, margin);
		const std::span<const MovedChild> moved = flight.m_motion.Children();
		const float parts = way.ray.maxFraction;
		flight.m_motion.Swept().WalkRay(Ray{leg.from, way.ray.translation, parts * MaxFraction()}, margin,
		                                [&](uint32_t i)
		                                {
			                                VisitMoving(moved[i]);
			                                return CutoffAbove(parts * MaxFraction());
		                                });
		flight.m_motion.VisitIfTreeChanged(flight.m_world, [&](const MovedChild& child) { VisitMoving(child); });
	}

	// Visits the bodies at rest along the rest of the leg, by the world's tree or by the index. A child of the
	// index is skipped if the tree does not have it, so both give the same answers. A walk of the tree also visits the
	// moved bodies whose motions are found by the tree.
	void FindStill(const Way& way, float margin)
	{
		const float parts = way.ray.maxFraction;
		const auto cutoff = [&]
		{
			return CutoffAbove(parts * MaxFraction());
		};
		if (!flight.m_rest || margin > 0.0f)
		{
			const auto visit = [&](const FixtureChild& what)
			{
				if (const BodyMotion* motion = flight.m_motion.Find(what.fixture->GetBody()))
				{
					flight.m_motion.VisitLeaf(what.fixture, what.child, *motion,
					                          [&](const MovedChild& moved) { VisitMoving(moved); });
				}
				else
				{
					VisitParts(what.fixture, what.child, margin);
				}
				return cutoff();
			};
			LiveTree{flight.m_world, margin + flight.m_motion.LeafMargin()}.Walk(way.ray, visit);
			return;
		}
		const auto visit = [&](const GridChild& what)
		{
			VisitEntry(*what.entry, way);
			return cutoff();
		};
		SnapshotSource{*flight.m_rest.state}.Walk(way, visit);
	}

	// Visits the things near the leg, which one cell of the grid lists. Returns false if the leg is too long or outside
	// the cells.
	[[nodiscard]] bool FindNear(const Way& way)
	{
		const GridEntry* entries = flight.m_rest.state->entries.data();
		const double length = Length(way.translation);
		const double reach = way.ray.maxFraction * length;
		const LaneRay ray(Heading(leg.from, way.translation, length), reach);
		const std::span<const MovedChild> moved = flight.m_motion.Children();
		const auto visit = [&](uint32_t index)
		{
			const GridEntry& entry = entries[index];
			CertainCut cut;
			const double limit = best ? CutoffAbove(way.ray.maxFraction * MaxFraction()) * length * k_above : reach;
			if (entry.IsSomewhere() && ray.Misses(entry.outline, entry.count, limit, cut) == false)
			{
				VisitEntry(entry, way, cut);
			}
		};
		const auto visitMoved = [&](uint32_t i)
		{
			if (MayHit(flight.m_motion.SweptBy(i), way, CutoffAbove(way.ray.maxFraction * MaxFraction())))
			{
				VisitMoving(moved[i]);
			}
		};
		return flight.m_near->Walk(leg.from, leg.to, visit, visitMoved);
	}

	// Visits the listed children instead of the trees.
	void FindListed(const NearChildren& listed, const Way& way, float margin)
	{
		if (listed.AreNone())
		{
			return;
		}
		const SlabTest wide(way.ray, margin);
		const auto comesBy = [&](const b2AABB& box)
		{
			const double cutoff = CutoffAbove(way.ray.maxFraction * MaxFraction());
			return wide.Entry(box, cutoff) <= cutoff;
		};
		listed.Walk(
		    comesBy, [&](const FixtureChild& still) { VisitStill(still.fixture, still.child); },
		    [&](const MovedChild& moved) { VisitMoving(moved); });
	}

	[[nodiscard]] bool MayHit(const b2AABB& box, const Way& way, double maxFraction)
	{
		if (slab.has_value() == false)
		{
			slab.emplace(way.ray, 0.0f);
		}
		return slab->Entry(box, maxFraction) <= maxFraction;
	}

	// A child of the index counts only where the tree has it, because a walk of the tree would find it only there.
	void VisitEntry(const GridEntry& entry, const Way& way, CertainCut cut = {})
	{
		const FixtureChild child{NameOf(entry.fixture), entry.child};
		const bool hasMoved = flight.m_rest.hasMovedBodies && flight.m_motion.Find(child.fixture->GetBody()) != nullptr;
		const b2AABB* bounds = BoundsInTree(flight.m_world, *child.fixture, child.child);
		if (hasMoved == false && bounds != nullptr && MayHit(*bounds, way, way.ray.maxFraction))
		{
			if (VisitCertainly(entry, cut, child.fixture))
			{
				return;
			}
			VisitParts(child.fixture, child.child, 0.0f);
		}
	}

	// Casts the leg at a polygon at rest by doubles alone. Returns false if the doubles do not prove the answer. Also
	// returns false if the entry is no polygon, if its body has another pose now, or if the projectile is passing
	// through something.
	[[nodiscard]] bool VisitCertainly(const GridEntry& entry, CertainCut cut, b2Fixture* fixture)
	{
		if (entry.IsPolygon() == false || cut.IsKnown() == false || passing.IsEmpty() == false ||
		    IsSamePose(entry.outline.pose, fixture->GetBody()->GetTransform()) == false)
		{
			return false;
		}
		LegHit hit;
		const CutResult result = CastCertainly(entry, cut, leg, hit);
		if (result == CutResult::Hit && flight.MayMeet(filter, fixture))
		{
			hit.fixture = fixture;
			Offer(hit);
		}
		return result != CutResult::Uncertain;
	}

	// Casts the leg at the parts of a child of Box2D that are near the leg.
	void VisitParts(b2Fixture* fixture, int32_t child, float margin)
	{
		const b2Vec2 reach{margin, margin};
		const b2AABB box{b2Min(leg.from, leg.to) - reach, b2Max(leg.from, leg.to) + reach};
		ForEachPartIn(*fixture->GetShape(), child, fixture->GetBody()->GetTransform(), box,
		              [&](int32_t part) { VisitStill(fixture, part); });
	}

	// True if the child belongs to the carrier. Such a child does not move in the frame of the disc.
	[[nodiscard]] bool IsCarrying(const b2Fixture* fixture, int32_t child) const
	{
		const bool carries = carrier != nullptr && fixture->GetBody() == carrier;
		if (carries && sights != nullptr)
		{
			sights->See(fixture, child, passing.Of(fixture, child));
		}
		return carries;
	}

	void VisitStill(b2Fixture* fixture, int32_t child)
	{
		if (IsCarrying(fixture, child) == false && flight.MayMeet(filter, fixture))
		{
			ImpactMeetings rule(*this, fixture, child);
			const std::optional<LegHit> hit =
			    CastStill(*fixture->GetShape(), child, fixture->GetBody()->GetTransform(), leg, radius, rule);
			Take(rule, hit);
			if (radius == 0.0f && (hit.has_value() == false || IsFlat(*hit)))
			{
				TakeSideOfGap(fixture, child);
			}
		}
	}

	void VisitMoving(const MovedChild& moved)
	{
		if (IsCarrying(moved.fixture, moved.child) == false && flight.MayMeet(filter, moved.fixture))
		{
			ImpactMeetings rule(*this, moved.fixture, moved.child);
			Take(rule, CastMoving(moved, leg, flight.Share(leg.begin), flight.Share(leg.end), radius,
			                      k_turningChordShare * flight.m_chordError, rule));
		}
	}

	// If the path touches a solid without entering it, that solid counts only if a second one closes a seam with it.
	class ImpactMeetings final : public MeetingRule
	{
	public:
		ImpactMeetings(Search& search, b2Fixture* fixture, int32_t child)
		    : m_search(search), m_fixture(fixture), m_child(child)
		{
			standing = search.passing.Of(fixture, child);
		}

		bool Counts(const ShapeSpan& met, const Vec<double>& place, double fraction) const override
		{
			const bool isEntry = (met.span.grazing == false || met.span.side != 0) && AcceptsSpan(m_search.filter, met);
			if (isEntry == false || met.facing == Facing::Solid)
			{
				return isEntry;
			}
			if (m_search.radius > 0.0f)
			{
				const EdgeTouch touch{m_fixture, m_child, place, met.span.enter.normal, met.facing};
				const double across = std::max(m_search.radius - Touching(m_search.leg), 0.0);
				return met.span.startsInside || IsDenied(touch, ToFloat(across), m_search.filter) == false;
			}
			return m_search.passing.IsToldOfAnother(m_fixture, m_child, met.facing, ToFloat(place),
			                                        fraction * (m_search.leg.end - m_search.leg.begin)) == false;
		}

		// If a projectile ignores a geometry that is attached in pieces, or starts inside it, all pieces count as one
		// solid.
		bool IsPassed(const LocalRay& ray, const LocalSpan& entered, const Vec<double>& place) const override
		{
			const Passing& passed = m_search.passing;
			const bool leaves = AcceptsStart(m_search.filter, true) == false;
			if ((passed.IsEmpty() && leaves == false) || AttachedTo(*m_fixture->GetShape()) == nullptr)
			{
				return false;
			}
			const float own = m_search.radius;
			const bool ignores = passed.Ignores(m_fixture);
			return (ignores && passed.IsByIgnored(m_fixture, m_child, place, own + Touching(m_search.leg))) ||
			       ((ignores || (leaves && IsPierced() == false)) &&
			        ComesFromAnotherPart(*m_fixture->GetShape(), m_child, ray, own, entered));
		}

		bool HangsTogether(const Vec<double>& place, const Vec<double>& way, double stray) const override
		{
			const double gap = Touching(m_search.leg) + k_seamGap * standing.near;
			return m_search.passing.HangsTogether(m_fixture, m_child, place, way, m_search.radius + gap + stray);
		}

		void Touch(const LegHit& graze) override { m_search.TakeGraze(Named(graze)); }

		[[nodiscard]] LegHit Named(LegHit hit) const
		{
			hit.fixture = m_fixture;
			hit.child = m_child;
			return hit;
		}

		void See(Passing& passed) const { passed.See(m_fixture, m_child, standing); }

	private:
		[[nodiscard]] bool IsPierced() const
		{
			return m_search.passing.HasPiercedAny([&](const b2Fixture* fixture, int32_t)
			                                      { return fixture == m_fixture; });
		}

		Search& m_search;
		b2Fixture* m_fixture;
		int32_t m_child;
	};

	void Take(const ImpactMeetings& rule, const std::optional<LegHit>& hit)
	{
		if (hit)
		{
			Offer(rule.Named(*hit));
		}
		if (sights != nullptr)
		{
			rule.See(*sights);
		}
	}

	// Adds a solid that the path touches. If two solids touch the path from both sides, they leave no room between
	// them. The path then ends where the second solid begins.
	void TakeGraze(const LegHit& hit)
	{
		for (const LegHit& other : flight.m_grazes)
		{
			if (CloseSeam(hit, other))
			{
				const bool isFirst = IsFirst(hit, other);
				TakeSeam(isFirst ? hit : other, isFirst ? other : hit);
			}
		}
		flight.m_grazes.push_back(hit);
	}

	// Adds the hit on a seam. A path that starts in a joint starts inside. A path that starts in the tip of a V starts
	// outside both solids. If the dot product of its direction and the sum of both normals is positive, the path is
	// free. Otherwise it hits the face into which it leads more directly.
	void TakeSeam(const LegHit& sooner, const LegHit& later)
	{
		LegHit seam = SeamOf(sooner, later);
		if (sooner.isInGap && later.isInGap && seam.met.span.startsInside)
		{
			const Vec<double> own = FaceBeside(later);
			const Vec<double> others = FaceBeside(sooner);
			const Vec<double> out = own + others;
			const bool isTip = Length(out) > k_spread;
			if (isTip && Dot(out, seam.pieceWay) > 0.0)
			{
				return;
			}
			if (isTip)
			{
				const bool isInOther = Dot(others, seam.pieceWay) < Dot(own, seam.pieceWay);
				seam = isInOther ? SeamOf(later, sooner) : seam;
				seam.met.span.startsInside = false;
				seam.normal = isInOther ? others : own;
				seam.met.span.enter.normal = InverseTurn(seam.pose.q, seam.normal);
			}
		}
		Offer(seam);
	}

	// Returns the normal of a child's surface at its nearest point to the start of the leg.
	[[nodiscard]] Vec<double> FaceBeside(const LegHit& hit) const
	{
		return SeparateFromPart(*hit.fixture->GetShape(), hit.child, hit.pose, Lift<double>(leg.from)).normal;
	}

	// The corners of fixtures are rounded in the frame of their body, so a joint may be a gap. If the path misses a
	// child that may be one side of such a gap, adds the child.
	void TakeSideOfGap(b2Fixture* fixture, int32_t child)
	{
		const b2Shape& shape = *fixture->GetShape();
		const b2Transform& pose = fixture->GetBody()->GetTransform();
		if (IsAlone(*fixture->GetBody()) || passing.Has(fixture, child))
		{
			return;
		}
		const Place place = PlaceOfPart(shape, child, pose);
		const SolidLine line{Lift<double>(leg.from), Lift<double>(leg.to) - Lift<double>(leg.from)};
		const std::optional<LocalSpan> along = line.Along(place.geometry, pose, GapOfRounding(place.geometry));
		if (along.has_value() == false || along->exit.fraction <= 0.0 || along->enter.fraction > 1.0)
		{
			return;
		}
		LegHit hit;
		hit.fixture = fixture;
		hit.child = child;
		hit.isInGap = true;
		hit.met.span = *along;
		hit.met.span.endsInside = along->exit.fraction > 1.0;
		if (along->enter.fraction < 0.0)
		{
			hit.met.span.startsInside = true;
			hit.met.span.enter = {};
		}
		hit.SetAtRest(line.translation, pose);
		if (AcceptsStart(filter, hit.met.span.startsInside))
		{
			TakeGraze(hit);
		}
	}

	void Offer(const LegHit& hit)
	{
		if (best.has_value() == false)
		{
			best = hit;
			slack = RoundingSlack();
			return;
		}
		const bool isAnother = hit.fixture != best->fixture || hit.child != best->child; // a child may be met twice
		const bool isClose = isAnother && std::abs(hit.fraction - best->fraction) <= slack;
		if (IsFirst(hit, *best))
		{
			best = hit;
			best->isCloseToAnother = isClose;
		}
		best->isCloseToAnother = best->isCloseToAnother || isClose;
	}

	// Returns the largest difference of fractions for which a rounded point may lie on either side of a surface.
	[[nodiscard]] double RoundingSlack() const
	{
		const b2Vec2 far = b2Max(b2Abs(leg.from), b2Abs(leg.to));
		const double length = Length(Lift<double>(leg.to) - Lift<double>(leg.from));
		return Closeness::Slack::k_share * (static_cast<double>(far.x) + static_cast<double>(far.y)) /
		       std::max(length, std::numeric_limits<double>::min());
	}

	[[nodiscard]] static bool IsFirst(const LegHit& a, const LegHit& b)
	{
		return IsNearer(static_cast<float>(a.fraction), FixtureChild{a.fixture, a.child},
		                static_cast<float>(b.fraction), FixtureChild{b.fixture, b.child});
	}
};

std::optional<LegHit> Flight::FirstHit(const Leg& leg, float radius, const QueryFilter& filter, const Passing& passing,
                                       Passing* sights, const NearChildren* listed, const b2Body* carrier) const
{
	++m_legCount;
	m_grazes.clear();
	if (sights != nullptr)
	{
		sights->ForgetSights();
	}
	Search search{*this, leg, radius, filter, passing, sights, carrier};
	search.Find(listed);
	if (sights != nullptr)
	{
		sights->ForEachBody(
		    [&](const b2Body& body)
		    {
			    if (m_motion.Find(&body) == nullptr)
			    {
				    sights->HoldJoints(body, Lift<double>(leg.to), radius + Touching(leg));
			    }
		    });
	}
	return search.best;
}

} // namespace ricochet
