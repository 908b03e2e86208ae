// MIT License, Copyright (c) 2026 the ricochet authors

#include "support/referee_ledger.h"

#include <algorithm>

namespace ricochet::referee
{

namespace
{

// The number of straight pieces into which the path through a step is divided.
constexpr int32_t k_pieces = 64;

constexpr int32_t k_thirds = 100;

// Returns the direction in which a bullet continues, in the frame of the body that it hit. It is a unit vector, or (0,
// 0) without motion.
Vec DirectionIn(const StepSight& sight, const BodySight& body, const ImpactSight& impact)
{
	constexpr Real k_moment = 1.0e-6L; // as a share of the step
	const Real share = impact.time / sight.dt;
	const Vec here = body.motion.At(share).ToLocal(impact.center);
	const Vec next =
	    body.motion.At(share + k_moment).ToLocal(impact.center + k_moment * sight.dt * impact.velocityBefore);
	const Real way = Length(next - here);
	return way > 0.0L ? (1.0L / way) * (next - here) : Vec{};
}

// Remembers all other pieces of the body, because the thickness does not tell how far a disc continues.
void RememberAllAhead(const BodySight& body, const ImpactSight& impact, Record& record)
{
	for (const PieceSight& piece : body.pieces)
	{
		if (piece.fixture != impact.fixture || piece.child != impact.child)
		{
			record.ahead.insert({piece.fixture, piece.child});
		}
	}
}

// Returns the path through a pierced body, in the body's frame. Bullet and body move for the rest of the step. After
// the step's end, the path continues straight.
std::vector<Vec> WayAhead(const StepSight& sight, const BodySight& body, const ImpactSight& impact)
{
	const auto localAt = [&](Real time)
	{
		return body.motion.At(time / sight.dt).ToLocal(impact.center + (time - impact.time) * impact.velocityBefore);
	};
	Vec direction = DirectionIn(sight, body, impact);
	Real rest = impact.thickness;
	std::vector<Vec> way{localAt(impact.time)};
	for (int32_t i = 1; i <= k_pieces && rest > 0.0L && impact.time < sight.dt; ++i)
	{
		const Vec next = localAt(impact.time + (sight.dt - impact.time) * static_cast<Real>(i) / k_pieces);
		const Real length = Length(next - way.back());
		direction = length > 0.0L ? (1.0L / length) * (next - way.back()) : direction;
		way.push_back(way.back() + std::min(length, rest) * direction);
		rest -= length;
	}
	if (rest > 0.0L)
	{
		way.push_back(way.back() + rest * direction);
	}
	return way;
}

// Returns the least distance of a straight path from a convex piece. Along the path, this distance first falls and then
// rises.
Real NearestOn(const PieceSight& piece, Vec from, Vec to)
{
	const auto distanceAt = [&](Real share)
	{
		return SignedDistance(piece.piece, from + share * (to - from));
	};
	Real low = 0.0L;
	Real high = 1.0L;
	for (int32_t i = 0; i < k_thirds; ++i)
	{
		const Real third = (high - low) / 3.0L;
		const bool isBefore = distanceAt(low + third) < distanceAt(high - third);
		high -= isBefore ? third : 0.0L;
		low += isBefore ? 0.0L : third;
	}
	return distanceAt(low);
}

// Remembers the solid pieces of the body along the pierced path.
void RememberAhead(const StepSight& sight, const ImpactSight& impact, const Ledger& ledger, Record& record)
{
	const BodySight* body = BodyOf(sight, impact.body);
	if (body == nullptr || sight.dt <= 0.0L)
	{
		return;
	}
	if (record.birth.radius > 0.0L)
	{
		RememberAllAhead(*body, impact, record);
		return;
	}
	const Real band = ledger.def.grazing + 16.0L * UlpAt(impact.center);
	const std::vector<Vec> way = WayAhead(sight, *body, impact);
	for (const PieceSight& piece : body->pieces)
	{
		const bool isItself = piece.fixture == impact.fixture && piece.child == impact.child;
		for (size_t i = 1; i < way.size() && piece.piece.IsSolid() && isItself == false; ++i)
		{
			if (NearestOn(piece, way[i - 1], way[i]) <= band)
			{
				record.ahead.insert({piece.fixture, piece.child});
				break;
			}
		}
	}
}

// Returns the fixtures that a projectile has not left after the step. Fixtures that it has reached are removed from
// those ahead.
std::set<const b2Fixture*> StillPassed(const StepSight& sight, const ProjectileSight& projectile, const RefereeDef& def,
                                       Record& record)
{
	std::set<const b2Fixture*> still;
	const Real band = def.grazing + 4.0L * UlpAt(projectile.position);
	for (const BodySight& body : sight.bodies)
	{
		const Vec local = body.motion.At(1.0L).ToLocal(projectile.position);
		const bool isFar = body.IsFarFrom(projectile.position, 1.0L, record.birth.radius + band);
		for (const PieceSight& piece : body.pieces)
		{
			const Real depth = record.birth.radius - SignedDistance(piece.piece, local);
			const bool isAhead = record.ahead.contains({piece.fixture, piece.child});
			if (depth >= -band && (isAhead || record.passed.contains(piece.fixture)))
			{
				still.insert(piece.fixture);
			}
			if (depth > band || isFar)
			{
				record.ahead.erase({piece.fixture, piece.child});
			}
		}
	}
	return still;
}

// True if a corner of a piece, or its centre, is in or on another piece, up to rounding.
bool HasCornerIn(const PieceSight& piece, const PieceSight& other)
{
	constexpr Real k_rounding = 1.0e-4L;
	const auto isIn = [&](Vec point)
	{
		return SignedDistance(other.piece, point) <= k_rounding;
	};
	const std::span<const Vec> corners = piece.piece.Vertices();
	return isIn(piece.middle) || std::any_of(corners.begin(), corners.end(), isIn);
}

} // namespace

bool MayBeToldWithAnother(const Record& record, const BodySight& body, const PieceSight& piece)
{
	const auto counts = [&](const PieceSight& other)
	{
		return record.IsPassed(other.fixture) &&
		       (record.birth.radius > 0.0L || HasCornerIn(piece, other) || HasCornerIn(other, piece));
	};
	return body.pieces.size() > 1 && std::any_of(body.pieces.begin(), body.pieces.end(), counts);
}

void RememberPassed(const StepSight& sight, Ledger& ledger)
{
	for (const ImpactSight& impact : sight.impacts)
	{
		Record* record = impact.IsShot() ? nullptr : ledger.Find(impact.key);
		if (record != nullptr && (impact.response == Response::Pierce || impact.response == Response::Ignore))
		{
			record->passed.insert(impact.fixture);
		}
		if (record != nullptr && impact.response == Response::Pierce && impact.key.isGrenade == false)
		{
			RememberAhead(sight, impact, ledger, *record);
		}
	}
}

void ForgetPassed(const StepSight& sight, Ledger& ledger)
{
	for (const ProjectileSight& projectile : sight.after)
	{
		Record* record = ledger.Find(projectile.key);
		if (record != nullptr && (record->passed.empty() && record->ahead.empty()) == false)
		{
			record->passed = StillPassed(sight, projectile, ledger.def, *record);
		}
	}
}

} // namespace ricochet::referee
