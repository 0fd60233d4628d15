/* Counts a process's own file operations below one folder, and makes the n-th of them fail.

   Loaded by LD_PRELOAD, it stands between the process (Python and every C library in it) and the
   system. It sees: opening, reading, writing, closing what was written, renaming, making folders,
   flushing to the disk and changing a file's length. It does not see what is read through memory
   maps, nor what glibc does inside itself, other than fread, fwrite and fclose. */

#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

enum { OPEN = 'o', CREATE = 'c', READ = 'r', WRITE = 'w', CLOSE = 'l', RENAME = 'm', FOLDER = 'd', SYNC = 's' };
/* No room from then on, nothing new from then on, one operation that fails, the end. */
enum { NONE = 0, FULL = 'F', LOCKED = 'L', BROKEN = 'B', KILL = 'K' };

static char folder[PATH_MAX], fault;
static long target;
static int trace = -1;
static atomic_long count;
static atomic_int armed;

/* Fail the n-th operation below a folder (an absolute path). Each is written to trace, if any. */
void plant_fault(const char *below, long n, char what, int to) {
    strncpy(folder, below, sizeof folder - 1);
    target = n, fault = what, trace = to;
    atomic_store(&count, 0);
    atomic_store(&armed, 1);
}

long lift_fault(void) {
    atomic_store(&armed, 0);
    return atomic_load(&count);
}

static int is_watched(const char *path) {
    if (path[0] != '/') return strncmp(path, "..", 2) != 0;
    size_t n = strlen(folder);
    return strncmp(path, folder, n) == 0 && (path[n] == '/' || !path[n]);
}

/* Return the fault that an operation on a path meets. */
static char meet(char operation, const char *path) {
    if (!atomic_load(&armed) || !is_watched(path)) return NONE;
    long n = atomic_fetch_add(&count, 1) + 1;
    if (trace >= 0) {
        char line[PATH_MAX + 8];
        int size = snprintf(line, sizeof line, "%c %s%c", operation, path, 0);
        syscall(SYS_write, trace, line, size);
    }
    if (fault == FULL) return n >= target && !strchr("or", operation) ? FULL : NONE;
    if (fault == LOCKED) return n >= target && strchr("cmd", operation) ? LOCKED : NONE;
    return n == target ? fault : NONE;
}

static char meet_file(char operation, int file) {
    char link[64], path[PATH_MAX];
    if (!atomic_load(&armed)) return NONE;
    snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    ssize_t size = syscall(SYS_readlink, link, path, sizeof path - 1);
    if (size <= 0 || path[0] != '/') return NONE; /* a pipe or a socket */
    path[size] = 0;
    return meet(operation, path);
}

/* Fail as the fault says: the return value of a system call. */
static long fail(char met) {
    if (met == KILL) syscall(SYS_kill, syscall(SYS_getpid), SIGKILL), pause();
    errno = met == FULL ? ENOSPC : met == LOCKED ? EROFS : EIO;
    return -1;
}

static int open_file(int at, const char *path, int flags, mode_t mode) {
    int saved = errno, missing = faccessat(at, path, F_OK, 0) != 0;
    char operation = flags & O_CREAT && missing ? CREATE : OPEN, met = NONE;
    errno = saved;
    if (!(flags & O_DIRECTORY) && (operation == CREATE || !missing)) met = meet(operation, path);
    return met ? fail(met) : syscall(SYS_openat, at, path, flags, mode);
}

#define MODE(flags) \
    mode_t mode = 0; \
    if (flags & (O_CREAT | O_TMPFILE)) { va_list rest; va_start(rest, flags); mode = va_arg(rest, mode_t); va_end(rest); }

int open(const char *path, int flags, ...) { MODE(flags) return open_file(AT_FDCWD, path, flags, mode); }
int open64(const char *path, int flags, ...) { MODE(flags) return open_file(AT_FDCWD, path, flags, mode); }
int openat(int at, const char *path, int flags, ...) { MODE(flags) return open_file(at, path, flags, mode); }
int openat64(int at, const char *path, int flags, ...) { MODE(flags) return open_file(at, path, flags, mode); }
int __open_2(const char *path, int flags) { return open_file(AT_FDCWD, path, flags, 0); }
int __open64_2(const char *path, int flags) { return open_file(AT_FDCWD, path, flags, 0); }

#define CALL(operation, file, ...) \
    char met = meet_file(operation, file); \
    return met ? fail(met) : syscall(__VA_ARGS__);

ssize_t read(int f, void *to, size_t n) { CALL(READ, f, SYS_read, f, to, n) }
ssize_t __read_chk(int f, void *to, size_t n, size_t all) { (void)all; CALL(READ, f, SYS_read, f, to, n) }
ssize_t pread(int f, void *to, size_t n, off_t at) { CALL(READ, f, SYS_pread64, f, to, n, at) }
ssize_t pread64(int f, void *to, size_t n, off_t at) { CALL(READ, f, SYS_pread64, f, to, n, at) }
ssize_t readv(int f, const struct iovec *to, int n) { CALL(READ, f, SYS_readv, f, to, n) }

/* A full disk and a kill take half of what is written. */
#define WRITE_CALL(file, n, all, half) \
    char met = meet_file(WRITE, file); \
    if (met == BROKEN) return fail(met); \
    if (!met) return all; \
    ssize_t written = n > 1 && atomic_load(&count) == target ? half : 0; \
    return met == KILL || written <= 0 ? fail(met) : written;

ssize_t write(int f, const void *from, size_t n) {
    WRITE_CALL(f, n, syscall(SYS_write, f, from, n), syscall(SYS_write, f, from, n / 2))
}
ssize_t pwrite(int f, const void *from, size_t n, off_t at) {
    WRITE_CALL(f, n, syscall(SYS_pwrite64, f, from, n, at), syscall(SYS_pwrite64, f, from, n / 2, at))
}
ssize_t pwrite64(int f, const void *from, size_t n, off_t at) { return pwrite(f, from, n, at); }
ssize_t writev(int f, const struct iovec *from, int n) {
    WRITE_CALL(f, n, syscall(SYS_writev, f, from, n), syscall(SYS_writev, f, from, n / 2))
}

int fsync(int f) { CALL(SYNC, f, SYS_fsync, f) }
int fdatasync(int f) { CALL(SYNC, f, SYS_fdatasync, f) }
int ftruncate(int f, off_t n) { CALL(WRITE, f, SYS_ftruncate, f, n) }
int ftruncate64(int f, off_t n) { CALL(WRITE, f, SYS_ftruncate, f, n) }

static char meet_closing(int f) {
    int saved = errno, flags = atomic_load(&armed) ? syscall(SYS_fcntl, f, F_GETFL) : -1;
    errno = saved;
    return flags != -1 && flags & (O_WRONLY | O_RDWR) ? meet_file(CLOSE, f) : NONE;
}

int close(int f) { /* a network's disk says here what it could not write */
    char met = meet_closing(f);
    long done = syscall(SYS_close, f);
    return met ? fail(met) : done;
}

#define RENAME_CALL(from_at, from, to_at, to, flags) \
    char met = meet(RENAME, to); \
    return met ? fail(met) : syscall(SYS_renameat2, from_at, from, to_at, to, flags);

int rename(const char *from, const char *to) { RENAME_CALL(AT_FDCWD, from, AT_FDCWD, to, 0) }
int renameat(int a, const char *from, int b, const char *to) { RENAME_CALL(a, from, b, to, 0) }
int renameat2(int a, const char *from, int b, const char *to, unsigned flags) {
    RENAME_CALL(a, from, b, to, flags)
}

static int make_folder(int at, const char *path, mode_t mode) {
    int saved = errno;
    char met = faccessat(at, path, F_OK, 0) == 0 ? NONE : meet(FOLDER, path);
    errno = saved;
    return met ? fail(met) : syscall(SYS_mkdirat, at, path, mode);
}
int mkdir(const char *path, mode_t mode) { return make_folder(AT_FDCWD, path, mode); }
int mkdirat(int at, const char *path, mode_t mode) { return make_folder(at, path, mode); }

/* What numpy writes and reads arrays with. */
size_t fwrite(const void *from, size_t size, size_t n, FILE *file) {
    static size_t (*real)(const void *, size_t, size_t, FILE *);
    if (!real) real = dlsym(RTLD_NEXT, "fwrite");
    char met = meet_file(WRITE, fileno(file));
    if (!met) return real(from, size, n, file);
    size_t written = met == BROKEN ? 0 : real(from, size, n / 2, file);
    fflush(file);
    fail(met);
    return written;
}
size_t fread(void *to, size_t size, size_t n, FILE *file) {
    static size_t (*real)(void *, size_t, size_t, FILE *);
    if (!real) real = dlsym(RTLD_NEXT, "fread");
    char met = meet_file(READ, fileno(file));
    return met ? fail(met), 0 : real(to, size, n, file);
}
int fclose(FILE *file) {
    static int (*real)(FILE *);
    if (!real) real = dlsym(RTLD_NEXT, "fclose");
    char met = meet_closing(fileno(file));
    int done = real(file);
    return met ? fail(met) : done;
}
