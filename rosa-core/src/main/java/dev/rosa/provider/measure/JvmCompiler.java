package dev.rosa.provider.measure;

import java.lang.management.ManagementFactory;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;

/**
 * Check of the JVM's compiler for work in progress or waiting. Asks it as {@code jcmd
 * Compiler.queue} does, which takes milliseconds; where that cannot be asked, looks whether it has
 * finished something since it was asked last. Owned by one thread.
 */
public final class JvmCompiler {

  private static final String COMMANDS = "com.sun.management:type=DiagnosticCommand";
  private static final String IDLE = "Empty";

  private long compiledMillis;

  /** Of the JVM that this runs in. */
  public JvmCompiler() {}

  /** True if it compiles, or something waits to be compiled. */
  public boolean isBusy() {
    try {
      MBeanServer server = ManagementFactory.getPlatformMBeanServer();
      Object queue = server.invoke(new ObjectName(COMMANDS), "compilerQueue", null, null);
      return queue.toString().lines().anyMatch(JvmCompiler::isTask);
    } catch (JMException | RuntimeException | LinkageError e) {
      return hasCompiled();
    }
  }

  /** Headings end with a colon; an empty queue says so. */
  private static boolean isTask(String line) {
    String text = line.strip();
    return !text.isEmpty() && !text.endsWith(":") && !text.equals(IDLE);
  }

  private boolean hasCompiled() {
    try {
      long now = ManagementFactory.getCompilationMXBean().getTotalCompilationTime();
      boolean more = now != compiledMillis;
      compiledMillis = now;
      return more;
    } catch (RuntimeException | LinkageError e) {
      // A JVM that does not compile, or does not tell: then time has to do.
      return false;
    }
  }
}
