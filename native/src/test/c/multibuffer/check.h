/* What the C tests share: a condition that must hold, and the engines there can be here. */
#ifndef ROSA_CHECK_H
#define ROSA_CHECK_H

#include <stdio.h>
#include <stdlib.h>

#include "multibuffer.h"

#define CHECK(condition)                                                                          \
    do {                                                                                          \
        if (!(condition)) {                                                                       \
            fprintf(stderr, "%s:%d: %s does not hold\n", __FILE__, __LINE__, #condition);         \
            exit(1);                                                                              \
        }                                                                                         \
    } while (0)

static const uint64_t masks[] = {0, IMB_FLAG_SHANI_OFF, IMB_FLAG_AESNI_OFF};

/* An engine, or NULL where this CPU has no such instructions. */
static inline struct rosa_engine *engine_of(enum rosa_algorithm algorithm,
                                            enum rosa_architecture architecture, uint64_t mask)
{
    struct rosa_engine *engine = NULL;
    int status = rosa_create(&engine, algorithm, architecture, mask);
    CHECK(status == ROSA_OK || (status == ROSA_NO_CPU && engine == NULL));
    return engine;
}

#endif
