#include "host/box2d/tree.h"
#include "host/host.h" // no fault
#include <box2d/b2_fixture.h>
const b2Body* first = world.GetBodyList();
case b2Shape::e_circle:
if (shape.GetType() == b2Shape::e_edge)
	return m_filter.sides == Sides::Both;
