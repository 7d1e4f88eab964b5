/* The calls answer what the kernel says, and its errors as negative numbers. */
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <unistd.h>

#include "rings.h"

#define CHECK(condition)                                                                          \
    do {                                                                                          \
        if (!(condition)) {                                                                       \
            fprintf(stderr, "%s:%d: %s does not hold\n", __FILE__, __LINE__, #condition);         \
            exit(1);                                                                              \
        }                                                                                         \
    } while (0)

static void polls_what_is_readable(int sending, int receiving)
{
    struct pollfd polled = {.fd = receiving, .events = POLLIN};
    CHECK(rosa_poll(&polled, 1, 0) == 0);
    CHECK(write(sending, "x", 1) == 1);
    CHECK(rosa_poll(&polled, 1, 1000) == 1 && polled.revents == POLLIN);
    char byte;
    CHECK(read(receiving, &byte, 1) == 1);
}

static void nothing(int number) { (void) number; }

static void takes_a_signal_for_a_time_out(int receiving)
{
    struct sigaction action = {.sa_handler = nothing};
    struct itimerval soon = {.it_value = {.tv_usec = 20000}};
    CHECK(sigaction(SIGALRM, &action, NULL) == 0);
    CHECK(setitimer(ITIMER_REAL, &soon, NULL) == 0);
    struct pollfd polled = {.fd = receiving, .events = POLLIN};
    CHECK(rosa_poll(&polled, 1, 10000) == 0);
}

static void sends_many_from_several_pieces(int sending, int receiving)
{
    char text[] = "abcde";
    struct iovec pieces[] = {{text, 2}, {text + 2, 2}, {text + 4, 1}};
    struct mmsghdr messages[2] = {0};
    messages[0].msg_hdr.msg_iov = &pieces[0];
    messages[0].msg_hdr.msg_iovlen = 2;
    messages[1].msg_hdr.msg_iov = &pieces[2];
    messages[1].msg_hdr.msg_iovlen = 1;
    CHECK(rosa_sendmmsg(sending, messages, 2, MSG_DONTWAIT) == 2);
    char got[8];
    CHECK(read(receiving, got, sizeof got) == 4 && memcmp(got, "abcd", 4) == 0);
    CHECK(read(receiving, got, sizeof got) == 1 && got[0] == 'e');
}

static void tells_what_is_wrong_with_the_first(int sending)
{
    char byte = 'x';
    struct iovec piece = {&byte, 1};
    struct mmsghdr message = {.msg_hdr = {.msg_iov = &piece, .msg_iovlen = 1}};
    CHECK(rosa_sendmmsg(-1, &message, 1, MSG_DONTWAIT) == -EBADF);
    int sent;
    do
        sent = rosa_sendmmsg(sending, &message, 1, MSG_DONTWAIT);
    while (sent == 1);
    CHECK(sent == -EAGAIN);
}

int main(void)
{
    int ends[2];
    CHECK(socketpair(AF_UNIX, SOCK_DGRAM, 0, ends) == 0);
    polls_what_is_readable(ends[0], ends[1]);
    takes_a_signal_for_a_time_out(ends[1]);
    sends_many_from_several_pieces(ends[0], ends[1]);
    tells_what_is_wrong_with_the_first(ends[0]);
    return 0;
}
