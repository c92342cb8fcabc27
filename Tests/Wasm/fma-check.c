// Compares fma.c with the machine's own fma over hard and random numbers: fma-check [MILLIONS [SEED]]. fma.c is compiled with
// -Dfma=fma_in_integers for that. Exit status 1 at the first difference.
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

double fma_in_integers(double x, double y, double z);

static uint64_t state;

// SplitMix64.
static uint64_t random_bits(void) {
    uint64_t mixed = state += 0x9e3779b97f4a7c15;
    mixed = (mixed ^ mixed >> 30) * 0xbf58476d1ce4e5b9;
    mixed = (mixed ^ mixed >> 27) * 0x94d049bb133111eb;
    return mixed ^ mixed >> 31;
}

static double number_of(uint64_t bits) {
    double number;
    memcpy(&number, &bits, sizeof number);
    return number;
}

static uint64_t bits_of(double number) {
    uint64_t bits;
    memcpy(&bits, &number, sizeof bits);
    return bits;
}

static void check(double x, double y, double z) {
    double wanted = fma(x, y, z), came = fma_in_integers(x, y, z);
    // Which NaN it is differs from machine to machine.
    if (bits_of(wanted) == bits_of(came) || (isnan(wanted) && isnan(came))) return;
    printf("fma(%a, %a, %a) is %a, not %a\n", x, y, z, wanted, came);
    exit(1);
}

// Mantissas of few bits or of long runs of them: those that make ties, carries and cancellations.
static double sparse(int exponent) {
    uint64_t mantissa = 0;
    for (uint64_t count = random_bits() % 4; count > 0; count--) mantissa |= 1ull << random_bits() % 52;
    if (random_bits() & 1) mantissa = ~mantissa;
    uint64_t field = (uint64_t)(exponent < 0 ? 0 : exponent > 2047 ? 2047 : exponent);
    return number_of((random_bits() & 1) << 63 | field << 52 | (mantissa & 0xfffffffffffff));
}

static void check_random(void) {
    switch (random_bits() % 6) {
    case 0: check(number_of(random_bits()), number_of(random_bits()), number_of(random_bits())); return;
    case 1: {
        // An addend near the product in size.
        int a = (int)(random_bits() % 2048), b = (int)(random_bits() % 2048);
        check(sparse(a), sparse(b), sparse(a + b - 1023 + (int)(random_bits() % 140) - 70));
        return;
    }
    case 2: {
        // The rounded product taken away again: what is left is its error.
        double x = number_of(random_bits()), y = number_of(random_bits());
        check(x, y, -(x * y));
        check(x, y, nextafter(-(x * y), 0));
        return;
    }
    case 3: {
        // About the border to the subnormal numbers, and below.
        int a = (int)(random_bits() % 1023);
        check(sparse(a), sparse(1023 - a + (int)(random_bits() % 120) - 80), sparse((int)(random_bits() % 60)));
        return;
    }
    case 4: {
        // About the largest numbers.
        int a = 1023 + (int)(random_bits() % 1023);
        check(sparse(a), sparse(3070 - a + (int)(random_bits() % 8) - 4), sparse(2046 - (int)(random_bits() % 60)));
        return;
    }
    default: {
        // A tie that the addend, however small, decides.
        double x = number_of((random_bits() & 0xfffffffffffff) | 0x3ffull << 52);
        double y = 1 + ldexp(1, -(int)(random_bits() % 53));
        check(x, y, sparse((int)(random_bits() % 1024)));
    }
    }
}

int main(int count, char **arguments) {
    long millions = count > 1 ? atol(arguments[1]) : 10;
    state = count > 2 ? strtoull(arguments[2], NULL, 10) : 1;
    static const double hard[] = {
        0, 1, 2, 3, 0.5, 0.1, 1e-5, 0x1p-1074, 0x1p-1073, 0x1.8p-1073, 0x1p-1022, 0x1.fffffffffffffp-1023, 0x0.fffffffffffffp-1022,
        0x1.fffffffffffffp-1, 0x1.fffffffffffffp0, 0x1.0000000000001p0, 0x1p52, 0x1p53, 0x1.fffffffffffffp52, 0x1p-52, 0x1p-53,
        0x1.8p-53, 0x1p-54, 0x1p-537, 0x1p-538, 0x1p511, 0x1p512, 0x1p970, 0x1p971, 0x1.fffffffffffffp1023, 0x1p1023, INFINITY, NAN,
    };
    const int most = 2 * (int)(sizeof hard / sizeof *hard);
    long cases = 0;
    for (int x = 0; x < most; x++) {
        for (int y = 0; y < most; y++) {
            for (int z = 0; z < most; z++, cases++) {
                check(x % 2 ? -hard[x / 2] : hard[x / 2], y % 2 ? -hard[y / 2] : hard[y / 2], z % 2 ? -hard[z / 2] : hard[z / 2]);
            }
        }
    }
    for (long index = 0; index < millions * 1000000; index++, cases++) check_random();
    printf("fma in integers: %ld cases, each as the machine has it\n", cases);
    return 0;
}
