/*
 * What libgcrypt itself takes for a packet, called from C: the yardstick for the JCE provider.
 *
 *   gcrypt_yardstick ALGORITHM BYTES SECONDS
 *
 * ALGORITHM is a JCE name: HmacMD5, HmacSHA1, HmacSHA256, MD5, SHA-1, SHA-256, and for sealing under
 * 128 bits AES/CBC/PKCS5Padding, AES/CTR/NoPadding, AES/GCM/NoPadding. The key is set beforehand, as
 * in the benches in Java; a cipher gets a new IV with every packet. Prints one line of JSON.
 */
#include <gcrypt.h>
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { BLOCK = 16, MAX_BYTES = 1 << 20, CHUNK = 64, HMAC = GCRY_MD_FLAG_HMAC };

static const double ROUND_NANOS = 12e6;

struct operation {
    const char *name;
    int algorithm;
    int mode;
    unsigned flags;
};

static const struct operation OPERATIONS[] = {
    {"HmacMD5", GCRY_MD_MD5, 0, HMAC},
    {"HmacSHA1", GCRY_MD_SHA1, 0, HMAC},
    {"HmacSHA256", GCRY_MD_SHA256, 0, HMAC},
    {"MD5", GCRY_MD_MD5, 0, 0},
    {"SHA-1", GCRY_MD_SHA1, 0, 0},
    {"SHA-256", GCRY_MD_SHA256, 0, 0},
    {"AES/CBC/PKCS5Padding", GCRY_CIPHER_AES128, GCRY_CIPHER_MODE_CBC, 0},
    {"AES/CTR/NoPadding", GCRY_CIPHER_AES128, GCRY_CIPHER_MODE_CTR, 0},
    {"AES/GCM/NoPadding", GCRY_CIPHER_AES128, GCRY_CIPHER_MODE_GCM, 0},
};

struct bench {
    const struct operation *operation;
    gcry_md_hd_t md;
    gcry_cipher_hd_t cipher;
    size_t length;
    unsigned char packet[MAX_BYTES + BLOCK];
    unsigned char output[MAX_BYTES + BLOCK];
    unsigned char iv[BLOCK];
};

static void require(gcry_error_t error, const char *what)
{
    if (error != 0) {
        fprintf(stderr, "gcrypt_yardstick: %s: %s\n", what, gcry_strerror(error));
        exit(1);
    }
}

static const struct operation *find(const char *name)
{
    for (size_t i = 0; i < sizeof OPERATIONS / sizeof OPERATIONS[0]; i++) {
        if (strcmp(OPERATIONS[i].name, name) == 0)
            return &OPERATIONS[i];
    }
    return NULL;
}

static void digest_packet(struct bench *b)
{
    gcry_md_reset(b->md);
    gcry_md_write(b->md, b->packet, b->length);
    size_t bytes = gcry_md_get_algo_dlen(b->operation->algorithm);
    memcpy(b->output, gcry_md_read(b->md, 0), bytes);
}

static void seal_packet(struct bench *b)
{
    uint64_t count;
    memcpy(&count, b->iv, sizeof count);
    count++;
    memcpy(b->iv, &count, sizeof count);
    size_t length = b->length;
    switch (b->operation->mode) {
    case GCRY_CIPHER_MODE_CBC: {
        size_t padding = BLOCK - length % BLOCK;
        memset(b->packet + length, (int) padding, padding);
        length += padding;
        require(gcry_cipher_setiv(b->cipher, b->iv, BLOCK), "IV");
        break;
    }
    case GCRY_CIPHER_MODE_CTR:
        require(gcry_cipher_setctr(b->cipher, b->iv, BLOCK), "counter");
        break;
    default:
        require(gcry_cipher_reset(b->cipher), "reset");
        require(gcry_cipher_setiv(b->cipher, b->iv, 12), "IV");
    }
    require(gcry_cipher_encrypt(b->cipher, b->output, length, b->packet, length), "encryption");
    if (b->operation->mode == GCRY_CIPHER_MODE_GCM)
        require(gcry_cipher_gettag(b->cipher, b->output + length, BLOCK), "tag");
}

static void open_handles(struct bench *b)
{
    static const unsigned char key[32] = "a key that is nobody's secret";
    const struct operation *o = b->operation;
    if (o->mode == 0) {
        require(gcry_md_open(&b->md, o->algorithm, o->flags), "handle");
        if (o->flags == HMAC)
            require(gcry_md_setkey(b->md, key, gcry_md_get_algo_dlen(o->algorithm)), "key");
    } else {
        require(gcry_cipher_open(&b->cipher, o->algorithm, o->mode, 0), "handle");
        require(gcry_cipher_setkey(b->cipher, key, 16), "key");
    }
}

static double now_nanos(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double) t.tv_sec * 1e9 + (double) t.tv_nsec;
}

/* The median round: a machine that is shared has slow rounds. As long as an iteration in Java. */
static int by_value(const void *a, const void *b)
{
    double x = *(const double *) a;
    double y = *(const double *) b;
    return (x > y) - (x < y);
}

static double median_nanos(struct bench *b, double seconds, uint64_t *packets)
{
    size_t capacity = 1 << 16;
    size_t rounds = 0;
    double *nanos = calloc(capacity, sizeof *nanos);
    if (nanos == NULL)
        exit(1);
    void (*packet)(struct bench *) = b->operation->mode == 0 ? digest_packet : seal_packet;
    double end = now_nanos() + seconds * 1e9;
    *packets = 0;
    for (double last = now_nanos(), next; last < end || rounds == 0; last = next) {
        unsigned done = 0;
        do {
            for (int i = 0; i < CHUNK; i++)
                packet(b);
            done += CHUNK;
            next = now_nanos();
        } while (next - last < ROUND_NANOS);
        nanos[rounds % capacity] = (next - last) / done;
        *packets += done;
        rounds++;
    }
    size_t kept = rounds < capacity ? rounds : capacity;
    qsort(nanos, kept, sizeof *nanos, by_value);
    double median = nanos[kept / 2];
    free(nanos);
    return median;
}

int main(int argc, char **argv)
{
    static struct bench b;
    b.operation = argc == 4 ? find(argv[1]) : NULL;
    b.length = argc == 4 ? strtoul(argv[2], NULL, 10) : 0;
    double seconds = argc == 4 ? strtod(argv[3], NULL) : 0;
    if (b.operation == NULL || b.length < 1 || b.length > MAX_BYTES || !(seconds > 0)) {
        fprintf(stderr, "usage: gcrypt_yardstick ALGORITHM BYTES(1..%d) SECONDS\n", MAX_BYTES);
        return 2;
    }
    if (gcry_check_version(GCRYPT_VERSION) == NULL) {
        fprintf(stderr, "gcrypt_yardstick: libgcrypt is older than %s\n", GCRYPT_VERSION);
        return 1;
    }
    gcry_control(GCRYCTL_DISABLE_SECMEM, 0);
    gcry_control(GCRYCTL_INITIALIZATION_FINISHED, 0);
    open_handles(&b);
    uint64_t packets;
    double warm = median_nanos(&b, seconds / 10, &packets);
    double nanos = median_nanos(&b, seconds, &packets);
    (void) warm;
    printf("{\"algorithm\":\"%s\",\"bytes\":%zu,\"nsPerPacket\":%.1f,\"packets\":%" PRIu64
           ",\"libgcrypt\":\"%s\"}\n",
           b.operation->name, b.length, nanos, packets, gcry_check_version(NULL));
    gcry_md_close(b.md);
    gcry_cipher_close(b.cipher);
    return 0;
}
