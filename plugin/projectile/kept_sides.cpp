// MIT License, Copyright (c) 2026 the ricochet authors

#include "projectile/kept_sides.h"

#include "host/host.h"
#include "projectile/base/ballistics.h"
#include "shapes/cast_shape.h"

#include <algorithm>
#include <cmath>

namespace ricochet
{

namespace
{

// The largest margin for rounding (m). Very far from the origin, rounding is larger than that. Without the limit, one
// body that is lost far away would make every projectile test all bodies.
constexpr double k_largestMargin = 1.0 * b2_lengthUnitsPerMeter;

// The largest number of pushes. A push away from one surface may lead into another one.
constexpr int k_mostPushes = 16;

b2Vec2 LargestOf(b2Vec2 most, b2Vec2 place)
{
	return b2Max(most, b2Abs(place));
}

// True if the disc is on one side of the surface that it touches. If its centre lies on an edge, it is on neither side.
bool HasSide(const Touch& touch)
{
	ChildGeometry child;
	return touch.gap > 0.0 || (touch.gap == 0.0 && DescribePart(*touch.fixture->GetShape(), touch.child, child) &&
	                           child.IsEdge() == false);
}

} // namespace

// Returns a margin (m) for the rounding of positions by the shift. Each position is rounded by half a unit in its last
// place. RoundingClearance is four units.
double KeptSides::MarginFor(b2Vec2 newOrigin) const
{
	b2Vec2 most{0.0f, 0.0f};
	for (const b2Body* body : BodiesOf(m_state.world))
	{
		const b2Vec2 place = body->GetPosition();
		most = LargestOf(LargestOf(most, place), place - newOrigin);
	}
	return std::min(RoundingClearance(most), k_largestMargin);
}

void KeptSides::NoteDisc(const DiscCast& cast, const Vec<double>& position, bool isGrenade, size_t index)
{
	const double margin = std::max(m_margin, RoundingClearance(ToFloat(position)));
	(void)cast.FindTouches(position, margin, 0.0, m_found);
	std::erase_if(m_found, [](const Touch& touch) { return HasSide(touch) == false; });
	if (m_found.empty() == false)
	{
		m_discs.push_back({isGrenade, index, m_touches.size()});
		m_touches.insert(m_touches.end(), m_found.begin(), m_found.end());
	}
}

void KeptSides::Note(b2Vec2 newOrigin)
{
	m_margin = MarginFor(newOrigin);
	const Flight flight = m_state.FlightIn(m_nothingMoves, 1.0);
	BulletStore& bullets = m_state.bullets;
	Passing nothing;
	for (size_t i = bullets.NextFrom(0); i < bullets.Extent(); i = bullets.NextFrom(i + 1))
	{
		const BulletKind& kind = bullets.KindOf(i);
		BulletHistory* history = bullets.HistoryOf(i);
		const DiscCast cast(flight, kind.radius, kind.filter, history != nullptr ? history->passing : nothing);
		NoteDisc(cast, Lift<double>(bullets.StateOf(i).position), false, i);
	}
	for (size_t i = 0; i < m_state.grenades.states.size(); ++i)
	{
		if (m_state.grenades.IsGone(i) == false)
		{
			GrenadeDetail& detail = m_state.grenades.details[i];
			const DiscCast cast(flight, detail.def.radius, detail.def.filter, detail.passing);
			NoteDisc(cast, detail.position, true, i);
		}
	}
}

void KeptSides::Restore()
{
	for (size_t k = 0; k < m_discs.size(); ++k)
	{
		const Disc& disc = m_discs[k];
		const size_t end = k + 1 < m_discs.size() ? m_discs[k + 1].first : m_touches.size();
		const std::span<const Touch> touches(m_touches.begin() + static_cast<ptrdiff_t>(disc.first),
		                                     m_touches.begin() + static_cast<ptrdiff_t>(end));
		if (disc.isGrenade)
		{
			RestoreGrenade(disc.index, touches);
		}
		else
		{
			RestoreBullet(disc.index, touches);
		}
	}
}

// Finds the surface that the disc has crossed farthest, and how far it must move back. The result has no surface if the
// disc is on its side of all surfaces. For a grenade, a gap below LeastGap counts as crossed. LeastGap is larger where
// floats are coarser.
KeptSides::Beyond KeptSides::FarthestBeyond(const Moved& moved, const Vec<double>& position)
{
	const double least = moved.isGrenade ? LeastGap(ToFloat(position)) : 0.0;
	Beyond farthest;
	for (const Touch& before : moved.touches)
	{
		const Touch now = moved.cast.TouchOf(before.fixture, before.child, position, 0.0);
		const bool hasCrossed = Dot(now.normal, before.normal) < 0.0;
		const double depth = hasCrossed ? std::abs(now.gap) + 2.0 * static_cast<double>(moved.radius) : -now.gap;
		if ((now.gap < least || hasCrossed) && (farthest.of == nullptr || depth > farthest.depth))
		{
			farthest = {&before, depth};
		}
	}
	return farthest;
}

// Moves the disc back to its sides. If the surfaces around it leave it no room, moves a dynamic body away from it.
// Returns true if the disc was moved.
bool KeptSides::PutBack(const Moved& moved, Vec<double>& position)
{
	const Vec<double> from = position;
	for (int i = 0; i < k_mostPushes; ++i)
	{
		const Beyond beyond = FarthestBeyond(moved, position);
		if (beyond.of == nullptr)
		{
			return position.x != from.x || position.y != from.y;
		}
		const Vec<double> way = (beyond.depth + ContactGap(ToFloat(position), moved.radius)) * beyond.of->normal;
		b2Body* body = beyond.of->fixture->GetBody();
		if (i >= k_mostPushes / 2 && body->GetType() == b2_dynamicBody)
		{
			body->SetTransform(ToFloat(Lift<double>(body->GetPosition()) - way), body->GetAngle());
		}
		else
		{
			position = Lift<double>(ToFloat(position + way));
		}
	}
	position = from;
	return false;
}

void KeptSides::RestoreBullet(size_t i, std::span<const Touch> touches)
{
	BulletStore& bullets = m_state.bullets;
	if (bullets.IsFlying(i) == false)
	{
		return; // a predicate has cancelled it
	}
	const Flight flight = m_state.FlightIn(m_nothingMoves, 1.0);
	const BulletKind& kind = bullets.KindOf(i);
	const BulletLaunch& launch = bullets.LaunchOf(i);
	Passing nothing;
	Vec<double> position = Lift<double>(launch.position);
	if (PutBack({DiscCast(flight, kind.radius, kind.filter, nothing), kind.radius, false, touches}, position))
	{
		bullets.Relaunch(i, ToFloat(position), launch.velocity, launch.time, bullets.FlownBy(i));
	}
}

void KeptSides::RestoreGrenade(size_t i, std::span<const Touch> touches)
{
	const Flight flight = m_state.FlightIn(m_nothingMoves, 1.0);
	GrenadeDetail& detail = m_state.grenades.details[i];
	const float radius = detail.def.radius;
	if (PutBack({DiscCast(flight, radius, detail.def.filter, detail.passing), radius, true, touches}, detail.position))
	{
		m_state.grenades.states[i].position = ToFloat(detail.position);
	}
}

} // namespace ricochet
