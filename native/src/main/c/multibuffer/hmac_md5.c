/*
 * HMAC-MD5 over the lanes of md5_avx512.c: which packet is in which lane, and which part of it. A
 * lane whose packet is done takes the next one, so packets may be of any length.
 */
#include <string.h>

#include "md5_avx512.h"
#include "multibuffer.h"

#define BLOCK_BYTES 64
#define DIGEST_BYTES 16
#define LENGTH_AT 56 /* in the last block: the message's bits */

enum phase { MESSAGE, TAIL, OUTER, IDLE };

struct lane {
    enum phase phase;
    uint32_t packet;
    uint32_t blocks; /* of this phase, still to do */
    uint32_t tail_blocks;
    uint8_t tail[2 * BLOCK_BYTES];
};

struct work {
    struct rosa_engine *engine;
    const struct rosa_packet *packets;
    uint32_t count;
    uint32_t next; /* the first packet that is in no lane yet */
    uint32_t active;
    struct rosa_md5_lanes md5;
    struct lane lanes[ROSA_MD5_LANES];
};

static const uint8_t nothing[BLOCK_BYTES];

static void put_state(struct work *work, uint32_t lane, const uint8_t *state)
{
    for (int w = 0; w < ROSA_MD5_WORDS; w++)
        memcpy(&work->md5.state[w][lane], state + 4 * w, 4);
}

static void get_state(const struct work *work, uint32_t lane, uint8_t *state)
{
    for (int w = 0; w < ROSA_MD5_WORDS; w++)
        memcpy(state + 4 * w, &work->md5.state[w][lane], 4);
}

static void go_on(struct work *work, uint32_t lane, enum phase phase, const uint8_t *at,
                  uint32_t blocks)
{
    work->lanes[lane].phase = phase;
    work->lanes[lane].blocks = blocks;
    work->md5.at[lane] = at;
    work->md5.step[lane] = phase == IDLE ? 0 : BLOCK_BYTES;
}

/* RFC 1321 §3.1: a one, zeros, and the length in bits; a block of key went before the message. */
static void pad(struct lane *lane, uint32_t used, uint64_t message_bytes)
{
    uint64_t bits = (BLOCK_BYTES + message_bytes) * 8;
    lane->tail_blocks = used < LENGTH_AT ? 1 : 2;
    uint32_t length_at = (lane->tail_blocks - 1) * BLOCK_BYTES + LENGTH_AT;
    lane->tail[used] = 0x80;
    memset(lane->tail + used + 1, 0, length_at - used - 1);
    memcpy(lane->tail + length_at, &bits, sizeof bits);
}

/* The next packet, or nothing more, into a lane. */
static void take(struct work *work, uint32_t index)
{
    struct lane *lane = &work->lanes[index];
    if (work->next == work->count) {
        go_on(work, index, IDLE, nothing, UINT32_MAX);
        work->active--;
        return;
    }
    const struct rosa_packet *packet = &work->packets[work->next];
    const uint8_t *message = rosa_associated(packet);
    uint32_t bytes = rosa_message_bytes(packet);
    uint32_t rest = bytes % BLOCK_BYTES;
    lane->packet = work->next++;
    memcpy(lane->tail, message + (bytes - rest), rest);
    pad(lane, rest, bytes);
    put_state(work, index, rosa_pointer(packet->key));
    if (bytes < BLOCK_BYTES)
        go_on(work, index, TAIL, lane->tail, lane->tail_blocks);
    else
        go_on(work, index, MESSAGE, message, bytes / BLOCK_BYTES);
}

/* What comes after the phase that a lane has done. */
static void advance(struct work *work, uint32_t index)
{
    struct lane *lane = &work->lanes[index];
    switch (lane->phase) {
    case MESSAGE:
        go_on(work, index, TAIL, lane->tail, lane->tail_blocks);
        break;
    case TAIL:
        get_state(work, index, lane->tail);
        pad(lane, DIGEST_BYTES, DIGEST_BYTES);
        put_state(work, index, rosa_pointer(work->packets[lane->packet].key) + DIGEST_BYTES);
        go_on(work, index, OUTER, lane->tail, 1);
        break;
    default:
        get_state(work, index, work->engine->tags[lane->packet]);
        take(work, index);
        break;
    }
}

/* Blocks until the first lane has done its phase. */
static uint32_t fewest_blocks(const struct work *work, uint32_t lanes)
{
    uint32_t fewest = UINT32_MAX;
    for (uint32_t i = 0; i < lanes; i++)
        if (work->lanes[i].blocks < fewest)
            fewest = work->lanes[i].blocks;
    return fewest;
}

void rosa_hmac_md5_burst(struct rosa_engine *engine, const struct rosa_packet *packets,
                         uint32_t count)
{
    struct work work;
    work.engine = engine;
    work.packets = packets;
    work.count = count;
    work.next = 0;
    uint32_t lanes = count <= ROSA_MD5_LANES / 2 ? ROSA_MD5_LANES / 2 : ROSA_MD5_LANES;
    work.active = lanes;
    for (uint32_t i = 0; i < lanes; i++)
        take(&work, i);
    while (work.active > 0) {
        uint32_t blocks = fewest_blocks(&work, lanes);
        rosa_md5_blocks(&work.md5, lanes, blocks);
        for (uint32_t i = 0; i < lanes; i++) {
            if (work.lanes[i].phase == IDLE)
                continue;
            work.lanes[i].blocks -= blocks;
            if (work.lanes[i].blocks == 0)
                advance(&work, i);
        }
    }
    explicit_bzero(&work, sizeof work);
}
