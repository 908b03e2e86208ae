// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "projectile/leg/chords.h"
#include "projectile/leg/piece_walk.h"

namespace ricochet
{

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
