/* Slots are apart, aligned, used again, and wiped. */
#include <string.h>

#include "arena.h"
#include "check.h"

#define MANY 200000

static void gives_slots_that_do_not_overlap(size_t slot_bytes)
{
    struct rosa_arena arena;
    uint8_t **slots = calloc(MANY, sizeof *slots);
    CHECK(slots != NULL);
    rosa_arena_init(&arena, slot_bytes);
    size_t count = slot_bytes > 64 ? MANY / 16 : MANY;
    for (size_t i = 0; i < count; i++) {
        slots[i] = rosa_arena_take(&arena);
        CHECK(slots[i] != NULL);
        CHECK(((uintptr_t) slots[i] & (slot_bytes < 64 ? slot_bytes - 1 : 63)) == 0);
        memset(slots[i], (int) (i & 0xff), slot_bytes);
    }
    for (size_t i = 0; i < count; i++)
        for (size_t at = 0; at < slot_bytes; at++)
            CHECK(slots[i][at] == (i & 0xff));
    CHECK(arena.slab_count < 16);
    rosa_arena_free(&arena);
    free(slots);
}

static void wipes_what_is_released_and_gives_it_again(void)
{
    struct rosa_arena arena;
    rosa_arena_init(&arena, 64);
    uint8_t *first = rosa_arena_take(&arena);
    uint8_t *second = rosa_arena_take(&arena);
    CHECK(first != NULL && second != NULL);
    memset(first, 0xaa, 64);
    memset(second, 0xbb, 64);
    rosa_arena_release(&arena, first);
    /* The first bytes link released slots. */
    for (size_t at = sizeof(uint8_t *); at < 64; at++)
        CHECK(first[at] == 0);
    for (size_t at = 0; at < 64; at++)
        CHECK(second[at] == 0xbb);
    rosa_arena_release(&arena, second);
    CHECK(rosa_arena_take(&arena) == second);
    CHECK(rosa_arena_take(&arena) == first);
    CHECK(arena.slab_count == 1);
    rosa_arena_free(&arena);
}

int main(void)
{
    gives_slots_that_do_not_overlap(32);
    gives_slots_that_do_not_overlap(64);
    gives_slots_that_do_not_overlap(192);
    gives_slots_that_do_not_overlap(1024);
    wipes_what_is_released_and_gives_it_again();
    return 0;
}
