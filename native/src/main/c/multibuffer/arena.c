#include "arena.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#define SMALLEST_SLAB ((size_t) 64 << 10)
#define HUGE_PAGE ((size_t) 2 << 20)
#define LARGEST_SLAB ((size_t) 32 << 20)

void *rosa_map(size_t bytes)
{
    void *memory = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED)
        return NULL;
    /* Both are best effort: a limit on locked memory is no reason to refuse a session. */
    (void) madvise(memory, bytes, MADV_DONTDUMP);
    return memory;
}

void rosa_unmap(void *memory, size_t bytes)
{
    explicit_bzero(memory, bytes);
    (void) munmap(memory, bytes);
}

void rosa_arena_init(struct rosa_arena *arena, size_t slot_bytes)
{
    memset(arena, 0, sizeof *arena);
    arena->slot_bytes = slot_bytes;
}

/* At a huge page's boundary: a million keys are then 32 entries of the TLB and not 16,384. */
static uint8_t *map_huge(size_t bytes)
{
    uint8_t *memory = rosa_map(bytes + HUGE_PAGE);
    if (memory == NULL)
        return NULL;
    size_t before = -(uintptr_t) memory & (HUGE_PAGE - 1);
    if (before > 0)
        (void) munmap(memory, before);
    if (before < HUGE_PAGE)
        (void) munmap(memory + before + bytes, HUGE_PAGE - before);
    (void) madvise(memory + before, bytes, MADV_HUGEPAGE);
    return memory + before;
}

/* Four times the one before: few keys take little, a million take a handful of slabs. */
static size_t next_slab_bytes(const struct rosa_arena *arena)
{
    if (arena->slab_count == 0)
        return SMALLEST_SLAB;
    size_t bytes = arena->slabs[arena->slab_count - 1].bytes * 4;
    if (bytes > LARGEST_SLAB)
        return LARGEST_SLAB;
    return bytes > HUGE_PAGE / 4 && bytes < HUGE_PAGE ? HUGE_PAGE : bytes;
}

static int grow(struct rosa_arena *arena)
{
    size_t bytes = next_slab_bytes(arena);
    struct rosa_slab *slabs = realloc(arena->slabs, (arena->slab_count + 1) * sizeof *slabs);
    if (slabs == NULL)
        return 0;
    arena->slabs = slabs;
    uint8_t *memory = bytes < HUGE_PAGE ? rosa_map(bytes) : map_huge(bytes);
    if (memory == NULL)
        return 0;
    (void) mlock(memory, bytes);
    slabs[arena->slab_count++] = (struct rosa_slab) {memory, bytes};
    arena->next = memory;
    arena->end = memory + bytes - bytes % arena->slot_bytes;
    return 1;
}

uint8_t *rosa_arena_take(struct rosa_arena *arena)
{
    uint8_t *slot = arena->free;
    if (slot != NULL) {
        memcpy(&arena->free, slot, sizeof arena->free);
        return slot;
    }
    if (arena->next == arena->end && !grow(arena))
        return NULL;
    slot = arena->next;
    arena->next += arena->slot_bytes;
    return slot;
}

void rosa_arena_release(struct rosa_arena *arena, uint8_t *slot)
{
    explicit_bzero(slot, arena->slot_bytes);
    memcpy(slot, &arena->free, sizeof arena->free);
    arena->free = slot;
}

void rosa_arena_free(struct rosa_arena *arena)
{
    for (size_t i = 0; i < arena->slab_count; i++)
        rosa_unmap(arena->slabs[i].memory, arena->slabs[i].bytes);
    free(arena->slabs);
    rosa_arena_init(arena, arena->slot_bytes);
}
