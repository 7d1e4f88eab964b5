/*
 * Disk that fails as a test says, for a process that has this library in LD_PRELOAD. It concerns
 * files whose path contains FAULTY_FILES. The test writes one word into the file FAULTY_CONTROL:
 *
 *   full      no write finds room (ENOSPC)
 *   broken    no write and no sync succeeds (EIO)
 *   readonly  no write succeeds (EROFS)
 *   slow      each sync takes two seconds
 *   stop      the process stops (SIGSTOP) when a sync is done, once
 *   kill      the process is killed (SIGKILL) when a sync is done
 *   no        nothing fails
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <time.h>
#include <unistd.h>

enum fault { NO, FULL, BROKEN, READONLY, SLOW, STOP, KILL };

static const char *const WORDS[] = {"no", "full", "broken", "readonly", "slow", "stop", "kill"};

static enum fault asked(void)
{
    char word[16] = {0};
    const char *control = getenv("FAULTY_CONTROL");
    int file = control == NULL ? -1 : open(control, O_RDONLY | O_CLOEXEC);
    if (file < 0)
        return NO;
    ssize_t length = read(file, word, sizeof word - 1);
    close(file);
    for (int i = NO; length > 0 && i <= KILL; i++)
        if (strcmp(word, WORDS[i]) == 0)
            return (enum fault) i;
    return NO;
}

static int concerns(int file)
{
    char link[64];
    char path[4096];
    const char *part = getenv("FAULTY_FILES");
    snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    ssize_t length = readlink(link, path, sizeof path - 1);
    if (part == NULL || length < 0)
        return 0;
    path[length] = 0;
    return strstr(path, part) != NULL;
}

/* Returns an errno for a write, or 0. */
static int refusal(int file)
{
    if (!concerns(file))
        return 0;
    switch (asked()) {
    case FULL:
        return ENOSPC;
    case BROKEN:
        return EIO;
    case READONLY:
        return EROFS;
    default:
        return 0;
    }
}

static void after_sync(enum fault fault)
{
    struct timespec two_seconds = {.tv_sec = 2};
    if (fault == SLOW)
        nanosleep(&two_seconds, NULL);
    if (fault == STOP) {
        /* The test empties the file before it lets the process go on. */
        raise(SIGSTOP);
    }
    if (fault == KILL)
        raise(SIGKILL);
}

static int synced(int file, const char *name)
{
    int (*real)(int) = (int (*)(int)) dlsym(RTLD_NEXT, name);
    enum fault fault = concerns(file) ? asked() : NO;
    if (fault == BROKEN) {
        errno = EIO;
        return -1;
    }
    int result = real(file);
    after_sync(fault);
    return result;
}

int fsync(int file)
{
    return synced(file, "fsync");
}

int fdatasync(int file)
{
    return synced(file, "fdatasync");
}

ssize_t write(int file, const void *bytes, size_t count)
{
    ssize_t (*real)(int, const void *, size_t) = dlsym(RTLD_NEXT, "write");
    int refused = refusal(file);
    if (refused == 0)
        return real(file, bytes, count);
    errno = refused;
    return -1;
}

ssize_t pwrite64(int file, const void *bytes, size_t count, off64_t offset)
{
    ssize_t (*real)(int, const void *, size_t, off64_t) = dlsym(RTLD_NEXT, "pwrite64");
    int refused = refusal(file);
    if (refused == 0)
        return real(file, bytes, count, offset);
    errno = refused;
    return -1;
}

ssize_t pwrite(int file, const void *bytes, size_t count, off_t offset)
{
    return pwrite64(file, bytes, count, offset);
}
