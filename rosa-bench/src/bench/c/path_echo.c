/*
 * path_echo IFNAME MAC
 *
 * The yardstick of "./rosa bench path": takes every frame that comes in at IFNAME and sends it back
 * to MAC over the same link, with nothing done to it but its new destination. What this costs is
 * what it costs to take packets through user space at all. Says "ready" and runs until it is ended.
 *
 * One TPACKET_V3 receive ring, and sendmmsg straight out of the ring's blocks.
 */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <linux/if_ether.h>
#include <linux/if_packet.h>
#include <net/if.h>
#include <poll.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>

#define BLOCK_BYTES (256u << 10)
#define BLOCK_COUNT 64u
#define FRAME_BYTES 2048u
#define RETIRE_MILLIS 1
#define AT_ONCE 64

struct outbox {
  int socket;
  unsigned filled;
  struct mmsghdr messages[AT_ONCE];
  struct iovec parts[AT_ONCE];
};

static void fail(const char *what) {
  fprintf(stderr, "path_echo: %s: %s\n", what, strerror(errno));
  exit(1);
}

static void set(int socket, int option, const void *value, socklen_t bytes, const char *name) {
  if (setsockopt(socket, SOL_PACKET, option, value, bytes) != 0) fail(name);
}

static void attach(int socket, unsigned link, uint16_t protocol) {
  struct sockaddr_ll address = {
      .sll_family = AF_PACKET, .sll_protocol = htons(protocol), .sll_ifindex = (int)link};
  if (bind(socket, (struct sockaddr *)&address, sizeof address) != 0) fail("bind");
}

static uint8_t *open_ring(int socket) {
  int version = TPACKET_V3, yes = 1;
  struct tpacket_req3 shape = {
      .tp_block_size = BLOCK_BYTES,
      .tp_block_nr = BLOCK_COUNT,
      .tp_frame_size = FRAME_BYTES,
      .tp_frame_nr = BLOCK_BYTES / FRAME_BYTES * BLOCK_COUNT,
      .tp_retire_blk_tov = RETIRE_MILLIS,
  };
  set(socket, PACKET_VERSION, &version, sizeof version, "PACKET_VERSION");
  set(socket, PACKET_IGNORE_OUTGOING, &yes, sizeof yes, "PACKET_IGNORE_OUTGOING");
  set(socket, PACKET_RX_RING, &shape, sizeof shape, "PACKET_RX_RING");
  void *ring = mmap(NULL, (size_t)BLOCK_BYTES * BLOCK_COUNT, PROT_READ | PROT_WRITE, MAP_SHARED,
                    socket, 0);
  if (ring == MAP_FAILED) fail("mmap of the ring");
  return ring;
}

static void send_all(struct outbox *out) {
  unsigned sent = 0;
  while (sent < out->filled) {
    int now = sendmmsg(out->socket, out->messages + sent, out->filled - sent, 0);
    if (now >= 0) {
      sent += (unsigned)now;
    } else if (errno != EAGAIN && errno != ENOBUFS && errno != EINTR) {
      sent++; /* This one will never go; the others may. */
    }
  }
  out->filled = 0;
}

static void echo_block(struct tpacket_block_desc *block, struct outbox *out, const uint8_t *mac) {
  uint8_t *at = (uint8_t *)block + block->hdr.bh1.offset_to_first_pkt;
  for (uint32_t left = block->hdr.bh1.num_pkts; left > 0; left--) {
    struct tpacket3_hdr *frame = (struct tpacket3_hdr *)at;
    struct iovec *part = &out->parts[out->filled++];
    part->iov_base = at + frame->tp_mac;
    part->iov_len = frame->tp_snaplen;
    memcpy(part->iov_base, mac, ETH_ALEN);
    if (out->filled == AT_ONCE) send_all(out);
    at += frame->tp_next_offset;
  }
  send_all(out);
}

int main(int argc, char **argv) {
  uint8_t mac[ETH_ALEN];
  if (argc != 3 || sscanf(argv[2], "%hhx:%hhx:%hhx:%hhx:%hhx:%hhx", mac, mac + 1, mac + 2, mac + 3,
                          mac + 4, mac + 5) != ETH_ALEN) {
    fprintf(stderr, "usage: path_echo IFNAME MAC\n");
    return 2;
  }
  unsigned link = if_nametoindex(argv[1]);
  if (link == 0) fail(argv[1]);
  int in = socket(AF_PACKET, SOCK_RAW, 0), yes = 1;
  static struct outbox out;
  out.socket = socket(AF_PACKET, SOCK_RAW, 0);
  if (in < 0 || out.socket < 0) fail("socket");
  for (int i = 0; i < AT_ONCE; i++) {
    out.messages[i].msg_hdr.msg_iov = &out.parts[i];
    out.messages[i].msg_hdr.msg_iovlen = 1;
  }
  uint8_t *ring = open_ring(in);
  attach(in, link, ETH_P_ALL);
  attach(out.socket, link, 0);
  set(out.socket, PACKET_QDISC_BYPASS, &yes, sizeof yes, "PACKET_QDISC_BYPASS");
  puts("ready");
  fflush(stdout);
  struct pollfd readable = {.fd = in, .events = POLLIN};
  for (unsigned next = 0;;) {
    struct tpacket_block_desc *block = (void *)(ring + (size_t)next * BLOCK_BYTES);
    uint32_t *status = &block->hdr.bh1.block_status;
    if ((__atomic_load_n(status, __ATOMIC_ACQUIRE) & TP_STATUS_USER) == 0) {
      poll(&readable, 1, -1);
      continue;
    }
    echo_block(block, &out, mac);
    __atomic_store_n(status, TP_STATUS_KERNEL, __ATOMIC_RELEASE);
    next = (next + 1) % BLOCK_COUNT;
  }
}
