/*
 * The native code without a JVM, under AddressSanitizer and UBSan: answers against libgcrypt's own
 * one-shot functions, bounds, failures on the way, and that no secret is left in freed memory.
 */
#include "fake_jvm.h"

#include <gcrypt.h>
#include <stdint.h>

#include "dev_rosa_gcrypt_CipherHandle.h"
#include "dev_rosa_gcrypt_DigestHandle.h"
#include "dev_rosa_gcrypt_GcryptLibrary.h"

#define DIGEST(name) Java_dev_rosa_gcrypt_DigestHandle_##name
#define CIPHER(name) Java_dev_rosa_gcrypt_CipherHandle_##name

enum { KEY_BYTES = 32, HUGE_BYTES = 200003, CHUNK = 64 * 1024, BLOCKS = 256 };

static const int DIGESTS[] = {GCRY_MD_MD5, GCRY_MD_SHA1, GCRY_MD_SHA256};
static unsigned char secret[KEY_BYTES];
static unsigned char data[HUGE_BYTES];

/* What libgcrypt allocated since its start: looked through when it is freed. */
static struct {
    void *start;
    size_t length;
} blocks[BLOCKS];

static size_t place_of(const void *start)
{
    size_t i = 0;
    while (i < BLOCKS && blocks[i].start != start)
        i++;
    return i;
}

static void *allocate(size_t length)
{
    void *start = malloc(length);
    size_t i = place_of(NULL);
    CHECK(start != NULL && i < BLOCKS);
    blocks[i].start = start;
    blocks[i].length = length;
    return start;
}

static int holds_secret(const unsigned char *bytes, size_t length, unsigned char mask)
{
    unsigned char masked[16];
    for (size_t i = 0; i < sizeof masked; i++)
        masked[i] = secret[i] ^ mask;
    return memmem(bytes, length, masked, sizeof masked) != NULL;
}

static void release(void *start)
{
    size_t i = start == NULL ? BLOCKS : place_of(start);
    if (i < BLOCKS) {
        CHECK(!holds_secret(start, blocks[i].length, 0));
        CHECK(!holds_secret(start, blocks[i].length, 0x36));
        CHECK(!holds_secret(start, blocks[i].length, 0x5c));
        blocks[i].start = NULL;
    }
    free(start);
}

static void *resize(void *start, size_t length)
{
    size_t i = place_of(start);
    CHECK(start != NULL && i < BLOCKS);
    void *other = allocate(length);
    memcpy(other, start, blocks[i].length < length ? blocks[i].length : length);
    release(start);
    return other;
}

static int is_not_secure(const void *bytes)
{
    (void) bytes;
    return 0;
}

static void fill(void)
{
    uint32_t state = 12345;
    for (size_t i = 0; i < sizeof data; i++) {
        state = state * 1664525u + 1013904223u;
        data[i] = (unsigned char) (state >> 24);
    }
    memcpy(secret, data + 1000, sizeof secret);
}

static jlong address_of(jbyteArray array)
{
    return (jlong) (intptr_t) fake_of(array)->bytes;
}

static void expect_digest(jlong handle, int algorithm, const void *expected)
{
    jsize bytes = (jsize) gcry_md_get_algo_dlen(algorithm);
    jbyteArray output = fake_bytes(NULL, bytes + 3);
    DIGEST(read)(&fake_env, NULL, handle, output, 3, bytes);
    CHECK(memcmp(fake_of(output)->bytes + 3, expected, (size_t) bytes) == 0);
    fake_free(output);
}

static void expect_hmac(jlong handle, int algorithm, size_t key_length, size_t length)
{
    unsigned char expected[32];
    gcry_buffer_t parts[2] = {{.data = data + 1000, .len = key_length},
                              {.data = data, .len = length}};
    CHECK(gcry_md_hash_buffers(algorithm, GCRY_MD_FLAG_HMAC, expected, parts, 2) == 0);
    expect_digest(handle, algorithm, expected);
}

static void should_tag_whatever_the_lengths(int algorithm)
{
    static const size_t key_lengths[] = {0, 1, 16, 32, 63, 64, 65, 500};
    static const jint lengths[] = {0, 1, 55, 56, 63, 64, 65, 1024, CHUNK, CHUNK + 1, HUGE_BYTES};
    jlong handle = DIGEST(open)(&fake_env, NULL, algorithm, JNI_TRUE);
    CHECK(handle != 0);
    for (size_t k = 0; k < sizeof key_lengths / sizeof *key_lengths; k++) {
        jint key_length = (jint) key_lengths[k];
        jbyteArray key = fake_bytes(data + 1000, key_length);
        CHECK(DIGEST(key)(&fake_env, NULL, handle, key, key_length) == 0);
        for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++) {
            jbyteArray message = fake_bytes(data, lengths[i]);
            fake.holds = 0;
            CHECK(DIGEST(write)(&fake_env, NULL, handle, message, 0, lengths[i]) == 0);
            CHECK(fake.holds == (lengths[i] + CHUNK - 1) / CHUNK);
            expect_hmac(handle, algorithm, key_lengths[k], (size_t) lengths[i]);
            CHECK(DIGEST(write)(&fake_env, NULL, handle, NULL, address_of(message), lengths[i]) == 0);
            expect_hmac(handle, algorithm, key_lengths[k], (size_t) lengths[i]);
            fake_free(message);
        }
        fake_free(key);
    }
    DIGEST(free)(&fake_env, NULL, handle);
}

static void should_go_on_separately_when_copied(int algorithm)
{
    jlong one = DIGEST(open)(&fake_env, NULL, algorithm, JNI_TRUE);
    jbyteArray key = fake_bytes(secret, KEY_BYTES);
    CHECK(DIGEST(key)(&fake_env, NULL, one, key, KEY_BYTES) == 0);
    DIGEST(writeByte)(&fake_env, NULL, one, (jbyte) data[0]);
    jlong other = DIGEST(copy)(&fake_env, NULL, one);
    DIGEST(writeByte)(&fake_env, NULL, other, (jbyte) data[1]);
    expect_hmac(one, algorithm, KEY_BYTES, 1);
    DIGEST(free)(&fake_env, NULL, one);
    expect_hmac(other, algorithm, KEY_BYTES, 2);
    DIGEST(writeByte)(&fake_env, NULL, other, (jbyte) data[9]);
    DIGEST(restart)(&fake_env, NULL, other);
    expect_hmac(other, algorithm, KEY_BYTES, 0);
    DIGEST(free)(&fake_env, NULL, other);
    fake_free(key);
}

static void should_digest(int algorithm)
{
    CHECK(DIGEST(available)(&fake_env, NULL, algorithm));
    jlong handle = DIGEST(open)(&fake_env, NULL, algorithm, JNI_FALSE);
    jbyteArray message = fake_bytes(data, 333);
    unsigned char expected[32];
    gcry_md_hash_buffer(algorithm, expected, data + 3, 330);
    for (int round = 0; round < 2; round++) {
        CHECK(DIGEST(write)(&fake_env, NULL, handle, message, 3, 330) == 0);
        expect_digest(handle, algorithm, expected);
    }
    fake_free(message);
    DIGEST(free)(&fake_env, NULL, handle);
}

/* A cipher with a key and an IV. */
static jlong started(int mode, jsize key_length, jsize iv_length)
{
    jlong handle = CIPHER(open)(&fake_env, NULL, mode);
    jbyteArray key = fake_bytes(secret, key_length);
    jbyteArray iv = fake_bytes(data + 77, iv_length);
    CHECK(handle != 0);
    CHECK(CIPHER(start)(&fake_env, NULL, handle, key, JNI_TRUE, iv) == 0);
    CHECK(CIPHER(sealedUnder)(&fake_env, NULL, handle, key));
    CHECK(CIPHER(start)(&fake_env, NULL, handle, key, JNI_FALSE, iv) == 0);
    fake_free(key);
    fake_free(iv);
    return handle;
}

static void should_encrypt_and_decrypt(int mode, jsize key_length, jint length)
{
    jsize iv_length = mode == GCRY_CIPHER_MODE_GCM ? 300 : 16;
    jlong handle = started(mode, key_length, iv_length);
    jbyteArray iv = fake_bytes(data + 77, iv_length);
    jbyteArray memory = fake_bytes(data, length);
    jbyteArray apart = fake_bytes(NULL, length + 5);
    fake.holds = 0;
    CHECK(CIPHER(encrypt)(&fake_env, NULL, handle, memory, 0, length, apart, 5) == 0);
    CHECK(fake.holds == 2 * ((length + CHUNK - 1) / CHUNK));
    CHECK(length < 16 || memcmp(fake_of(apart)->bytes + 5, data, (size_t) length) != 0);
    CHECK(CIPHER(restart)(&fake_env, NULL, handle, iv) == 0);
    CHECK(CIPHER(encrypt)(&fake_env, NULL, handle, memory, 0, length, memory, 0) == 0);
    CHECK(memcmp(fake_of(apart)->bytes + 5, fake_of(memory)->bytes, (size_t) length) == 0);
    CHECK(CIPHER(restart)(&fake_env, NULL, handle, iv) == 0);
    jlong address = address_of(memory);
    CHECK(CIPHER(decrypt)(&fake_env, NULL, handle, NULL, address, length, NULL, address) == 0);
    CHECK(memcmp(fake_of(memory)->bytes, data, (size_t) length) == 0);
    CIPHER(free)(&fake_env, NULL, handle);
    fake_free(apart);
    fake_free(memory);
    fake_free(iv);
}

static void should_know_a_wrong_tag(void)
{
    jbyteArray iv = fake_bytes(data + 77, 12);
    jbyteArray memory = fake_bytes(data, 100);
    jbyteArray tag = fake_bytes(NULL, 16);
    jlong handle = started(GCRY_CIPHER_MODE_GCM, 16, 12);
    CHECK(CIPHER(authenticate)(&fake_env, NULL, handle, memory, 20, 80) == 0);
    CHECK(CIPHER(encrypt)(&fake_env, NULL, handle, memory, 0, 50, memory, 0) == 0);
    CHECK(CIPHER(tag)(&fake_env, NULL, handle, tag) == 0);
    for (int wrong = 0; wrong < 2; wrong++) {
        fake_of(tag)->bytes[11] ^= (unsigned char) wrong;
        CHECK(CIPHER(restart)(&fake_env, NULL, handle, iv) == 0);
        jbyteArray additional = fake_bytes(data + 20, 80);
        memcpy(fake_of(additional)->bytes, data + 20, 80);
        CHECK(CIPHER(authenticate)(&fake_env, NULL, handle, NULL, address_of(additional), 80) == 0);
        jbyteArray opened = fake_bytes(NULL, 50);
        CHECK(CIPHER(decrypt)(&fake_env, NULL, handle, memory, 0, 50, opened, 0) == 0);
        jint code = CIPHER(checkTag)(&fake_env, NULL, handle, tag, 12);
        CHECK(code == (wrong ? dev_rosa_gcrypt_CipherHandle_WRONG_TAG : 0));
        fake_free(opened);
        fake_free(additional);
    }
    CHECK(CIPHER(checkTag)(&fake_env, NULL, handle, tag, 17) != 0);
    CIPHER(free)(&fake_env, NULL, handle);
    fake_free(tag);
    fake_free(memory);
    fake_free(iv);
}

static void should_look_ahead_in_cbc(void)
{
    jbyteArray iv = fake_bytes(data + 77, 16);
    jbyteArray memory = fake_bytes(data, 48);
    jlong handle = started(GCRY_CIPHER_MODE_CBC, 24, 16);
    CHECK(CIPHER(encrypt)(&fake_env, NULL, handle, memory, 0, 48, memory, 0) == 0);
    jbyteArray before = fake_bytes(fake_of(memory)->bytes + 16, 16);
    jbyteArray block = fake_bytes(fake_of(memory)->bytes + 32, 16);
    CHECK(CIPHER(peek)(&fake_env, NULL, handle, before, block, iv) == 0);
    CHECK(memcmp(fake_of(block)->bytes, data + 32, 16) == 0);
    CHECK(CIPHER(decrypt)(&fake_env, NULL, handle, memory, 0, 48, memory, 0) == 0);
    CHECK(memcmp(fake_of(memory)->bytes, data, 48) == 0);
    CIPHER(free)(&fake_env, NULL, handle);
    fake_free(before);
    fake_free(block);
    fake_free(memory);
    fake_free(iv);
}

static void should_refuse_without_a_key(void)
{
    jbyteArray memory = fake_bytes(data, 48);
    jlong handle = CIPHER(open)(&fake_env, NULL, GCRY_CIPHER_MODE_GCM);
    for (jsize length = 0; length <= 40; length++) {
        jbyteArray key = fake_bytes(data, length);
        int right = length == 16 || length == 24 || length == 32;
        CHECK(CIPHER(sealedUnder)(&fake_env, NULL, handle, key) == JNI_FALSE);
        if (!right)
            CHECK(CIPHER(start)(&fake_env, NULL, handle, key, JNI_TRUE, memory) != 0);
        fake_free(key);
    }
    CHECK(CIPHER(encrypt)(&fake_env, NULL, handle, memory, 0, 16, memory, 0) != 0);
    CHECK(CIPHER(authenticate)(&fake_env, NULL, handle, memory, 0, 16) != 0);
    CHECK(CIPHER(restart)(&fake_env, NULL, handle, memory) != 0);
    CHECK(CIPHER(peek)(&fake_env, NULL, handle, memory, memory, memory) != 0);
    CHECK(CIPHER(tag)(&fake_env, NULL, handle, memory) != 0);
    CHECK(CIPHER(checkTag)(&fake_env, NULL, handle, memory, 16) != 0);
    CIPHER(free)(&fake_env, NULL, handle);
    CIPHER(free)(&fake_env, NULL, 0);
    fake_free(memory);
}

/* Else it would mean nothing that freed memory holds none. */
static void should_find_a_secret_where_one_is(void)
{
    int found = 0;
    jlong handle = started(GCRY_CIPHER_MODE_CTR, 16, 16);
    for (size_t i = 0; i < BLOCKS; i++)
        found += blocks[i].start != NULL && holds_secret(blocks[i].start, blocks[i].length, 0);
    CHECK(found > 0);
    CIPHER(free)(&fake_env, NULL, handle);
}

/* The second array, or one of a later chunk, is not to be had. */
static void should_let_go_when_an_array_is_not_to_be_had(void)
{
    jbyteArray memory = fake_bytes(data, HUGE_BYTES);
    jbyteArray key = fake_bytes(secret, 20);
    jlong cipher = started(GCRY_CIPHER_MODE_CTR, 16, 16);
    jlong mac = DIGEST(open)(&fake_env, NULL, GCRY_MD_SHA1, JNI_TRUE);
    for (int failing = 1; failing <= 6; failing++) {
        fake.fail_after = failing;
        CHECK(CIPHER(encrypt)(&fake_env, NULL, cipher, memory, 0, HUGE_BYTES, memory, 0) != 0);
        CHECK(fake.held == 0 && fake.fail_after == 0);
    }
    for (int failing = 1; failing <= 4; failing++) {
        fake.fail_after = failing;
        CHECK(DIGEST(write)(&fake_env, NULL, mac, memory, 0, HUGE_BYTES) != 0);
        CHECK(fake.held == 0 && fake.fail_after == 0);
    }
    fake.fail_after = 1;
    CHECK(DIGEST(key)(&fake_env, NULL, mac, key, 20) != 0);
    CIPHER(free)(&fake_env, NULL, cipher);
    DIGEST(free)(&fake_env, NULL, mac);
    fake_free(memory);
    fake_free(key);
}

static void check_engines(void)
{
    for (size_t i = 0; i < sizeof DIGESTS / sizeof *DIGESTS; i++) {
        should_tag_whatever_the_lengths(DIGESTS[i]);
        should_go_on_separately_when_copied(DIGESTS[i]);
        should_digest(DIGESTS[i]);
    }
    for (jsize key_length = 16; key_length <= 32; key_length += 8) {
        for (jint length = 0; length <= 100; length++) {
            should_encrypt_and_decrypt(GCRY_CIPHER_MODE_CTR, key_length, length);
            should_encrypt_and_decrypt(GCRY_CIPHER_MODE_GCM, key_length, length);
        }
        should_encrypt_and_decrypt(GCRY_CIPHER_MODE_CBC, key_length, 64);
        should_encrypt_and_decrypt(GCRY_CIPHER_MODE_CBC, key_length, HUGE_BYTES / 16 * 16);
        should_encrypt_and_decrypt(GCRY_CIPHER_MODE_CTR, key_length, HUGE_BYTES);
        should_encrypt_and_decrypt(GCRY_CIPHER_MODE_GCM, key_length, HUGE_BYTES);
    }
    should_know_a_wrong_tag();
    should_look_ahead_in_cbc();
    should_refuse_without_a_key();
    should_find_a_secret_where_one_is();
    should_let_go_when_an_array_is_not_to_be_had();
    CHECK(fake.held == 0);
}

int main(void)
{
    fill();
    jstring without = fake_string(&fake_env, "intel-shaext");
    fake_free(Java_dev_rosa_gcrypt_GcryptLibrary_versions(&fake_env, NULL, without));
    fake_free(without);
    CHECK(Java_dev_rosa_gcrypt_GcryptLibrary_startFailure(&fake_env, NULL) == NULL);
    jstring features = Java_dev_rosa_gcrypt_GcryptLibrary_features(&fake_env, NULL);
    CHECK(strstr((char *) fake_of(features)->bytes, "intel-shaext") == NULL);
    fake_free(features);
    gcry_set_allocation_handler(allocate, allocate, is_not_secure, resize, release);
    for (fake.copies = 0; fake.copies <= 1; fake.copies++)
        check_engines();
    return 0;
}
