// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "projectile/leg/leg.h"
#include "projectile/leg/piece_walk.h"

#include <optional>

namespace ricochet
{

/// The part of a leg that is near a body, cut into chords of its path in the body's frame.
struct Chords
{
	double begin = 0.0; ///< fractions of the leg
	double end = 1.0;
	double stray = 0.0; ///< of one chord for all of it (m): each of n strays by 1 / n^2 of that
	int count = 1;

	[[nodiscard]] double FractionAt(int i) const { return i == count ? end : begin + (end - begin) * i / count; }

	/// How far a straight line may be from the path over so many of the chords (m).
	[[nodiscard]] double StrayOver(int chords) const
	{
		const double share = static_cast<double>(chords) / count;
		return stray * (share * share);
	}
};

/// Chords that stray by no more than chordError (m), as far as a step has that many; one, if the body does not turn.
/// None if a disc on the leg does not come within the reach of the body. `begin` and `end` are the leg's shares of the
/// step.
[[nodiscard]] std::optional<Chords> ChordsOf(const BodyMotion& motion, const Leg& leg, double begin, double end,
                                             double radius, double chordError);

/// Flies along the chords of a leg past one child of a body that moves. Those that are certainly clear of the child are
/// skipped, which costs a small part of a cast and changes no answer.
class ChordFlight
{
public:
	/// What is skipped stays `radius` clear of the child's bounds. `end` is the end of the leg, as a share of the step.
	ChordFlight(const MovedChild& moved, const PosesOfLeg& poses, const Leg& leg, double end, float radius,
	            const Chords& chords, PieceWalk& walk);

	void Fly() { FlyRange(0, m_chords.count, KnotOf(0), KnotOf(m_chords.count)); }

private:
	[[nodiscard]] Knot KnotOf(int i) const { return KnotAt(m_poses, m_leg, m_chords.FractionAt(i)); }
	[[nodiscard]] bool IsClear(const Knot& from, const Knot& to, double stray) const;
	void FlyRange(int first, int last, const Knot& from, const Knot& to);

	Vec<double> m_center; // of the child's bounds
	Vec<double> m_half;   // of their size
	const PosesOfLeg& m_poses;
	const Leg& m_leg;
	const Chords& m_chords;
	PieceWalk& m_walk;
	bool m_isSmooth; // the body was not held back on the way
};

} // namespace ricochet
