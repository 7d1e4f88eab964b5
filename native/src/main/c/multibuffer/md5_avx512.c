/*
 * RFC 1321, sixteen lanes a register. Two registers' worth of lanes are worked on in turn: a step
 * waits for the one before it, and the other sixteen lanes fill that wait.
 */
#include "md5_avx512.h"

#include <immintrin.h>

#define WITH_AVX512 __attribute__((target("avx512f")))
#define INLINED static inline __attribute__((always_inline, target("avx512f")))
#define HALF 16

/* RFC 1321 §3.4: T[1 … 64]. */
static const uint32_t T[64] = {
    0xd76aa478, 0xe8c7b756, 0x242070db, 0xc1bdceee, 0xf57c0faf, 0x4787c62a, 0xa8304613, 0xfd469501,
    0x698098d8, 0x8b44f7af, 0xffff5bb1, 0x895cd7be, 0x6b901122, 0xfd987193, 0xa679438e, 0x49b40821,
    0xf61e2562, 0xc040b340, 0x265e5a51, 0xe9b6c7aa, 0xd62f105d, 0x02441453, 0xd8a1e681, 0xe7d3fbc8,
    0x21e1cde6, 0xc33707d6, 0xf4d50d87, 0x455a14ed, 0xa9e3e905, 0xfcefa3f8, 0x676f02d9, 0x8d2a4c8a,
    0xfffa3942, 0x8771f681, 0x6d9d6122, 0xfde5380c, 0xa4beea44, 0x4bdecfa9, 0xf6bb4b60, 0xbebfbc70,
    0x289b7ec6, 0xeaa127fa, 0xd4ef3085, 0x04881d05, 0xd9d4d039, 0xe6db99e5, 0x1fa27cf8, 0xc4ac5665,
    0xf4292244, 0x432aff97, 0xab9423a7, 0xfc93a039, 0x655b59c3, 0x8f0ccc92, 0xffeff47d, 0x85845dd1,
    0x6fa87e4f, 0xfe2ce6e0, 0xa3014314, 0x4e0811a1, 0xf7537e82, 0xbd3af235, 0x2ad7d2bb, 0xeb86d391};

/* The four functions of RFC 1321 §3.4, as truth tables of x, y, z. */
#define F(x, y, z) _mm512_ternarylogic_epi32(x, y, z, 0xca)
#define G(x, y, z) _mm512_ternarylogic_epi32(x, y, z, 0xe4)
#define H(x, y, z) _mm512_ternarylogic_epi32(x, y, z, 0x96)
#define I(x, y, z) _mm512_ternarylogic_epi32(x, y, z, 0x39)

/* a = b + ((a + f(b, c, d) + X[k] + T[i]) <<< s), in sixteen lanes. */
#define STEP(f, half, a, b, c, d, k, s, i)                                                        \
    do {                                                                                          \
        __m512i sum_ = _mm512_add_epi32(a[half], _mm512_add_epi32(x[half][k], t_));               \
        sum_ = _mm512_add_epi32(sum_, f(b[half], c[half], d[half]));                              \
        a[half] = _mm512_add_epi32(b[half], _mm512_rol_epi32(sum_, s));                           \
    } while (0)

#define BOTH(f, a, b, c, d, k, s, i)                                                              \
    do {                                                                                          \
        const __m512i t_ = _mm512_set1_epi32((int32_t) T[i]);                                     \
        STEP(f, 0, a, b, c, d, k, s, i);                                                          \
        if (halves > 1)                                                                           \
            STEP(f, 1, a, b, c, d, k, s, i);                                                      \
    } while (0)

#define FOUR(f, k0, k1, k2, k3, s0, s1, s2, s3, i)                                                \
    BOTH(f, a, b, c, d, k0, s0, i);                                                               \
    BOTH(f, d, a, b, c, k1, s1, i + 1);                                                           \
    BOTH(f, c, d, a, b, k2, s2, i + 2);                                                           \
    BOTH(f, b, c, d, a, k3, s3, i + 3)

/* Rows of 16 words to columns: row r is lane r's block, column k word k of all lanes. */
INLINED void transpose(const __m512i *row, __m512i *column)
{
    __m512i pair[HALF];
    __m512i quad[HALF];
    for (int r = 0; r < HALF; r += 2) {
        pair[r] = _mm512_unpacklo_epi32(row[r], row[r + 1]);
        pair[r + 1] = _mm512_unpackhi_epi32(row[r], row[r + 1]);
    }
    for (int r = 0; r < HALF; r += 4) {
        quad[r] = _mm512_unpacklo_epi64(pair[r], pair[r + 2]);
        quad[r + 1] = _mm512_unpackhi_epi64(pair[r], pair[r + 2]);
        quad[r + 2] = _mm512_unpacklo_epi64(pair[r + 1], pair[r + 3]);
        quad[r + 3] = _mm512_unpackhi_epi64(pair[r + 1], pair[r + 3]);
    }
    /* quad[4 g + j] has words j, 4 + j, 8 + j, 12 + j of lanes 4 g … 4 g + 3. */
    for (int j = 0; j < 4; j++) {
        __m512i low0 = _mm512_shuffle_i32x4(quad[j], quad[4 + j], 0x88);
        __m512i low1 = _mm512_shuffle_i32x4(quad[8 + j], quad[12 + j], 0x88);
        __m512i high0 = _mm512_shuffle_i32x4(quad[j], quad[4 + j], 0xdd);
        __m512i high1 = _mm512_shuffle_i32x4(quad[8 + j], quad[12 + j], 0xdd);
        column[j] = _mm512_shuffle_i32x4(low0, low1, 0x88);
        column[4 + j] = _mm512_shuffle_i32x4(high0, high1, 0x88);
        column[8 + j] = _mm512_shuffle_i32x4(low0, low1, 0xdd);
        column[12 + j] = _mm512_shuffle_i32x4(high0, high1, 0xdd);
    }
}

INLINED void read_blocks(struct rosa_md5_lanes *lanes, int half, __m512i *x)
{
    __m512i row[HALF];
    for (int r = 0; r < HALF; r++) {
        int lane = half * HALF + r;
        row[r] = _mm512_loadu_si512(lanes->at[lane]);
        lanes->at[lane] += lanes->step[lane];
    }
    transpose(row, x);
}

INLINED void rounds(__m512i a[2], __m512i b[2], __m512i c[2], __m512i d[2],
                    __m512i x[2][HALF], const int halves)
{
    FOUR(F, 0, 1, 2, 3, 7, 12, 17, 22, 0);
    FOUR(F, 4, 5, 6, 7, 7, 12, 17, 22, 4);
    FOUR(F, 8, 9, 10, 11, 7, 12, 17, 22, 8);
    FOUR(F, 12, 13, 14, 15, 7, 12, 17, 22, 12);
    FOUR(G, 1, 6, 11, 0, 5, 9, 14, 20, 16);
    FOUR(G, 5, 10, 15, 4, 5, 9, 14, 20, 20);
    FOUR(G, 9, 14, 3, 8, 5, 9, 14, 20, 24);
    FOUR(G, 13, 2, 7, 12, 5, 9, 14, 20, 28);
    FOUR(H, 5, 8, 11, 14, 4, 11, 16, 23, 32);
    FOUR(H, 1, 4, 7, 10, 4, 11, 16, 23, 36);
    FOUR(H, 13, 0, 3, 6, 4, 11, 16, 23, 40);
    FOUR(H, 9, 12, 15, 2, 4, 11, 16, 23, 44);
    FOUR(I, 0, 7, 14, 5, 6, 10, 15, 21, 48);
    FOUR(I, 12, 3, 10, 1, 6, 10, 15, 21, 52);
    FOUR(I, 8, 15, 6, 13, 6, 10, 15, 21, 56);
    FOUR(I, 4, 11, 2, 9, 6, 10, 15, 21, 60);
}

INLINED void blocks_of(struct rosa_md5_lanes *lanes, uint32_t blocks, const int halves)
{
    __m512i state[ROSA_MD5_WORDS][2];
    __m512i x[2][HALF];
    for (int w = 0; w < ROSA_MD5_WORDS; w++)
        for (int half = 0; half < halves; half++)
            state[w][half] = _mm512_load_si512(&lanes->state[w][half * HALF]);
    for (uint32_t block = 0; block < blocks; block++) {
        __m512i a[2], b[2], c[2], d[2];
        for (int half = 0; half < halves; half++) {
            read_blocks(lanes, half, x[half]);
            a[half] = state[0][half];
            b[half] = state[1][half];
            c[half] = state[2][half];
            d[half] = state[3][half];
        }
        rounds(a, b, c, d, x, halves);
        for (int half = 0; half < halves; half++) {
            state[0][half] = _mm512_add_epi32(state[0][half], a[half]);
            state[1][half] = _mm512_add_epi32(state[1][half], b[half]);
            state[2][half] = _mm512_add_epi32(state[2][half], c[half]);
            state[3][half] = _mm512_add_epi32(state[3][half], d[half]);
        }
    }
    for (int w = 0; w < ROSA_MD5_WORDS; w++)
        for (int half = 0; half < halves; half++)
            _mm512_store_si512(&lanes->state[w][half * HALF], state[w][half]);
}

WITH_AVX512 void rosa_md5_blocks(struct rosa_md5_lanes *lanes, uint32_t used, uint32_t blocks)
{
    if (used > HALF)
        blocks_of(lanes, blocks, 2);
    else
        blocks_of(lanes, blocks, 1);
}
