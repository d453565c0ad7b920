// Generated code includes its kernel library under this name. The example brings its own kernels.

#ifndef GAP_DEEPLOY_PULP_MATH_H
#define GAP_DEEPLOY_PULP_MATH_H

#include "kernels.h"

#endif
