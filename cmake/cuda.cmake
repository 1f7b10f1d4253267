# Each gpu/<name>.cu is a program gpu_<name>. The library's headers are constexpr throughout, so
# relaxed constexpr lets device code call them.
set(CMAKE_CUDA_ARCHITECTURES 90 CACHE STRING "CUDA architectures")
enable_language(CUDA)
file(GLOB cuda_sources CONFIGURE_DEPENDS gpu/*.cu)
foreach(source IN LISTS cuda_sources)
    cmake_path(GET source STEM name)
    add_executable(gpu_${name} ${source})
    set_target_properties(
        gpu_${name} PROPERTIES CUDA_STANDARD 20 CUDA_STANDARD_REQUIRED ON CUDA_EXTENSIONS OFF
    )
    target_compile_options(gpu_${name} PRIVATE --expt-relaxed-constexpr)
    target_link_libraries(gpu_${name} PRIVATE mu::mu)
endforeach()
