/*
 * proxy_connections CLIENT_NS SERVER_NS ADDRESS FIRST_PORT PORTS COUNT
 *
 * Opens COUNT connections from one namespace to ADDRESS in another one, has one HTTP request
 * answered on each, and keeps them open. Both ends are here. Each of the PORTS has a process of its
 * own, as descriptors of a process are limited. Prints "open N" with the connections that there are
 * in the end, with a reason behind it if they are fewer, and waits to be ended.
 */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

enum { BATCH = 64, PATIENCE_SECONDS = 20, SPARE = 64, ROOM = 2048, BACKLOG = 1024 };

static const char ANSWER[] = "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n";

/* What a process tells: how many it has opened, and what kept it from more. */
struct report {
  long opened;
  char why[96];
};

static struct sockaddr_in server = {.sin_family = AF_INET};
static struct report report;

static void stop(int pipe_fd, const char *what, int error) {
  snprintf(report.why, sizeof report.why, "%s: %s", what, error ? strerror(error) : "no answer");
  if (write(pipe_fd, &report, sizeof report) < 0) _exit(1);
  for (;;) pause();
}

static void enter(const char *namespace) {
  int fd = open(namespace, O_RDONLY | O_CLOEXEC);
  if (fd < 0 || setns(fd, CLONE_NEWNET) != 0) {
    perror(namespace);
    exit(1);
  }
  close(fd);
}

static int ready(int fd, short events) {
  struct pollfd poll_fd = {.fd = fd, .events = events};
  return poll(&poll_fd, 1, PATIENCE_SECONDS * 1000) == 1;
}

static int begin(int pipe_fd) {
  int fd = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
  if (fd < 0) stop(pipe_fd, "socket", errno);
  if (connect(fd, (struct sockaddr *)&server, sizeof server) != 0 && errno != EINPROGRESS)
    stop(pipe_fd, "connect", errno);
  return fd;
}

static void ask(int pipe_fd, int fd, const char *request) {
  int error = 0;
  socklen_t length = sizeof error;
  if (!ready(fd, POLLOUT)) stop(pipe_fd, "connecting", 0);
  if (getsockopt(fd, SOL_SOCKET, SO_ERROR, &error, &length) != 0 || error != 0)
    stop(pipe_fd, "connecting", error);
  if (send(fd, request, strlen(request), MSG_NOSIGNAL) < 0) stop(pipe_fd, "send", errno);
}

static void answer(int pipe_fd, int listener) {
  char text[ROOM];
  if (!ready(listener, POLLIN)) stop(pipe_fd, "accepting", 0);
  int fd = accept4(listener, NULL, NULL, SOCK_CLOEXEC);
  if (fd < 0) stop(pipe_fd, "accept", errno);
  if (!ready(fd, POLLIN) || recv(fd, text, sizeof text, 0) <= 0) stop(pipe_fd, "request", 0);
  if (send(fd, ANSWER, sizeof ANSWER - 1, MSG_NOSIGNAL) < 0) stop(pipe_fd, "answer", errno);
}

static void hold(int pipe_fd, int listener, long count, const char *request) {
  char text[ROOM];
  int fds[BATCH];
  while (report.opened < count) {
    long left = count - report.opened;
    int batch = left < BATCH ? (int)left : BATCH;
    for (int i = 0; i < batch; i++) fds[i] = begin(pipe_fd);
    for (int i = 0; i < batch; i++) ask(pipe_fd, fds[i], request);
    for (int i = 0; i < batch; i++) answer(pipe_fd, listener);
    for (int i = 0; i < batch; i++)
      if (!ready(fds[i], POLLIN) || recv(fds[i], text, sizeof text, 0) <= 0)
        stop(pipe_fd, "answer", 0);
    report.opened += batch;
  }
  if (write(pipe_fd, &report, sizeof report) < 0) _exit(1);
  for (;;) pause();
}

static void work(int pipe_fd, char **arguments, int port, long count) {
  char request[ROOM];
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  server.sin_port = htons((uint16_t)port);
  snprintf(request, sizeof request, "GET /summary/1k HTTP/1.1\r\nHost: %s:%d\r\n\r\n", arguments[3],
           port);
  enter(arguments[2]);
  int listener = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (listener < 0 || bind(listener, (struct sockaddr *)&server, sizeof server) != 0 ||
      listen(listener, BACKLOG) != 0)
    stop(pipe_fd, "listen", errno);
  enter(arguments[1]);
  hold(pipe_fd, listener, count, request);
}

int main(int argc, char **argv) {
  if (argc != 7 || inet_pton(AF_INET, argv[3], &server.sin_addr) != 1) {
    fprintf(stderr, "usage: proxy_connections CLIENT_NS SERVER_NS ADDRESS PORT PORTS COUNT\n");
    return 2;
  }
  int first = atoi(argv[4]), ports = atoi(argv[5]), pipes[2];
  long count = atol(argv[6]), opened = 0;
  struct rlimit files;
  getrlimit(RLIMIT_NOFILE, &files);
  files.rlim_cur = files.rlim_max;
  setrlimit(RLIMIT_NOFILE, &files);
  long most = ((long)files.rlim_max - SPARE) / 2;
  if (pipe(pipes) != 0) return 1;
  for (int i = 0; i < ports; i++) {
    long share = count / ports + (i < count % ports);
    pid_t child = fork();
    if (child < 0) return 1;
    if (child == 0) work(pipes[1], argv, first + i, share < most ? share : most);
  }
  char why[sizeof report.why] = "";
  for (int i = 0; i < ports; i++) {
    if (read(pipes[0], &report, sizeof report) != sizeof report) return 1;
    opened += report.opened;
    if (report.why[0] != 0) memcpy(why, report.why, sizeof why);
  }
  if (opened < count && why[0] == 0) snprintf(why, sizeof why, "%ld descriptors", (long)files.rlim_max);
  printf("open %ld %s\n", opened, why);
  fflush(stdout);
  for (;;) pause();
}
