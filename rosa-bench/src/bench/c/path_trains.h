/*
 * Frames as a socket of packets takes them: each alone, or runs of one flow's datagrams as one
 * packet (UDP segmentation offload) that the link cuts up. The kernel then allocates, looks at and
 * hands over a run once, so that one core can send more than it could one by one. For frames of
 * Ethernet, IPv4 with Router Alert and UDP.
 */
#ifndef PATH_TRAINS_H
#define PATH_TRAINS_H

#include <linux/if_ether.h>
#include <linux/virtio_net.h>
#include <stdint.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/uio.h>

#ifndef VIRTIO_NET_HDR_GSO_UDP_L4
#define VIRTIO_NET_HDR_GSO_UDP_L4 5 /* Linux 6.2 */
#endif

enum { MOST_BURST = 256, MOST_TRAIN_BYTES = 65000 };
enum { IP_LENGTH = ETH_HLEN + 2, IP_SUM = ETH_HLEN + 10, ADDRESSES = ETH_HLEN + 12 };
enum { UDP = ETH_HLEN + 24, UDP_LENGTH = UDP + 4, UDP_CHECKSUM = UDP + 6, PAYLOAD = UDP + 8 };

/* What goes to the kernel in one call. */
struct batch {
  struct mmsghdr messages[MOST_BURST];
  uint64_t frames[MOST_BURST]; /* of each message */
  unsigned count;
  struct iovec parts[3 * MOST_BURST];
  unsigned part_count;
  struct virtio_net_hdr offloads[MOST_BURST];
  uint8_t headers[MOST_BURST][PAYLOAD];
};

static inline unsigned short_at(const uint8_t *frame, unsigned at) {
  return (unsigned)frame[at] << 8 | frame[at + 1];
}

static inline void put_short(uint8_t *frame, unsigned at, unsigned value) {
  frame[at] = (uint8_t)(value >> 8);
  frame[at + 1] = (uint8_t)value;
}

static inline size_t frame_bytes(const uint8_t *frame) {
  return ETH_HLEN + (size_t)short_at(frame, IP_LENGTH);
}

/* The ones' complement sum of 16-bit words, folded. */
static inline unsigned sum_of(const uint8_t *frame, unsigned from, unsigned to, unsigned sum) {
  for (unsigned at = from; at < to; at += 2) sum += short_at(frame, at);
  while (sum >> 16) sum = (sum & 0xffff) + (sum >> 16);
  return sum;
}

static inline struct iovec *add_part(struct batch *batch, void *bytes, size_t length) {
  struct iovec *part = &batch->parts[batch->part_count++];
  *part = (struct iovec){.iov_base = bytes, .iov_len = length};
  return part;
}

static inline struct msghdr *add_message(struct batch *batch, uint64_t frames) {
  struct msghdr *message = &batch->messages[batch->count].msg_hdr;
  *message = (struct msghdr){.msg_iov = &batch->parts[batch->part_count]};
  batch->frames[batch->count++] = frames;
  return message;
}

/* One frame, without the bytes at its beginning that the link does not carry. */
static inline void add_frame(struct batch *batch, uint8_t *frame, uint64_t skip) {
  struct msghdr *message = add_message(batch, 1);
  add_part(batch, frame + skip, frame_bytes(frame) - skip);
  message->msg_iovlen = 1;
}

/* Whether two frames can travel in one run: equal but for their payloads and their checksums. */
static inline int is_same_flow(const uint8_t *one, const uint8_t *other) {
  return memcmp(one, other, IP_SUM) == 0 &&
         memcmp(one + ADDRESSES, other + ADDRESSES, UDP_CHECKSUM - ADDRESSES) == 0;
}

/* Headers that stand for so many bytes of payload; UDP's checksum is for the kernel to complete. */
static inline void write_run(uint8_t *header, const uint8_t *first, size_t payload) {
  memcpy(header, first, PAYLOAD);
  put_short(header, IP_LENGTH, (unsigned)(PAYLOAD - ETH_HLEN + payload));
  put_short(header, IP_SUM, 0);
  put_short(header, IP_SUM, ~sum_of(header, ETH_HLEN, UDP, 0));
  unsigned bytes = (unsigned)(PAYLOAD - UDP + payload);
  put_short(header, UDP_LENGTH, bytes);
  put_short(header, UDP_CHECKSUM, sum_of(header, ADDRESSES, ETH_HLEN + 20, 17 + bytes));
}

/* The frames from the first one on, at most so many, that make one run: adds them as one message.
 * For sockets with PACKET_VNET_HDR. */
static inline uint64_t add_run(struct batch *batch, uint8_t *first, uint64_t stride,
                               uint64_t most) {
  unsigned index = batch->count;
  size_t segment = frame_bytes(first) - PAYLOAD, payload = segment;
  uint64_t frames = 1;
  struct msghdr *message = add_message(batch, 1);
  struct virtio_net_hdr *offload = &batch->offloads[index];
  *offload = (struct virtio_net_hdr){0};
  add_part(batch, offload, sizeof *offload);
  struct iovec *header = add_part(batch, first, PAYLOAD);
  add_part(batch, first + PAYLOAD, segment);
  while (frames < most && payload + segment <= MOST_TRAIN_BYTES &&
         is_same_flow(first, first + frames * stride)) {
    add_part(batch, first + frames * stride + PAYLOAD, segment);
    payload += segment;
    frames++;
  }
  message->msg_iovlen = 2 + frames;
  batch->frames[index] = frames;
  if (frames > 1) {
    *offload = (struct virtio_net_hdr){.flags = VIRTIO_NET_HDR_F_NEEDS_CSUM,
                                       .gso_type = VIRTIO_NET_HDR_GSO_UDP_L4,
                                       .hdr_len = PAYLOAD,
                                       .gso_size = (uint16_t)segment,
                                       .csum_start = UDP,
                                       .csum_offset = UDP_CHECKSUM - UDP};
    write_run(batch->headers[index], first, payload);
    header->iov_base = batch->headers[index];
  }
  return frames;
}

#endif
