// The processor kind: "v4" or "v3", the x86-64 levels for which the core has builds, or else
// "baseline". Whatever includes this is compiled for the oldest kind.
#pragma once

#if defined(__x86_64__)
#include <cpuid.h>
#endif

namespace ludothek {

#if defined(__x86_64__)

struct Cpuid {
    unsigned eax = 0, ebx = 0, ecx = 0, edx = 0;  // all zero where the processor has no such leaf

    explicit Cpuid(unsigned leaf) { __get_cpuid_count(leaf, 0, &eax, &ebx, &ecx, &edx); }
};

constexpr bool has_all(unsigned bits, unsigned wanted) { return (bits & wanted) == wanted; }

// The registers that the operating system keeps for each thread.
inline unsigned kept_registers() {
    unsigned low = 0, high = 0;
    __asm__("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
    return low;
}

inline const char* processor_kind() {
    const Cpuid basic(1), extended(7), amd(0x80000001);
    if (!has_all(basic.ecx, bit_OSXSAVE)) {
        return "baseline";
    }
    constexpr unsigned ymm = 0x06, zmm = 0xe6;
    const unsigned kept = kept_registers();
    const bool v3 = has_all(kept, ymm) && has_all(amd.ecx, bit_LZCNT) &&
                    has_all(basic.ecx, bit_AVX | bit_F16C | bit_FMA | bit_MOVBE | bit_POPCNT) &&
                    has_all(extended.ebx, bit_AVX2 | bit_BMI | bit_BMI2);
    const bool v4 = v3 && has_all(kept, zmm) &&
                    has_all(extended.ebx, bit_AVX512F | bit_AVX512BW | bit_AVX512CD |
                                              bit_AVX512DQ | bit_AVX512VL);
    return v4 ? "v4" : v3 ? "v3" : "baseline";
}

#else

inline const char* processor_kind() { return "baseline"; }

#endif

}  // namespace ludothek
