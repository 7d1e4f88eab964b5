/*
 * Packets of two formats that end where their memory ends, or begin where it begins, between pages
 * that must not be touched: assembler code, which no sanitizer sees, must not read or write beyond a
 * packet. And a batch gives what its packets give one at a time.
 */
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "check.h"

#define PACKETS 40
#define ROOM ((size_t) 17 * 4096) /* the longest message, in pages */

static const uint32_t lengths[] = {0,   1,   2,    15,   16,   17,   31,   47,    48,   49,  55,
                                   56,  63,  64,   65,   111,  112,  119,  120,   127,  128, 129,
                                   255, 256, 1000, 1024, 1408, 1472, 4096, 8999, 65400};

#define LENGTHS (sizeof lengths / sizeof lengths[0])

/* ROOM bytes between two pages that are out of bounds. */
static uint8_t *guarded(void)
{
    uint8_t *memory = mmap(NULL, ROOM + 8192, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    CHECK(memory != MAP_FAILED);
    CHECK(mprotect(memory + 4096, ROOM, PROT_READ | PROT_WRITE) == 0);
    return memory + 4096;
}

/* Regions in front of the payload, from the packet's first byte. */
struct format {
    uint32_t associated;
    uint32_t associated_bytes;
    uint32_t nonce;
    uint32_t payload;
};

static const struct format formats[] = {
    {0, 80, 80, 92},  /* an active packet with GCM or GMAC */
    {0, 92, 80, 92},  /* an active packet with an HMAC */
    {12, 8, 0, 28},   /* ESP with GCM or GMAC: nonce, SPI and sequence number, IV */
    {12, 16, 12, 28}, /* ESP with an HMAC: SPI and sequence number, IV */
};

#define FORMATS (sizeof formats / sizeof formats[0])

struct place {
    uint8_t *room;
    uint8_t *opened;
    uint32_t bytes;
};

static struct place places[PACKETS];

static uint32_t length_of(uint32_t packet) { return lengths[packet * 7 % LENGTHS]; }

static uint8_t *packet_at(uint32_t i, int at_end)
{
    return at_end ? places[i].room + ROOM - places[i].bytes : places[i].room;
}

static int is_aead(enum rosa_algorithm algorithm)
{
    return algorithm == ROSA_AES256_GMAC || algorithm == ROSA_AES256_GCM;
}

static void lay_out(struct rosa_engine *engine, const struct format *format,
                    uint8_t *const *states, int at_end)
{
    uint32_t tag_bytes = engine->algorithm == ROSA_AES128_CTR ? 0 : engine->tag_bytes;
    for (uint32_t i = 0; i < PACKETS; i++) {
        uint32_t payload = length_of(i);
        places[i].bytes = format->payload + payload + tag_bytes;
        uint8_t *packet = packet_at(i, at_end);
        for (uint32_t at = 0; at < places[i].bytes; at++)
            packet[at] = (uint8_t) (at * 31 + i);
        engine->block.packets[i] = (struct rosa_packet) {
            .memory = (uintptr_t) packet,
            .key = (uintptr_t) states[i],
            .plaintext = (uintptr_t) (places[i].opened + (at_end ? ROOM - payload : 0)),
            .associated = format->associated,
            .nonce = format->nonce,
            .payload = format->payload,
            .tag = format->payload + payload,
            .associated_bytes = format->associated_bytes,
            .payload_bytes = payload,
        };
    }
}

/* Seals, and remembers; then one at a time from the start, and compares. */
static void seals_alike(struct rosa_engine *engine, const struct format *format,
                        uint8_t *const *states, int at_end)
{
    enum rosa_operation operation =
        engine->algorithm == ROSA_AES128_CTR || engine->algorithm == ROSA_AES256_GCM ? ROSA_SEAL
                                                                                     : ROSA_TAG;
    static uint8_t sealed[PACKETS][ROOM];
    lay_out(engine, format, states, at_end);
    CHECK(rosa_run(engine, operation, PACKETS) == 0);
    for (uint32_t i = 0; i < PACKETS; i++)
        memcpy(sealed[i], packet_at(i, at_end), places[i].bytes);
    lay_out(engine, format, states, at_end);
    struct rosa_packet packets[PACKETS];
    memcpy(packets, engine->block.packets, sizeof packets);
    for (uint32_t i = 0; i < PACKETS; i++) {
        engine->block.packets[0] = packets[i];
        CHECK(rosa_run(engine, operation, 1) == 0);
        CHECK(memcmp(sealed[i], packet_at(i, at_end), places[i].bytes) == 0);
    }
    memcpy(engine->block.packets, packets, sizeof packets);
}

static void opens(struct rosa_engine *engine)
{
    CHECK(rosa_run(engine, ROSA_OPEN, PACKETS) == 0);
    for (uint32_t i = 0; i < PACKETS; i++) {
        const uint8_t *opened = rosa_pointer(engine->block.packets[i].plaintext);
        uint32_t from = engine->block.packets[i].payload;
        for (uint32_t at = 0; at < length_of(i); at++)
            CHECK(opened[at] == (uint8_t) ((from + at) * 31 + i));
    }
}

/* A packet that was changed anywhere is found, it alone, and gives no plaintext. */
static void finds_forgeries(struct rosa_engine *engine, int at_end)
{
    const uint64_t all = (UINT64_C(1) << PACKETS) - 1;
    for (uint32_t forged = 0; forged < PACKETS; forged += 3) {
        uint8_t *packet = packet_at(forged, at_end);
        const struct rosa_packet *described = &engine->block.packets[forged];
        uint32_t first = described->associated + forged % described->associated_bytes;
        uint32_t at = forged % 2 == 0 ? places[forged].bytes - 1 : first;
        packet[at] ^= 1;
        CHECK(rosa_run(engine, ROSA_VERIFY, PACKETS) == 0);
        packet[at] ^= 1;
        CHECK(engine->block.authentic[0] == (all ^ (UINT64_C(1) << forged)));
        const uint8_t *opened = rosa_pointer(engine->block.packets[forged].plaintext);
        for (uint32_t i = 0; engine->algorithm == ROSA_AES256_GCM && i < length_of(forged); i++)
            CHECK(opened[i] == 0);
    }
    CHECK(rosa_run(engine, ROSA_VERIFY, PACKETS) == 0);
    CHECK(engine->block.authentic[0] == all);
}

static void stays_inside(struct rosa_engine *engine, const struct format *format, int at_end)
{
    uint8_t *states[PACKETS];
    for (uint32_t i = 0; i < PACKETS; i++) {
        uint8_t key[32];
        memset(key, (int) i, sizeof key);
        states[i] = rosa_prepare(engine, key);
        CHECK(states[i] != NULL);
    }
    seals_alike(engine, format, states, at_end);
    if (engine->algorithm != ROSA_AES128_CTR)
        finds_forgeries(engine, at_end);
    if (engine->algorithm == ROSA_AES128_CTR || engine->algorithm == ROSA_AES256_GCM)
        opens(engine);
}

int main(void)
{
    for (uint32_t i = 0; i < PACKETS; i++) {
        places[i].room = guarded();
        places[i].opened = guarded();
    }
    for (int algorithm = 0; algorithm < ROSA_ALGORITHMS; algorithm++)
        for (int architecture = ROSA_AUTO; architecture <= ROSA_AVX512; architecture++)
            for (size_t m = 0; m < sizeof masks / sizeof masks[0]; m++) {
                struct rosa_engine *engine = engine_of(
                    (enum rosa_algorithm) algorithm, (enum rosa_architecture) architecture,
                    masks[m]);
                if (engine == NULL)
                    continue;
                /* Every second format is an HMAC's. */
                for (size_t f = is_aead(engine->algorithm) ? 0 : 1; f < FORMATS; f += 2) {
                    stays_inside(engine, &formats[f], 0);
                    stays_inside(engine, &formats[f], 1);
                }
                rosa_free(engine);
            }
    return 0;
}
