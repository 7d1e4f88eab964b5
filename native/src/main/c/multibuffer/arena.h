/*
 * Memory for the states of keys: slots of one size in slabs that are kept out of swap and core
 * dumps as far as the system allows. A slot that is released is wiped and used again.
 */
#ifndef ROSA_ARENA_H
#define ROSA_ARENA_H

#include <stddef.h>
#include <stdint.h>

struct rosa_slab {
    uint8_t *memory;
    size_t bytes;
};

struct rosa_arena {
    size_t slot_bytes; /* a power of two, or a multiple of 64 */
    uint8_t *free;     /* released slots, each with the address of the next */
    uint8_t *next;     /* never used yet, up to end */
    uint8_t *end;
    struct rosa_slab *slabs;
    size_t slab_count;
};

void rosa_arena_init(struct rosa_arena *arena, size_t slot_bytes);
/* A slot, its content undefined; NULL if there is no memory. */
uint8_t *rosa_arena_take(struct rosa_arena *arena);
void rosa_arena_release(struct rosa_arena *arena, uint8_t *slot);
/* Wipes and gives back everything. */
void rosa_arena_free(struct rosa_arena *arena);

/* Wiped by the kernel, page-aligned, not in core dumps; NULL if there is none. */
void *rosa_map(size_t bytes);
void rosa_unmap(void *memory, size_t bytes);

#endif
