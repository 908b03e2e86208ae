#include "projectile/blast.h"
#include "world/children_in_box.h" // no fault
#include <ricochet/shapes/cast_shape.h>
