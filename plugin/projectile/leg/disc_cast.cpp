// MIT License, Copyright (c) 2026 the ricochet authors

#include "projectile/leg/disc_cast.h"

#include "host/host.h"
#include "projectile/base/ballistics.h"
#include "projectile/base/parts.h"
#include "projectile/leg/near_children.h"
#include "projectile/leg/one_way.h"
#include "query/accept.h"
#include "query/collector.h"
#include "shapes/cast_shape.h"

#include <algorithm>
#include <limits>

namespace ricochet
{

namespace
{

constexpr double k_contactGap = 2.0e-5 * b2_lengthUnitsPerMeter;
constexpr double k_contactGapShare = 0.01; // as a share of the radius
constexpr double k_leastGap = 2.0e-7 * b2_lengthUnitsPerMeter;

// The largest number of pushes. A push out of one solid may lead into another. Between two solids without enough room a
// disc never gets clear.
constexpr int k_maxPushes = 16;

// The number of directions in which FindRoom searches if these pushes fail, and the number of steps in each direction.
// Beside a surface, a step is as long as the overlap is deep.
constexpr int k_roomDirections = 32;
constexpr int k_mostPushesAside = 64;

// Accepts every entry into the child.
class EveryMeeting final : public MeetingRule
{
public:
	[[nodiscard]] bool Counts(const ShapeSpan&, const Vec<double>&, double) const override { return true; }
	[[nodiscard]] bool HangsTogether(const Vec<double>&, const Vec<double>&, double) const override { return true; }
	void Touch(const LegHit&) override {}
};

// A total order of touches. It does not depend on the order of the tree's nodes, which depends on how the tree has
// grown.
bool IsNearerTouch(const Touch& a, const Touch& b)
{
	return a.gap != b.gap ? a.gap < b.gap
	                      : ComesBefore(FixtureChild{a.fixture, a.child}, FixtureChild{b.fixture, b.child});
}

// True if two touches are of the same child. A child that moved may be visited several times.
bool IsSameTouch(const Touch& a, const Touch& b)
{
	return a.fixture == b.fixture && a.child == b.child;
}

} // namespace

double ContactGap(b2Vec2 position, float radius)
{
	const double gap = std::min(k_contactGap, k_contactGapShare * radius);
	return std::max(gap, 0.5 * RoundingClearance(position));
}

double LeastGap(b2Vec2 position)
{
	return std::max(k_leastGap, 0.25 * RoundingClearance(position));
}

std::optional<LegHit> DiscCast::FirstHit(const Leg& leg, const b2Body* carrier) const
{
	return m_flight.FirstHit(leg, m_radius, m_filter, m_passing, &m_passing, m_listed, carrier);
}

Leg DiscCast::Before(const Leg& leg, const LegHit& hit) const
{
	return m_flight.Before(leg, hit, m_radius, m_filter, m_passing, m_listed);
}

Touch DiscCast::TouchOf(b2Fixture* fixture, int32_t child, const Vec<double>& position, double time) const
{
	Touch touch;
	touch.fixture = fixture;
	touch.child = child;
	touch.motion = m_flight.Motion().Find(fixture->GetBody());
	const b2Transform pose = touch.PoseAt(m_flight.Share(time));
	const Separation separation = SeparateFromPart(*fixture->GetShape(), child, pose, position);
	touch.gap = separation.distance - static_cast<double>(m_radius);
	touch.normal = separation.normal;
	return touch;
}

// If a disc is passing through a one-sided edge, an edge joined to it lets the disc through, too. Otherwise a disc on
// the vertex between the two edges could move neither forwards nor back.
bool DiscCast::GoesAlong(b2Fixture* fixture, int32_t child) const
{
	ChildGeometry edge;
	if (IsOneWay(m_filter) == false || DescribePart(*fixture->GetShape(), child, edge) == false ||
	    edge.IsEdge() == false)
	{
		return false;
	}
	return m_passing.IsInsideAny(
	    [&](const b2Fixture* passed, int32_t passedChild)
	    {
		    ChildGeometry other;
		    if (passed->GetBody() != fixture->GetBody() ||
		        DescribePart(*passed->GetShape(), passedChild, other) == false || other.IsEdge() == false)
		    {
			    return false;
		    }
		    return edge.ends[0] == other.ends[1] || edge.ends[1] == other.ends[0];
	    });
}

// True if the filter's rules about sides of edges and about starts inside solids let the disc collide with the child.
bool DiscCast::Collides(const Touch& touch, const Vec<double>& position, const b2Transform& pose,
                        bool startsInside) const
{
	ShapeSpan span;
	span.span.startsInside = startsInside;
	ChildGeometry child;
	if (DescribePart(*touch.fixture->GetShape(), touch.child, child) == false || child.IsEdge() == false)
	{
		return AcceptsSpan(m_filter, span);
	}
	const Vec<double> point = InverseTurn(pose.q, position - Lift<double>(pose.p));
	const Vec<double> along = Lift<double>(child.ends[1]) - Lift<double>(child.ends[0]);
	span.facing = Cross(along, point - Lift<double>(child.ends[0])) < 0.0 ? Facing::Front : Facing::Back;
	span.oneSided = child.oneSided;
	const EdgeTouch at{touch.fixture, touch.child, point, InverseTurn(pose.q, touch.normal), span.facing};
	return AcceptsSpan(m_filter, span) && IsBehindCorner(at, m_radius, m_filter) == false;
}

// True if the fixture may stop the disc. Sensors never do.
bool DiscCast::MayHold(b2Fixture* fixture) const
{
	return fixture->IsSensor() == false && m_flight.MayMeet(m_filter, fixture);
}

// Visits the children at rest, and then those that moved. A moved child may be visited several times.
template <class VisitStill, class VisitMoved>
void DiscCast::WalkNear(const b2AABB& box, VisitStill&& visitStill, VisitMoved&& visitMoved) const
{
	if (m_listed != nullptr && m_listed->Cover(box))
	{
		m_listed->Walk([&, grown = GrownForBounds(box)](const b2AABB& own) { return b2TestOverlap(own, grown); },
		               visitStill, visitMoved);
		return;
	}
	const WorldMotion& motion = m_flight.Motion();
	const auto visitSwept = [&](const MovedChild& part, const b2AABB&)
	{
		visitMoved(part);
	};
	WalkOverlaps(m_flight.World(), Grown(box, motion.SweptMargin()),
	             [&](b2Fixture* fixture, int32_t child)
	             {
		             if (const BodyMotion* moved = motion.Find(fixture->GetBody()))
		             {
			             motion.VisitSweptIn(box, fixture, child, *moved, visitSwept);
		             }
		             else
		             {
			             ForEachPartIn(*fixture->GetShape(), child, fixture->GetBody()->GetTransform(), box,
			                           [&](int32_t part) {
				                           visitStill(FixtureChild{fixture, part});
			                           });
		             }
	             });
	motion.Swept().WalkBox(box, [&](uint32_t i) { visitMoved(motion.Children()[i]); });
	motion.VisitIfTreeChanged(m_flight.World(),
	                          [&](const MovedChild& part)
	                          {
		                          if (b2TestOverlap(WorldMotion::SweptBoxOf(part), box))
		                          {
			                          visitMoved(part);
		                          }
	                          });
}

bool DiscCast::FindNear(const Vec<double>& position, double margin, double time, Want want,
                        std::vector<Touch>& touches) const
{
	touches.clear();
	const double rounding = 2.0 * RoundingClearance(ToFloat(position));
	const auto visit = [&](b2Fixture* fixture, int32_t child)
	{
		if (m_passing.Has(fixture, child) || MayHold(fixture) == false)
		{
			return;
		}
		const Touch touch = TouchOf(fixture, child, position, time);
		const b2Transform pose = touch.PoseAt(m_flight.Share(time));
		if (touch.gap >= margin || IsPose(pose) == false)
		{
			return;
		}
		const bool isWanted =
		    want == Want::Passing
		        ? touch.gap < -rounding || Collides(touch, position, pose, false) == false
		        : Collides(touch, position, pose, touch.gap < 0.0) && GoesAlong(fixture, child) == false;
		if (isWanted)
		{
			touches.push_back(touch);
		}
	};

	const b2AABB box = BoundsOfDisc(ToFloat(position), m_radius + static_cast<float>(std::max(margin, 0.0)));
	bool movedNear = false;
	WalkNear(
	    box, [&](const FixtureChild& still) { visit(still.fixture, still.child); },
	    [&](const MovedChild& moved)
	    {
		    movedNear = true;
		    visit(moved.fixture, moved.child);
	    });
	std::sort(touches.begin(), touches.end(), IsNearerTouch);
	touches.erase(std::unique(touches.begin(), touches.end(), IsSameTouch), touches.end());
	return movedNear;
}

bool DiscCast::FindTouches(const Vec<double>& position, double margin, double time, std::vector<Touch>& touches) const
{
	return FindNear(position, margin, time, Want::Colliding, touches);
}

void DiscCast::FindPassed(const Vec<double>& position, double time, std::vector<Touch>& touches) const
{
	FindNear(position, -k_leastOverlap, time, Want::Passing, touches);
}

double DiscCast::GapTo(b2Body& body, const b2Transform& pose, const Vec<double>& position) const
{
	double gap = std::numeric_limits<double>::infinity();
	for (b2Fixture* fixture : FixturesOf(body))
	{
		const b2Shape& shape = *fixture->GetShape();
		for (int32_t child = 0; child < PartCountOf(shape) && MayHold(fixture); ++child)
		{
			if (m_passing.Has(fixture, child) == false)
			{
				const double distance = SeparateFromPart(shape, child, pose, position).distance;
				gap = std::min(gap, distance - static_cast<double>(m_radius));
			}
		}
	}
	return gap;
}

std::optional<LegHit> DiscCast::HitOf(const Touch& touch, const Leg& leg, double time) const
{
	const b2Transform pose = touch.PoseAt(m_flight.Share(time));
	EveryMeeting rule;
	std::optional<LegHit> hit = CastStill(*touch.fixture->GetShape(), touch.child, pose, leg, m_radius, rule);
	if (hit)
	{
		hit->fixture = touch.fixture;
		hit->child = touch.child;
	}
	return hit;
}

bool DiscCast::PushOut(b2Vec2& position, double farthest, double time, std::vector<Touch>& scratch) const
{
	const std::optional<b2Vec2> pushed = PushedOut(position, time, scratch);
	if (pushed && (*pushed == position || LeadsThrough(position, *pushed, time, scratch) == false))
	{
		position = *pushed;
		return true;
	}
	const std::optional<b2Vec2> found = FindRoom(position, farthest, time, scratch);
	position = found.value_or(pushed.value_or(position));
	return found || pushed;
}

std::optional<b2Vec2> DiscCast::PushedOut(b2Vec2 position, double time, std::vector<Touch>& scratch) const
{
	for (int i = 0; i < k_maxPushes; ++i)
	{
		const Touch* deepest = DeepestAt(position, time, scratch);
		if (deepest == nullptr)
		{
			return position;
		}
		const double way = ContactGap(position, m_radius) - deepest->gap;
		position = ToFloat(Lift<double>(position) + way * deepest->normal);
	}
	return std::nullopt;
}

// Returns the child that the disc overlaps most at a position, or null.
const Touch* DiscCast::DeepestAt(b2Vec2 position, double time, std::vector<Touch>& touches) const
{
	(void)FindTouches(Lift<double>(position), -k_leastOverlap, time, touches);
	return touches.empty() ? nullptr : &touches.front();
}

// True if the disc's centre would go through a child on the straight path between two points. Bodies that the disc
// overlaps at the start do not count, because the disc must leave them.
bool DiscCast::LeadsThrough(b2Vec2 from, b2Vec2 to, double time, std::vector<Touch>& scratch) const
{
	const Vec<double> center = Lift<double>(from);
	(void)FindTouches(center, -k_leastOverlap, time, scratch);
	const Leg leg{from, to, time, time};
	bool leads = false;
	const auto visit = [&](b2Fixture* fixture, int32_t child)
	{
		const b2Body* body = fixture->GetBody();
		const bool isOver = std::any_of(scratch.begin(), scratch.end(),
		                                [&](const Touch& touch) { return touch.fixture->GetBody() == body; });
		if (leads || isOver || m_passing.Has(fixture, child) || MayHold(fixture) == false)
		{
			return;
		}
		const Touch touch = TouchOf(fixture, child, center, time);
		const b2Transform pose = touch.PoseAt(m_flight.Share(time));
		EveryMeeting rule;
		leads = IsPose(pose) && Collides(touch, center, pose, touch.gap < 0.0) &&
		        CastStill(*fixture->GetShape(), child, pose, leg, 0.0f, rule).has_value();
	};
	b2AABB box = BoundsOfDisc(from, m_radius);
	box.Combine(BoundsOfDisc(to, m_radius));
	WalkNear(
	    box, [&](const FixtureChild& still) { visit(still.fixture, still.child); },
	    [&](const MovedChild& moved) { visit(moved.fixture, moved.child); });
	return leads;
}

// Searches k_roomDirections directions for the nearest free place to which a straight path leads through nothing. A
// disc must move at least by the depth of its overlap with a child. So a step of that length skips no free place.
std::optional<b2Vec2> DiscCast::FindRoom(b2Vec2 position, double farthest, double time,
                                         std::vector<Touch>& scratch) const
{
	std::optional<b2Vec2> room;
	double nearest = farthest;
	for (int i = 0; i < k_roomDirections; ++i)
	{
		const SinCos direction = SinCosOf(2.0 * static_cast<double>(b2_pi) * i / k_roomDirections);
		double way = 0.0;
		for (int push = 0; push < k_mostPushesAside && way < nearest; ++push)
		{
			const b2Vec2 aside = ToFloat(Lift<double>(position) + way * Vec<double>{direction.cos, direction.sin});
			const Touch* deepest = DeepestAt(aside, time, scratch);
			if (deepest != nullptr)
			{
				way += ContactGap(aside, m_radius) - deepest->gap;
				continue;
			}
			if (LeadsThrough(position, aside, time, scratch) == false)
			{
				nearest = way;
				room = aside;
			}
			break;
		}
	}
	return room;
}

// A sleeping body under a resting disc bears the disc as if the body were static.
bool Touch::IsFree() const
{
	const b2Body* body = fixture->GetBody();
	return body->GetType() == b2_dynamicBody && (body->IsAwake() || isHeld == false);
}

b2Transform Touch::PoseAt(double share) const
{
	return motion != nullptr ? motion->PoseAt(share) : fixture->GetBody()->GetTransform();
}

Vec<double> Touch::Carried(const Vec<double>& point, double from, double to) const
{
	if (motion == nullptr)
	{
		return point;
	}
	const b2Transform before = motion->PoseAt(from);
	const b2Transform after = motion->PoseAt(to);
	return Lift<double>(after.p) + Turned(after.q, InverseTurn(before.q, point - Lift<double>(before.p)));
}

Vec<double> Touch::CarriedNormal(double from, double to) const
{
	if (motion == nullptr)
	{
		return normal;
	}
	// The length of a b2Rot is 1 only up to 1e-7. A projection along a normal that is too long would miss its plane.
	const Vec<double> turned = Turned(motion->PoseAt(to).q, InverseTurn(motion->PoseAt(from).q, normal));
	return (1.0 / Length(turned)) * turned;
}

} // namespace ricochet
