// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "projectile/save/loader.h"
#include "projectile/save/saver.h"

// One function, Exchange(archive, value), says of each type what is saved of it: a Saver takes it out of the value, a
// Loader puts it in.
