/* Runs a network once:  program TRACE [IMAGE]
 *
 * TRACE receives a line for each row that is read from L3: bytes, their hash, and where from. What happened goes to standard
 * output. */
#include "port.h"
#include "runtime.h"

void open_fs(void);
void InitNetwork(void);
void RunNetwork(void);

int main(int argc, char **argv) {
  FILE *trace = argc > 1 ? fopen(argv[1], "w") : NULL;
  if (!trace)
    sdk_abort("usage: program TRACE [IMAGE]");
  l3_trace_to(trace);
  if (argc > 2) {
    port_start(2, (char *[]){argv[0], argv[2]});
    open_fs();
  }
  InitNetwork();
  host_constants();
  l3_protect_constants();
  RunNetwork();
  l3_print(stdout);
  return fclose(trace) == 0 ? 0 : 3;
}
