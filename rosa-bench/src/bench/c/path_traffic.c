/*
 * path_traffic FRAMES SOURCE_NS SOURCE_LINK DESTINATION_NS DESTINATION_LINK [KEY=VALUE ...]
 *
 * Sender and eye of "./rosa bench path", one thread: sends the frames of a file out of SOURCE_LINK
 * in one network namespace and looks at DESTINATION_LINK in another. The file is shared with who
 * makes the frames, see struct control; frames behind it stand in slots that are used in turn. How
 * long each is, its IPv4 header says.
 *
 *   seconds=N   how long to send (default 2)
 *   warm=N      of it, how long before the measured window begins (default 0.3)
 *   pps=N       frames a second; 0: as many as go (default 0)
 *   burst=N     frames in a call at most (default 64)
 *   train=N     of them, how many datagrams of one flow go as one packet that SOURCE_LINK cuts up;
 *               1: none (default 1)
 *   skip=N      bytes at the beginning of each frame that SOURCE_LINK does not carry (default 0)
 *   nap=N       microseconds to sleep when no frame is due; 0: never (default 0)
 *   pid=N       a process whose times are wanted; may be given several times
 *   latency=F   write for every frame, in the order of sending, the nanoseconds until it came in at
 *               DESTINATION_LINK, 0 if it did not (64 bits each)
 *   sequence=N  where the 64-bit number stands in a received frame by which it is known; without,
 *               frames are known by the order they come in
 *
 * Prints at "begin" (the window begins), "end" (sending ends) and "rest" (what was on its way has
 * come): a line "mark NAME nanos=N sent=N", then the line of DESTINATION_LINK in net/dev, all lines
 * of /proc/stat that begin with "cpu", and each process's stat, as the kernel writes them.
 */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <endian.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/if_ether.h>
#include <linux/if_packet.h>
#include <net/if.h>
#include <sched.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "path_trains.h"

enum { MOST_PIDS = 8, FIRST_SLOT = 4096, EYE_FRAME = 2048, EYE_FRAMES = 8192 };
#define REST_NANOS 300000000ull
#define NANOS 1000000000ull

/* The file's first page; numbers in the machine's order. */
struct control {
  uint64_t sealed; /* frames that are ready, since the beginning; by who makes them */
  uint64_t pad0[7];
  uint64_t sent; /* frames whose slots may be used again; by this program */
  uint64_t pad1[7];
  uint64_t slots;       /* in the file */
  uint64_t slot_bytes;  /* from one slot to the next */
  uint64_t frame_bytes; /* of the longest frame, Ethernet header included */
  uint64_t complete;    /* not 0: no more frames will be made ready */
};

struct options {
  double seconds, warm;
  uint64_t pps, burst, train, sequence, skip, nap;
  const char *latency;
  int pids[MOST_PIDS], pid_count;
};

static struct options options = {.seconds = 2, .warm = 0.3, .burst = 64, .train = 1};
static struct control *control;
static uint8_t *slots;
static int destination_counters;
static const char *destination_link;
static uint64_t sent;
static uint64_t longest_run; /* frames */

static uint8_t *eye_ring;
static unsigned eye_next;
static uint64_t *send_times, *arrivals;
static uint64_t capacity, arrived, first_sequence;

static void fail(const char *what) {
  fprintf(stderr, "path_traffic: %s: %s\n", what, strerror(errno));
  exit(1);
}

static uint64_t clock_nanos(clockid_t clock) {
  struct timespec now;
  clock_gettime(clock, &now);
  return (uint64_t)now.tv_sec * NANOS + (uint64_t)now.tv_nsec;
}

static void enter(const char *namespace) {
  int fd = open(namespace, O_RDONLY | O_CLOEXEC);
  if (fd < 0 || setns(fd, CLONE_NEWNET) != 0) fail(namespace);
  close(fd);
}

static struct sockaddr_ll address_of(const char *link, uint16_t protocol) {
  struct sockaddr_ll address = {.sll_family = AF_PACKET, .sll_protocol = htons(protocol)};
  address.sll_ifindex = (int)if_nametoindex(link);
  if (address.sll_ifindex == 0) fail(link);
  return address;
}

static int open_sender(const char *link) {
  int fd = socket(AF_PACKET, SOCK_RAW, 0), yes = 1, buffer = 16 << 20;
  if (fd < 0) fail("socket");
  struct sockaddr_ll address = address_of(link, 0);
  if (bind(fd, (struct sockaddr *)&address, sizeof address) != 0) fail("bind");
  /* What passes by the queueing discipline is not cut up. */
  int option = options.train == 1 ? PACKET_QDISC_BYPASS : PACKET_VNET_HDR;
  if (setsockopt(fd, SOL_PACKET, option, &yes, sizeof yes) != 0) fail("sender's socket");
  setsockopt(fd, SOL_SOCKET, SO_SNDBUFFORCE, &buffer, sizeof buffer);
  return fd;
}

static void open_eye(const char *link) {
  int fd = socket(AF_PACKET, SOCK_RAW, 0), yes = 1, version = TPACKET_V2;
  struct tpacket_req shape = {.tp_block_size = EYE_FRAME * 512,
                              .tp_block_nr = EYE_FRAMES / 512,
                              .tp_frame_size = EYE_FRAME,
                              .tp_frame_nr = EYE_FRAMES};
  if (fd < 0 || setsockopt(fd, SOL_PACKET, PACKET_VERSION, &version, sizeof version) != 0 ||
      setsockopt(fd, SOL_PACKET, PACKET_IGNORE_OUTGOING, &yes, sizeof yes) != 0 ||
      setsockopt(fd, SOL_PACKET, PACKET_RX_RING, &shape, sizeof shape) != 0)
    fail("receive ring");
  eye_ring = mmap(NULL, (size_t)EYE_FRAME * EYE_FRAMES, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  if (eye_ring == MAP_FAILED) fail("mmap of the receive ring");
  struct sockaddr_ll address = address_of(link, ETH_P_ALL);
  if (bind(fd, (struct sockaddr *)&address, sizeof address) != 0) fail("bind");
}

/* The kernel's text in a file, or nothing if the file is gone. */
static size_t text_of(int fd, char *text, size_t room) {
  ssize_t bytes = pread(fd, text, room - 1, 0);
  size_t length = bytes < 0 ? 0 : (size_t)bytes;
  text[length] = 0;
  return length;
}

static void print_lines(char *text, const char *needle) {
  for (char *line = strtok(text, "\n"); line != NULL; line = strtok(NULL, "\n")) {
    char *word = line + strspn(line, " ");
    if (strncmp(word, needle, strlen(needle)) == 0) puts(word);
  }
}

static void mark(const char *name) {
  char text[32768], path[64], needle[IFNAMSIZ + 2];
  printf("mark %s nanos=%llu sent=%llu\n", name, (unsigned long long)clock_nanos(CLOCK_MONOTONIC),
         (unsigned long long)sent);
  text_of(destination_counters, text, sizeof text);
  snprintf(needle, sizeof needle, "%s:", destination_link);
  print_lines(text, needle);
  int fd = open("/proc/stat", O_RDONLY);
  text_of(fd, text, sizeof text);
  close(fd);
  print_lines(text, "cpu");
  for (int i = 0; i < options.pid_count; i++) {
    snprintf(path, sizeof path, "/proc/%d/stat", options.pids[i]);
    fd = open(path, O_RDONLY);
    if (fd < 0) continue;
    text_of(fd, text, sizeof text);
    close(fd);
    fputs(text, stdout);
  }
}

/* Which of the frames sent this one is; too large a number if none. */
static uint64_t index_of(const uint8_t *frame, uint32_t bytes) {
  if (options.sequence == 0) return arrived;
  if (bytes < options.sequence + sizeof(uint64_t)) return UINT64_MAX;
  uint64_t number;
  memcpy(&number, frame + options.sequence, sizeof number);
  return be64toh(number) - first_sequence;
}

static void look(void) {
  for (;;) {
    struct tpacket2_hdr *frame = (void *)(eye_ring + (size_t)eye_next * EYE_FRAME);
    if ((__atomic_load_n(&frame->tp_status, __ATOMIC_ACQUIRE) & TP_STATUS_USER) == 0) return;
    if (frame->tp_len >= control->frame_bytes * 3 / 4) {
      uint64_t index = index_of((uint8_t *)frame + frame->tp_mac, frame->tp_snaplen);
      if (index < capacity) arrivals[index] = frame->tp_sec * NANOS + frame->tp_nsec;
      arrived++;
    }
    __atomic_store_n(&frame->tp_status, TP_STATUS_KERNEL, __ATOMIC_RELEASE);
    eye_next = (eye_next + 1) % EYE_FRAMES;
  }
}

static void prepare_latency(void) {
  open_eye(destination_link);
  capacity = (uint64_t)(options.seconds * (double)options.pps) + 2 * options.burst;
  send_times = calloc(capacity, sizeof *send_times);
  arrivals = calloc(capacity, sizeof *arrivals);
  if (send_times == NULL || arrivals == NULL) fail("memory");
  if (options.sequence != 0) {
    /* Sent frames may be without the option that received ones have, but not the other way round. */
    memcpy(&first_sequence, slots + options.sequence, sizeof first_sequence);
    first_sequence = be64toh(first_sequence);
  }
}

static void write_latency(void) {
  FILE *file = fopen(options.latency, "w");
  if (file == NULL) fail(options.latency);
  uint64_t count = sent < capacity ? sent : capacity;
  for (uint64_t i = 0; i < count; i++) {
    uint64_t nanos = arrivals[i] > send_times[i] ? arrivals[i] - send_times[i] : 0;
    if (fwrite(&nanos, sizeof nanos, 1, file) != 1) fail(options.latency);
  }
  if (fclose(file) != 0) fail(options.latency);
}

/* Frames that may go now. */
static uint64_t due(uint64_t elapsed) {
  uint64_t ready = __atomic_load_n(&control->sealed, __ATOMIC_ACQUIRE) - sent;
  uint64_t most = ready < options.burst ? ready : options.burst;
  if (options.pps == 0) return most;
  uint64_t target = (uint64_t)((double)elapsed * 1e-9 * (double)options.pps);
  uint64_t behind = target > sent ? target - sent : 0;
  return behind < most ? behind : most;
}

/* Fills a batch with the next frames. */
static void gather(struct batch *batch, uint64_t count) {
  batch->count = 0;
  batch->part_count = 0;
  for (uint64_t i = 0; i < count;) {
    uint64_t slot = (sent + i) % control->slots;
    uint8_t *frame = slots + slot * control->slot_bytes;
    if (options.train == 1) {
      add_frame(batch, frame, options.skip);
      i++;
      continue;
    }
    uint64_t most = count - i < longest_run ? count - i : longest_run;
    uint64_t behind = control->slots - slot;
    i += add_run(batch, frame, control->slot_bytes, most < behind ? most : behind);
  }
}

static void send_frames(int fd, uint64_t count) {
  static struct batch batch;
  gather(&batch, count);
  if (send_times != NULL) {
    uint64_t now = clock_nanos(CLOCK_REALTIME);
    for (uint64_t i = 0; i < count && sent + i < capacity; i++) send_times[sent + i] = now;
  }
  int gone = sendmmsg(fd, batch.messages, batch.count, 0);
  if (gone < 0 && errno == EINVAL && longest_run > 1) longest_run = 1; /* before Linux 6.2 */
  else if (gone < 0 && errno != EAGAIN && errno != ENOBUFS && errno != EINTR) fail("sendmmsg");
  for (int i = 0; i < gone; i++) sent += batch.frames[i];
  __atomic_store_n(&control->sent, sent, __ATOMIC_RELEASE);
}

static void run(int fd) {
  uint64_t start = clock_nanos(CLOCK_MONOTONIC);
  uint64_t window = (uint64_t)(options.warm * 1e9), end = (uint64_t)(options.seconds * 1e9);
  int begun = 0;
  for (;;) {
    uint64_t elapsed = clock_nanos(CLOCK_MONOTONIC) - start;
    if (elapsed >= end) break;
    if (!begun && elapsed >= window) {
      begun = 1;
      mark("begin");
    }
    if (eye_ring != NULL) look();
    uint64_t count = due(elapsed);
    if (count > 0) send_frames(fd, count);
    else if (control->complete != 0 && sent == __atomic_load_n(&control->sealed, __ATOMIC_ACQUIRE))
      break;
    else if (options.nap > 0) usleep((useconds_t)options.nap);
  }
  if (!begun) mark("begin");
  mark("end");
  uint64_t ended = clock_nanos(CLOCK_MONOTONIC);
  while (clock_nanos(CLOCK_MONOTONIC) - ended < REST_NANOS) {
    if (eye_ring != NULL) look();
    usleep(200);
  }
  mark("rest");
}

static void read_option(char *text) {
  char *value = strchr(text, '=');
  if (value == NULL) goto unknown;
  *value++ = 0;
  if (strcmp(text, "seconds") == 0) options.seconds = atof(value);
  else if (strcmp(text, "warm") == 0) options.warm = atof(value);
  else if (strcmp(text, "pps") == 0) options.pps = strtoull(value, NULL, 10);
  else if (strcmp(text, "burst") == 0) options.burst = strtoull(value, NULL, 10);
  else if (strcmp(text, "train") == 0) options.train = strtoull(value, NULL, 10);
  else if (strcmp(text, "sequence") == 0) options.sequence = strtoull(value, NULL, 10);
  else if (strcmp(text, "skip") == 0) options.skip = strtoull(value, NULL, 10);
  else if (strcmp(text, "nap") == 0) options.nap = strtoull(value, NULL, 10);
  else if (strcmp(text, "latency") == 0) options.latency = value;
  else if (strcmp(text, "pid") == 0 && options.pid_count < MOST_PIDS)
    options.pids[options.pid_count++] = atoi(value);
  else goto unknown;
  if (options.burst >= 1 && options.burst <= MOST_BURST && options.train >= 1) return;
unknown:
  fprintf(stderr, "path_traffic: cannot make sense of '%s'\n", text);
  exit(2);
}

int main(int argc, char **argv) {
  if (argc < 6) {
    fprintf(stderr, "usage: path_traffic FRAMES NS LINK NS LINK [KEY=VALUE ...]\n");
    return 2;
  }
  for (int i = 6; i < argc; i++) read_option(argv[i]);
  int file = open(argv[1], O_RDWR | O_CLOEXEC);
  struct stat about;
  if (file < 0 || fstat(file, &about) != 0) fail(argv[1]);
  control = mmap(NULL, (size_t)about.st_size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_POPULATE,
                 file, 0);
  if (control == MAP_FAILED) fail("mmap of the frames");
  slots = (uint8_t *)control + FIRST_SLOT;
  destination_link = argv[5];
  enter(argv[4]);
  destination_counters = open("/proc/thread-self/net/dev", O_RDONLY | O_CLOEXEC);
  if (destination_counters < 0) fail("net/dev");
  if (options.latency != NULL) prepare_latency();
  longest_run = options.train;
  enter(argv[2]);
  run(open_sender(argv[3]));
  if (options.latency != NULL) write_latency();
  return 0;
}
