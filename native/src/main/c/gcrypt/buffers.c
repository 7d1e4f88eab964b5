/* Where the memory of a direct buffer is. */
#include "dev_rosa_gcrypt_Region.h"

#include <stdint.h>

JNIEXPORT jlong JNICALL Java_dev_rosa_gcrypt_Region_address(JNIEnv *env, jclass type, jobject buffer)
{
    (void) type;
    return (jlong) (intptr_t) (*env)->GetDirectBufferAddress(env, buffer);
}
