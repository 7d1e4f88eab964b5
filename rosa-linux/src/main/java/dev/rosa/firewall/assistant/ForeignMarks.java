package dev.rosa.firewall.assistant;

import static java.util.stream.Collectors.joining;

import dev.rosa.firewall.keeper.Events;
import dev.rosa.kernel.nft.NftFigures;
import dev.rosa.network.Kernel;
import dev.rosa.network.Link;
import dev.rosa.network.OwnedTable;
import dev.rosa.network.OwnershipMark;
import dev.rosa.network.PlanRole;
import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * An nft table of a role that takes marks off packets that another network namespace has sent with
 * them, where the kernel does not. A macvlan, an ipvlan or a VLAN device of a container puts its
 * packets on the link below with their marks, and a pair of links within one namespace keeps them:
 * at its other end they would pass for packets that return from a role. The table has a chain at
 * the egress of each end of such a pair ({@link InnerPairs}).
 *
 * <p>The table is one of its own, as such pairs come and go with containers: the tables of roles
 * hold sets, and are not made anew for that. There is none where there is no such pair. The role
 * goes on where the kernel takes no rules at egress. One thread at a time.
 */
public final class ForeignMarks {

  /** Counter of packets that came with such a mark. */
  public static final String COUNTER = "foreign_marks";

  private final OwnershipMark mark;
  private final int returnMark;
  private final Events events;
  private final OwnedTable table;

  /** Names of the ends of all pairs that were there at the last look. */
  private List<String> watched = List.of();

  /** The ends that the table was made for; null: something may be left of an earlier run. */
  private List<End> made = List.of();

  /** True while the table could not be made. */
  private boolean fails;

  /** Indices of the ends whose names fit no rule, and that were told of. */
  private final Set<Integer> unfit = new HashSet<>();

  /** An end, and which one of its name. */
  private record End(String name, int index) {}

  /**
   * A table that was not made yet.
   *
   * @param owner the mark of the role's other table
   * @param returnMark of packets that return to it
   */
  public ForeignMarks(OwnershipMark owner, int returnMark, Kernel kernel, Events events) {
    mark = new OwnershipMark(role(owner.role()), owner.name());
    this.returnMark = returnMark;
    this.events = events;
    table = new OwnedTable(mark, kernel);
  }

  /** The words for such tables of a role. No owner's name makes the name of its other table so. */
  public static PlanRole role(PlanRole of) {
    return new PlanRole(
        of.tablePrefix() + "_marks_", "ROSA clearing of marks for", of.linkWords(), of.ownerWord());
  }

  /**
   * Refuses a table of its name that is not its own.
   *
   * @return whether an earlier run has left one
   */
  public boolean requireOwn() throws IOException {
    boolean isLeft = table.requireOwn();
    made = isLeft ? null : List.of();
    return isLeft;
  }

  /** Names of the interfaces whose changes concern it. */
  public List<String> watched() {
    return watched;
  }

  /**
   * Makes it as it should be for the links that are there. If the kernel refuses, this says so once
   * and tries again with the next look.
   *
   * @return whether something else had changed it
   */
  public boolean fit(Map<String, Link> links) throws IOException {
    watched = InnerPairs.endsIn(links).stream().map(Link::name).toList();
    List<End> wanted = wanted(InnerPairs.passableIn(links));
    boolean isSame = wanted.equals(made);
    if (isSame && (wanted.isEmpty() || !table.isChanged())) {
      return false;
    }
    if (wanted.isEmpty()) {
      table.remove();
      made = wanted;
      return false;
    }
    return put(wanted) && isSame;
  }

  private List<End> wanted(List<Link> ends) {
    ends.stream().filter(end -> !fitsARule(end)).forEach(this::tellOfUnfit);
    return ends.stream()
        .filter(ForeignMarks::fitsARule)
        .map(end -> new End(end.name(), end.index()))
        .toList();
  }

  private static boolean fitsARule(Link end) {
    return LinkNames.fitsRules(end.name());
  }

  private void tellOfUnfit(Link end) {
    if (unfit.add(end.index())) {
      events.warn(
          "the name of interface number %d fits no rule, so %s"
              .formatted(end.index(), consequence("it")));
    }
  }

  private String consequence(String where) {
    return ("marks stay on packets that leave by %s: a container whose macvlan is there can pass"
            + " this %s by")
        .formatted(where, mark.role().ownerWord());
  }

  private boolean put(List<End> ends) {
    try {
      table.put(script(ends));
      made = ends;
      fails = false;
      return true;
    } catch (IOException e) {
      made = null;
      if (!fails) {
        String names = ends.stream().map(End::name).collect(joining(" "));
        events.warn(
            "%s; rules at the egress of an interface need Linux 5.16 and nft 1.0.1: %s"
                .formatted(consequence(names), e.getMessage()));
      }
      fails = true;
      return false;
    }
  }

  private String script(List<End> ends) {
    StringBuilder script = new StringBuilder(OwnedTable.removal(mark));
    script.append("table netdev ").append(mark.table()).append(" {\n");
    script.append("  comment \"").append(mark.onTable()).append("\"\n");
    script.append("  counter ").append(COUNTER).append(" {\n  }\n");
    for (int i = 0; i < ends.size(); i++) {
      script.append("  chain to_").append(i + 1).append(" {\n");
      script.append("    type filter hook egress device \"").append(ends.get(i).name());
      script.append("\" priority 0; policy accept;\n");
      rule(script, ReturnMark.ownText());
      if (!ReturnMark.isOwn(returnMark)) {
        rule(script, ReturnMark.text(returnMark));
      }
      script.append("  }\n");
    }
    return script.append("}\n").toString();
  }

  private static void rule(StringBuilder script, String match) {
    script.append("    meta mark ").append(match);
    script.append(" counter name \"").append(COUNTER).append("\" meta mark set 0\n");
  }

  /** Packets that it has counted; nothing while there is none. */
  public NftFigures figures() throws IOException {
    return made != null && made.isEmpty() ? NftFigures.NONE : table.figures();
  }

  /** The sentence that it was changed by something else, and made again. */
  public String remade() {
    return "the nft table %s was flushed or changed: made again".formatted(mark.table());
  }

  /** Takes it away. */
  public void end() throws IOException {
    if (table.isThere()) {
      table.remove();
    }
  }
}
