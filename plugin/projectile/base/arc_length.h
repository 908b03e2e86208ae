// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "projectile/base/ballistics.h"

namespace ricochet
{

/// How far one flies along an arc from a time on to a later one (m), within an error (m) or 2^-30 of it.
[[nodiscard]] double LengthOfArc(const Arc& arc, double begin, double end, double error);

/// When one has flown so far along an arc from its beginning; `latest` (s, may be infinite) if not by then.
[[nodiscard]] double TimeAtLength(const Arc& arc, double length, double latest, double error);

} // namespace ricochet
