// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <algorithm>
#include <cstdlib>

namespace ricochet::test
{

/// Returns the share of the full number of random trials to run. It comes from RICOCHET_TEST_SCALE in the environment,
/// or else from the definition of that name. Sanitizers run 0.05.
inline double TestScale()
{
#ifdef RICOCHET_TEST_SCALE
	double scale = RICOCHET_TEST_SCALE;
#else
	double scale = 1.0;
#endif
	if (const char* text = std::getenv("RICOCHET_TEST_SCALE"))
	{
		scale = std::atof(text);
	}
	return scale > 0.0 ? scale : 1.0;
}

inline int ScaledCount(int count)
{
	return std::max(1, static_cast<int>(count * TestScale()));
}

} // namespace ricochet::test
