// The functions of a C library that Embedded Swift and the engine call; WebAssembly has no such library. fma is in fma.c.
#include <stddef.h>
#include <stdint.h>

// With -fno-builtin the compiler does not turn these loops into calls of the functions that they are.

void *memmove(void *to, const void *from, size_t count) {
    unsigned char *target = to;
    const unsigned char *source = from;
    if (target <= source) {
        for (size_t index = 0; index < count; index++) target[index] = source[index];
    } else {
        while (count-- > 0) target[count] = source[count];
    }
    return to;
}

void *memcpy(void *restrict to, const void *restrict from, size_t count) { return memmove(to, from, count); }

void *memset(void *to, int byte, size_t count) {
    unsigned char *target = to;
    for (size_t index = 0; index < count; index++) target[index] = (unsigned char)byte;
    return to;
}

int memcmp(const void *left, const void *right, size_t count) {
    const unsigned char *a = left, *b = right;
    for (size_t index = 0; index < count; index++) {
        if (a[index] != b[index]) return a[index] < b[index] ? -1 : 1;
    }
    return 0;
}

// To the nearest whole number, halves away from 0. The difference to the whole part is exact.
double round(double number) {
    double whole = __builtin_trunc(number);
    if (__builtin_fabs(number - whole) < 0.5) return whole;
    return whole + __builtin_copysign(1, number);
}

// 128-bit products: four of 32 bits, and the rest modulo 2^128.
__int128 __multi3(__int128 left, __int128 right) {
    union parts { __int128 whole; struct { uint64_t low, high; }; } a = {left}, b = {right}, result;
    uint64_t a_low = (uint32_t)a.low, a_high = a.low >> 32, b_low = (uint32_t)b.low, b_high = b.low >> 32;
    uint64_t low = a_low * b_low, middle = a_high * b_low + (low >> 32), other = a_low * b_high + (uint32_t)middle;
    result.low = other << 32 | (uint32_t)low;
    result.high = a_high * b_high + (middle >> 32) + (other >> 32) + a.low * b.high + a.high * b.low;
    return result.whole;
}

// The heap: blocks of powers of two, each behind a header of 16 bytes that says which power; freed blocks of each size are kept
// in a list. Memory is never given back, and a replay needs little.

extern unsigned char __heap_base;
enum { page = 65536, header = 16, smallest = 5, largest = 30 };

struct block { struct block *next; };
static struct block *freed[largest + 1];
static uintptr_t end;

static void *block_of(int power) {
    struct block *block = freed[power];
    if (block != NULL) {
        freed[power] = block->next;
        return block;
    }
    if (end == 0) end = ((uintptr_t)&__heap_base + 15) & ~(uintptr_t)15;
    uintptr_t start = end;
    uint64_t wanted = (uint64_t)start + (1ull << power), present = (uint64_t)__builtin_wasm_memory_size(0) * page;
    if (wanted > present) {
        size_t pages = (size_t)((wanted - present + page - 1) / page);
        if (__builtin_wasm_memory_grow(0, pages) == SIZE_MAX) return NULL;
    }
    end = (uintptr_t)wanted;
    return (void *)start;
}

void *malloc(size_t size) {
    int power = smallest;
    while (power <= largest && (1ull << power) < (uint64_t)size + header) power++;
    if (power > largest) return NULL;
    unsigned char *block = block_of(power);
    if (block == NULL) return NULL;
    *(uint32_t *)block = (uint32_t)power;
    return block + header;
}

void free(void *memory) {
    if (memory == NULL) return;
    struct block *block = (struct block *)((unsigned char *)memory - header);
    uint32_t power = *(uint32_t *)block;
    block->next = freed[power];
    freed[power] = block;
}

// Each block begins at a multiple of 16, and Swift asks for no more.
int posix_memalign(void **memory, size_t alignment, size_t size) {
    if (alignment > header) return 22;
    *memory = malloc(size);
    return *memory == NULL ? 12 : 0;
}

// The seed of hash tables: nothing that is decided may hang on it, so it may as well be the same each time.
void arc4random_buf(void *memory, size_t count) { memset(memory, 0x5a, count); }

uintptr_t __stack_chk_guard = 0x5a7f0c05;
_Noreturn void __stack_chk_fail(void) { __builtin_trap(); }
