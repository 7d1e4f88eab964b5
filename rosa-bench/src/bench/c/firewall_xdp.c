/*
 * firewall_xdp LINK native|generic ip|mac COUNT
 *
 * Drops packets of banned sources by an XDP program with a hash map: the yardstick for XDP, without
 * a compiler or a library for BPF. Keys are COUNT IPv4 addresses from 10.16.0.0 on, or the MAC
 * address 02:00:00:00:00:99 and COUNT - 1 others. Says "ready" when the program is in force,
 * which it is until this process ends. Takes the privilege of the machine's root.
 */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <linux/bpf.h>
#include <linux/if_ether.h>
#include <linux/if_link.h>
#include <net/if.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { FIRST_SOURCE = 0x0a100000, KEY_BYTES = 8 };

static void fail(const char *what) {
  fprintf(stderr, "firewall_xdp: %s: %s\n", what, strerror(errno));
  exit(1);
}

static int bpf(int command, union bpf_attr *attributes) {
  return (int)syscall(SYS_bpf, command, attributes, sizeof *attributes);
}

#define INSTRUCTION(operation, to, from, offset, value) \
  ((struct bpf_insn){.code = (operation),               \
                     .dst_reg = (to),                   \
                     .src_reg = (from),                 \
                     .off = (offset),                   \
                     .imm = (value)})
#define MOVE(to, from) INSTRUCTION(BPF_ALU64 | BPF_MOV | BPF_X, to, from, 0, 0)
#define SET(to, value) INSTRUCTION(BPF_ALU64 | BPF_MOV | BPF_K, to, 0, 0, value)
#define ADD(to, value) INSTRUCTION(BPF_ALU64 | BPF_ADD | BPF_K, to, 0, 0, value)
#define LOAD(size, to, from, offset) INSTRUCTION(BPF_LDX | BPF_MEM | (size), to, from, offset, 0)
#define STORE(size, to, from, offset) INSTRUCTION(BPF_STX | BPF_MEM | (size), to, from, offset, 0)

static int make_map(uint32_t count) {
  union bpf_attr map = {.map_type = BPF_MAP_TYPE_HASH, .key_size = KEY_BYTES};
  map.value_size = sizeof(uint64_t);
  map.max_entries = count < 1024 ? 1024 : 2 * count;
  int fd = bpf(BPF_MAP_CREATE, &map);
  if (fd < 0) fail("map");
  return fd;
}

/*
 * The program: is there a whole IPv4 header (or, by MAC, an Ethernet header of any packet as long)?
 * Its source is the key; a key in the map is counted and dropped, all else passes.
 */
static int load(int map, int by_mac) {
  int first = by_mac ? ETH_ALEN : 26;
  struct bpf_insn program[] = {
      LOAD(BPF_W, BPF_REG_2, BPF_REG_1, offsetof(struct xdp_md, data)),
      LOAD(BPF_W, BPF_REG_3, BPF_REG_1, offsetof(struct xdp_md, data_end)),
      MOVE(BPF_REG_4, BPF_REG_2),
      ADD(BPF_REG_4, 34),
      INSTRUCTION(BPF_JMP | BPF_JGT | BPF_X, BPF_REG_4, BPF_REG_3, 16, 0),
      LOAD(BPF_H, BPF_REG_5, BPF_REG_2, 12),
      INSTRUCTION(BPF_JMP | BPF_JNE | BPF_K, BPF_REG_5, 0, 14, htons(0x0800)),
      LOAD(BPF_W, BPF_REG_5, BPF_REG_2, first),
      STORE(BPF_W, BPF_REG_10, BPF_REG_5, -8),
      by_mac ? LOAD(BPF_H, BPF_REG_5, BPF_REG_2, first + 4) : SET(BPF_REG_5, 0),
      STORE(BPF_W, BPF_REG_10, BPF_REG_5, -4),
      MOVE(BPF_REG_2, BPF_REG_10),
      ADD(BPF_REG_2, -KEY_BYTES),
      INSTRUCTION(BPF_LD | BPF_DW | BPF_IMM, BPF_REG_1, BPF_PSEUDO_MAP_FD, 0, map),
      INSTRUCTION(0, 0, 0, 0, 0),
      INSTRUCTION(BPF_JMP | BPF_CALL, 0, 0, 0, BPF_FUNC_map_lookup_elem),
      INSTRUCTION(BPF_JMP | BPF_JEQ | BPF_K, BPF_REG_0, 0, 4, 0),
      SET(BPF_REG_1, 1),
      INSTRUCTION(BPF_STX | BPF_ATOMIC | BPF_DW, BPF_REG_0, BPF_REG_1, 0, BPF_ADD),
      SET(BPF_REG_0, XDP_DROP),
      INSTRUCTION(BPF_JMP | BPF_EXIT, 0, 0, 0, 0),
      SET(BPF_REG_0, XDP_PASS),
      INSTRUCTION(BPF_JMP | BPF_EXIT, 0, 0, 0, 0),
  };
  static char said[65536];
  union bpf_attr attributes = {.prog_type = BPF_PROG_TYPE_XDP, .log_level = 1};
  attributes.insn_cnt = sizeof program / sizeof program[0];
  attributes.insns = (uint64_t)(uintptr_t)program;
  attributes.license = (uint64_t)(uintptr_t) "Apache-2.0";
  attributes.log_buf = (uint64_t)(uintptr_t)said;
  attributes.log_size = sizeof said;
  attributes.expected_attach_type = BPF_XDP;
  int fd = bpf(BPF_PROG_LOAD, &attributes);
  if (fd < 0) {
    fputs(said, stderr);
    fail("program");
  }
  return fd;
}

static void fill(int map, int by_mac, uint32_t count) {
  for (uint32_t i = 0; i < count; i++) {
    uint8_t key[KEY_BYTES] = {2, 0, 0, 0, 0, 0x99};
    uint64_t packets = 0;
    if (!by_mac) {
      uint32_t source = htonl(FIRST_SOURCE + i);
      memset(key, 0, sizeof key);
      memcpy(key, &source, sizeof source);
    } else if (i > 0) {
      key[2] = 1;
      memcpy(key + 3, (uint8_t[]){(uint8_t)(i >> 16), (uint8_t)(i >> 8), (uint8_t)i}, 3);
    }
    union bpf_attr element = {.map_fd = (uint32_t)map};
    element.key = (uint64_t)(uintptr_t)key;
    element.value = (uint64_t)(uintptr_t)&packets;
    if (bpf(BPF_MAP_UPDATE_ELEM, &element) != 0) fail("element");
  }
}

int main(int count, char **words) {
  if (count != 5) {
    fputs("firewall_xdp: expected 4 words, see the head of firewall_xdp.c\n", stderr);
    return 2;
  }
  int by_mac = strcmp(words[3], "mac") == 0;
  uint32_t sources = (uint32_t)atol(words[4]);
  int map = make_map(sources);
  int program = load(map, by_mac);
  union bpf_attr link = {0};
  link.link_create.prog_fd = (uint32_t)program;
  link.link_create.target_ifindex = if_nametoindex(words[1]);
  link.link_create.attach_type = BPF_XDP;
  link.link_create.flags =
      strcmp(words[2], "generic") == 0 ? XDP_FLAGS_SKB_MODE : XDP_FLAGS_DRV_MODE;
  if (bpf(BPF_LINK_CREATE, &link) < 0) fail(words[1]);
  fill(map, by_mac, sources);
  puts("ready");
  fflush(stdout);
  for (;;) pause();
}
