#include <ricochet/ricochet.h>

#include <box2d/box2d.h>

namespace ricochet
{
}
