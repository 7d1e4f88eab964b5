/*
 * MD5 in 32 lanes of AVX-512, which rotates and combines three words in one instruction each. The
 * library's own MD5 stops at AVX2 and takes three to five times as long.
 */
#ifndef ROSA_MD5_AVX512_H
#define ROSA_MD5_AVX512_H

#include <stdint.h>

#define ROSA_MD5_LANES 32
#define ROSA_MD5_WORDS 4

/* Hash states side by side, word by word, and where each lane's next block is. */
struct rosa_md5_lanes {
    uint32_t state[ROSA_MD5_WORDS][ROSA_MD5_LANES] __attribute__((aligned(64)));
    const uint8_t *at[ROSA_MD5_LANES];
    uint32_t step[ROSA_MD5_LANES]; /* 64, or 0 where an idle lane reads the same block again */
};

/* Hashes so many blocks of every lane; of the first sixteen only, if there are no more. */
void rosa_md5_blocks(struct rosa_md5_lanes *lanes, uint32_t used, uint32_t blocks);

#endif
