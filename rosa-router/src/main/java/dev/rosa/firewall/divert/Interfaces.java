package dev.rosa.firewall.divert;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.rosa.config.BadValueException;
import dev.rosa.firewall.assistant.InterfaceNames;
import dev.rosa.firewall.assistant.ReturnMark;
import dev.rosa.firewall.keeper.WorkerLiveness;
import java.time.Duration;
import java.util.List;

/**
 * The element {@code <interfaces>} of a router's configuration: links to divert, workers, and the
 * assistant link. {@code config/router.xml} explains every key. Immutable.
 *
 * @param workers threads that work on packets
 * @param whenGone {@code forward} or {@code drop}
 * @param silence how long the router may not have been heard of
 * @param divert links whose active packets come to the router; empty in the hybrid form
 * @param assistant the link to the router
 */
public record Interfaces(
    Integer workers,
    String whenGone,
    Duration silence,
    @JsonProperty("divert") List<String> divert,
    Assistant assistant) {

  /** Default of the time for which a router may be silent. */
  static final Duration DEFAULT_SILENCE = Duration.ofSeconds(1);

  private static final int MOST_WORKERS = 64;

  /** Checks and completes. */
  public Interfaces {
    assistant = assistant == null ? new Assistant(null, null, null, null, null) : assistant;
    divert = divert == null ? List.of() : List.copyOf(divert);
    if (assistant.isElsewhere()) {
      requireNothingOfTheRoutingMachine(whenGone, silence, divert);
    }
    workers = workers == null ? 1 : workers;
    whenGone = whenGone == null ? "forward" : whenGone;
    silence = silence == null ? DEFAULT_SILENCE : silence;
    if (workers > MOST_WORKERS) {
      throw new BadValueException(
          "workers", "is %d, expected 1 to %d".formatted(workers, MOST_WORKERS));
    }
    WorkerLiveness.requireSilence(silence);
    if (!assistant.isElsewhere()) {
      requireLinks(divert, assistant);
    }
  }

  private static void requireNothingOfTheRoutingMachine(
      String whenGone, Duration silence, List<String> divert) {
    requireNone("divert", divert.isEmpty());
    requireNone("when-gone", whenGone == null);
    requireNone("silence", silence == null);
  }

  private static void requireNone(String key, boolean isNone) {
    if (!isNone) {
      throw new BadValueException(
          key,
          "is of the machine that forwards, which is another one as <assistant interface> says,"
              + " expected none here");
    }
  }

  private static void requireLinks(List<String> divert, Assistant assistant) {
    if (divert.isEmpty()) {
      throw BadValueException.missing(
          "has no <divert>, expected the name of at least one interface", "divert", "assistant");
    }
    InterfaceNames names = new InterfaceNames();
    names.addAll("divert", divert);
    names.add("assistant/link", assistant.link());
    names.add("assistant/peer", assistant.peer());
  }

  /** True if active packets are dropped while no router works on them. */
  public boolean dropsWhenGone() {
    return "drop".equals(whenGone);
  }

  /**
   * The link to the router.
   *
   * @param link the routing machine's end of a pair that is made; null in the hybrid form
   * @param peer the router's end of it; null in the hybrid form
   * @param onInterface {@code interface}: the NIC behind which another machine forwards; null: none
   * @param returnTo MAC address of that machine's end
   * @param returnMark mark of packets on their way back, as {@code 0x} and hexadecimal digits; null
   *     in the hybrid form
   */
  public record Assistant(
      String link,
      String peer,
      @JsonProperty("interface") String onInterface,
      String returnTo,
      String returnMark) {

    private static final String DEFAULT_LINK = "rosa0";
    private static final String DEFAULT_PEER = "rosa1";

    /** Checks and completes. */
    public Assistant {
      requireOneMachine("link", onInterface, link);
      requireOneMachine("peer", onInterface, peer);
      requireOneMachine("return-mark", onInterface, returnMark);
      int unused = ReturnMark.parse(returnMark);
      if ((onInterface == null) != (returnTo == null)) {
        throw BadValueException.missing(
            "has interface or return-to alone, expected both or none", "interface", "return-to");
      }
      if (onInterface == null) {
        link = link == null ? DEFAULT_LINK : link;
        peer = peer == null ? DEFAULT_PEER : peer;
      }
    }

    private static void requireOneMachine(String key, String onInterface, String value) {
      if (onInterface != null && value != null) {
        throw new BadValueException(
            key, "is of a link within this machine, and interface of two, expected one of them");
      }
    }

    /** True if another machine forwards: the hybrid platform. */
    public boolean isElsewhere() {
      return onInterface != null;
    }
  }
}
