/*
 * Disk that fails as a test says, for a process that has this library in LD_PRELOAD. It concerns
 * files whose path contains FAULTY_FILES. The test writes one word into the file FAULTY_CONTROL:
 *
 *   full      no write finds room (ENOSPC)
 *   broken    no write and no sync succeeds (EIO)
 *   readonly  no write succeeds (EROFS)
 *   slow      each sync takes two seconds
 *   stop HEX  the process stops (SIGSTOP) when a sync is done after a write with these bytes
 *   kill HEX  the process is killed (SIGKILL) then
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

enum { MOST_BYTES = 64 };

/* Bytes that are waited for, and whether a write had them. */
struct awaited {
    unsigned char bytes[MOST_BYTES];
    size_t length;
};

static int seen;

static void parse(const char *hex, struct awaited *awaited)
{
    unsigned byte;
    awaited->length = 0;
    while (awaited->length < MOST_BYTES && sscanf(hex, "%2x", &byte) == 1) {
        awaited->bytes[awaited->length++] = (unsigned char) byte;
        hex += 2;
    }
}

static enum fault asked(struct awaited *awaited)
{
    char word[2 * MOST_BYTES + 16] = {0};
    const char *control = getenv("FAULTY_CONTROL");
    int file = control == NULL ? -1 : open(control, O_RDONLY | O_CLOEXEC);
    if (file < 0)
        return NO;
    ssize_t length = read(file, word, sizeof word - 1);
    close(file);
    char *space = strchr(word, ' ');
    if (space != NULL) {
        *space = 0;
        parse(space + 1, awaited);
    }
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
static int refusal(int file, const void *bytes, size_t count)
{
    struct awaited awaited = {.length = 0};
    if (!concerns(file))
        return 0;
    enum fault fault = asked(&awaited);
    if (fault >= STOP && fault <= KILL && memmem(bytes, count, awaited.bytes, awaited.length))
        seen = 1;
    switch (fault) {
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
    if ((fault == STOP || fault == KILL) && seen) {
        seen = 0;
        raise(fault == STOP ? SIGSTOP : SIGKILL);
    }
}

static int synced(int file, const char *name)
{
    int (*real)(int) = (int (*)(int)) dlsym(RTLD_NEXT, name);
    struct awaited awaited = {.length = 0};
    enum fault fault = concerns(file) ? asked(&awaited) : NO;
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
    int refused = refusal(file, bytes, count);
    if (refused == 0)
        return real(file, bytes, count);
    errno = refused;
    return -1;
}

ssize_t pwrite64(int file, const void *bytes, size_t count, off64_t offset)
{
    ssize_t (*real)(int, const void *, size_t, off64_t) = dlsym(RTLD_NEXT, "pwrite64");
    int refused = refusal(file, bytes, count);
    if (refused == 0)
        return real(file, bytes, count, offset);
    errno = refused;
    return -1;
}

ssize_t pwrite(int file, const void *bytes, size_t count, off_t offset)
{
    return pwrite64(file, bytes, count, offset);
}
