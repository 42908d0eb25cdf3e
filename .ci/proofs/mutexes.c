// Tells ThreadSanitizer what waits for what in Swift's libraries, which were not built with it: threads
// for a Mutex, and tasks. Preloaded.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdbool.h>
#include <stdint.h>

// A process without the sanitizer has neither.
extern void __tsan_acquire(void *) __attribute__((weak));
extern void __tsan_release(void *) __attribute__((weak));

static void acquire(void *place) {
  if (__tsan_acquire) __tsan_acquire(place);
}

static void release(void *place) {
  if (__tsan_release) __tsan_release(place);
}

#define NEXT(function, name) ((__typeof__(&function))dlsym(RTLD_NEXT, name))

// What Mutex calls when it has to wait, or another thread waits; the rest is part of its users.
#define CALL __attribute__((swiftcall))
#define SELF __attribute__((swift_context)) void *self
#define NAME(method) "$s15Synchronization12_MutexHandleV" method

CALL void lock(uint32_t thread, SELF) __asm__(NAME("9_lockSlowyys6UInt32VF"));
CALL void lock(uint32_t thread, SELF) {
  NEXT(lock, NAME("9_lockSlowyys6UInt32VF"))(thread, self);
  acquire(self);
}

CALL bool try_lock(SELF) __asm__(NAME("12_tryLockSlowSbyF"));
CALL bool try_lock(SELF) {
  bool locked = NEXT(try_lock, NAME("12_tryLockSlowSbyF"))(self);
  if (locked) acquire(self);
  return locked;
}

CALL void unlock(SELF) __asm__(NAME("11_unlockSlowyyF"));
CALL void unlock(SELF) {
  release(self);
  NEXT(unlock, NAME("11_unlockSlowyyF"))(self);
}

// Of a continuation that is resumed before it is awaited, the runtime does not tell.
extern CALL void *swift_task_getCurrent(void) __attribute__((weak));

#define RESUMES(function)                                                                      \
  CALL void function(void *task) {                                                             \
    release(task);                                                                             \
    NEXT(function, #function)(task);                                                           \
  }
RESUMES(swift_continuation_resume)
RESUMES(swift_continuation_throwingResume)

CALL void swift_continuation_throwingResumeWithError(void *task, void *error) {
  release(task);
  NEXT(swift_continuation_throwingResumeWithError, "swift_continuation_throwingResumeWithError")(
    task, error);
}

__attribute__((swiftasynccall)) void swift_continuation_await(void *context) {
  if (swift_task_getCurrent) acquire(swift_task_getCurrent());
  __attribute__((musttail)) return NEXT(swift_continuation_await, "swift_continuation_await")(context);
}

// Swift's runtime would tell of tasks itself, but asks for a hook that the sanitizer has, too.
extern bool _swift_tsan_enabled __attribute__((weak));
extern void (*_swift_tsan_acquire)(void *) __attribute__((weak));
extern void (*_swift_tsan_release)(void *) __attribute__((weak));

__attribute__((constructor)) static void begin(void) {
  if (!__tsan_acquire || !&_swift_tsan_enabled) return;
  _swift_tsan_acquire = __tsan_acquire;
  _swift_tsan_release = __tsan_release;
  _swift_tsan_enabled = true;
}
