/*
 * HMAC over many packets at once. A key's state is two hash states, those after the first block of
 * the inner and of the outer hash (RFC 2104 §4): inner in the slot's first half, outer in its
 * second.
 */
#include <string.h>

#include "multibuffer.h"

#define BLOCK_BYTES 64
#define WIDE_LANES 16

static size_t state_bytes(enum rosa_algorithm algorithm)
{
    return algorithm == ROSA_HMAC_MD5 ? 16 : 32;
}

static void one_block(IMB_MGR *mgr, enum rosa_algorithm algorithm, const uint8_t *block,
                      uint8_t *state)
{
    if (algorithm == ROSA_HMAC_MD5)
        IMB_MD5_ONE_BLOCK(mgr, block, state);
    else if (algorithm == ROSA_HMAC_SHA1)
        IMB_SHA1_ONE_BLOCK(mgr, block, state);
    else
        IMB_SHA256_ONE_BLOCK(mgr, block, state);
}

void rosa_hmac_state(struct rosa_engine *engine, const uint8_t *key, uint8_t *state)
{
    uint8_t inner[BLOCK_BYTES];
    uint8_t outer[BLOCK_BYTES];
    memset(inner, 0x36, sizeof inner);
    memset(outer, 0x5c, sizeof outer);
    for (size_t i = 0; i < rosa_key_bytes(engine->algorithm); i++) {
        inner[i] ^= key[i];
        outer[i] ^= key[i];
    }
    one_block(engine->wide, engine->algorithm, inner, state);
    one_block(engine->wide, engine->algorithm, outer, state + state_bytes(engine->algorithm));
    explicit_bzero(inner, sizeof inner);
    explicit_bzero(outer, sizeof outer);
}

static void fill(const struct rosa_engine *engine, IMB_JOB *job, const struct rosa_packet *packet,
                 const uint8_t *tag)
{
    uint8_t *state = rosa_pointer(packet->key);
    job->src = rosa_associated(packet);
    job->hash_start_src_offset_in_bytes = 0;
    job->msg_len_to_hash_in_bytes = rosa_message_bytes(packet);
    job->auth_tag_output = rosa_pointer((uintptr_t) tag);
    job->auth_tag_output_len_in_bytes = engine->tag_bytes;
    job->u.HMAC._hashed_auth_key_xor_ipad = state;
    job->u.HMAC._hashed_auth_key_xor_opad = state + state_bytes(engine->algorithm);
}

/* Without AVX-512. The library has no burst for MD5: its jobs go one by one, and come back when a lane is done. */
static int md5_burst(struct rosa_engine *engine, const struct rosa_packet *packets, uint32_t count)
{
    IMB_MGR *mgr = engine->wide;
    uint32_t done = 0;
    for (uint32_t i = 0; i < count; i++) {
        IMB_JOB *job = IMB_GET_NEXT_JOB(mgr);
        fill(engine, job, &packets[i], engine->tags[i]);
        job->cipher_mode = IMB_CIPHER_NULL;
        job->hash_alg = IMB_AUTH_MD5;
        job->chain_order = IMB_ORDER_HASH_CIPHER;
        job->cipher_direction = IMB_DIR_ENCRYPT;
        for (job = IMB_SUBMIT_JOB_NOCHECK(mgr); job != NULL; job = IMB_GET_COMPLETED_JOB(mgr))
            done += job->status == IMB_STATUS_COMPLETED;
    }
    for (IMB_JOB *job = IMB_FLUSH_JOB(mgr); job != NULL; job = IMB_FLUSH_JOB(mgr))
        done += job->status == IMB_STATUS_COMPLETED;
    return done == count ? 0 : -1;
}

/*
 * How many of the packets are left for the narrow lanes: wide lanes take the same time for one
 * packet as for sixteen, so a rest that is too small for them goes where two lanes are faster.
 */
static uint32_t narrow_share(const struct rosa_engine *engine, uint32_t count)
{
    if (engine->narrow == NULL)
        return 0;
    if (engine->narrow_most >= WIDE_LANES)
        return count;
    uint32_t rest = count % WIDE_LANES;
    return rest <= engine->narrow_most ? rest : 0;
}

static int sha_burst(struct rosa_engine *engine, const struct rosa_packet *packets, uint32_t count)
{
    IMB_HASH_ALG hash =
        engine->algorithm == ROSA_HMAC_SHA1 ? IMB_AUTH_HMAC_SHA_1 : IMB_AUTH_HMAC_SHA_256;
    uint32_t narrow = narrow_share(engine, count);
    uint32_t wide = count - narrow;
    for (uint32_t i = 0; i < count; i++)
        fill(engine, &engine->jobs[i], &packets[i], engine->tags[i]);
    if (wide > 0 && IMB_SUBMIT_HASH_BURST_NOCHECK(engine->wide, engine->jobs, wide, hash) != wide)
        return -1;
    if (narrow > 0 &&
        IMB_SUBMIT_HASH_BURST_NOCHECK(engine->narrow, engine->jobs + wide, narrow, hash) != narrow)
        return -1;
    return 0;
}

int rosa_hmac_burst(struct rosa_engine *engine, const struct rosa_packet *packets, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        rosa_prefetch(packets[i].key, 1);
    if (engine->algorithm != ROSA_HMAC_MD5)
        return sha_burst(engine, packets, count);
    if (engine->wide->used_arch != IMB_ARCH_AVX512)
        return md5_burst(engine, packets, count);
    rosa_hmac_md5_burst(engine, packets, count);
    return 0;
}
