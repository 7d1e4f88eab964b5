package dev.rosa.kernel.process;

import com.sun.management.HotSpotDiagnosticMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Protection of a JVM with capabilities, or sockets got by them, from other processes of the same
 * user. Those are tools that attach (jcmd, agents), debuggers, and readers of its memory.
 * Stateless.
 */
public final class PrivateJvm {

  /** The JVM's option that lets no process attach. */
  public static final String OPTION = "-XX:+DisableAttachMechanism";

  private static final String OPPOSITE = "-XX:-DisableAttachMechanism";
  private static final String NAME = "DisableAttachMechanism";

  private static final String GAP =
      "other processes of this user are not kept out of the one with capabilities: ";

  private PrivateJvm() {}

  /**
   * To be called first of all in a {@code main}. Native libraries are loaded from the folder {@code
   * native} beside the jar, where it is there, and not unpacked (ADR 0025). A JVM with capabilities
   * that processes may attach to begins again with {@link #OPTION}: then the call does not return.
   * It is quick where there is nothing to do, and knows no more of the options than what stands on
   * the command line.
   *
   * @throws IOException in one line if the system does not let it, or if a process traces this one:
   *     it may have begun before that was forbidden
   */
  public static void begin() throws IOException {
    loadFromLibraryFolder();
    boolean privileged = CapabilitySets.ofThisThread().any();
    if (privileged && !isPrivate(SelfExec.arguments())) {
      SelfExec.again(privateOnes(SelfExec.arguments()), Map.of(), Set.of());
    }
    if (privileged || SelfExec.hasBegunAgain()) {
      Privileges.forbidTracing();
      if (!ProcessOwner.isAloneInItsNamespace()) {
        Tracing.here().requireNone();
      }
    }
  }

  /** To be called before the first class of JNA; {@link #begin} does so. */
  public static void loadFromLibraryFolder() {
    LibraryFolder.ofThisJar()
        .map(LibraryFolder::properties)
        .orElse(Map.of())
        .forEach(System::setProperty);
  }

  /**
   * A sentence for a warning: the way for other processes of this user into this JVM, or one like
   * it. Empty without capabilities, and where the user is the only one in a user namespace.
   */
  public static Optional<String> gap() throws IOException {
    return CapabilitySets.ofThisThread().any() && !ProcessOwner.isAloneInItsNamespace()
        ? gap(LibraryFolder.ofThisJar(), WriteAccess.ofThisProcess())
        : Optional.empty();
  }

  static Optional<String> gap(Optional<LibraryFolder> folder, WriteAccess access)
      throws IOException {
    if (folder.flatMap(LibraryFolder::jnaLibrary).isEmpty()) {
      String place = folder.map(one -> one.path().toString()).orElse("native beside the jar");
      return access.user() == 0
          ? Optional.empty()
          : Optional.of(
              GAP + "native libraries are not in " + place + ", so this user unpacks them");
    }
    for (Path program : folder.get().programs()) {
      Optional<Path> changeable = access.changeable(program);
      if (changeable.isPresent()) {
        return Optional.of(GAP + "this user can change " + changeable.get());
      }
    }
    return Optional.empty();
  }

  /**
   * A sentence for a warning: the way by which other processes of this user could have got the
   * sockets that this one has inherited from the one before its exec. Empty where the kernel keeps
   * them out, and where the user is the only one in a user namespace.
   */
  public static Optional<String> handoverGap() throws IOException {
    return ProcessOwner.isAloneInItsNamespace() ? Optional.empty() : handoverGap(Tracing.here());
  }

  static Optional<String> handoverGap(Tracing tracing) throws IOException {
    return tracing.isOpenToTheUser()
        ? Optional.of(
            "while this process began anew, others of its user could take it over: set"
                + " kernel.yama.ptrace_scope to 1 or more, or give it a user that runs nothing"
                + " else")
        : Optional.empty();
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
