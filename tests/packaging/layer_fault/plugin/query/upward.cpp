#include "projectile/leg/flight.h" // query/
#include <ricochet/sight/visibility.h>
