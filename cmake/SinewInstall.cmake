include(CMakePackageConfigHelpers)

# One export set a component: what a program does not ask for needs no libraries either.
set(components core)
install(TARGETS sinew EXPORT sinew-core-targets ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
if(SINEW_BUILD_RENDER)
  list(APPEND components render)
  install(TARGETS sinew_render EXPORT sinew-render-targets ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
endif()
if(SINEW_BUILD_MOTION)
  list(APPEND components motion)
  install(TARGETS sinew_motion EXPORT sinew-motion-targets ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
endif()
install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/sinew DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
if(SINEW_BUILD_TOOLS)
  install(TARGETS sinew_cli RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
endif()
foreach(component IN LISTS components)
  install(EXPORT sinew-${component}-targets NAMESPACE sinew:: DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/sinew)
endforeach()
configure_package_config_file(${PROJECT_SOURCE_DIR}/cmake/sinew-config.cmake.in
  ${PROJECT_BINARY_DIR}/sinew-config.cmake INSTALL_DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/sinew)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/sinew-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/sinew-config.cmake ${PROJECT_BINARY_DIR}/sinew-config-version.cmake
  DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/sinew)
install(FILES ${PROJECT_SOURCE_DIR}/LICENSE-MIT ${PROJECT_SOURCE_DIR}/LICENSE-APACHE
  DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/sinew)
