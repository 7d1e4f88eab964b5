/* What a library was built as and found at run time, for NativeLibrary to compare. */
#ifndef ROSA_VERSIONS_H
#define ROSA_VERSIONS_H

#include <jni.h>

/*
 * "BUILD STAMP\nHEADER VERSION\nRUN-TIME VERSION": the stamp this library was compiled with, the
 * version of the foreign library's header, and what that library says of itself now, "" if it
 * refuses to work. NULL with a pending exception if there is no memory.
 */
jstring rosa_versions(JNIEnv *env, const char *header, const char *runtime);

#endif
