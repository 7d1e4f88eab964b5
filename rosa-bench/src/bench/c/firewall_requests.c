/*
 * firewall_requests SOURCE_NS ADDRESS PORT SECONDS IN_FLIGHT GROUP GROUP
 *
 * Sends HTTP requests to a service, each on a connection of its own, from two groups of clients: the
 * honest ones and the attackers. A group is FILE,PER_SECOND,FIRST_ADDRESS,ADDRESSES,CONNECT_MILLIS:
 * the body of its requests, their rate (0: none), the addresses that they come from in turn, and how
 * long one waits to be connected; it waits 4 s for its answer then. At most IN_FLIGHT requests of a group are open; those that are due
 * while there are so many are not made up for.
 *
 * Prints a line for each group: requests begun, answered with status 200, answered with another
 * status, and not answered.
 */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sched.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum { GROUPS = 2, MOST_IN_FLIGHT = 1024, EVENTS = 256, STATUS_AT = 9, REQUEST_BYTES = 65536 };
#define NANOS 1000000000ull
#define ANSWER_PATIENCE (4 * NANOS)

struct group {
  char request[REQUEST_BYTES];
  size_t request_bytes;
  double per_second;
  uint32_t first_address, addresses;
  uint64_t patience, next, begun, served, refused, lost;
  unsigned open;
};

struct exchange {
  int fd; /* -1: free */
  struct group *group;
  uint64_t deadline;
  int sent;
  char head[STATUS_AT + 3];
  unsigned head_bytes;
};

static struct group groups[GROUPS];
static struct exchange exchanges[GROUPS * MOST_IN_FLIGHT];
static struct sockaddr_in service = {.sin_family = AF_INET};
static unsigned in_flight;
static int events_fd;

static void fail(const char *what) {
  fprintf(stderr, "firewall_requests: %s: %s\n", what, strerror(errno));
  exit(1);
}

static uint64_t now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (uint64_t)time.tv_sec * NANOS + (uint64_t)time.tv_nsec;
}

static uint32_t address_of(const char *text) {
  struct in_addr address;
  if (inet_pton(AF_INET, text, &address) != 1) {
    errno = EINVAL;
    fail(text);
  }
  return ntohl(address.s_addr);
}

static void read_request(struct group *group, const char *file) {
  char body[REQUEST_BYTES / 2];
  FILE *in = fopen(file, "r");
  if (in == NULL) fail(file);
  size_t bytes = fread(body, 1, sizeof body, in);
  fclose(in);
  int head = snprintf(group->request, sizeof group->request,
                      "POST /orders HTTP/1.1\r\nHost: bench\r\nConnection: close\r\n"
                      "Content-Type: text/xml\r\nContent-Length: %zu\r\n\r\n",
                      bytes);
  memcpy(group->request + head, body, bytes);
  group->request_bytes = (size_t)head + bytes;
}

static void read_group(struct group *group, char *words) {
  char *file = strtok(words, ","), *rate = strtok(NULL, ","), *first = strtok(NULL, ",");
  char *addresses = strtok(NULL, ","), *patience = strtok(NULL, ",");
  if (patience == NULL) {
    errno = EINVAL;
    fail("group");
  }
  read_request(group, file);
  group->per_second = atof(rate);
  group->first_address = address_of(first);
  group->addresses = (uint32_t)atol(addresses);
  group->patience = (uint64_t)atol(patience) * (NANOS / 1000);
}

static void finish(struct exchange *exchange, uint64_t *count) {
  close(exchange->fd);
  exchange->fd = -1;
  exchange->group->open--;
  (*count)++;
}

static void begin(struct group *group, struct exchange *exchange, uint64_t time) {
  int yes = 1, fd = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
  struct sockaddr_in from = {.sin_family = AF_INET};
  from.sin_addr.s_addr = htonl(group->first_address + (uint32_t)(group->begun % group->addresses));
  if (fd < 0 || setsockopt(fd, IPPROTO_IP, IP_BIND_ADDRESS_NO_PORT, &yes, sizeof yes) != 0 ||
      bind(fd, (struct sockaddr *)&from, sizeof from) != 0)
    fail("client's address");
  *exchange = (struct exchange){.fd = fd, .group = group, .deadline = time + group->patience};
  group->open++;
  group->begun++;
  struct epoll_event event = {.events = EPOLLOUT | EPOLLIN | EPOLLET, .data.ptr = exchange};
  if (connect(fd, (struct sockaddr *)&service, sizeof service) != 0 && errno != EINPROGRESS)
    finish(exchange, &group->lost);
  else if (epoll_ctl(events_fd, EPOLL_CTL_ADD, fd, &event) != 0)
    fail("epoll");
}

static void begin_due(unsigned number, uint64_t time) {
  struct group *group = groups + number;
  struct exchange *mine = exchanges + number * MOST_IN_FLIGHT;
  while (group->per_second > 0 && group->next <= time) {
    if (group->open == in_flight) {
      group->next = time;
      return;
    }
    group->next += (uint64_t)((double)NANOS / group->per_second);
    unsigned free = 0;
    while (mine[free].fd >= 0) free++;
    begin(group, mine + free, time);
  }
}

static void answered(struct exchange *exchange) {
  struct group *group = exchange->group;
  if (exchange->head_bytes < sizeof exchange->head)
    finish(exchange, &group->lost);
  else if (memcmp(exchange->head + STATUS_AT, "200", 3) == 0)
    finish(exchange, &group->served);
  else
    finish(exchange, &group->refused);
}

static void receive(struct exchange *exchange) {
  char bytes[4096];
  for (;;) {
    ssize_t count = recv(exchange->fd, bytes, sizeof bytes, 0);
    if (count < 0 && errno == EAGAIN) return;
    if (count <= 0) return answered(exchange);
    size_t room = sizeof exchange->head - exchange->head_bytes;
    size_t part = (size_t)count < room ? (size_t)count : room;
    memcpy(exchange->head + exchange->head_bytes, bytes, part);
    exchange->head_bytes += (unsigned)part;
  }
}

static void handle(struct exchange *exchange, uint32_t events) {
  if (exchange->fd < 0) return;
  struct group *group = exchange->group;
  if (!exchange->sent && (events & EPOLLOUT) != 0) {
    ssize_t count = send(exchange->fd, group->request, group->request_bytes, MSG_NOSIGNAL);
    if (count != (ssize_t)group->request_bytes) return finish(exchange, &group->lost);
    exchange->sent = 1;
    exchange->deadline = now() + ANSWER_PATIENCE;
  }
  if ((events & (EPOLLIN | EPOLLERR | EPOLLHUP)) != 0) receive(exchange);
}

static unsigned expire(uint64_t time) {
  unsigned open = 0;
  for (unsigned i = 0; i < GROUPS * MOST_IN_FLIGHT; i++) {
    struct exchange *exchange = exchanges + i;
    if (exchange->fd >= 0 && exchange->deadline <= time)
      finish(exchange, &exchange->group->lost);
    else if (exchange->fd >= 0)
      open++;
  }
  return open;
}

static void wait_and_handle(void) {
  struct epoll_event events[EVENTS];
  int count = epoll_wait(events_fd, events, EVENTS, 1);
  for (int i = 0; i < count; i++) handle(events[i].data.ptr, events[i].events);
}

int main(int count, char **words) {
  if (count != 8) {
    fputs("firewall_requests: expected 7 words, see the head of firewall_requests.c\n", stderr);
    return 2;
  }
  service.sin_addr.s_addr = htonl(address_of(words[2]));
  service.sin_port = htons((uint16_t)atoi(words[3]));
  in_flight = (unsigned)atoi(words[5]);
  if (in_flight < 1 || in_flight > MOST_IN_FLIGHT) return 2;
  for (unsigned i = 0; i < GROUPS; i++) read_group(groups + i, words[6 + i]);
  for (unsigned i = 0; i < GROUPS * MOST_IN_FLIGHT; i++) exchanges[i].fd = -1;
  int namespace = open(words[1], O_RDONLY | O_CLOEXEC);
  if (namespace < 0 || setns(namespace, CLONE_NEWNET) != 0) fail(words[1]);
  events_fd = epoll_create1(EPOLL_CLOEXEC);
  uint64_t time = now(), end = time + (uint64_t)(atof(words[4]) * 1e9);
  for (unsigned i = 0; i < GROUPS; i++) groups[i].next = time;
  for (; time < end; time = now()) {
    for (unsigned i = 0; i < GROUPS; i++) begin_due(i, time);
    wait_and_handle();
    expire(time);
  }
  while (expire(now()) > 0) wait_and_handle();
  for (unsigned i = 0; i < GROUPS; i++)
    printf("%llu %llu %llu %llu\n", (unsigned long long)groups[i].begun,
           (unsigned long long)groups[i].served, (unsigned long long)groups[i].refused,
           (unsigned long long)groups[i].lost);
  return 0;
}
