#include <ricochet/shapes/cast_shape.h>

#include <box2d/b2_body.h>
#include <box2d/b2_math.h>
