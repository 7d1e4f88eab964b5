/*
 * A JVM as the native code sees it, of arrays only. It hands out exact copies of arrays or the arrays
 * themselves, and ends the test where JNI is used wrongly: a call while an array is held, bounds
 * that are none, an array never let go.
 */
#ifndef FAKE_JVM_H
#define FAKE_JVM_H

#include <jni.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct fake_array {
    jsize length;
    unsigned char *bytes;
};

/* How the next arrays are handed out, and what is held now. */
static struct {
    int copies;
    int fail_after;
    int held;
    int holds;
} fake;

#define CHECK(condition)                                                                           \
    do {                                                                                           \
        if (!(condition)) {                                                                        \
            fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #condition);                        \
            abort();                                                                               \
        }                                                                                          \
    } while (0)

static struct fake_array *fake_of(jobject object)
{
    CHECK(object != NULL);
    return (struct fake_array *) (void *) object;
}

static jbyteArray fake_bytes(const void *content, jsize length)
{
    struct fake_array *array = malloc(sizeof *array);
    CHECK(array != NULL);
    array->length = length;
    array->bytes = malloc(length == 0 ? 1 : (size_t) length);
    CHECK(array->bytes != NULL);
    if (content == NULL)
        memset(array->bytes, 0, (size_t) length);
    else
        memcpy(array->bytes, content, (size_t) length);
    return (jbyteArray) (void *) array;
}

static void fake_free(jobject object)
{
    struct fake_array *array = fake_of(object);
    free(array->bytes);
    free(array);
}

static jsize JNICALL fake_length(JNIEnv *env, jarray array)
{
    (void) env;
    CHECK(fake.held == 0);
    return fake_of(array)->length;
}

static void JNICALL fake_get(JNIEnv *env, jbyteArray array, jsize from, jsize count, jbyte *to)
{
    (void) env;
    CHECK(fake.held == 0);
    CHECK(from >= 0 && count >= 0 && from <= fake_of(array)->length - count);
    memcpy(to, fake_of(array)->bytes + from, (size_t) count);
}

static void JNICALL fake_set(JNIEnv *env, jbyteArray array, jsize to, jsize count, const jbyte *from)
{
    (void) env;
    CHECK(fake.held == 0);
    CHECK(to >= 0 && count >= 0 && to <= fake_of(array)->length - count);
    memcpy(fake_of(array)->bytes + to, from, (size_t) count);
}

static void *JNICALL fake_hold(JNIEnv *env, jarray object, jboolean *is_copy)
{
    (void) env;
    CHECK(is_copy == NULL);
    if (fake.fail_after > 0 && --fake.fail_after == 0)
        return NULL;
    struct fake_array *array = fake_of(object);
    fake.held++;
    fake.holds++;
    if (!fake.copies)
        return array->bytes;
    void *copy = malloc(array->length == 0 ? 1 : (size_t) array->length);
    CHECK(copy != NULL);
    return memcpy(copy, array->bytes, (size_t) array->length);
}

static void JNICALL fake_release(JNIEnv *env, jarray object, void *bytes, jint mode)
{
    (void) env;
    struct fake_array *array = fake_of(object);
    CHECK(fake.held > 0);
    CHECK(mode == 0 || mode == JNI_ABORT);
    fake.held--;
    if (!fake.copies) {
        CHECK(bytes == array->bytes);
        return;
    }
    if (mode == 0)
        memcpy(array->bytes, bytes, (size_t) array->length);
    free(bytes);
}

/* Strings are arrays with a zero at their end. */
static jstring JNICALL fake_string(JNIEnv *env, const char *text)
{
    (void) env;
    CHECK(fake.held == 0);
    return (jstring) (void *) fake_bytes(text, (jsize) strlen(text) + 1);
}

static jsize JNICALL fake_string_length(JNIEnv *env, jstring string)
{
    (void) env;
    return fake_of(string)->length - 1;
}

static void JNICALL fake_string_region(JNIEnv *env, jstring string, jsize from, jsize count,
                                       char *to)
{
    (void) env;
    CHECK(from == 0 && count == fake_of(string)->length - 1);
    memcpy(to, fake_of(string)->bytes, (size_t) count);
}

static const struct JNINativeInterface_ fake_functions = {
    .GetArrayLength = fake_length,
    .GetByteArrayRegion = fake_get,
    .SetByteArrayRegion = fake_set,
    .GetPrimitiveArrayCritical = fake_hold,
    .ReleasePrimitiveArrayCritical = fake_release,
    .NewStringUTF = fake_string,
    .GetStringLength = fake_string_length,
    .GetStringUTFLength = fake_string_length,
    .GetStringUTFRegion = fake_string_region,
};

static JNIEnv fake_env = &fake_functions;

#endif
