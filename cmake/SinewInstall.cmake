include(CMakePackageConfigHelpers)

set(exported sinew)
if(SINEW_BUILD_RENDER)
  list(APPEND exported sinew_render)
endif()
if(SINEW_BUILD_MOTION)
  list(APPEND exported sinew_motion)
endif()
install(TARGETS ${exported} EXPORT sinew-targets ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/sinew DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
if(SINEW_BUILD_TOOLS)
  install(TARGETS sinew_cli RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
endif()
install(EXPORT sinew-targets NAMESPACE sinew:: DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/sinew)
configure_package_config_file(${PROJECT_SOURCE_DIR}/cmake/sinew-config.cmake.in
  ${PROJECT_BINARY_DIR}/sinew-config.cmake INSTALL_DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/sinew)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/sinew-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/sinew-config.cmake ${PROJECT_BINARY_DIR}/sinew-config-version.cmake
  DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/sinew)
install(FILES ${PROJECT_SOURCE_DIR}/LICENSE-MIT ${PROJECT_SOURCE_DIR}/LICENSE-APACHE
  DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/sinew)
