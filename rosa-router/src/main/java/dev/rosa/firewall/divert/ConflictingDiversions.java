package dev.rosa.firewall.divert;

import dev.rosa.firewall.assistant.Source;
import dev.rosa.firewall.keeper.Events;
import dev.rosa.kernel.nft.NftTable;
import dev.rosa.network.Kernel;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Check for other diversions of a plan's interfaces: of two on one interface, one gives way. Two
 * diversions of one interface would send its packets to each other without an end. An interface
 * therefore belongs to the diversion whose table takes its packets already, even while it only
 * forwards or drops them. Of two that have begun at once, the one whose table has the later name
 * gives way. One thread at a time.
 */
final class ConflictingDiversions {

  private final DiversionPlan plan;
  private final Kernel kernel;
  private final Events events;

  /** By configured name of an interface: the warning that it is another diversion's, too. */
  private final Map<String, String> told = new HashMap<>();

  /** The tables of other diversions, as they were looked at last. */
  private List<Conflict> seen = List.of();

  /** Indices of the interfaces that this plan's table was last said to take packets of. */
  private Set<Integer> held = Set.of();

  ConflictingDiversions(DiversionPlan plan, Kernel kernel, Events events) {
    this.plan = plan;
    this.kernel = kernel;
    this.events = events;
  }

  /**
   * A table of another diversion.
   *
   * @param router whose it is
   */
  private record Conflict(NftTable table, String router) {

    String name() {
      return table.name();
    }

    boolean takesFrom(String device) {
      return table.devices().contains(device);
    }

    String beginning(String device, DiversionPlan plan) {
      String what =
          device.equals(plan.nic())
              ? "interface %s is that of router %s"
              : "active packets of interface %s are those of router %s";
      return what.formatted(device, router);
    }
  }

  /**
   * Takes all sources, or none.
   *
   * @throws IOException in one line, with the interface and the other diversion of it
   */
  void begin(List<Source> sources) throws IOException {
    List<String> devices = new ArrayList<>(sources.stream().map(Source::device).toList());
    if (plan.nic() != null) {
      devices.add(plan.nic());
    }
    refuse(plan, kernel, devices);
    seen = conflicts(plan, kernel);
    hold(sources);
  }

  /**
   * Refuses interfaces that another diversion takes packets of, or is prepared to. That of the
   * router's machine is one, too: both would number their interfaces from 1, and packets of one
   * would come in at those of the other.
   *
   * @param devices their names
   * @throws IOException in one line, with the interface and the other diversion of it
   */
  static void refuse(DiversionPlan plan, Kernel kernel, List<String> devices) throws IOException {
    for (Conflict conflict : conflicts(plan, kernel)) {
      for (String device : devices) {
        if (conflict.takesFrom(device)) {
          throw new IOException(
              conflict.beginning(device, plan)
                  + " already (nft table netdev %s): end that first, or remove what it has left"
                      .formatted(conflict.name())
                  + " with 'rosa divert --remove --name %s'".formatted(conflict.router()));
        }
      }
    }
  }

  /** The sources that are not left to another diversion; says once what has changed. */
  List<Source> leave(List<Source> sources) throws IOException {
    List<Conflict> conflicts = conflicts(plan, kernel);
    seen = conflicts;
    tellOfNic();
    List<Source> own = new ArrayList<>();
    for (Source source : sources) {
      Optional<Conflict> conflict =
          conflicts.stream().filter(one -> one.takesFrom(source.device())).findFirst();
      boolean keeps = conflict.isEmpty() || keeps(source, conflict.get());
      if (keeps) {
        own.add(source);
      }
      tell(source, conflict.map(one -> warning(one, source.device(), keeps)));
    }
    hold(own);
    return own;
  }

  /** True if another diversion has taken packets of an interface when that was looked at last. */
  boolean isAnothers(String device) {
    return seen.stream().anyMatch(conflict -> conflict.takesFrom(device));
  }

  private boolean keeps(Source source, Conflict conflict) {
    return held.contains(source.index()) && conflict.name().compareTo(plan.mark().table()) > 0;
  }

  private void hold(List<Source> sources) {
    held = sources.stream().filter(Source::isThere).map(Source::index).collect(Collectors.toSet());
  }

  /** The tables in the order of their names. */
  private static List<Conflict> conflicts(DiversionPlan plan, Kernel kernel) throws IOException {
    List<Conflict> conflicts = new ArrayList<>();
    for (NftTable table : kernel.tables(DiversionPlan.ROLE.tablePrefix())) {
      if (!table.name().equals(plan.mark().table())) {
        DiversionPlan.ROLE
            .ownerOf(table)
            .ifPresent(router -> conflicts.add(new Conflict(table, router)));
      }
    }
    conflicts.sort(Comparator.comparing(Conflict::name));
    return conflicts;
  }

  /** Of two that came to have one NIC, none can give way: its packets would be lost. */
  private void tellOfNic() {
    String nic = plan.nic();
    if (nic == null) {
      return;
    }
    Optional<Conflict> conflict = seen.stream().filter(one -> one.takesFrom(nic)).findFirst();
    String warning =
        conflict
            .map(
                one ->
                    one.beginning(nic, plan)
                        + ", too (nft table netdev %s): packets of one come in at interfaces of the"
                            .formatted(one.name())
                        + " other; end one of them")
            .orElse("");
    if (!warning.equals(told.getOrDefault(nic, "")) && !warning.isEmpty()) {
      events.warn(warning);
    }
    told.put(nic, warning);
  }

  private void tell(Source source, Optional<String> warning) {
    String before = told.getOrDefault(source.configured(), "");
    if (warning.isPresent() && !warning.get().equals(before)) {
      events.warn(warning.get());
    } else if (warning.isEmpty() && !before.isEmpty()) {
      events.info(
          "active packets of interface %s are this diversion's alone again"
              .formatted(source.device()));
    }
    told.put(source.configured(), warning.orElse(""));
  }

  private String warning(Conflict conflict, String device, boolean keeps) {
    return conflict.beginning(device, plan)
        + ", too (nft table netdev %s): ".formatted(conflict.name())
        + (keeps
            ? "that one has to leave them to this one; if it does not, end it"
            : "they are left to it as long as that table is there");
  }
}
