/*
 * Known answers that an engine gives before anybody gets it: a packet of bytes 0, 1, 2 … 155 under
 * the key 0, 1, 2 …, sealed and opened. Answers computed with Python's hmac and cryptography.
 */
#include <string.h>

#include "multibuffer.h"

#define PACKETS 17 /* sixteen lanes full, and one packet left over */
/* As in an active packet of a suite that encrypts: header, nonce, 64 bytes of payload. */
#define HEADER_BYTES 80
#define PAYLOAD_AT 92
#define MESSAGE_BYTES 156
#define PACKET_BYTES 192

/* The tag; with CTR, which has none, the last 16 bytes of ciphertext. */
static const uint8_t answers[ROSA_ALGORITHMS][ROSA_MAX_TAG_BYTES] = {
    [ROSA_HMAC_MD5] = {0xab, 0x5d, 0x0a, 0xa9, 0x2d, 0x11, 0xad, 0x2c, 0xe0, 0xe3, 0xbb, 0xc9, 0xc4,
                       0xa0, 0x2f, 0x5c},
    [ROSA_HMAC_SHA1] = {0xa2, 0xdf, 0x19, 0x3e, 0xb0, 0x5e, 0xfd, 0x68, 0x66, 0x46,
                        0x93, 0xc2, 0x09, 0x79, 0xf8, 0x89, 0xa9, 0x8b, 0x34, 0x43},
    [ROSA_HMAC_SHA256] = {0x56, 0x29, 0x3c, 0x3f, 0xcd, 0xcf, 0xd1, 0x6a, 0x58, 0x91, 0x57, 0x8b,
                          0x55, 0x3a, 0x12, 0xc3},
    [ROSA_AES128_CTR] = {0xb8, 0x13, 0x4f, 0xfa, 0xb2, 0xf3, 0x92, 0xbb, 0x52, 0xce, 0x16, 0xcd,
                         0x50, 0x61, 0xcf, 0x25},
    [ROSA_AES256_GMAC] = {0xab, 0x30, 0xa6, 0xbf, 0x80, 0xb7, 0x7d, 0xa1, 0x9e, 0xc9, 0xa4, 0x4a,
                          0x66, 0xde, 0x62, 0x78},
    [ROSA_AES256_GCM] = {0xe3, 0x61, 0x4d, 0xbd, 0x3b, 0xc1, 0x9e, 0xc2, 0x56, 0xdf, 0x83, 0xac,
                         0x50, 0x49, 0x72, 0x4d},
};

struct test {
    struct rosa_engine *engine;
    uint8_t packets[PACKETS][PACKET_BYTES];
    uint8_t opened[PACKETS][PACKET_BYTES];
};

static void describe(struct test *test, const uint8_t *state)
{
    struct rosa_engine *engine = test->engine;
    int aead = engine->algorithm == ROSA_AES256_GMAC || engine->algorithm == ROSA_AES256_GCM;
    for (uint32_t i = 0; i < PACKETS; i++) {
        for (uint32_t at = 0; at < MESSAGE_BYTES; at++)
            test->packets[i][at] = (uint8_t) at;
        engine->block.packets[i] = (struct rosa_packet) {
            .memory = (uintptr_t) test->packets[i],
            .key = (uintptr_t) state,
            .plaintext = (uintptr_t) test->opened[i],
            .nonce = HEADER_BYTES,
            .payload = PAYLOAD_AT,
            .tag = MESSAGE_BYTES,
            .associated_bytes = aead ? HEADER_BYTES : PAYLOAD_AT,
            .payload_bytes = MESSAGE_BYTES - PAYLOAD_AT,
        };
    }
}

static int all_sealed(const struct test *test)
{
    enum rosa_algorithm algorithm = test->engine->algorithm;
    uint32_t at = algorithm == ROSA_AES128_CTR ? MESSAGE_BYTES - 16 : MESSAGE_BYTES;
    for (uint32_t i = 0; i < PACKETS; i++)
        if (memcmp(test->packets[i] + at, answers[algorithm], test->engine->tag_bytes) != 0)
            return 0;
    return 1;
}

static int all_opened(const struct test *test)
{
    for (uint32_t i = 0; i < PACKETS; i++)
        for (uint32_t at = PAYLOAD_AT; at < MESSAGE_BYTES; at++)
            if (test->opened[i][at - PAYLOAD_AT] != (uint8_t) at)
                return 0;
    return 1;
}

/* The right ones are found right, and the one that was changed wrong, in the lane it is in. */
static int verifies(struct test *test)
{
    const uint64_t all = (UINT64_C(1) << PACKETS) - 1;
    for (uint32_t forged = 0; forged < PACKETS; forged += PACKETS - 1) {
        test->packets[forged][MESSAGE_BYTES] ^= 0x80;
        int status = rosa_run(test->engine, ROSA_VERIFY, PACKETS);
        test->packets[forged][MESSAGE_BYTES] ^= 0x80;
        if (status != 0 || test->engine->block.authentic[0] != (all ^ (UINT64_C(1) << forged)))
            return 0;
    }
    return rosa_run(test->engine, ROSA_VERIFY, PACKETS) == 0 &&
           test->engine->block.authentic[0] == all;
}

static int passes(struct test *test)
{
    enum rosa_algorithm algorithm = test->engine->algorithm;
    int encrypts = algorithm == ROSA_AES128_CTR || algorithm == ROSA_AES256_GCM;
    if (rosa_run(test->engine, encrypts ? ROSA_SEAL : ROSA_TAG, PACKETS) != 0 || !all_sealed(test))
        return 0;
    if (algorithm != ROSA_AES128_CTR && !verifies(test))
        return 0;
    return !encrypts ||
           (rosa_run(test->engine, ROSA_OPEN, PACKETS) == 0 && all_opened(test));
}

int rosa_self_test(struct rosa_engine *engine)
{
    uint8_t key[32];
    struct test test = {.engine = engine};
    for (uint8_t i = 0; i < sizeof key; i++)
        key[i] = i;
    uint8_t *state = rosa_prepare(engine, key);
    if (state == NULL)
        return ROSA_NO_MEMORY;
    describe(&test, state);
    int passed = passes(&test);
    rosa_arena_release(&engine->arena, state);
    memset(engine->block.packets, 0, PACKETS * sizeof engine->block.packets[0]);
    return passed ? ROSA_OK : ROSA_WRONG_ANSWER;
}
