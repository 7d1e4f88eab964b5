/* A native method that does nothing: what is left of its cost is the call. Measured by rosa-bench. */
#include "dev_rosa_nativecode_EmptyCall.h"

JNIEXPORT jint JNICALL Java_dev_rosa_nativecode_EmptyCall_call(JNIEnv *env, jclass type, jint value)
{
    (void) env;
    (void) type;
    return value;
}
