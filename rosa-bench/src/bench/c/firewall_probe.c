/*
 * firewall_probe SOURCE_NS LINK HERE_NS DESTINATION_MAC DESTINATION SOURCE_MAC PATIENCE_SECONDS
 *                socket|file PATH
 *
 * Time from evidence against a source until its packets are blocked. Each line that it
 * reads is an address, a space, and the text of the evidence. It sends small datagrams of that source
 * out of LINK, one at a time, and receives them in the other namespace. When the first one has come,
 * it writes the text as a line to PATH, the Unix socket of a firewall plane or the end of a log file.
 * When several in a row have not come, it says "blocked NANOS": from before the write until the first
 * of them was sent. A source that still passes after the patience is "unblocked 0", one that never
 * passed is "silent 0".
 */
#define _GNU_SOURCE
#include "firewall_frames.h"

#include <sys/un.h>

enum { PAYLOAD = 50, MISSES = 5 };
#define FIRST_NANOS 2000000000ull

static int sender, receiver, reports;
static uint8_t frame[LONGEST_FRAME];

/* Whether a datagram came that was sent just now: a veth hands it over before the call returns. */
static int passes(void) {
  char bytes[LONGEST_FRAME];
  if (send(sender, frame, HEADERS + PAYLOAD, 0) < 0 && errno != ENOBUFS) fail("send");
  if (recv(receiver, bytes, sizeof bytes, MSG_DONTWAIT) >= 0) return 1;
  /* On a busy machine the kernel may put it off for a moment. */
  sched_yield();
  return recv(receiver, bytes, sizeof bytes, MSG_DONTWAIT) >= 0;
}

static void say(const char *what, uint64_t time) {
  printf("%s %llu\n", what, (unsigned long long)time);
  fflush(stdout);
}

static int open_reports(const char *kind, const char *path) {
  if (strcmp(kind, "file") == 0) {
    int fd = open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0644);
    if (fd < 0) fail(path);
    return fd;
  }
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (strlen(path) >= sizeof address.sun_path) errno = ENAMETOOLONG, fail(path);
  strcpy(address.sun_path, path);
  if (fd < 0 || connect(fd, (struct sockaddr *)&address, sizeof address) != 0) fail(path);
  return fd;
}

/* Takes out what a plane says, so that its socket never fills. */
static void hear(void) {
  char bytes[4096];
  while (recv(reports, bytes, sizeof bytes, MSG_DONTWAIT) > 0) continue;
}

static void watch(const char *text, uint64_t patience) {
  uint64_t began = nanos(CLOCK_MONOTONIC), first_missed = 0;
  while (!passes())
    if (nanos(CLOCK_MONOTONIC) - began > FIRST_NANOS) return say("silent", 0);
  uint64_t reported = nanos(CLOCK_MONOTONIC);
  if (write(reports, text, strlen(text)) != (ssize_t)strlen(text)) fail("report");
  for (int missed = 0; missed < MISSES;) {
    uint64_t now = nanos(CLOCK_MONOTONIC);
    if (now - reported > patience) return say("unblocked", 0);
    if (passes()) {
      missed = 0;
    } else if (missed++ == 0) {
      first_missed = now;
    }
  }
  say("blocked", first_missed - reported);
}

int main(int count, char **words) {
  if (count != 10) {
    fputs("firewall_probe: expected 9 words, see the head of firewall_probe.c\n", stderr);
    return 2;
  }
  struct peers peers = {.destination = address_of(words[5])};
  read_mac(words[4], peers.destination_mac);
  read_mac(words[6], peers.source_mac);
  uint64_t patience = (uint64_t)(atof(words[7]) * 1e9);
  reports = open_reports(words[8], words[9]);
  enter(words[3]);
  receiver = open_receiver();
  enter(words[1]);
  sender = open_sender(words[2]);
  char line[1024], bytes[LONGEST_FRAME];
  while (fgets(line, sizeof line, stdin) != NULL) {
    char *text = strchr(line, ' ');
    if (text == NULL) return 2;
    *text++ = 0;
    while (recv(receiver, bytes, sizeof bytes, MSG_DONTWAIT) >= 0) continue;
    hear();
    write_frame(frame, &peers, address_of(line), 1024, PAYLOAD);
    watch(text, patience);
  }
  return 0;
}
