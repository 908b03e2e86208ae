#include <ricochet/world/umbrella.h> // no fault: the umbrella includes all layers
