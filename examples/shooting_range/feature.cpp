// MIT License, Copyright (c) 2026 the ricochet authors

#include "feature.h"

namespace range
{

std::vector<Feature> AllFeatures()
{
	return {Preview(), BlastCover(), HomingChase(), LiftArrows(), AirMeeting()};
}

} // namespace range
