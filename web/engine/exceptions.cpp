// C++ exceptions for WebAssembly: what the compiler's code calls when something is thrown and
// caught. The standard library of this target is built without them and leaves these functions
// out. Browsers have had the instructions (throw, try, catch) since 2021.
//
// A thrown object lies behind a `thrown` header. The compiler's code catches the pointer to the
// header, asks _Unwind_CallPersonality() which handler of the function fits, and goes there.
// The tables it reads are those of the Itanium C++ ABI, with call sites numbered.

#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <typeinfo>

namespace {

// As the library declares it: any type_info can say whether a handler of its type takes an
// exception of another, and moves the pointer to the base that is caught.
struct handler_type : std::type_info {
    virtual void noop1() const;
    virtual void noop2() const;
    virtual bool can_catch(const handler_type* thrown, void*& object) const = 0;
};

struct alignas(16) thrown {
    const std::type_info* type;
    void* (*destroy)(void*);  // a destructor gives back its object on this machine
    void* caught;             // the object as its handler sees it
    thrown* below;            // being handled when this one was caught
    int handlers;             // that are at it
    bool again;               // thrown once more by its handler
};

thrown* handled = nullptr;  // the innermost
int in_flight = 0;

struct reader {
    const std::uint8_t* at;

    std::uint8_t byte() { return *at++; }
    std::uint32_t unsigned_number() {
        std::uint32_t value = 0;
        for (unsigned shift = 0;; shift += 7) {
            const std::uint8_t b = byte();
            value |= static_cast<std::uint32_t>(b & 0x7FU) << shift;
            if ((b & 0x80U) == 0) return value;
        }
    }
    std::int32_t signed_number() {
        std::uint32_t value = 0;
        for (unsigned shift = 0;;) {
            const std::uint8_t b = byte();
            value |= static_cast<std::uint32_t>(b & 0x7FU) << shift;
            shift += 7;
            if ((b & 0x80U) != 0) continue;
            if (shift < 32 && (b & 0x40U) != 0) value |= ~std::uint32_t{0} << shift;
            return static_cast<std::int32_t>(value);
        }
    }
};

constexpr std::uint8_t omitted = 0xFF;

// The number of the handler that takes `e` at a call site, 0 if none does.
int find_handler(thrown& e, const std::uint8_t* table, std::uint32_t call_site) {
    reader in{table};
    if (in.byte() != omitted) in.unsigned_number();  // where landing pads begin
    const std::uint8_t* types = nullptr;
    if (in.byte() != omitted) {
        const std::uint32_t offset = in.unsigned_number();
        types = in.at + offset;
    }
    in.byte();  // how call sites are written
    const std::uint32_t length = in.unsigned_number();
    const std::uint8_t* actions = in.at + length;
    std::uint32_t action = 0;
    for (std::uint32_t i = 0; i <= call_site; ++i) {
        if (in.at >= actions) return 0;
        in.unsigned_number();  // the landing pad
        action = in.unsigned_number();
    }
    if (action == 0) return 0;
    reader chain{actions + (action - 1)};
    while (true) {
        const std::int32_t number = chain.signed_number();
        if (number > 0) {
            const handler_type* type = nullptr;
            std::memcpy(&type, types - 4 * number, sizeof type);
            void* object = &e + 1;
            if (type == nullptr ||
                type->can_catch(static_cast<const handler_type*>(e.type), object)) {
                e.caught = object;
                return number;
            }
        }
        const std::uint8_t* here = chain.at;
        const std::int32_t next = chain.signed_number();
        if (next == 0) return 0;
        chain.at = here + next;
    }
}

}  // namespace

extern "C" {

// Filled by the compiler's code before it asks for a handler.
struct {
    std::uint32_t call_site;
    const std::uint8_t* table;
    std::uint32_t handler;
} __wasm_lpad_context;

int _Unwind_CallPersonality(void* e) {
    __wasm_lpad_context.handler = static_cast<std::uint32_t>(find_handler(
        *static_cast<thrown*>(e), __wasm_lpad_context.table, __wasm_lpad_context.call_site));
    return 0;
}
void __gxx_personality_wasm0() {}  // named in tables, never called

void* __cxa_allocate_exception(std::size_t size) {
    void* at = std::malloc(sizeof(thrown) + size);
    if (at == nullptr) std::abort();
    std::memset(at, 0, sizeof(thrown));
    return static_cast<thrown*>(at) + 1;
}
void __cxa_free_exception(void* object) { std::free(static_cast<thrown*>(object) - 1); }

[[noreturn]] void __cxa_throw(void* object, std::type_info* type, void* (*destroy)(void*)) {
    thrown* e = static_cast<thrown*>(object) - 1;
    e->type = type;
    e->destroy = destroy;
    e->caught = object;
    ++in_flight;
    __builtin_wasm_throw(0, e);
}

void* __cxa_get_exception_ptr(void* e) { return static_cast<thrown*>(e)->caught; }

void* __cxa_begin_catch(void* what) {
    auto* e = static_cast<thrown*>(what);
    --in_flight;
    e->again = false;
    if (e->handlers++ == 0) {
        e->below = handled;
        handled = e;
    }
    return e->caught;
}

void __cxa_end_catch() {
    thrown* e = handled;
    if (e == nullptr || --e->handlers > 0) return;
    handled = e->below;
    if (e->again) return;
    if (e->destroy != nullptr) e->destroy(e + 1);
    std::free(e);
}

[[noreturn]] void __cxa_rethrow() {
    if (handled == nullptr) std::abort();
    handled->again = true;
    ++in_flight;
    __builtin_wasm_throw(0, handled);
}

[[noreturn]] void _Unwind_Resume(void* e) { __builtin_wasm_throw(0, e); }
void _Unwind_DeleteException(void*) {}

}  // extern "C"

// What a thread keeps for itself is destroyed when it ends. The only one never does.
extern "C" int __cxa_thread_atexit(void (*)(void*), void*, void*) { return 0; }
