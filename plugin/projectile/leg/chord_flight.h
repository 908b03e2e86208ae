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
	double stray = 0.0; ///< largest deviation if the part is one chord (m); for n chords 1 / n^2 of that
	int count = 1;

	[[nodiscard]] double FractionAt(int i) const { return i == count ? end : begin + (end - begin) * i / count; }

	/// Returns how far a straight line over a number of chords may be from the path (m).
	[[nodiscard]] double StrayOver(int chords) const
	{
		const double share = static_cast<double>(chords) / count;
		return stray * (share * share);
	}
};

/// Cuts a leg into chords that stray from the path by no more than chordError (m). If that needs more chords than a
/// step may have, they stray more. If the body does not turn, there is one chord. None if a disc on the leg does not
/// come within the reach of the body.
/// `begin` and `end`: the times at which the leg begins and ends, as shares of the step.
[[nodiscard]] std::optional<Chords> ChordsOf(const BodyMotion& motion, const Leg& leg, double begin, double end,
                                             double radius, double chordError);

/// Flies along the chords of a leg past one child of a body that moves. It skips chords that are proven to be clear of
/// the child. The proof costs a small fraction of a cast, and changes no result.
class ChordFlight
{
public:
	/// A chord is skipped only if it is farther than `radius` (m) from the child's bounds. `end`: the end of the leg,
	/// as a share of the step.
	ChordFlight(const MovedChild& moved, const PosesOfLeg& poses, const Leg& leg, double end, float radius,
	            const Chords& chords, PieceWalk& walk);

	void Fly() { FlyRange(0, m_chords.count, KnotOf(0), KnotOf(m_chords.count)); }

private:
	[[nodiscard]] Knot KnotOf(int i) const { return KnotAt(m_poses, m_leg, m_chords.FractionAt(i)); }
	[[nodiscard]] bool IsClear(const Knot& from, const Knot& to, double stray) const;
	void FlyRange(int first, int last, const Knot& from, const Knot& to);

	Vec<double> m_center; // centre of the child's bounds
	Vec<double> m_half;   // half the size of the bounds, with the margin
	const PosesOfLeg& m_poses;
	const Leg& m_leg;
	const Chords& m_chords;
	PieceWalk& m_walk;
	bool m_isSmooth; // the body is not held back before the end of the leg
};

} // namespace ricochet
