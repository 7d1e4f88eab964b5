/* Bytes that Java hands over: of an array, or of a direct buffer. */
#ifndef ROSA_BYTES_H
#define ROSA_BYTES_H

#include <jni.h>
#include <stddef.h>
#include <stdint.h>

/*
 * No array is held for longer than this many bytes take: a collector may have to wait for us. A
 * multiple of every block size.
 */
enum { ROSA_CHUNK = 64 * 1024 };

/* Of an array, from a position on; or, if the array is NULL, at an address. */
struct rosa_bytes {
    jbyteArray array;
    jlong position;
};

/*
 * The bytes, for as long as they are held: meanwhile no other JNI function may be called, but to
 * hold and to let go. NULL if there is no memory; an OutOfMemoryError is then pending.
 */
static inline unsigned char *rosa_hold(JNIEnv *env, struct rosa_bytes bytes, unsigned char **held)
{
    if (bytes.array == NULL) {
        *held = NULL;
        return (unsigned char *) (intptr_t) bytes.position;
    }
    *held = (*env)->GetPrimitiveArrayCritical(env, bytes.array, NULL);
    return *held == NULL ? NULL : *held + bytes.position;
}

/* Lets go; mode is 0 if the bytes were written, JNI_ABORT if they were only read. */
static inline void rosa_release(JNIEnv *env, struct rosa_bytes bytes, unsigned char *held, jint mode)
{
    if (bytes.array != NULL)
        (*env)->ReleasePrimitiveArrayCritical(env, bytes.array, held, mode);
}

/* How much of a length to take while arrays are held. */
static inline jint rosa_chunk(jint length)
{
    return length < ROSA_CHUNK ? length : ROSA_CHUNK;
}

#endif
