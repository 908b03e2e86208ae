// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "projectile/base/ballistics.h"

#include <optional>

namespace ricochet
{

/// The forces on a guided bullet at one moment. Its motion has no closed form.
struct Guidance
{
	Vec<double> acceleration{}; ///< the part that does not depend on the velocity
	Vec<double> wind{};
	double drag = 0.0;
	double dragQuadratic = 0.0;
	double thrust = 0.0;
	double turnRate = 0.0;
	std::optional<Vec<double>> target;
	Vec<double> targetAfter{}; ///< the position of the target when the piece ends

	struct Piece
	{
		Arc arc;
		double duration; ///< s
	};

	/// Returns for how long the forces may be treated as constant (s, may be infinite).
	[[nodiscard]] double PieceDuration(const Vec<double>& velocity) const;

	/// The next piece of a bullet's path. The piece ends after `duration` (s). It ends earlier when the bullet flies
	/// towards the target, but not before `shortest` (s). The arc uses the forces at the middle of the piece, and its
	/// turn is exact.
	[[nodiscard]] Piece PieceFrom(const Vec<double>& position, const Vec<double>& velocity, double duration,
	                              double shortest) const;

private:
	[[nodiscard]] Arc ArcBy(const Arc& start, double duration, double angle) const;
	[[nodiscard]] bool KeepsTurning(const Arc& start, double duration, double aside) const;
};

/// The largest number of pieces in a step.
inline constexpr double k_mostPiecesPerStep = 256.0;

} // namespace ricochet
