# Toolchain: WebAssembly by Debian's own clang (clang-19 lld-19 libc++-19-dev-wasm32
# libc++abi-19-dev-wasm32 libclang-rt-19-dev-wasm32 wasi-libc).
set(CMAKE_SYSTEM_NAME WASI)
set(CMAKE_SYSTEM_PROCESSOR wasm32)
set(CMAKE_CXX_COMPILER clang++-19)
set(CMAKE_CXX_COMPILER_TARGET wasm32-wasi)
set(CMAKE_EXECUTABLE_SUFFIX .wasm)
set(CMAKE_CXX_COMPILER_WORKS TRUE)  # nothing is made of a library alone
