// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "projectile/base/ballistics.h"

#include <optional>

namespace ricochet
{

/// What turns and drives a bullet and has no closed form, at one moment.
struct Guidance
{
	Vec<double> acceleration{}; ///< that does not depend on its velocity
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

	/// What a bullet flies on for so long, or until it has turned to the target, if that takes more than `shortest`: an
	/// arc by the forces of the middle of the piece, and a turn that is exact.
	[[nodiscard]] Piece PieceFrom(const Vec<double>& position, const Vec<double>& velocity, double duration,
	                              double shortest) const;

private:
	[[nodiscard]] Arc ArcBy(const Arc& start, double duration, double angle) const;
	[[nodiscard]] bool KeepsTurning(const Arc& start, double duration, double aside) const;
};

inline constexpr double k_mostPiecesPerStep = 256.0;

} // namespace ricochet
