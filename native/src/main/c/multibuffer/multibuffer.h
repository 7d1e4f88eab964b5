/*
 * The multi-buffer engine without Java: one algorithm, its keys' states, and batches of packets.
 * An engine is used by one thread at a time.
 *
 * Lengths are checked by the caller (PacketBlock.java); addresses are trusted.
 */
#ifndef ROSA_MULTIBUFFER_H
#define ROSA_MULTIBUFFER_H

#include <stddef.h>
#include <stdint.h>

#include <intel-ipsec-mb.h>

#include "arena.h"

/* The numbers are those of Algorithm.java. */
enum rosa_algorithm {
    ROSA_HMAC_MD5,
    ROSA_HMAC_SHA1,
    ROSA_HMAC_SHA256,
    ROSA_AES128_CTR,
    ROSA_AES256_GMAC,
    ROSA_AES256_GCM,
    ROSA_ALGORITHMS
};

/* The numbers are those of Operation.java. */
enum rosa_operation { ROSA_VERIFY, ROSA_TAG, ROSA_OPEN, ROSA_SEAL };

/* The numbers are those of Architecture.java. */
enum rosa_architecture { ROSA_AUTO, ROSA_SSE, ROSA_AVX, ROSA_AVX2, ROSA_AVX512 };

/* What creating an engine may come to. */
enum rosa_status { ROSA_OK = 0, ROSA_NO_MEMORY = -1, ROSA_NO_CPU = -2, ROSA_WRONG_ANSWER = -3 };

#define ROSA_NONCE_BYTES 12
#define ROSA_MAX_TAG_BYTES 20
/* Lanes count bytes with 16 bits; the library takes two less. */
#define ROSA_MAX_MESSAGE_BYTES 65534
/* Packets that the library takes at once. */
#define ROSA_BURST 128
/* Packets in a block. */
#define ROSA_BLOCK 1024

/*
 * A packet as Java describes it: 48 bytes, native byte order. Its regions stand anywhere in its
 * memory (Regions.java); of an HMAC the payload is directly behind the associated data.
 */
struct rosa_packet {
    uint64_t memory;     /* address that the offsets count from */
    uint64_t key;        /* the slot that rosa_prepare gave */
    uint64_t plaintext;  /* where to decrypt to; 0: the plaintext is not wanted */
    uint32_t associated; /* four offsets */
    uint32_t nonce;
    uint32_t payload;
    uint32_t tag;
    uint32_t associated_bytes;
    uint32_t payload_bytes;
};

/* What passes between Java and C. */
struct rosa_block {
    uint64_t authentic[ROSA_BLOCK / 64]; /* one bit per packet, written by ROSA_VERIFY */
    struct rosa_packet packets[ROSA_BLOCK];
};

struct rosa_engine {
    enum rosa_algorithm algorithm;
    uint32_t tag_bytes;
    int broken; /* the library left a batch unfinished: its lanes may point anywhere */
    IMB_MGR *wide;
    IMB_MGR *narrow; /* two SHA-NI lanes for groups that leave wide lanes empty; or NULL */
    uint32_t narrow_most; /* groups of up to this many packets are narrow's */
    size_t bytes;
    struct rosa_arena arena;
    struct gcm_context_data gcm;
    IMB_JOB jobs[ROSA_BURST];
    uint8_t tags[ROSA_BURST][32];
    uint8_t scratch[65536];
    struct rosa_block block;
};

/* engine.c */
int rosa_create(struct rosa_engine **made, enum rosa_algorithm algorithm,
                enum rosa_architecture architecture, uint64_t flags);
void rosa_free(struct rosa_engine *engine);
/* A key's state in a slot of the engine's arena; NULL if there is no memory. */
uint8_t *rosa_prepare(struct rosa_engine *engine, const uint8_t *key);
size_t rosa_key_bytes(enum rosa_algorithm algorithm);
/* The first count packets of the block; 0, or -1 if the library did not finish. */
int rosa_run(struct rosa_engine *engine, enum rosa_operation operation, uint32_t count);
int rosa_self_test(struct rosa_engine *engine);

/* hmac.c, hmac_md5.c, aes.c: up to ROSA_BURST packets; 0 or -1 */
int rosa_hmac_burst(struct rosa_engine *engine, const struct rosa_packet *packets, uint32_t count);
int rosa_ctr_burst(struct rosa_engine *engine, enum rosa_operation operation,
                   const struct rosa_packet *packets, uint32_t count);
void rosa_gmac_burst(struct rosa_engine *engine, const struct rosa_packet *packets, uint32_t count);
/* As many as there are; writes the bits itself. */
void rosa_gcm_open(struct rosa_engine *engine, uint32_t count);
void rosa_gcm_seal(struct rosa_engine *engine, uint32_t count);
void rosa_hmac_md5_burst(struct rosa_engine *engine, const struct rosa_packet *packets,
                         uint32_t count);
void rosa_hmac_state(struct rosa_engine *engine, const uint8_t *key, uint8_t *state);
void rosa_aes_state(struct rosa_engine *engine, const uint8_t *key, uint8_t *state);

static inline uint8_t *rosa_pointer(uint64_t address) { return (uint8_t *) (uintptr_t) address; }

static inline uint8_t *rosa_associated(const struct rosa_packet *packet)
{
    return rosa_pointer(packet->memory + packet->associated);
}

static inline uint8_t *rosa_nonce(const struct rosa_packet *packet)
{
    return rosa_pointer(packet->memory + packet->nonce);
}

static inline uint8_t *rosa_payload(const struct rosa_packet *packet)
{
    return rosa_pointer(packet->memory + packet->payload);
}

static inline uint8_t *rosa_tag(const struct rosa_packet *packet)
{
    return rosa_pointer(packet->memory + packet->tag);
}

/* Associated data and payload: what an HMAC covers. */
static inline uint32_t rosa_message_bytes(const struct rosa_packet *packet)
{
    return packet->associated_bytes + packet->payload_bytes;
}

/* 1 if the bytes are the same, else 0, in a time that does not tell where they differ. */
static inline uint64_t rosa_equal(const uint8_t *a, const uint8_t *b, size_t bytes)
{
    uint64_t differs = 0;
    for (size_t i = 0; i < bytes; i++)
        differs |= a[i] ^ b[i];
    return 1 ^ (-differs >> 63);
}

/* A key's state into the cache, which reads 64 bytes at a time. */
static inline void rosa_prefetch(uint64_t address, size_t bytes)
{
    for (size_t at = 0; at < bytes; at += 64)
        __builtin_prefetch(rosa_pointer(address + at));
}

#endif
