/* What NativeEngine.java calls. Nothing is checked here that Java has checked already. */
#include <string.h>

#include "dev_rosa_multibuffer_MultiBufferLibrary.h"
#include "dev_rosa_multibuffer_NativeEngine.h"
#include "multibuffer.h"
#include "rosa_versions.h"

static struct rosa_engine *engine_at(jlong address)
{
    return (struct rosa_engine *) (uintptr_t) address;
}

/* The library is linked in: header and library differ only if the build mixed two of them. */
JNIEXPORT jstring JNICALL Java_dev_rosa_multibuffer_MultiBufferLibrary_versions(JNIEnv *env,
                                                                                jclass type)
{
    (void) type;
    const char *version = imb_get_version_str();
    return rosa_versions(env, IMB_VERSION_STR, strcmp(version, IMB_VERSION_STR) == 0 ? version : "");
}

JNIEXPORT jlong JNICALL Java_dev_rosa_multibuffer_NativeEngine_create(
    JNIEnv *env, jclass type, jint algorithm, jint architecture, jlong flags)
{
    (void) env;
    (void) type;
    struct rosa_engine *engine = NULL;
    int status = rosa_create(&engine, (enum rosa_algorithm) algorithm,
                             (enum rosa_architecture) architecture, (uint64_t) flags);
    return status == ROSA_OK ? (jlong) (uintptr_t) engine : status;
}

JNIEXPORT void JNICALL Java_dev_rosa_multibuffer_NativeEngine_free(JNIEnv *env, jclass type,
                                                                   jlong engine)
{
    (void) env;
    (void) type;
    rosa_free(engine_at(engine));
}

JNIEXPORT jobject JNICALL Java_dev_rosa_multibuffer_NativeEngine_block(JNIEnv *env, jclass type,
                                                                       jlong engine)
{
    (void) type;
    return (*env)->NewDirectByteBuffer(env, &engine_at(engine)->block, sizeof(struct rosa_block));
}

JNIEXPORT jlong JNICALL Java_dev_rosa_multibuffer_NativeEngine_features(JNIEnv *env, jclass type,
                                                                        jlong engine)
{
    (void) env;
    (void) type;
    return (jlong) engine_at(engine)->wide->features;
}

JNIEXPORT jint JNICALL Java_dev_rosa_multibuffer_NativeEngine_architecture(JNIEnv *env, jclass type,
                                                                           jlong engine)
{
    (void) env;
    (void) type;
    switch (engine_at(engine)->wide->used_arch) {
    case IMB_ARCH_SSE:
        return ROSA_SSE;
    case IMB_ARCH_AVX:
        return ROSA_AVX;
    case IMB_ARCH_AVX2:
        return ROSA_AVX2;
    case IMB_ARCH_AVX512:
        return ROSA_AVX512;
    default: /* emulation, for CPUs without AES instructions */
        return ROSA_AUTO;
    }
}

JNIEXPORT jlong JNICALL Java_dev_rosa_multibuffer_NativeEngine_prepare(JNIEnv *env, jclass type,
                                                                       jlong engine, jbyteArray key)
{
    (void) type;
    uint8_t copy[32];
    (*env)->GetByteArrayRegion(env, key, 0, (jsize) rosa_key_bytes(engine_at(engine)->algorithm),
                               (jbyte *) copy);
    uint8_t *state =
        (*env)->ExceptionCheck(env) ? NULL : rosa_prepare(engine_at(engine), copy);
    explicit_bzero(copy, sizeof copy);
    return (jlong) (uintptr_t) state;
}

JNIEXPORT void JNICALL Java_dev_rosa_multibuffer_NativeEngine_release(JNIEnv *env, jclass type,
                                                                      jlong engine, jlong state)
{
    (void) env;
    (void) type;
    rosa_arena_release(&engine_at(engine)->arena, rosa_pointer((uint64_t) state));
}

JNIEXPORT jint JNICALL Java_dev_rosa_multibuffer_NativeEngine_run(JNIEnv *env, jclass type,
                                                                  jlong engine, jint operation,
                                                                  jint count)
{
    (void) env;
    (void) type;
    return rosa_run(engine_at(engine), (enum rosa_operation) operation, (uint32_t) count);
}

JNIEXPORT jlong JNICALL Java_dev_rosa_multibuffer_NativeEngine_address(JNIEnv *env, jclass type,
                                                                       jobject memory)
{
    (void) type;
    return (jlong) (uintptr_t) (*env)->GetDirectBufferAddress(env, memory);
}
