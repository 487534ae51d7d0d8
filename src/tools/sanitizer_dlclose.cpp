// Mesa unloads its driver before LeakSanitizer looks for what still points to the driver's memory, which it then
// reports as leaked by an unknown module. Keeping libraries loaded until the end lets it see the pointers.
#if defined(__SANITIZE_ADDRESS__)
#define SINEW_KEEP_LIBRARIES
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define SINEW_KEEP_LIBRARIES
#endif
#endif

#ifdef SINEW_KEEP_LIBRARIES
extern "C" int dlclose(void*);
extern "C" int dlclose(void*) {
  return 0;
}
#endif
