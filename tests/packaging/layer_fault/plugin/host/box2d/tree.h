#include <box2d/b2_broad_phase.h> // no fault: the file that may
auto& broadPhase = world.GetContactManager().m_broadPhase;
