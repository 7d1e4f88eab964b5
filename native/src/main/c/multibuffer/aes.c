/*
 * AES-CTR, AES-GCM and AES-GMAC. They fill the machine with one packet at a time, so a batch is a
 * loop; what it gains is the call, and the next keys' states on their way into the cache.
 */
#include <string.h>

#include "multibuffer.h"

#define GCM_TAG_BYTES 16
/* Packets between the fetching of a key's state and its use. */
#define AHEAD 6

void rosa_aes_state(struct rosa_engine *engine, const uint8_t *key, uint8_t *state)
{
    if (engine->algorithm == ROSA_AES128_CTR) {
        uint8_t decryption[11 * 16] __attribute__((aligned(16)));
        IMB_AES_KEYEXP_128(engine->wide, key, state, decryption);
        explicit_bzero(decryption, sizeof decryption);
    } else {
        struct gcm_key_data *data = (struct gcm_key_data *) (void *) state;
        IMB_AES256_GCM_PRE(engine->wide, key, data);
    }
}

int rosa_ctr_burst(struct rosa_engine *engine, enum rosa_operation operation,
                   const struct rosa_packet *packets, uint32_t count)
{
    uint32_t jobs = 0;
    for (uint32_t i = 0; i < count; i++)
        rosa_prefetch(packets[i].key, 11 * 16);
    for (uint32_t i = 0; i < count; i++) {
        const struct rosa_packet *packet = &packets[i];
        if (packet->payload_bytes == 0)
            continue;
        IMB_JOB *job = &engine->jobs[jobs++];
        uint8_t *payload = rosa_payload(packet);
        job->src = payload;
        job->dst = operation == ROSA_OPEN ? rosa_pointer(packet->plaintext) : payload;
        job->cipher_start_src_offset_in_bytes = 0;
        job->msg_len_to_cipher_in_bytes = packet->payload_bytes;
        job->enc_keys = rosa_pointer(packet->key);
        job->key_len_in_bytes = 16;
        job->iv = rosa_nonce(packet);
        /* With 12 bytes the library starts to count at 1. */
        job->iv_len_in_bytes = ROSA_NONCE_BYTES;
        job->cipher_mode = IMB_CIPHER_CNTR;
        job->cipher_direction = IMB_DIR_ENCRYPT;
    }
    uint32_t done = jobs == 0 ? 0
                              : IMB_SUBMIT_CIPHER_BURST_NOCHECK(engine->wide, engine->jobs, jobs,
                                                                IMB_CIPHER_CNTR, IMB_DIR_ENCRYPT,
                                                                IMB_KEY_128_BYTES);
    return done == jobs ? 0 : -1;
}

static const struct gcm_key_data *key_of(const struct rosa_packet *packet)
{
    return (const struct gcm_key_data *) (const void *) rosa_pointer(packet->key);
}

static void prefetch_ahead(const struct rosa_packet *packets, uint32_t at, uint32_t count)
{
    if (at == 0)
        for (uint32_t i = 0; i < AHEAD && i < count; i++)
            rosa_prefetch(packets[i].key, sizeof(struct gcm_key_data));
    if (at + AHEAD < count)
        rosa_prefetch(packets[at + AHEAD].key, sizeof(struct gcm_key_data));
}

/* GCM over no plaintext; its additional data are associated data and payload. */
void rosa_gmac_burst(struct rosa_engine *engine, const struct rosa_packet *packets, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        const struct rosa_packet *packet = &packets[i];
        prefetch_ahead(packets, i, count);
        IMB_AES256_GMAC_INIT(engine->wide, key_of(packet), &engine->gcm, rosa_nonce(packet),
                             ROSA_NONCE_BYTES);
        IMB_AES256_GMAC_UPDATE(engine->wide, key_of(packet), &engine->gcm,
                               rosa_associated(packet), packet->associated_bytes);
        if (packet->payload_bytes > 0)
            IMB_AES256_GMAC_UPDATE(engine->wide, key_of(packet), &engine->gcm,
                                   rosa_payload(packet), packet->payload_bytes);
        IMB_AES256_GMAC_FINALIZE(engine->wide, key_of(packet), &engine->gcm, engine->tags[i],
                                 GCM_TAG_BYTES);
    }
}

static uint64_t gcm_open_one(struct rosa_engine *engine, const struct rosa_packet *packet)
{
    uint8_t tag[GCM_TAG_BYTES];
    uint8_t *into = packet->plaintext == 0 ? engine->scratch : rosa_pointer(packet->plaintext);
    IMB_AES256_GCM_DEC(engine->wide, key_of(packet), &engine->gcm, into,
                       rosa_payload(packet), packet->payload_bytes, rosa_nonce(packet),
                       rosa_associated(packet), packet->associated_bytes, tag, sizeof tag);
    uint64_t authentic = rosa_equal(tag, rosa_tag(packet), sizeof tag);
    explicit_bzero(tag, sizeof tag);
    if (!authentic)
        explicit_bzero(into, packet->payload_bytes);
    return authentic;
}

void rosa_gcm_open(struct rosa_engine *engine, uint32_t count)
{
    const struct rosa_packet *packets = engine->block.packets;
    uint32_t unwanted = 0;
    for (uint32_t i = 0; i < count; i++) {
        prefetch_ahead(packets, i, count);
        engine->block.authentic[i / 64] |= gcm_open_one(engine, &packets[i]) << i % 64;
        if (packets[i].plaintext == 0 && packets[i].payload_bytes > unwanted)
            unwanted = packets[i].payload_bytes;
    }
    /* Wiping nothing in pages that were never touched costs 200 ns: a masked store that faults. */
    if (unwanted > 0)
        explicit_bzero(engine->scratch, unwanted);
}

void rosa_gcm_seal(struct rosa_engine *engine, uint32_t count)
{
    const struct rosa_packet *packets = engine->block.packets;
    for (uint32_t i = 0; i < count; i++) {
        const struct rosa_packet *packet = &packets[i];
        uint8_t *payload = rosa_payload(packet);
        prefetch_ahead(packets, i, count);
        IMB_AES256_GCM_ENC(engine->wide, key_of(packet), &engine->gcm, payload, payload,
                           packet->payload_bytes, rosa_nonce(packet), rosa_associated(packet),
                           packet->associated_bytes, rosa_tag(packet), GCM_TAG_BYTES);
    }
}
