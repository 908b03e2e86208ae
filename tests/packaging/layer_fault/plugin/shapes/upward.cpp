#	include "world/broadphase_walk.h"
#include "../geometry/exact.h"
#include <box2d/b2_fixture.h>
// no fault: #include "world/broadphase_walk.h", m_broadPhase, case b2Shape::
