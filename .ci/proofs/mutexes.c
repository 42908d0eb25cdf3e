// Tells ThreadSanitizer of the waits of Swift's Mutex, whose code it has not compiled: preloaded.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdbool.h>
#include <stdint.h>

#define CALL __attribute__((swiftcall))
#define SELF __attribute__((swift_context)) void *self
#define NAME(method) "$s15Synchronization12_MutexHandleV" method

// A process without the sanitizer has neither.
extern void __tsan_acquire(void *) __attribute__((weak));
extern void __tsan_release(void *) __attribute__((weak));

static void acquire(void *mutex) {
  if (__tsan_acquire) __tsan_acquire(mutex);
}

CALL void lock(uint32_t thread, SELF) __asm__(NAME("9_lockSlowyys6UInt32VF"));
CALL void lock(uint32_t thread, SELF) {
  ((__typeof__(&lock))dlsym(RTLD_NEXT, NAME("9_lockSlowyys6UInt32VF")))(thread, self);
  acquire(self);
}

CALL bool try_lock(SELF) __asm__(NAME("12_tryLockSlowSbyF"));
CALL bool try_lock(SELF) {
  bool locked = ((__typeof__(&try_lock))dlsym(RTLD_NEXT, NAME("12_tryLockSlowSbyF")))(self);
  if (locked) acquire(self);
  return locked;
}

CALL void unlock(SELF) __asm__(NAME("11_unlockSlowyyF"));
CALL void unlock(SELF) {
  if (__tsan_release) __tsan_release(self);
  ((__typeof__(&unlock))dlsym(RTLD_NEXT, NAME("11_unlockSlowyyF")))(self);
}
