# What a project needs that uses the engine: the libraries, the public headers, a package for CMake and one for
# pkg-config. interpreter/EMBEDDING.md says how they are used.
#
# What our libraries need is headers only and used inside alone, so the package has no dependencies to look for and the
# exported targets serve as its whole configuration.
include(CMakePackageConfigHelpers)
set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/glint)
set(as_part COMPONENT development)
install(TARGETS glint_lang glint_interpreter EXPORT glint ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} ${as_part})
install(DIRECTORY interpreter/include/ DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} ${as_part})
# Loaders, beside glint/loader.hpp, which includes it.
install(FILES lang/source/source.hpp DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/glint/lang/source ${as_part})
install(EXPORT glint FILE glint-config.cmake NAMESPACE glint:: DESTINATION ${package_dir} ${as_part})
write_basic_package_version_file(glint-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/glint-config-version.cmake DESTINATION ${package_dir} ${as_part})

# Paths in glint.pc are relative to it, so that the installed folder can be moved.
set(pkgconfig_dir ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
file(RELATIVE_PATH GLINT_PREFIX_FROM_PC /prefix/${pkgconfig_dir} /prefix)
configure_file(interpreter/glint.pc.in glint.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/glint.pc DESTINATION ${pkgconfig_dir} ${as_part})
