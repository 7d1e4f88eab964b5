/* The library as a whole: its start and its version. */
#include <gcrypt.h>

#include "dev_rosa_gcrypt_GcryptLibrary.h"
#include "rosa_versions.h"

/* gcry_check_version starts libgcrypt, and refuses one that is older than the header. */
JNIEXPORT jstring JNICALL Java_dev_rosa_gcrypt_GcryptLibrary_versions(JNIEnv *env, jclass type)
{
    (void) type;
    const char *runtime = gcry_check_version(GCRYPT_VERSION);
    if (runtime != NULL && !gcry_control(GCRYCTL_INITIALIZATION_FINISHED_P)) {
        gcry_control(GCRYCTL_DISABLE_SECMEM, 0);
        gcry_control(GCRYCTL_INITIALIZATION_FINISHED, 0);
    }
    return rosa_versions(env, GCRYPT_VERSION, runtime);
}
