#include "geometry/exact.h"
#include "neighbour.h"
#include <box2d/b2_chain_shape.h>
case b2Shape::e_circle: // no fault: the file that may
