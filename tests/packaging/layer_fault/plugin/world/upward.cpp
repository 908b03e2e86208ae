#include "projectile/flight.h" // world/
#include <ricochet/sight/visibility.h>
