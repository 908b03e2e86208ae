#include <ricochet/query/umbrella.h> // no fault: the umbrella includes all layers
