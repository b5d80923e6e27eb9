/*
 * Ends the process before the n-th change of a file below a folder: LD_PRELOAD over the C library.
 * TORTURE_ROOT names the folder, TORTURE_AT the n-th change (0: never). TORTURE_TORN=1 writes half of the bytes of that
 * change first. Without an early end, the number of changes is printed to standard error.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <unistd.h>

#define FILES 65536
#define REAL(name, ...) (((__typeof__(&name))real(#name))(__VA_ARGS__))

static const char *root;
static long at;
static int torn;
static atomic_long steps;
static atomic_char inside[FILES];

static void *real(const char *name) { return dlsym(RTLD_NEXT, name); }

__attribute__((constructor)) static void begin(void) {
  root = getenv("TORTURE_ROOT");
  at = atol(getenv("TORTURE_AT") ?: "0");
  torn = getenv("TORTURE_TORN") != NULL;
}
__attribute__((destructor)) static void end(void) { dprintf(2, "steps %ld\n", (long)steps); }

static int below(const char *path) { return root && path && !strncmp(path, root, strlen(root)); }
static int known(int fd) { return fd >= 0 && fd < FILES && inside[fd]; }
/* Returns 1 where half of the bytes are to be written before the end. */
static int step(int is_inside) {
  if (!is_inside || atomic_fetch_add(&steps, 1) + 1 != at) return 0;
  if (!torn) _exit(137);
  return 1;
}
static void path_step(const char *path) { if (step(below(path))) _exit(137); }
static int opened(int fd, const char *path) {
  if (fd >= 0 && fd < FILES) inside[fd] = below(path);
  return fd;
}

#define OPEN(name)                                            \
  int name(const char *path, int flags, ...) {                \
    va_list rest; va_start(rest, flags);                      \
    mode_t mode = va_arg(rest, mode_t); va_end(rest);         \
    if (flags & (O_CREAT | O_TRUNC)) path_step(path);         \
    return opened(REAL(name, path, flags, mode), path);       \
  }
OPEN(open)
OPEN(open64)
int openat(int dir, const char *path, int flags, ...) {
  va_list rest; va_start(rest, flags); mode_t mode = va_arg(rest, mode_t); va_end(rest);
  if (flags & (O_CREAT | O_TRUNC)) path_step(path);
  return opened(REAL(openat, dir, path, flags, mode), path);
}
int close(int fd) {
  if (fd >= 0 && fd < FILES) inside[fd] = 0;
  return REAL(close, fd);
}
ssize_t write(int fd, const void *bytes, size_t n) {
  if (step(known(fd))) { REAL(write, fd, bytes, n / 2); _exit(137); }
  return REAL(write, fd, bytes, n);
}
#define PWRITE(name, offset)                                                          \
  ssize_t name(int fd, const void *bytes, size_t n, offset place) {                   \
    if (step(known(fd))) { REAL(name, fd, bytes, n / 2, place); _exit(137); }         \
    return REAL(name, fd, bytes, n, place);                                           \
  }
PWRITE(pwrite, off_t)
PWRITE(pwrite64, off64_t)
ssize_t writev(int fd, const struct iovec *parts, int n) {
  if (step(known(fd))) { REAL(write, fd, parts[0].iov_base, parts[0].iov_len / 2); _exit(137); }
  return REAL(writev, fd, parts, n);
}
#define FD_STEP(name, ...) if (step(known(fd))) _exit(137); return REAL(name, __VA_ARGS__);
int fsync(int fd) { FD_STEP(fsync, fd) }
int fdatasync(int fd) { FD_STEP(fdatasync, fd) }
int ftruncate(int fd, off_t n) { FD_STEP(ftruncate, fd, n) }
int ftruncate64(int fd, off64_t n) { FD_STEP(ftruncate64, fd, n) }
int rename(const char *from, const char *to) { path_step(to); return REAL(rename, from, to); }
int link(const char *from, const char *to) { path_step(to); return REAL(link, from, to); }
int unlink(const char *path) { path_step(path); return REAL(unlink, path); }
int unlinkat(int dir, const char *path, int flags) { path_step(path); return REAL(unlinkat, dir, path, flags); }
int remove(const char *path) { path_step(path); return REAL(remove, path); }
int mkdir(const char *path, mode_t mode) { path_step(path); return REAL(mkdir, path, mode); }
int rmdir(const char *path) { path_step(path); return REAL(rmdir, path); }
