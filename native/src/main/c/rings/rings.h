/* System calls of a packet ring's thread. All answer −errno instead of −1. */
#ifndef ROSA_RINGS_H
#define ROSA_RINGS_H

#include <poll.h>
#include <sys/socket.h>

/* As poll(2); a signal is a time-out. */
int rosa_poll(struct pollfd *descriptors, nfds_t count, int timeout_millis);

/* As sendmmsg(2). */
int rosa_sendmmsg(int socket, struct mmsghdr *messages, unsigned count, int flags);

#endif
