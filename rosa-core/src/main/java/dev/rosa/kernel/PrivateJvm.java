package dev.rosa.kernel;

import com.sun.management.HotSpotDiagnosticMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Protection of a JVM that has capabilities, or sockets that it got by them, from other processes
 * of the same user: tools that attach (jcmd, agents), debuggers, readers of its memory. Stateless.
 */
public final class PrivateJvm {

  /** The JVM's option that lets no process attach. */
  public static final String OPTION = "-XX:+DisableAttachMechanism";

  private static final String OPPOSITE = "-XX:-DisableAttachMechanism";
  private static final String NAME = "DisableAttachMechanism";

  private PrivateJvm() {}

  /**
   * To be called first of all in a {@code main}. A JVM with capabilities that processes may attach
   * to begins again with {@link #OPTION}: then the call does not return. It is quick where there is
   * nothing to do, and knows no more of the options than what stands on the command line.
   *
   * @throws IOException in one line if the system does not let it
   */
  public static void begin() throws IOException {
    boolean privileged = CapabilitySets.ofThisThread().any();
    if (privileged && !isPrivate(SelfExec.arguments())) {
      SelfExec.again(privateOnes(SelfExec.arguments()), Map.of(), Set.of());
    }
    if (privileged || SelfExec.hasBegunAgain()) {
      Privileges.forbidTracing();
    }
  }

  private static boolean isPrivate(List<String> arguments) {
    return arguments.contains(OPTION) && !arguments.contains(OPPOSITE);
  }

  /** The program's name, the option, and all others. */
  static List<String> privateOnes(List<String> arguments) {
    List<String> all = new ArrayList<>(arguments);
    all.remove(0);
    all.removeIf(one -> one.equals(OPPOSITE) || one.equals(OPTION));
    all.add(0, OPTION);
    all.add(0, arguments.get(0));
    return all;
  }

  /**
   * Makes sure that no process can attach, however the JVM got its options.
   *
   * @throws IOException in one line if one can
   */
  public static void require() throws IOException {
    HotSpotDiagnosticMXBean options =
        ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class);
    if (options == null || !Boolean.parseBoolean(options.getVMOption(NAME).getValue())) {
      throw new IOException(
          "other processes can attach to this JVM although it was told "
              + OPTION
              + ": take the opposite out of _JAVA_OPTIONS");
    }
  }
}
