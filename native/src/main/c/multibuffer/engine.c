/* An engine's life, and how a batch is cut into what the library takes at once. */
#include "multibuffer.h"

#include <string.h>

#define CACHE_LINE 64
/* As a group this small is faster on two SHA-NI lanes than on sixteen of AVX-512: measured. */
#define SHA1_NARROW_MOST 6
#define SHA256_NARROW_MOST 8
/* Without AVX-512 the SHA-NI lanes win with any number. */
#define NARROW_ALWAYS ROSA_BURST

_Static_assert(sizeof(struct rosa_packet) == 48, "PacketBlock.java counts on it");
_Static_assert(sizeof(struct gcm_key_data) <= 1024, "a GCM key fits its slot");
_Static_assert(sizeof ((struct rosa_engine *) 0)->scratch > ROSA_MAX_MESSAGE_BYTES, "any payload");

static size_t slot_bytes(enum rosa_algorithm algorithm)
{
    switch (algorithm) {
    case ROSA_HMAC_MD5:
        return 32;
    case ROSA_HMAC_SHA1: /* two times 20, but one cache line */
    case ROSA_HMAC_SHA256:
        return 64;
    case ROSA_AES128_CTR:
        return 192;
    default:
        return 1024;
    }
}

size_t rosa_key_bytes(enum rosa_algorithm algorithm)
{
    return algorithm == ROSA_AES128_CTR ? 16 : 32;
}

static int is_sha(enum rosa_algorithm algorithm)
{
    return algorithm == ROSA_HMAC_SHA1 || algorithm == ROSA_HMAC_SHA256;
}

static int is_hmac(enum rosa_algorithm algorithm)
{
    return algorithm == ROSA_HMAC_MD5 || is_sha(algorithm);
}

/* CPU features that an instruction set needs; the library itself calls through null without them. */
static uint64_t features_of(enum rosa_architecture architecture)
{
    switch (architecture) {
    case ROSA_SSE:
        return IMB_CPUFLAGS_SSE;
    case ROSA_AVX:
        return IMB_CPUFLAGS_AVX;
    case ROSA_AVX2:
        return IMB_CPUFLAGS_AVX2;
    case ROSA_AVX512:
        return IMB_CPUFLAGS_AVX512;
    default: /* the library looks for itself */
        return 0;
    }
}

static int start(IMB_MGR *mgr, enum rosa_architecture architecture)
{
    IMB_ARCH found;
    if (mgr == NULL) /* told to do without AES instructions, and built without their emulation */
        return ROSA_NO_CPU;
    uint64_t needed = features_of(architecture);
    if ((mgr->features & needed) != needed)
        return ROSA_NO_CPU;
    switch (architecture) {
    case ROSA_SSE:
        init_mb_mgr_sse(mgr);
        break;
    case ROSA_AVX:
        init_mb_mgr_avx(mgr);
        break;
    case ROSA_AVX2:
        init_mb_mgr_avx2(mgr);
        break;
    case ROSA_AVX512:
        init_mb_mgr_avx512(mgr);
        break;
    default:
        init_mb_mgr_auto(mgr, &found);
        break;
    }
    if (imb_get_errno(mgr) == IMB_ERR_SELFTEST)
        return ROSA_WRONG_ANSWER;
    return imb_get_errno(mgr) == 0 ? ROSA_OK : ROSA_NO_CPU;
}

/* Two SHA-NI lanes beside the wide ones, where the CPU has them and nobody asked for one kind. */
static void add_narrow(struct rosa_engine *engine, void *memory, uint64_t flags)
{
    IMB_MGR *narrow = imb_set_pointers_mb_mgr(memory, flags, 1);
    if (narrow == NULL || (narrow->features & IMB_CPUFLAGS_SSE_T2) != IMB_CPUFLAGS_SSE_T2 ||
        start(narrow, ROSA_SSE) != ROSA_OK)
        return;
    engine->narrow = narrow;
    engine->narrow_most = NARROW_ALWAYS;
    if (engine->wide->used_arch == IMB_ARCH_AVX512)
        engine->narrow_most =
            engine->algorithm == ROSA_HMAC_SHA1 ? SHA1_NARROW_MOST : SHA256_NARROW_MOST;
}

static size_t rounded(size_t bytes) { return (bytes + CACHE_LINE - 1) / CACHE_LINE * CACHE_LINE; }

int rosa_create(struct rosa_engine **made, enum rosa_algorithm algorithm,
                enum rosa_architecture architecture, uint64_t flags)
{
    size_t engine_bytes = rounded(sizeof(struct rosa_engine));
    size_t mgr_bytes = rounded(imb_get_mb_mgr_size());
    int with_narrow = is_sha(algorithm) && architecture == ROSA_AUTO;
    size_t bytes = engine_bytes + (with_narrow ? 2 : 1) * mgr_bytes;
    uint8_t *memory = rosa_map(bytes);
    if (memory == NULL)
        return ROSA_NO_MEMORY;
    struct rosa_engine *engine = (struct rosa_engine *) (void *) memory;
    engine->bytes = bytes;
    engine->algorithm = algorithm;
    engine->tag_bytes = algorithm == ROSA_HMAC_SHA1 ? 20 : 16;
    rosa_arena_init(&engine->arena, slot_bytes(algorithm));
    engine->wide = imb_set_pointers_mb_mgr(memory + engine_bytes, flags, 1);
    int status = start(engine->wide, architecture);
    if (status == ROSA_OK && with_narrow)
        add_narrow(engine, memory + engine_bytes + mgr_bytes, flags);
    if (status == ROSA_OK)
        status = rosa_self_test(engine);
    if (status != ROSA_OK) {
        rosa_free(engine);
        return status;
    }
    *made = engine;
    return ROSA_OK;
}

void rosa_free(struct rosa_engine *engine)
{
    rosa_arena_free(&engine->arena);
    rosa_unmap(engine, engine->bytes);
}

uint8_t *rosa_prepare(struct rosa_engine *engine, const uint8_t *key)
{
    uint8_t *state = rosa_arena_take(&engine->arena);
    if (state == NULL)
        return NULL;
    if (is_hmac(engine->algorithm))
        rosa_hmac_state(engine, key, state);
    else
        rosa_aes_state(engine, key, state);
    return state;
}

/* The tags of up to ROSA_BURST packets, computed into engine->tags. */
static int compute_tags(struct rosa_engine *engine, const struct rosa_packet *packets,
                        uint32_t count)
{
    if (is_hmac(engine->algorithm))
        return rosa_hmac_burst(engine, packets, count);
    rosa_gmac_burst(engine, packets, count);
    return 0;
}

static void verify_burst(struct rosa_engine *engine, uint32_t from, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        const uint8_t *received = rosa_tag(&engine->block.packets[from + i]);
        uint64_t authentic = rosa_equal(engine->tags[i], received, engine->tag_bytes);
        engine->block.authentic[(from + i) / 64] |= authentic << (from + i) % 64;
    }
}

static void tag_burst(struct rosa_engine *engine, const struct rosa_packet *packets, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        memcpy(rosa_tag(&packets[i]), engine->tags[i], engine->tag_bytes);
}

static int run_burst(struct rosa_engine *engine, enum rosa_operation operation, uint32_t from,
                     uint32_t count)
{
    const struct rosa_packet *packets = engine->block.packets + from;
    if (engine->algorithm == ROSA_AES128_CTR)
        return rosa_ctr_burst(engine, operation, packets, count);
    if (compute_tags(engine, packets, count) != 0)
        return -1;
    if (operation == ROSA_VERIFY)
        verify_burst(engine, from, count);
    else
        tag_burst(engine, packets, count);
    /* The right tag of a forged packet is nobody's business. */
    explicit_bzero(engine->tags, count * sizeof engine->tags[0]);
    return 0;
}

int rosa_run(struct rosa_engine *engine, enum rosa_operation operation, uint32_t count)
{
    memset(engine->block.authentic, 0, sizeof engine->block.authentic);
    if (engine->broken || count > ROSA_BLOCK)
        return -1;
    if (engine->algorithm == ROSA_AES256_GCM) {
        if (operation == ROSA_SEAL)
            rosa_gcm_seal(engine, count);
        else
            rosa_gcm_open(engine, count);
        return 0;
    }
    for (uint32_t from = 0; from < count; from += ROSA_BURST) {
        uint32_t rest = count - from;
        if (run_burst(engine, operation, from, rest < ROSA_BURST ? rest : ROSA_BURST) != 0) {
            memset(engine->block.authentic, 0, sizeof engine->block.authentic);
            engine->broken = 1;
            return -1;
        }
    }
    return 0;
}
