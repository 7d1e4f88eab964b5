#include "rosa_versions.h"

#include <stdio.h>

#ifndef ROSA_BUILD_STAMP
#error "the Makefile defines ROSA_BUILD_STAMP"
#endif

jstring rosa_versions(JNIEnv *env, const char *header, const char *runtime)
{
    char text[256];
    int written = snprintf(text, sizeof text, "%s\n%s\n%s", ROSA_BUILD_STAMP, header,
                           runtime == NULL ? "" : runtime);
    if (written < 0 || (size_t) written >= sizeof text)
        text[0] = '\0';
    return (*env)->NewStringUTF(env, text);
}
