package dev.rosa.code;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;

/** Clock of the calling thread's processor time. Stateless. */
final class Cpu {

  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  private Cpu() {}

  static long nanos() {
    return THREADS.getCurrentThreadCpuTime();
  }
}
