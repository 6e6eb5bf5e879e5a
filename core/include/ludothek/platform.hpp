// What the core needs from the system: zeroed memory and a clock. In a browser (wasm) there is no
// operating system: memory is that of the module, and the embedding program provides the time.
#pragma once

#include <chrono>
#include <cstddef>

#if defined(__wasm__)
#include <cstdint>
#include <cstring>
#include <iterator>
#include <map>
#include <ratio>
#else
#include <sys/mman.h>

#include <new>
#endif

namespace ludothek::platform {

#if defined(__wasm__)

// Seconds since some moment.
extern "C" [[clang::import_module("ludothek"), clang::import_name("now")]] double imported_now();

struct Clock {  // one of std::chrono's
    using rep = double;
    using period = std::ratio<1>;
    using duration = std::chrono::duration<rep, period>;
    using time_point = std::chrono::time_point<Clock>;
    static constexpr bool is_steady = true;

    static time_point now() { return time_point(duration(imported_now())); }
};

// Zeroed pages. Memory of a wasm module can grow, but never shrink: what is given back is zeroed as
// far as it was used, and handed out again. Neighbours are joined.
class Pages {
  public:
    void* take(std::size_t bytes) {
        bytes = rounded(bytes);
        for (auto block = free_.begin(); block != free_.end(); ++block) {
            if (block->second >= bytes) {
                return take_from(block, bytes);
            }
        }
        const std::size_t last = __builtin_wasm_memory_grow(0, bytes / page);
        if (last == SIZE_MAX) {
            __builtin_trap();  // the embedder sees an error, and starts a fresh core
        }
        return reinterpret_cast<void*>(last * page);
    }

    void give_back(void* memory, std::size_t bytes) {
        const auto address = reinterpret_cast<std::size_t>(memory);
        auto block = free_.emplace(address, rounded(bytes)).first;
        const auto after = std::next(block);
        if (after != free_.end() && address + block->second == after->first) {
            block->second += after->second;
            free_.erase(after);
        }
        if (block != free_.begin()) {
            const auto before = std::prev(block);
            if (before->first + before->second == address) {
                before->second += block->second;
                free_.erase(block);
            }
        }
    }

  private:
    static constexpr std::size_t page = 65536;
    using Blocks = std::map<std::size_t, std::size_t>;  // bytes by address

    static std::size_t rounded(std::size_t bytes) { return (bytes + page - 1) / page * page; }

    void* take_from(Blocks::iterator block, std::size_t bytes) {
        const auto [address, size] = *block;
        free_.erase(block);
        if (size > bytes) {
            free_.emplace(address + bytes, size - bytes);
        }
        return reinterpret_cast<void*>(address);
    }

    Blocks free_;
};

inline Pages pages;

inline void* take_zeroed(std::size_t bytes) { return pages.take(bytes); }
inline void give_back_zeroed(void* memory, std::size_t bytes, std::size_t used) {
    std::memset(memory, 0, used);
    pages.give_back(memory, bytes);
}
inline void use_large_pages(void*, std::size_t) {}

#else

using Clock = std::chrono::steady_clock;

// Zeroed memory, straight from the operating system: pages cost nothing before they are touched.
inline void* take_zeroed(std::size_t bytes) {
    void* memory = mmap(nullptr, bytes, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory == MAP_FAILED) {
        throw std::bad_alloc();
    }
    return memory;
}

// `used`: how many bytes, from the first on, may have been written to.
inline void give_back_zeroed(void* memory, std::size_t bytes, std::size_t /*used*/) {
    munmap(memory, bytes);
}

// For memory that is used from its beginning on: fewer, larger pages.
inline void use_large_pages([[maybe_unused]] void* memory, [[maybe_unused]] std::size_t bytes) {
#ifdef MADV_HUGEPAGE
    constexpr std::size_t large = std::size_t{16} << 20;
    if (bytes >= large) {
        madvise(memory, bytes, MADV_HUGEPAGE);  // advice that may go unheard
    }
#endif
}

#endif

}  // namespace ludothek::platform
