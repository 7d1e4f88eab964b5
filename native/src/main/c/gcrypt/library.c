/* The library as a whole: its start, its version, what it uses of the processor. */
#include <stdio.h>

#include <gcrypt.h>

#include "dev_rosa_gcrypt_GcryptLibrary.h"
#include "rosa_versions.h"

enum { MAX_FEATURES = 512 };

/* Why libgcrypt could not be started as asked; written once, by the thread that loads us. */
static char failure[MAX_FEATURES + 128];

/* Features are masked before libgcrypt looks at the processor, which it does once and at its start. */
static void mask_features(const char *without)
{
    if (without[0] == '\0')
        return;
    if (gcry_control(GCRYCTL_ANY_INITIALIZATION_P)) {
        snprintf(failure, sizeof failure,
                 "somebody in this process started libgcrypt before rosa.gcrypt.without=%s could be "
                 "applied", without);
        return;
    }
    gcry_error_t error = gcry_control(GCRYCTL_DISABLE_HWF, without, NULL);
    if (error != 0)
        snprintf(failure, sizeof failure,
                 "rosa.gcrypt.without=%s names a feature that libgcrypt does not know", without);
}

/*
 * No secure memory: it is locked, so there is little of it, and a state of every session does not
 * fit. Instead everything that holds a secret is wiped before it is freed.
 */
static const char *start(const char *without)
{
    mask_features(without);
    const char *runtime = gcry_check_version(GCRYPT_VERSION);
    if (runtime != NULL && !gcry_control(GCRYCTL_INITIALIZATION_FINISHED_P)) {
        gcry_control(GCRYCTL_DISABLE_SECMEM, 0);
        gcry_control(GCRYCTL_INITIALIZATION_FINISHED, 0);
    }
    return runtime;
}

/* gcry_check_version refuses a libgcrypt that is older than the header. */
JNIEXPORT jstring JNICALL Java_dev_rosa_gcrypt_GcryptLibrary_versions(JNIEnv *env, jclass type,
                                                                      jstring without)
{
    (void) type;
    char features[MAX_FEATURES];
    jsize bytes = (*env)->GetStringUTFLength(env, without);
    if (bytes >= MAX_FEATURES) {
        snprintf(failure, sizeof failure, "rosa.gcrypt.without is longer than %d bytes",
                 MAX_FEATURES - 1);
        bytes = 0;
    } else {
        (*env)->GetStringUTFRegion(env, without, 0, (*env)->GetStringLength(env, without), features);
    }
    features[bytes] = '\0';
    return rosa_versions(env, GCRYPT_VERSION, start(features));
}

JNIEXPORT jstring JNICALL Java_dev_rosa_gcrypt_GcryptLibrary_startFailure(JNIEnv *env, jclass type)
{
    (void) type;
    return failure[0] == '\0' ? NULL : (*env)->NewStringUTF(env, failure);
}

JNIEXPORT jstring JNICALL Java_dev_rosa_gcrypt_GcryptLibrary_features(JNIEnv *env, jclass type)
{
    (void) type;
    char *list = gcry_get_config(0, "hwflist");
    jstring text = (*env)->NewStringUTF(env, list == NULL ? "" : list);
    gcry_free(list);
    return text;
}

JNIEXPORT jboolean JNICALL Java_dev_rosa_gcrypt_GcryptLibrary_isInFipsMode(JNIEnv *env, jclass type)
{
    (void) env;
    (void) type;
    return gcry_control(GCRYCTL_FIPS_MODE_P, 0) ? JNI_TRUE : JNI_FALSE;
}

JNIEXPORT jstring JNICALL Java_dev_rosa_gcrypt_GcryptLibrary_message(JNIEnv *env, jclass type,
                                                                     jint code)
{
    (void) type;
    return (*env)->NewStringUTF(env, gcry_strerror(gcry_error((gcry_err_code_t) code)));
}
