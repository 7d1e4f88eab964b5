package dev.rosa.firewall.assistant;

import dev.rosa.firewall.keeper.KeeperProcess;
import dev.rosa.kernel.process.CapabilitySets;
import dev.rosa.kernel.process.Descriptors;
import dev.rosa.kernel.process.PrivateJvm;
import dev.rosa.kernel.process.Privileges;
import dev.rosa.kernel.process.ProcessOwner;
import dev.rosa.kernel.process.SelfExec;
import dev.rosa.packetio.PacketSockets;
import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Start of a role that takes packets from the kernel. It happens twice. In the process as it was
 * started, with privileges, it starts the keeper and opens the packet sockets. Then it drops every
 * capability and lets the process begin again; there it takes over the inherited pipes and sockets.
 *
 * @param keeper the keeper's process
 * @param sockets the workers' packet sockets
 * @param others descriptors that the role has opened itself, in its order
 * @param note what the role wanted to tell what it becomes
 */
public record PacketRoleStart(
    KeeperProcess keeper, PacketSockets sockets, List<Integer> others, String note) {

  private static final Logger LOG = LoggerFactory.getLogger(PacketRoleStart.class);

  private static final String HANDOVER = "ROSA_KEEPER";
  private static final String SOCKETS = "ROSA_PACKET_SOCKETS";
  private static final String OTHERS = "ROSA_ROLE_SOCKETS";
  private static final String NOTE = "ROSA_ROLE_NOTE";

  /**
   * The role that starts.
   *
   * @param word the field's word for it, such as {@code router}
   * @param element of its configuration that needs privileges, such as {@code <interfaces>}
   * @param workers that it has
   * @param mark of all that it sends; empty: none
   */
  public record Role(String word, String element, int workers, OptionalInt mark) {}

  /**
   * What a role has done with its privileges.
   *
   * @param keeper the keeper's process
   * @param others descriptors that stay open when the process begins again
   * @param note for the process that begins again, in one line
   */
  public record Prepared(KeeperProcess keeper, List<Integer> others, String note) {
    /** Copies. */
    public Prepared {
      others = List.copyOf(others);
    }

    /** Without a note. */
    public Prepared(KeeperProcess keeper, List<Integer> others) {
      this(keeper, others, "");
    }
  }

  /** Start of the keeper's process, after all checks. */
  public interface KeeperStart {
    /** Starts it, and waits until its plan is in force. */
    Prepared start() throws IOException;
  }

  /**
   * Begins, see above; in the process as it was started it returns only by an exception.
   *
   * @throws IOException in one line: which privilege or program is missing, what is in the way
   */
  public static PacketRoleStart begin(Role role, KeeperStart keeperStart) throws IOException {
    String inherited = System.getenv(HANDOVER);
    if (inherited != null) {
      String[] words = inherited.split(" ", 2);
      // A child process may have inherited the variable that was meant for its parent.
      if (words[0].equals(ownPid())) {
        return takeOver(KeeperProcess.parse(words[1]), role);
      }
    }
    MissingPrivilege.requireBoth(role.element());
    PrivateJvm.require();
    Prepared prepared = keeperStart.start();
    try {
      beginAgain(prepared, role);
      throw new IllegalStateException("an exec does not return");
    } catch (IOException e) {
      prepared.keeper().abandon();
      throw e;
    }
  }

  private static void beginAgain(Prepared prepared, Role role) throws IOException {
    KeeperProcess keeper = prepared.keeper();
    PacketSockets sockets = PacketSockets.open(role.workers());
    if (role.mark().isPresent()) {
      sockets.markSent(role.mark().getAsInt());
    }
    Privileges.renounce();
    Set<Integer> kept = new HashSet<>(sockets.descriptors());
    kept.addAll(List.of(keeper.to(), keeper.from()));
    kept.addAll(prepared.others());
    Map<String, String> handover =
        Map.of(
            HANDOVER,
            ownPid() + " " + keeper.text(),
            SOCKETS,
            sockets.text(),
            OTHERS,
            prepared.others().stream().map(String::valueOf).collect(Collectors.joining(" ")),
            NOTE,
            prepared.note());
    SelfExec.again(handover, kept);
  }

  private static String ownPid() {
    return Long.toString(ProcessHandle.current().pid());
  }

  private static PacketRoleStart takeOver(KeeperProcess keeper, Role role) throws IOException {
    List<CapabilitySets> threads = CapabilitySets.ofAllThreads();
    if (!threads.stream().allMatch(CapabilitySets::none)) {
      keeper.abandon();
      throw new IOException(
          "some of the %s's threads still have capabilities".formatted(role.word()));
    }
    LOG.info("capabilities dropped: none of {} threads has one or can get one", threads.size());
    if (ProcessOwner.isRoot()) {
      LOG.warn(
          "the {} runs as user 0, who owns the system's files also without capabilities: give"
              + " it a user of its own, with User= in the systemd unit or setpriv --reuid",
          role.word());
    }
    PrivateJvm.handoverGap().ifPresent(LOG::warn);
    PacketSockets sockets = PacketSockets.inherited(System.getenv(SOCKETS));
    List<Integer> others = numbers(System.getenv(OTHERS));
    Set<Integer> inherited = new HashSet<>(sockets.descriptors());
    inherited.addAll(others);
    inherited.add(keeper.from());
    for (int descriptor : inherited) {
      Descriptors.closeOnExec(descriptor, true);
    }
    return new PacketRoleStart(keeper, sockets, others, System.getenv(NOTE));
  }

  private static List<Integer> numbers(String text) {
    return Stream.of(text.split(" "))
        .filter(word -> !word.isEmpty())
        .map(Integer::valueOf)
        .toList();
  }
}
