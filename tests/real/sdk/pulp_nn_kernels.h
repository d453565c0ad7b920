/* Stand-in: the integer kernels, undeclared like the others. */
#ifndef STAND_IN_PULP_NN_KERNELS_H
#define STAND_IN_PULP_NN_KERNELS_H

#include "pmsis.h"

#endif
