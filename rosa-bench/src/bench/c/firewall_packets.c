/*
 * firewall_packets SOURCE_NS LINK HERE_NS DESTINATION_MAC DESTINATION SOURCE_MAC
 *                  FIRST_SOURCE SOURCES FIRST_BANNED BANNED PAYLOAD SECONDS
 *
 * Cost of a packet that is sent out of LINK in one namespace, and received or dropped in another.
 * One thread sends a batch of frames; the kernel handles them on the sender's time, as a veth has no
 * interrupt of its own; then the thread takes all datagrams out of its socket, and drops those whose
 * source is banned. So the thread's CPU time is everything: sending, the firewall, the receiver.
 *
 * Sources are SOURCES addresses from FIRST_SOURCE on, drawn at random, the same ones each time. The
 * program's own table has BANNED addresses from FIRST_BANNED on.
 *
 * Prints one line: nanoseconds of CPU time a packet; packets sent, received, and of these dropped by
 * the program; the share of the wall's time in which the thread ran or waited for the core. That
 * share is well below 1 on a kernel that counts softirqs as no process's time: then the first number
 * lacks the kernel's part.
 */
#define _GNU_SOURCE
#include "firewall_frames.h"

enum { BATCH = 64, FRAMES = 4096, TABLE = 1 << 20 };
#define WARM_NANOS 100000000ull

struct counts {
  uint64_t sent, received, dropped;
};

static uint8_t frames[FRAMES][LONGEST_FRAME], received[BATCH][LONGEST_FRAME];
static uint8_t banned[TABLE];
static uint32_t first_banned;

static struct mmsghdr out[BATCH], in[BATCH];
static struct iovec out_parts[BATCH], in_parts[BATCH];
static struct sockaddr_in senders[BATCH];

static void make_frames(const struct peers *peers, uint32_t first, uint32_t sources, int payload) {
  srand(7);
  for (int i = 0; i < FRAMES; i++) {
    uint32_t source = first + (uint32_t)rand() % sources;
    write_frame(frames[i], peers, source, (uint16_t)(1024 + i), payload);
  }
}

static void make_batches(int payload) {
  for (int i = 0; i < BATCH; i++) {
    out_parts[i].iov_len = (size_t)(HEADERS + payload);
    out[i].msg_hdr.msg_iov = out_parts + i;
    out[i].msg_hdr.msg_iovlen = 1;
    in_parts[i] = (struct iovec){.iov_base = received[i], .iov_len = LONGEST_FRAME};
    in[i].msg_hdr.msg_iov = in_parts + i;
    in[i].msg_hdr.msg_iovlen = 1;
    in[i].msg_hdr.msg_name = senders + i;
  }
}

static void send_batch(int fd, struct counts *counts) {
  static unsigned next;
  for (int i = 0; i < BATCH; i++) out_parts[i].iov_base = frames[next++ % FRAMES];
  int sent = sendmmsg(fd, out, BATCH, 0);
  if (sent > 0)
    counts->sent += (uint64_t)sent;
  else if (errno != ENOBUFS && errno != EAGAIN)
    fail("send");
}

static void receive_all(int fd, struct counts *counts) {
  for (;;) {
    for (int i = 0; i < BATCH; i++) in[i].msg_hdr.msg_namelen = sizeof senders[i];
    int count = recvmmsg(fd, in, BATCH, MSG_DONTWAIT, NULL);
    if (count <= 0) return;
    counts->received += (uint64_t)count;
    for (int i = 0; i < count; i++) {
      uint32_t place = ntohl(senders[i].sin_addr.s_addr) - first_banned;
      if (place < TABLE && banned[place]) counts->dropped++;
    }
    if (count < BATCH) return;
  }
}

/* Nanoseconds that the thread has waited for the core; 0 where the kernel does not count them. */
static uint64_t waited(void) {
  unsigned long long ran = 0, waiting = 0;
  FILE *file = fopen("/proc/thread-self/schedstat", "r");
  if (file == NULL) return 0;
  if (fscanf(file, "%llu %llu", &ran, &waiting) != 2) waiting = 0;
  fclose(file);
  return waiting;
}

int main(int count, char **words) {
  if (count != 13) {
    fputs("firewall_packets: expected 12 words, see the head of firewall_packets.c\n", stderr);
    return 2;
  }
  struct peers peers = {.destination = address_of(words[5])};
  read_mac(words[4], peers.destination_mac);
  read_mac(words[6], peers.source_mac);
  int payload = atoi(words[11]), most = LONGEST_FRAME - HEADERS;
  uint32_t sources = (uint32_t)atol(words[8]), bans = (uint32_t)atol(words[10]);
  if (sources < 1 || bans > TABLE || payload < 1 || payload > most) return 2;
  make_frames(&peers, address_of(words[7]), sources, payload);
  make_batches(payload);
  first_banned = address_of(words[9]);
  memset(banned, 1, bans);
  enter(words[3]);
  int receiver = open_receiver();
  enter(words[1]);
  int sender = open_sender(words[2]);

  struct counts counts = {0};
  uint64_t end = nanos(CLOCK_MONOTONIC) + WARM_NANOS;
  while (nanos(CLOCK_MONOTONIC) < end) {
    send_batch(sender, &counts);
    receive_all(receiver, &counts);
  }
  memset(&counts, 0, sizeof counts);
  uint64_t waited_before = waited(), cpu = nanos(CLOCK_THREAD_CPUTIME_ID);
  uint64_t began = nanos(CLOCK_MONOTONIC);
  end = began + (uint64_t)(atof(words[12]) * 1e9);
  while (nanos(CLOCK_MONOTONIC) < end) {
    send_batch(sender, &counts);
    receive_all(receiver, &counts);
  }
  double wall = (double)(nanos(CLOCK_MONOTONIC) - began);
  double ran = (double)(nanos(CLOCK_THREAD_CPUTIME_ID) - cpu);
  double share = (ran + (double)(waited() - waited_before)) / wall;
  if (counts.sent == 0) fail("nothing was sent");
  printf("%.1f %llu %llu %llu %.3f\n", ran / (double)counts.sent, (unsigned long long)counts.sent,
         (unsigned long long)counts.received, (unsigned long long)counts.dropped, share);
  return 0;
}
