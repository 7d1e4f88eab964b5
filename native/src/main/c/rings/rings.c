#include "rings.h"

#include <errno.h>

int rosa_poll(struct pollfd *descriptors, nfds_t count, int timeout_millis)
{
    int ready = poll(descriptors, count, timeout_millis);
    if (ready >= 0)
        return ready;
    return errno == EINTR ? 0 : -errno;
}

int rosa_sendmmsg(int socket, struct mmsghdr *messages, unsigned count, int flags)
{
    int sent = sendmmsg(socket, messages, count, flags);
    return sent >= 0 ? sent : -errno;
}
