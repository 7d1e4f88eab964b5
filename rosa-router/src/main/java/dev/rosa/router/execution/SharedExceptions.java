package dev.rosa.router.execution;

import com.sun.management.HotSpotDiagnosticMXBean;
import java.lang.management.ManagementFactory;

/**
 * Exceptions that this JVM shares: with HotSpot's default, compiled code throws the same object
 * each time where interpreted code makes another one. So a code could act otherwise once it is
 * compiled.
 */
public final class SharedExceptions {

  /** The option that a router is to be started with. */
  public static final String OFF = "-XX:-OmitStackTraceInFastThrow";

  private static final String OPTION = "OmitStackTraceInFastThrow";

  private SharedExceptions() {}

  /** True unless this JVM makes another exception each time. */
  public static boolean areOn() {
    HotSpotDiagnosticMXBean options =
        ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class);
    return options != null && Boolean.parseBoolean(options.getVMOption(OPTION).getValue());
  }
}
