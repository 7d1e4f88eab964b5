/*
 * Digests and HMACs. A handle of libgcrypt is Java's address of the state; with an HMAC it also keeps
 * the two padded key states, so that a reset returns to "key set" without touching the key again.
 */
#include <gcrypt.h>

#include "dev_rosa_gcrypt_DigestHandle.h"
#include "rosa_bytes.h"

enum { BLOCK_BYTES = 64, MAX_DIGEST_BYTES = 32 };

_Static_assert(dev_rosa_gcrypt_DigestHandle_MD5 == GCRY_MD_MD5, "MD5");
_Static_assert(dev_rosa_gcrypt_DigestHandle_SHA1 == GCRY_MD_SHA1, "SHA-1");
_Static_assert(dev_rosa_gcrypt_DigestHandle_SHA256 == GCRY_MD_SHA256, "SHA-256");

static gcry_md_hd_t handle(jlong address)
{
    return (gcry_md_hd_t) (intptr_t) address;
}

JNIEXPORT jboolean JNICALL Java_dev_rosa_gcrypt_DigestHandle_available(JNIEnv *env, jclass type,
                                                                       jint algorithm)
{
    (void) env;
    (void) type;
    return gcry_md_test_algo(algorithm) == 0 ? JNI_TRUE : JNI_FALSE;
}

JNIEXPORT jlong JNICALL Java_dev_rosa_gcrypt_DigestHandle_open(JNIEnv *env, jclass type,
                                                               jint algorithm, jboolean keyed)
{
    (void) env;
    (void) type;
    gcry_md_hd_t md = NULL;
    if (gcry_md_open(&md, algorithm, keyed ? GCRY_MD_FLAG_HMAC : 0) != 0)
        return 0;
    return (jlong) (intptr_t) md;
}

JNIEXPORT jlong JNICALL Java_dev_rosa_gcrypt_DigestHandle_copy(JNIEnv *env, jclass type,
                                                               jlong address)
{
    (void) env;
    (void) type;
    gcry_md_hd_t md = NULL;
    if (gcry_md_copy(&md, handle(address)) != 0)
        return 0;
    return (jlong) (intptr_t) md;
}

/* libgcrypt wipes what it frees here. */
JNIEXPORT void JNICALL Java_dev_rosa_gcrypt_DigestHandle_free(JNIEnv *env, jclass type,
                                                              jlong address)
{
    (void) env;
    (void) type;
    gcry_md_close(handle(address));
}

/*
 * A key longer than a block stands for its digest (RFC 2104). libgcrypt would do that itself, in
 * memory that it does not wipe where there is no secure memory.
 */
static gcry_error_t set_key(gcry_md_hd_t md, const unsigned char *key, size_t length)
{
    if (length <= BLOCK_BYTES)
        return gcry_md_setkey(md, key, length);
    unsigned char digest[MAX_DIGEST_BYTES];
    int algorithm = gcry_md_get_algo(md);
    gcry_md_hash_buffer(algorithm, digest, key, length);
    gcry_error_t error = gcry_md_setkey(md, digest, gcry_md_get_algo_dlen(algorithm));
    explicit_bzero(digest, sizeof digest);
    return error;
}

JNIEXPORT jint JNICALL Java_dev_rosa_gcrypt_DigestHandle_key(JNIEnv *env, jobject self,
                                                             jlong address, jbyteArray key,
                                                             jint length)
{
    (void) self;
    struct rosa_bytes bytes = {key, 0};
    unsigned char *held;
    unsigned char *start = rosa_hold(env, bytes, &held);
    if (start == NULL)
        return (jint) GPG_ERR_ENOMEM;
    gcry_error_t error = set_key(handle(address), start, (size_t) length);
    rosa_release(env, bytes, held, JNI_ABORT);
    return (jint) gcry_err_code(error);
}

JNIEXPORT jint JNICALL Java_dev_rosa_gcrypt_DigestHandle_write(JNIEnv *env, jobject self,
                                                               jlong address, jbyteArray array,
                                                               jlong position, jint length)
{
    (void) self;
    struct rosa_bytes bytes = {array, position};
    while (length > 0) {
        unsigned char *held;
        jint chunk = rosa_chunk(length);
        unsigned char *start = rosa_hold(env, bytes, &held);
        if (start == NULL)
            return (jint) GPG_ERR_ENOMEM;
        gcry_md_write(handle(address), start, (size_t) chunk);
        rosa_release(env, bytes, held, JNI_ABORT);
        bytes.position += chunk;
        length -= chunk;
    }
    return 0;
}

JNIEXPORT void JNICALL Java_dev_rosa_gcrypt_DigestHandle_writeByte(JNIEnv *env, jobject self,
                                                                   jlong address, jbyte value)
{
    (void) env;
    (void) self;
    gcry_md_write(handle(address), &value, 1);
}

JNIEXPORT void JNICALL Java_dev_rosa_gcrypt_DigestHandle_read(JNIEnv *env, jobject self,
                                                              jlong address, jbyteArray output,
                                                              jint offset, jint length)
{
    (void) self;
    gcry_md_hd_t md = handle(address);
    const jbyte *digest = (const jbyte *) gcry_md_read(md, 0);
    (*env)->SetByteArrayRegion(env, output, offset, length, digest);
    gcry_md_reset(md);
}

JNIEXPORT void JNICALL Java_dev_rosa_gcrypt_DigestHandle_restart(JNIEnv *env, jobject self,
                                                                 jlong address)
{
    (void) env;
    (void) self;
    gcry_md_reset(handle(address));
}
