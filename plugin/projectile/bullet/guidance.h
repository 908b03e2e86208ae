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
	Vec<double> targetAfter{}; ///< where the target is when the piece ends

	struct Piece
	{
		Arc arc;
		double duration; ///< s
	};

	/// How long the forces may be taken for constant (s, may be infinite).
	[[nodiscard]] double PieceDuration(const Vec<double>& velocity) const;

	/// The next piece of a bullet's path. It ends after `duration`, or when the bullet has turned to the target, if
	/// that takes more than `shortest` (s). The arc has the forces at the middle of the piece, and an exact turn.
	[[nodiscard]] Piece PieceFrom(const Vec<double>& position, const Vec<double>& velocity, double duration,
	                              double shortest) const;

private:
	[[nodiscard]] Arc ArcBy(const Arc& start, double duration, double angle) const;
	[[nodiscard]] bool KeepsTurning(const Arc& start, double duration, double aside) const;
};

/// The largest number of pieces in a step.
inline constexpr double k_mostPiecesPerStep = 256.0;

} // namespace ricochet
