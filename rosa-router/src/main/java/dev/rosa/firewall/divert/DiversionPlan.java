package dev.rosa.firewall.divert;

import dev.rosa.firewall.assistant.LinkPair;
import dev.rosa.firewall.assistant.ReturnMark;
import dev.rosa.firewall.keeper.BeatReceiver;
import dev.rosa.firewall.keeper.Events;
import dev.rosa.firewall.keeper.Plan;
import dev.rosa.firewall.keeper.PlanInForce;
import dev.rosa.firewall.keeper.PlanLocks;
import dev.rosa.network.Kernel;
import dev.rosa.network.OwnershipMark;
import dev.rosa.network.PlanRole;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Plan of a diversion of active packets to a router: its nft rules and links, as a keeper process
 * keeps them in force. Immutable.
 *
 * @param mark its owner
 * @param form who forwards, and who makes the link
 * @param way where packets go, and how they come back
 * @param from links whose active packets are diverted
 * @param bypass what happens to active packets while no worker is alive
 */
record DiversionPlan(OwnershipMark mark, Form form, Way way, List<String> from, Bypass bypass)
    implements Plan {

  /** The words that mark tables and links of a diversion. */
  static final PlanRole ROLE =
      new PlanRole("rosa_", "ROSA diversion of", PlanRole.ASSISTANT_LINK, "router");

  /** The machine's part in it. */
  enum Form {
    /** This machine forwards, and the router runs on it: a pair of links is made. */
    LOCAL,
    /** This machine forwards, and the router runs on another one. */
    ROUTING,
    /** Another machine forwards; here runs the router. */
    ASSISTANT
  }

  /**
   * The way of packets to the router and back.
   *
   * @param link the end of the assistant link that packets are diverted to; null for {@link
   *     Form#ASSISTANT}
   * @param peer the end where packets are taken; null for {@link Form#ROUTING}
   * @param returnMark mark of packets that have come back
   */
  public record Way(String link, String peer, int returnMark) {}

  /**
   * Treatment of active packets while no worker is alive.
   *
   * @param drops whether they are dropped, else forwarded
   * @param silence how long a worker may not have been heard of
   * @param workers how many there are; 0: as many as their beats say
   */
  record Bypass(boolean drops, Duration silence, int workers) {}

  DiversionPlan {
    from = List.copyOf(from);
  }

  /** Of a router's configuration. */
  static DiversionPlan of(Interfaces config, String routerName) {
    Interfaces.Assistant assistant = config.assistant();
    boolean elsewhere = assistant.isElsewhere();
    return new DiversionPlan(
        new OwnershipMark(ROLE, routerName),
        elsewhere ? Form.ASSISTANT : Form.LOCAL,
        new Way(
            assistant.link(),
            elsewhere ? assistant.onInterface() : assistant.peer(),
            ReturnMark.parse(assistant.returnMark())),
        config.divert(),
        new Bypass(config.dropsWhenGone(), config.silence(), config.workers()));
  }

  @Override
  public String subject() {
    return "the diversion";
  }

  @Override
  public PlanLocks lock(Kernel kernel) throws IOException {
    return DiversionLocks.take(this, kernel);
  }

  @Override
  public PlanInForce inForce(Kernel kernel, BeatReceiver beats, Events events) {
    return new DiversionInForce(this, kernel, beats, events);
  }

  /** True if beats decide about it. */
  boolean listens() {
    return form != Form.ASSISTANT;
  }

  /** The link that packets are diverted to. */
  String link() {
    return way.link();
  }

  /** The link where the router takes them, and the kernel must not. */
  String peer() {
    return way.peer();
  }

  /** True if packets come back on this machine, over a pair of links that is made and removed. */
  boolean makesPair() {
    return form != Form.ASSISTANT;
  }

  /** The assistant link, or one for packets that come back from another machine. */
  LinkPair pair() {
    return form == Form.LOCAL
        ? new LinkPair(mark, way.link(), way.peer())
        : new LinkPair(mark, returnLink() + "0", returnLink() + "1");
  }

  /** Prefix of the names of its links on which packets of another machine come back. */
  private String returnLink() {
    return "rosa" + mark.mac("").replace(":", "").substring(4) + "-";
  }

  /** The network card that leads to another machine; null: there is none. */
  String nic() {
    return switch (form) {
      case LOCAL -> null;
      case ROUTING -> way.link();
      case ASSISTANT -> way.peer();
    };
  }

  /** As a command line; {@link #parse} is the inverse. */
  List<String> arguments() {
    List<String> arguments = new ArrayList<>();
    arguments.add(mark.name());
    arguments.add(form.name());
    arguments.add(way.link() == null ? "" : way.link());
    arguments.add(way.peer() == null ? "" : way.peer());
    arguments.add(ReturnMark.text(way.returnMark()));
    arguments.add(Boolean.toString(bypass.drops()));
    arguments.add(Long.toString(bypass.silence().toMillis()));
    arguments.add(Integer.toString(bypass.workers()));
    arguments.addAll(from);
    return arguments;
  }

  static DiversionPlan parse(List<String> arguments) {
    return new DiversionPlan(
        new OwnershipMark(ROLE, arguments.get(0)),
        Form.valueOf(arguments.get(1)),
        new Way(
            nullIfEmpty(arguments.get(2)),
            nullIfEmpty(arguments.get(3)),
            ReturnMark.parse(arguments.get(4))),
        arguments.subList(8, arguments.size()),
        new Bypass(
            Boolean.parseBoolean(arguments.get(5)),
            Duration.ofMillis(Long.parseLong(arguments.get(6))),
            Integer.parseInt(arguments.get(7))));
  }

  private static String nullIfEmpty(String text) {
    return text.isEmpty() ? null : text;
  }
}
