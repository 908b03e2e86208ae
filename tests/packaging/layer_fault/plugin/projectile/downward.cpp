#include "sight/collect.h" // no fault: explosions are seen
