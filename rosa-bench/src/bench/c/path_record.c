/*
 * path_record FRAMES NS LINK PORT COUNT SECONDS
 *
 * Takes encrypted data of a WireGuard peer off LINK in a network namespace, before anything there
 * looks at it, and lays the frames into the file that path_traffic sends from, in their order. Says
 * "ready", then takes COUNT frames to UDP port PORT, or as many as come in SECONDS, and says
 * "recorded N". The file's slots are as its maker set them; all frames are as long as the first.
 *
 * Checksums that the sender's kernel left to a network card are taken out: none is needed in IPv4.
 */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/if_ether.h>
#include <linux/if_packet.h>
#include <net/if.h>
#include <poll.h>
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

enum { FIRST_SLOT = 4096, RING_FRAME = 2048, RING_FRAMES = 16384, BLOCK_FRAMES = 512 };
enum { PORT_AT = 36, CHECKSUM_AT = 40, TYPE_AT = 42, DATA = 4, SHORTEST = 200 };

/* As in path_traffic.c. */
struct control {
  uint64_t sealed, pad0[7], sent, pad1[7], slots, slot_bytes, frame_bytes, complete;
};

static void fail(const char *what) {
  fprintf(stderr, "path_record: %s: %s\n", what, strerror(errno));
  exit(1);
}

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

static void enter(const char *namespace) {
  int fd = open(namespace, O_RDONLY | O_CLOEXEC);
  if (fd < 0 || setns(fd, CLONE_NEWNET) != 0) fail(namespace);
  close(fd);
}

static uint8_t *open_ring(const char *link, int *fd) {
  int yes = 1, version = TPACKET_V2;
  struct tpacket_req shape = {.tp_block_size = RING_FRAME * BLOCK_FRAMES,
                              .tp_block_nr = RING_FRAMES / BLOCK_FRAMES,
                              .tp_frame_size = RING_FRAME,
                              .tp_frame_nr = RING_FRAMES};
  *fd = socket(AF_PACKET, SOCK_RAW, 0);
  if (*fd < 0 || setsockopt(*fd, SOL_PACKET, PACKET_VERSION, &version, sizeof version) != 0 ||
      setsockopt(*fd, SOL_PACKET, PACKET_IGNORE_OUTGOING, &yes, sizeof yes) != 0 ||
      setsockopt(*fd, SOL_PACKET, PACKET_RX_RING, &shape, sizeof shape) != 0)
    fail("receive ring");
  uint8_t *ring =
      mmap(NULL, (size_t)RING_FRAME * RING_FRAMES, PROT_READ | PROT_WRITE, MAP_SHARED, *fd, 0);
  if (ring == MAP_FAILED) fail("mmap of the receive ring");
  struct sockaddr_ll address = {.sll_family = AF_PACKET, .sll_protocol = htons(ETH_P_ALL)};
  address.sll_ifindex = (int)if_nametoindex(link);
  if (address.sll_ifindex == 0) fail(link);
  if (bind(*fd, (struct sockaddr *)&address, sizeof address) != 0) fail("bind");
  return ring;
}

static int is_data(const uint8_t *frame, uint32_t bytes, int port) {
  return bytes > SHORTEST && frame[PORT_AT] == (port >> 8) && frame[PORT_AT + 1] == (port & 255) &&
         frame[TYPE_AT] == DATA;
}

static uint64_t keep(struct control *control, uint64_t kept, const uint8_t *frame, uint32_t bytes) {
  if (kept == 0) control->frame_bytes = bytes;
  if (bytes != control->frame_bytes || bytes > control->slot_bytes) return kept;
  uint8_t *slot = (uint8_t *)control + FIRST_SLOT + kept * control->slot_bytes;
  memcpy(slot, frame, bytes);
  memset(slot + CHECKSUM_AT, 0, 2);
  return kept + 1;
}

int main(int argc, char **argv) {
  if (argc != 7) {
    fprintf(stderr, "usage: path_record FRAMES NS LINK PORT COUNT SECONDS\n");
    return 2;
  }
  int file = open(argv[1], O_RDWR | O_CLOEXEC), fd, port = atoi(argv[4]);
  uint64_t count = strtoull(argv[5], NULL, 10), kept = 0;
  struct stat about;
  if (file < 0 || fstat(file, &about) != 0) fail(argv[1]);
  struct control *control =
      mmap(NULL, (size_t)about.st_size, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  if (control == MAP_FAILED) fail("mmap of the frames");
  if (count > control->slots) count = control->slots;
  enter(argv[2]);
  uint8_t *ring = open_ring(argv[3], &fd);
  puts("ready");
  fflush(stdout);
  struct pollfd readable = {.fd = fd, .events = POLLIN};
  double end = now() + atof(argv[6]);
  for (unsigned next = 0; kept < count && now() < end;) {
    struct tpacket2_hdr *head = (void *)(ring + (size_t)next * RING_FRAME);
    if ((__atomic_load_n(&head->tp_status, __ATOMIC_ACQUIRE) & TP_STATUS_USER) == 0) {
      poll(&readable, 1, 100);
      continue;
    }
    const uint8_t *frame = (uint8_t *)head + head->tp_mac;
    if (head->tp_snaplen == head->tp_len && is_data(frame, head->tp_len, port))
      kept = keep(control, kept, frame, head->tp_len);
    __atomic_store_n(&head->tp_status, TP_STATUS_KERNEL, __ATOMIC_RELEASE);
    next = (next + 1) % RING_FRAMES;
  }
  __atomic_store_n(&control->sealed, kept, __ATOMIC_RELEASE);
  printf("recorded %llu\n", (unsigned long long)kept);
  return 0;
}
