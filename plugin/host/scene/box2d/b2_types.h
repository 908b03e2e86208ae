// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "box2d/b2_settings.h"
