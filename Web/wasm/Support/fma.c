// fma for WebAssembly, which has no instruction for it: x × y + z, rounded once. Integers only, so that the result is that of
// every machine, bit for bit. Tests/Wasm/fma-check.c compares it with the machine's own.
#include <stdint.h>

#pragma STDC FP_CONTRACT OFF

typedef struct {
    uint64_t high, low;
} wide;

static uint64_t bits_of(double number) {
    union { double number; uint64_t bits; } same = {number};
    return same.bits;
}

static double number_of(uint64_t bits) {
    union { uint64_t bits; double number; } same = {bits};
    return same.number;
}

static const uint64_t hidden_bit = 1ull << 52;

// A number that is neither 0 nor infinite nor NaN is mantissa × 2^exponent; the mantissa's bit 52 is set, of subnormals, too.
static uint64_t mantissa_of(uint64_t bits, int *exponent) {
    uint64_t mantissa = bits & (hidden_bit - 1);
    int field = bits >> 52 & 0x7ff;
    if (field != 0) {
        *exponent = field - 1075;
        return mantissa | hidden_bit;
    }
    int shift = __builtin_clzll(mantissa) - 11;
    *exponent = -1074 - shift;
    return mantissa << shift;
}

static wide product_of(uint64_t x, uint64_t y) {
    uint64_t x_low = (uint32_t)x, x_high = x >> 32, y_low = (uint32_t)y, y_high = y >> 32;
    uint64_t low = x_low * y_low, middle = x_high * y_low + (low >> 32), other = x_low * y_high + (uint32_t)middle;
    return (wide){x_high * y_high + (middle >> 32) + (other >> 32), other << 32 | (uint32_t)low};
}

static wide shifted_left(wide value, int shift) {
    if (shift == 0) return value;
    if (shift >= 64) return (wide){value.low << (shift - 64), 0};
    return (wide){value.high << shift | value.low >> (64 - shift), value.low << shift};
}

// Bits that are shifted out leave the lowest bit set: that can decide a tie, and nothing else.
static wide shifted_right(wide value, int shift) {
    if (shift == 0) return value;
    if (shift >= 128) return (wide){0, (value.high | value.low) != 0};
    if (shift >= 64) {
        uint64_t lost = shift == 64 ? value.low : value.low | value.high << (128 - shift);
        return (wide){0, value.high >> (shift - 64) | (lost != 0)};
    }
    uint64_t lost = value.low << (64 - shift);
    return (wide){value.high >> shift, value.high << (64 - shift) | value.low >> shift | (lost != 0)};
}

static int is_less(wide a, wide b) { return a.high < b.high || (a.high == b.high && a.low < b.low); }

static wide sum_of(wide a, wide b) {
    uint64_t low = a.low + b.low;
    return (wide){a.high + b.high + (low < a.low), low};
}

static wide difference_of(wide a, wide b) { return (wide){a.high - b.high - (a.low < b.low), a.low - b.low}; }

// value × 2^exponent, which is not 0, as the nearest double, halves to even.
static double rounded(wide value, int exponent, uint64_t sign) {
    int zeros = value.high != 0 ? __builtin_clzll(value.high) : 64 + __builtin_clzll(value.low);
    value = shifted_left(value, zeros);
    int top = exponent - zeros + 127;
    if (top > 1023) return number_of(sign | 0x7ffull << 52);
    // Of 128 bits 53 are kept, and fewer of a number below the normal range.
    int dropped = 75 + (top < -1022 ? -1022 - top : 0);
    // Two bits more than are kept: the half, and whether there is anything below it.
    uint64_t kept = shifted_right(value, dropped - 2).low;
    uint64_t mantissa = kept >> 2;
    if ((kept & 3) == 3 || (kept & 7) == 6) mantissa += 1;
    // The highest bit of a normal mantissa adds 1 to the exponent's field, and so does one that rounding has added.
    uint64_t field = top < -1022 ? 0 : (uint64_t)(top + 1022);
    return number_of(sign | ((field << 52) + mantissa));
}

double fma(double x, double y, double z) {
    const uint64_t sign_bit = 1ull << 63, infinity = 0x7ffull << 52;
    uint64_t x_bits = bits_of(x), y_bits = bits_of(y), z_bits = bits_of(z);
    uint64_t x_size = x_bits & ~sign_bit, y_size = y_bits & ~sign_bit, z_size = z_bits & ~sign_bit;
    // Here the product is exact: 0, infinite or NaN.
    if (x_size == 0 || y_size == 0 || x_size >= infinity || y_size >= infinity) return x * y + z;
    // The product is finite, however large.
    if (z_size >= infinity) return z + z;
    // A product that is rounded to 0 keeps its sign, which + 0 would take from it.
    if (z_size == 0) return x * y;

    int x_exponent, y_exponent, z_exponent;
    uint64_t x_mantissa = mantissa_of(x_bits, &x_exponent), y_mantissa = mantissa_of(y_bits, &y_exponent);
    uint64_t z_mantissa = mantissa_of(z_bits, &z_exponent);
    // The product has 105 or 106 bits. Both get bit 125 as their highest, which leaves room for the carry of a sum, and at least
    // 20 bits for what the smaller one loses.
    wide product = shifted_left(product_of(x_mantissa, y_mantissa), 20);
    int exponent = x_exponent + y_exponent - 20;
    if (!(product.high >> 61)) {
        product = shifted_left(product, 1);
        exponent -= 1;
    }
    wide addend = shifted_left((wide){0, z_mantissa}, 73);
    int addend_exponent = z_exponent - 73;
    uint64_t sign = (x_bits ^ y_bits) & sign_bit, addend_sign = z_bits & sign_bit;
    if (exponent >= addend_exponent) {
        addend = shifted_right(addend, exponent - addend_exponent);
    } else {
        product = shifted_right(product, addend_exponent - exponent);
        exponent = addend_exponent;
    }
    if (sign == addend_sign) return rounded(sum_of(product, addend), exponent, sign);
    if (is_less(product, addend)) return rounded(difference_of(addend, product), exponent, addend_sign);
    if (is_less(addend, product)) return rounded(difference_of(product, addend), exponent, sign);
    return 0;
}
