#include <ricochet/format.h>
#include <ricochet/ricochet_c.h>

#include "c/answer.h"
