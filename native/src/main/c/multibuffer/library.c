/* The library as a whole: its version. */
#include <stddef.h>
#include <stdint.h>

#include <intel-ipsec-mb.h>

#include "dev_rosa_multibuffer_MultiBufferLibrary.h"
#include "rosa_versions.h"

JNIEXPORT jstring JNICALL Java_dev_rosa_multibuffer_MultiBufferLibrary_versions(JNIEnv *env,
                                                                                jclass type)
{
    (void) type;
    return rosa_versions(env, IMB_VERSION_STR, imb_get_version_str());
}
