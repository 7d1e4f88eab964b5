package dev.rosa.firewall.plane.layer.xdp;

import dev.rosa.firewall.plane.layer.Devices;
import dev.rosa.kernel.bpf.BpfException;
import dev.rosa.kernel.bpf.BpfLink;
import dev.rosa.kernel.bpf.BpfProgram;
import java.io.IOException;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Attachments of one program at the interfaces of this machine. An interface that refuses is asked
 * again at each look. One thread at a time.
 */
final class FrontLinks {

  private static final String GENERIC =
      "in generic mode, behind the driver: the driver has no native one";

  /** An interface, and the program's attachment to it; null: there is none. */
  private static final class Port {
    private BpfLink link;
    private BpfLink.Mode mode;
    private String why = "";
  }

  private final List<String> wanted;
  private final FrontChoice choice;
  private final Map<String, Port> ports = new HashMap<>();

  /**
   * Attachments that are to be made.
   *
   * @param wanted names of interfaces; empty: all that {@link Devices} finds
   */
  FrontLinks(List<String> wanted, FrontChoice choice) {
    this.wanted = wanted;
    this.choice = choice;
  }

  /**
   * Attaches the program where it is chosen and missing, and detaches it where it no longer is.
   *
   * @return true if another program had detached it from an interface that is there
   */
  boolean look(BpfProgram program) throws IOException {
    boolean restored = false;
    Map<String, Integer> present = present();
    Collection<String> names = wanted.isEmpty() ? present.keySet() : wanted;
    ports.entrySet().removeIf(entry -> isGone(names, entry.getKey(), entry.getValue()));
    for (String name : names) {
      int index = present.getOrDefault(name, 0);
      restored |= look(name, index, ports.computeIfAbsent(name, one -> new Port()), program);
    }
    return restored;
  }

  /** The interfaces that are there, by name. */
  private Map<String, Integer> present() throws IOException {
    Map<String, Integer> indexes = new TreeMap<>();
    try (Devices devices = Devices.open(wanted)) {
      devices.names().forEach((index, name) -> indexes.put(name, index));
    }
    return indexes;
  }

  private static boolean isGone(Collection<String> names, String name, Port port) {
    boolean gone = !names.contains(name);
    if (gone) {
      detach(port, "");
    }
    return gone;
  }

  private boolean look(String name, int index, Port port, BpfProgram program) throws IOException {
    boolean lost = port.link != null && port.link.interfaceIndex() != index;
    if (lost) {
      detach(port, "");
    }
    if (index == 0) {
      detach(port, "there is no such interface now");
      return false;
    }
    FrontChoice.Choice chosen = choice.at(name, port.link != null);
    if (chosen.modes().isEmpty()) {
      detach(port, chosen.why());
      return false;
    }
    if (port.link == null) {
      attach(name, index, port, chosen.modes(), program);
    }
    if (port.link != null) {
      port.why = port.mode == BpfLink.Mode.NATIVE ? chosen.why() : GENERIC;
    }
    return lost && port.link != null;
  }

  private static void attach(
      String name, int index, Port port, List<BpfLink.Mode> modes, BpfProgram program) {
    for (BpfLink.Mode mode : modes) {
      try {
        port.link = BpfLink.attach(program, name, index, mode);
        port.mode = mode;
        return;
      } catch (IOException e) {
        port.why = e.getMessage();
        if (!isForWantOfNativeMode(e)) {
          return;
        }
      }
    }
  }

  private static boolean isForWantOfNativeMode(IOException e) {
    return e instanceof BpfException refusal && refusal.isForWantOfNativeMode();
  }

  /** Replaces the program everywhere; where that fails, the next look attaches it again. */
  void update(BpfProgram program) {
    for (Port port : ports.values()) {
      if (port.link != null) {
        update(port, program);
      }
    }
  }

  private static void update(Port port, BpfProgram program) {
    try {
      port.link.update(program);
    } catch (IOException e) {
      // The interface is gone.
      detach(port, e.getMessage());
    }
  }

  /** Detaches it everywhere. */
  void detachAll(String why) {
    ports.values().forEach(port -> detach(port, why));
  }

  private static void detach(Port port, String why) {
    if (port.link != null) {
      port.link.close();
      port.link = null;
    }
    port.why = why;
  }

  /** True if it is to be made at an interface of that name. */
  boolean isWanted(String name) {
    return wanted.isEmpty() || wanted.contains(name);
  }

  /** Where it is at an interface; empty: it knows none of that name. */
  Optional<Front.Place> at(String name) {
    return Optional.ofNullable(ports.get(name))
        .map(port -> new Front.Place(port.link != null, port.why));
  }
}
