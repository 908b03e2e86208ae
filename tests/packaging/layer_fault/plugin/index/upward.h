#include "query/accept.h"
