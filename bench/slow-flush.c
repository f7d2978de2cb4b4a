/*
 * A disk that is slow to flush: every fsync and fdatasync of the process takes STILLROOM_BENCH_FLUSH_MS longer, on
 * whichever thread. It is loaded before the C library (LD_PRELOAD), because SQLite flushes within its own C, and where
 * it does so no JavaScript sees.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stdlib.h>
#include <time.h>

static int then_wait(const char *name, int file) {
	int (*flush)(int) = (int (*)(int))dlsym(RTLD_NEXT, name);
	int result = flush(file);
	int error = errno;
	const char *longer = getenv("STILLROOM_BENCH_FLUSH_MS");
	long ms = longer ? strtol(longer, NULL, 10) : 0;
	struct timespec left = {ms / 1000, ms % 1000 * 1000000};
	if (ms > 0) while (nanosleep(&left, &left) == -1 && errno == EINTR) continue;
	errno = error;
	return result;
}

int fsync(int file) { return then_wait("fsync", file); }
int fdatasync(int file) { return then_wait("fdatasync", file); }
