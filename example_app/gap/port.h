// What main calls first.

#ifndef GAP_PORT_H
#define GAP_PORT_H

// Opens the cluster. A firmware has no arguments; what is given is not looked at.
void port_start(int argc, char **argv);

#endif
