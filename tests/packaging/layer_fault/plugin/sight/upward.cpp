#include "projectile/blast/blast.h"
#include "query/children_in_box.h" // no fault
#include <ricochet/shapes/cast_shape.h>
