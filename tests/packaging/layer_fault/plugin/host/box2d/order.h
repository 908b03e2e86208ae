#include <box2d/b2_broad_phase.h>
auto& broadPhase = world.GetContactManager().m_broadPhase; // only the tree may
