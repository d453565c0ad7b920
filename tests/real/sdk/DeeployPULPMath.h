/* Stand-in. The kernels themselves stay undeclared; what they take is not what these tests look at. */
#ifndef STAND_IN_DEEPLOY_PULP_MATH_H
#define STAND_IN_DEEPLOY_PULP_MATH_H

#include <math.h>

#include "pmsis.h"

#define BEGIN_SINGLE_CORE if (pi_core_id() == 0) {
#define END_SINGLE_CORE }
#define SINGLE_CORE if (pi_core_id() == 0)
#define MIN(a, b) ((a) < (b) ? (a) : (b))
#define MAX(a, b) ((a) > (b) ? (a) : (b))
#define LOG2(x) ((x) ? 31 - __builtin_clz(x) : 0)

#endif
