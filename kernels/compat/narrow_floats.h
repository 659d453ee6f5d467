#pragma once

#include "engine/base/narrow_floats.h"
