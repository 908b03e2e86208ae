#include <box2d/b2_broad_phase.h>
auto& broadPhase = world.GetContactManager().m_broadPhase; // only the walk may
case b2Shape::e_circle:
if (shape.GetType() == b2Shape::e_edge)
return m_filter.sides == Sides::Both;
