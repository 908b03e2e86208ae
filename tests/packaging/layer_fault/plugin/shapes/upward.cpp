#include "../geometry/exact.h"
#include "query/source.h"
#include <box2d/b2_fixture.h>
// no fault: #include "query/source.h", m_broadPhase, case b2Shape::
