/*
 * Parts that the programs of "./rosa bench firewall" share: Ethernet frames with a UDP datagram, a socket
 * that sends them out of a link in one network namespace, and one that receives the datagrams in
 * another.
 */
#ifndef FIREWALL_FRAMES_H
#define FIREWALL_FRAMES_H

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/if_ether.h>
#include <linux/if_packet.h>
#include <net/if.h>
#include <netinet/ip.h>
#include <netinet/udp.h>
#include <sched.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum { PORT = 9000, HEADERS = ETH_HLEN + 20 + 8, LONGEST_FRAME = 2048 };

/* Where frames go, and whom they say they are from. */
struct peers {
  uint8_t destination_mac[ETH_ALEN], source_mac[ETH_ALEN];
  uint32_t destination; /* IPv4, in the machine's order */
};

static void fail(const char *what) {
  fprintf(stderr, "%s: %s\n", what, strerror(errno));
  exit(1);
}

static uint64_t nanos(clockid_t clock) {
  struct timespec now;
  clock_gettime(clock, &now);
  return (uint64_t)now.tv_sec * 1000000000ull + (uint64_t)now.tv_nsec;
}

static void enter(const char *namespace) {
  int fd = open(namespace, O_RDONLY | O_CLOEXEC);
  if (fd < 0 || setns(fd, CLONE_NEWNET) != 0) fail(namespace);
  close(fd);
}

static uint32_t address_of(const char *text) {
  struct in_addr address;
  if (inet_pton(AF_INET, text, &address) != 1) {
    fprintf(stderr, "%s: is no IPv4 address\n", text);
    exit(1);
  }
  return ntohl(address.s_addr);
}

static void read_mac(const char *text, uint8_t *mac) {
  unsigned bytes[ETH_ALEN];
  if (sscanf(text, "%x:%x:%x:%x:%x:%x", bytes, bytes + 1, bytes + 2, bytes + 3, bytes + 4,
             bytes + 5) != ETH_ALEN) {
    fprintf(stderr, "%s: is no MAC address\n", text);
    exit(1);
  }
  for (int i = 0; i < ETH_ALEN; i++) mac[i] = (uint8_t)bytes[i];
}

/* A datagram socket in the namespace that the process is in; it never blocks. */
static int open_receiver(void) {
  int fd = socket(AF_INET, SOCK_DGRAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0), buffer = 8 << 20;
  struct sockaddr_in any = {.sin_family = AF_INET, .sin_port = htons(PORT)};
  if (fd < 0 || bind(fd, (struct sockaddr *)&any, sizeof any) != 0) fail("receiver");
  /* The first one takes the privilege of the machine's root; the second one has a limit. */
  if (setsockopt(fd, SOL_SOCKET, SO_RCVBUFFORCE, &buffer, sizeof buffer) != 0)
    setsockopt(fd, SOL_SOCKET, SO_RCVBUF, &buffer, sizeof buffer);
  return fd;
}

/* A socket for frames out of a link of the namespace that the process is in. */
static int open_sender(const char *link) {
  int fd = socket(AF_PACKET, SOCK_RAW | SOCK_CLOEXEC, 0), yes = 1;
  struct sockaddr_ll address = {.sll_family = AF_PACKET};
  address.sll_ifindex = (int)if_nametoindex(link);
  if (fd < 0 || address.sll_ifindex == 0 ||
      bind(fd, (struct sockaddr *)&address, sizeof address) != 0)
    fail(link);
  if (setsockopt(fd, SOL_PACKET, PACKET_QDISC_BYPASS, &yes, sizeof yes) != 0) fail(link);
  return fd;
}

static uint16_t header_checksum(const void *header) {
  const uint16_t *words = header;
  uint32_t sum = 0;
  for (int i = 0; i < 10; i++) sum += words[i];
  sum = (sum & 0xffff) + (sum >> 16);
  return (uint16_t)~(sum + (sum >> 16));
}

/* Writes a frame with a UDP payload of zeros, without a UDP checksum. */
static void write_frame(uint8_t *frame, const struct peers *peers, uint32_t source,
                        uint16_t source_port, int payload) {
  memset(frame, 0, (size_t)(HEADERS + payload));
  memcpy(frame, peers->destination_mac, ETH_ALEN);
  memcpy(frame + ETH_ALEN, peers->source_mac, ETH_ALEN);
  frame[12] = ETH_P_IP >> 8;
  frame[13] = ETH_P_IP & 0xff;
  struct iphdr ip = {.version = 4, .ihl = 5, .ttl = 64, .protocol = IPPROTO_UDP};
  ip.tot_len = htons((uint16_t)(28 + payload));
  ip.saddr = htonl(source);
  ip.daddr = htonl(peers->destination);
  ip.check = header_checksum(&ip);
  struct udphdr udp = {.source = htons(source_port), .dest = htons(PORT)};
  udp.len = htons((uint16_t)(8 + payload));
  memcpy(frame + ETH_HLEN, &ip, sizeof ip);
  memcpy(frame + ETH_HLEN + sizeof ip, &udp, sizeof udp);
}

#endif
