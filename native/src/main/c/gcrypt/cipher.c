/*
 * AES in CBC, CTR and GCM. The state is a handle of libgcrypt and two keys: the one in it, so that
 * the same key with a new IV need not be expanded again, and the last one that sealed, for who
 * checks that no IV is used twice under it.
 */
#include <gcrypt.h>
#include <stdlib.h>
#include <string.h>

#include "dev_rosa_gcrypt_CipherHandle.h"
#include "rosa_bytes.h"

enum { BLOCK_BYTES = 16, MAX_KEY_BYTES = 32, USUAL_IV_BYTES = 64 };

_Static_assert(dev_rosa_gcrypt_CipherHandle_CBC == GCRY_CIPHER_MODE_CBC, "CBC");
_Static_assert(dev_rosa_gcrypt_CipherHandle_CTR == GCRY_CIPHER_MODE_CTR, "CTR");
_Static_assert(dev_rosa_gcrypt_CipherHandle_GCM == GCRY_CIPHER_MODE_GCM, "GCM");
_Static_assert(dev_rosa_gcrypt_CipherHandle_WRONG_TAG == GPG_ERR_CHECKSUM, "tag");

struct key {
    jint length;
    unsigned char bytes[MAX_KEY_BYTES];
};

struct cipher {
    gcry_cipher_hd_t handle;
    int mode;
    struct key current;
    struct key sealing;
};

typedef gcry_error_t (*transform)(gcry_cipher_hd_t, void *, size_t, const void *, size_t);

static struct cipher *state(jlong address)
{
    return (struct cipher *) (intptr_t) address;
}

enum { NO_KEY = GPG_ERR_MISSING_KEY };

/* In a time that does not depend on where two keys of one length differ. */
static int same(const struct key *a, const struct key *b)
{
    if (a->length != b->length)
        return 0;
    unsigned char difference = 0;
    for (jint i = 0; i < a->length; i++)
        difference |= a->bytes[i] ^ b->bytes[i];
    return difference == 0;
}

/* 0 if that cannot be a key. */
static int read_key(JNIEnv *env, jbyteArray array, struct key *key)
{
    memset(key, 0, sizeof *key);
    key->length = (*env)->GetArrayLength(env, array);
    if (key->length != 16 && key->length != 24 && key->length != 32)
        return 0;
    (*env)->GetByteArrayRegion(env, array, 0, key->length, (jbyte *) key->bytes);
    return 1;
}

JNIEXPORT jlong JNICALL Java_dev_rosa_gcrypt_CipherHandle_open(JNIEnv *env, jclass type, jint mode)
{
    (void) env;
    (void) type;
    struct cipher *c = calloc(1, sizeof *c);
    if (c != NULL)
        c->mode = mode;
    return (jlong) (intptr_t) c;
}

/* libgcrypt wipes its handle, and we the keys. */
JNIEXPORT void JNICALL Java_dev_rosa_gcrypt_CipherHandle_free(JNIEnv *env, jclass type,
                                                              jlong address)
{
    (void) env;
    (void) type;
    struct cipher *c = state(address);
    if (c == NULL)
        return;
    gcry_cipher_close(c->handle);
    explicit_bzero(c, sizeof *c);
    free(c);
}

static int algorithm(jint key_bytes)
{
    switch (key_bytes) {
    case 16:
        return GCRY_CIPHER_AES128;
    case 24:
        return GCRY_CIPHER_AES192;
    default:
        return GCRY_CIPHER_AES256;
    }
}

static void drop_key(struct cipher *c)
{
    gcry_cipher_close(c->handle);
    c->handle = NULL;
    explicit_bzero(&c->current, sizeof c->current);
}

/* Another length of key is another algorithm to libgcrypt. There is a handle if there is a key. */
static gcry_error_t set_key(struct cipher *c, const struct key *key)
{
    if (same(&c->current, key))
        return 0;
    gcry_error_t error = 0;
    if (c->current.length != key->length) {
        drop_key(c);
        error = gcry_cipher_open(&c->handle, algorithm(key->length), c->mode, 0);
    }
    if (error == 0)
        error = gcry_cipher_setkey(c->handle, key->bytes, (size_t) key->length);
    if (error == 0)
        c->current = *key;
    else
        drop_key(c);
    return error;
}

JNIEXPORT jboolean JNICALL Java_dev_rosa_gcrypt_CipherHandle_sealedUnder(JNIEnv *env, jobject self,
                                                                         jlong address,
                                                                         jbyteArray array)
{
    (void) self;
    struct key key;
    int sealed = read_key(env, array, &key) && same(&key, &state(address)->sealing);
    explicit_bzero(&key, sizeof key);
    return sealed ? JNI_TRUE : JNI_FALSE;
}

static gcry_error_t set_iv(struct cipher *c, const unsigned char *iv, size_t length)
{
    if (c->handle == NULL)
        return NO_KEY;
    if (c->mode == GCRY_CIPHER_MODE_CTR)
        return gcry_cipher_setctr(c->handle, iv, length);
    if (c->mode == GCRY_CIPHER_MODE_GCM) {
        gcry_error_t error = gcry_cipher_reset(c->handle);
        if (error != 0)
            return error;
    }
    return gcry_cipher_setiv(c->handle, iv, length);
}

/* An IV for GCM may be of any length; it is no secret. */
static gcry_error_t read_iv(JNIEnv *env, struct cipher *c, jbyteArray array)
{
    unsigned char usual[USUAL_IV_BYTES];
    jsize length = (*env)->GetArrayLength(env, array);
    unsigned char *iv = length <= USUAL_IV_BYTES ? usual : malloc((size_t) length);
    if (iv == NULL)
        return gcry_error(GPG_ERR_ENOMEM);
    (*env)->GetByteArrayRegion(env, array, 0, length, (jbyte *) iv);
    gcry_error_t error = set_iv(c, iv, (size_t) length);
    if (iv != usual)
        free(iv);
    return error;
}

JNIEXPORT jint JNICALL Java_dev_rosa_gcrypt_CipherHandle_start(JNIEnv *env, jobject self,
                                                               jlong address, jbyteArray array,
                                                               jboolean seals, jbyteArray iv)
{
    (void) self;
    struct cipher *c = state(address);
    struct key key;
    gcry_error_t error = gcry_error(GPG_ERR_INV_KEYLEN);
    if (read_key(env, array, &key)) {
        error = set_key(c, &key);
        if (error == 0 && seals)
            c->sealing = key;
    }
    explicit_bzero(&key, sizeof key);
    if (error == 0)
        error = read_iv(env, c, iv);
    return (jint) gcry_err_code(error);
}

JNIEXPORT jint JNICALL Java_dev_rosa_gcrypt_CipherHandle_restart(JNIEnv *env, jobject self,
                                                                 jlong address, jbyteArray iv)
{
    (void) self;
    return (jint) gcry_err_code(read_iv(env, state(address), iv));
}

/* CBC: decrypts a block that comes after another one, in place, and leaves the state after a third. */
JNIEXPORT jint JNICALL Java_dev_rosa_gcrypt_CipherHandle_peek(JNIEnv *env, jobject self,
                                                              jlong address, jbyteArray before,
                                                              jbyteArray array, jbyteArray after)
{
    (void) self;
    struct cipher *c = state(address);
    unsigned char block[BLOCK_BYTES];
    gcry_error_t error = read_iv(env, c, before);
    if (error != 0)
        return (jint) gcry_err_code(error);
    (*env)->GetByteArrayRegion(env, array, 0, BLOCK_BYTES, (jbyte *) block);
    error = gcry_cipher_decrypt(c->handle, block, BLOCK_BYTES, NULL, 0);
    if (error == 0)
        error = read_iv(env, c, after);
    if (error == 0)
        (*env)->SetByteArrayRegion(env, array, 0, BLOCK_BYTES, (const jbyte *) block);
    explicit_bzero(block, sizeof block);
    return (jint) gcry_err_code(error);
}

JNIEXPORT jint JNICALL Java_dev_rosa_gcrypt_CipherHandle_authenticate(JNIEnv *env, jobject self,
                                                                      jlong address,
                                                                      jbyteArray array,
                                                                      jlong position, jint length)
{
    (void) self;
    struct rosa_bytes bytes = {array, position};
    gcry_error_t error = state(address)->handle == NULL ? NO_KEY : 0;
    while (length > 0 && error == 0) {
        unsigned char *held;
        jint chunk = rosa_chunk(length);
        unsigned char *start = rosa_hold(env, bytes, &held);
        if (start == NULL)
            return (jint) GPG_ERR_ENOMEM;
        error = gcry_cipher_authenticate(state(address)->handle, start, (size_t) chunk);
        rosa_release(env, bytes, held, JNI_ABORT);
        bytes.position += chunk;
        length -= chunk;
    }
    return (jint) gcry_err_code(error);
}

/* A piece of work, and where it stands. */
struct passage {
    transform apply;
    gcry_cipher_hd_t cipher;
    struct rosa_bytes input;
    struct rosa_bytes output;
};

/* Input and output may be the same array: they are held together, and let go in reverse. */
static gcry_error_t pass(JNIEnv *env, const struct passage *p, jint length)
{
    unsigned char *held_input;
    unsigned char *held_output;
    gcry_error_t error = gcry_error(GPG_ERR_ENOMEM);
    unsigned char *source = rosa_hold(env, p->input, &held_input);
    if (source == NULL)
        return error;
    unsigned char *target = rosa_hold(env, p->output, &held_output);
    if (target != NULL) {
        error = p->apply(p->cipher, target, (size_t) length, source, (size_t) length);
        rosa_release(env, p->output, held_output, 0);
    }
    rosa_release(env, p->input, held_input, JNI_ABORT);
    return error;
}

static jint pass_all(JNIEnv *env, struct passage p, jint length)
{
    gcry_error_t error = p.cipher == NULL ? NO_KEY : 0;
    while (length > 0 && error == 0) {
        jint chunk = rosa_chunk(length);
        error = pass(env, &p, chunk);
        p.input.position += chunk;
        p.output.position += chunk;
        length -= chunk;
    }
    return (jint) gcry_err_code(error);
}

JNIEXPORT jint JNICALL Java_dev_rosa_gcrypt_CipherHandle_encrypt(
    JNIEnv *env, jobject self, jlong address, jbyteArray input, jlong input_position, jint length,
    jbyteArray output, jlong output_position)
{
    (void) self;
    struct passage p = {gcry_cipher_encrypt,
                        state(address)->handle,
                        {input, input_position},
                        {output, output_position}};
    return pass_all(env, p, length);
}

JNIEXPORT jint JNICALL Java_dev_rosa_gcrypt_CipherHandle_decrypt(
    JNIEnv *env, jobject self, jlong address, jbyteArray input, jlong input_position, jint length,
    jbyteArray output, jlong output_position)
{
    (void) self;
    struct passage p = {gcry_cipher_decrypt,
                        state(address)->handle,
                        {input, input_position},
                        {output, output_position}};
    return pass_all(env, p, length);
}

/* Writes the whole tag; who wants a shorter one takes its beginning. */
JNIEXPORT jint JNICALL Java_dev_rosa_gcrypt_CipherHandle_tag(JNIEnv *env, jobject self,
                                                             jlong address, jbyteArray output)
{
    (void) self;
    unsigned char tag[BLOCK_BYTES];
    gcry_cipher_hd_t cipher = state(address)->handle;
    gcry_error_t error = cipher == NULL ? NO_KEY : gcry_cipher_gettag(cipher, tag, sizeof tag);
    if (error == 0)
        (*env)->SetByteArrayRegion(env, output, 0, BLOCK_BYTES, (const jbyte *) tag);
    return (jint) gcry_err_code(error);
}

/* libgcrypt compares in constant time, and answers GPG_ERR_CHECKSUM to a wrong tag. */
JNIEXPORT jint JNICALL Java_dev_rosa_gcrypt_CipherHandle_checkTag(JNIEnv *env, jobject self,
                                                                  jlong address, jbyteArray array,
                                                                  jint length)
{
    (void) self;
    unsigned char tag[BLOCK_BYTES];
    gcry_cipher_hd_t cipher = state(address)->handle;
    if (cipher == NULL || length < 0 || length > BLOCK_BYTES)
        return (jint) GPG_ERR_INV_STATE;
    (*env)->GetByteArrayRegion(env, array, 0, length, (jbyte *) tag);
    gcry_error_t error = gcry_cipher_checktag(cipher, tag, (size_t) length);
    return (jint) gcry_err_code(error);
}
