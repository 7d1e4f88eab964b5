/* What dev.rosa.rings calls. Addresses are checked by nobody: they are of arenas that Java made. */
#include <linux/version.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/utsname.h>

#include "dev_rosa_rings_JniRingCalls.h"
#include "dev_rosa_rings_RingsLibrary.h"
#include "rings.h"
#include "rosa_versions.h"

/* Mirrored in dev.rosa.packetio.RingSender. */
_Static_assert(sizeof(struct mmsghdr) == 64, "as Java lays it out");
_Static_assert(sizeof(struct iovec) == 16, "as Java lays it out");
_Static_assert(sizeof(struct pollfd) == 8, "as Java lays it out");

JNIEXPORT jstring JNICALL Java_dev_rosa_rings_RingsLibrary_versions(JNIEnv *env, jclass type)
{
    (void) type;
    char header[32];
    struct utsname system;
    int code = LINUX_VERSION_CODE;
    snprintf(header, sizeof header, "%d.%d", code >> 16, code >> 8 & 0xff);
    return rosa_versions(env, header, uname(&system) == 0 ? system.release : "");
}

JNIEXPORT jint JNICALL Java_dev_rosa_rings_JniRingCalls_pollOf(JNIEnv *env, jclass type,
                                                               jlong descriptors, jint count,
                                                               jint timeout_millis)
{
    (void) env;
    (void) type;
    return rosa_poll((struct pollfd *) (uintptr_t) descriptors, (nfds_t) count, timeout_millis);
}

JNIEXPORT jint JNICALL Java_dev_rosa_rings_JniRingCalls_sendmmsgOf(JNIEnv *env, jclass type,
                                                                   jint socket, jlong messages,
                                                                   jint count, jint flags)
{
    (void) env;
    (void) type;
    return rosa_sendmmsg(socket, (struct mmsghdr *) (uintptr_t) messages, (unsigned) count, flags);
}
