package dev.rosa.divert;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * What a keeper is to keep. Immutable.
 *
 * @param marks whose it is
 * @param form who forwards, and who makes the link
 * @param link the end of the assistant link that packets are diverted to; null for {@link
 *     Form#ASSISTANT}
 * @param peer the end where packets are taken; null for {@link Form#ROUTING}
 * @param from links whose active packets are diverted
 * @param bypass what happens to active packets while nobody works on them
 */
record Plan(Marks marks, Form form, String link, String peer, List<String> from, Bypass bypass) {

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
   * When nobody works on active packets, and what then.
   *
   * @param drops whether they are dropped, else forwarded
   * @param silence how long a worker may not have been heard of
   * @param workers how many there are; 0: as many as their beats say
   */
  record Bypass(boolean drops, Duration silence, int workers) {}

  Plan {
    from = List.copyOf(from);
  }

  /** Of a router's configuration. */
  static Plan of(Interfaces config, String routerName) {
    Interfaces.Assistant assistant = config.assistant();
    boolean elsewhere = assistant.isElsewhere();
    return new Plan(
        new Marks(routerName),
        elsewhere ? Form.ASSISTANT : Form.LOCAL,
        assistant.link(),
        elsewhere ? assistant.onInterface() : assistant.peer(),
        config.divert(),
        new Bypass(config.dropsWhenGone(), config.silence(), config.workers()));
  }

  /** Whether beats decide about it. */
  boolean listens() {
    return form != Form.ASSISTANT;
  }

  /** Whether the assistant link is made and removed. */
  boolean makesLink() {
    return form == Form.LOCAL;
  }

  /** As a command line; {@link #parse} is the inverse. */
  List<String> arguments() {
    List<String> arguments = new ArrayList<>();
    arguments.add(marks.name());
    arguments.add(form.name());
    arguments.add(link == null ? "" : link);
    arguments.add(peer == null ? "" : peer);
    arguments.add(Boolean.toString(bypass.drops()));
    arguments.add(Long.toString(bypass.silence().toMillis()));
    arguments.add(Integer.toString(bypass.workers()));
    arguments.addAll(from);
    return arguments;
  }

  static Plan parse(List<String> arguments) {
    return new Plan(
        new Marks(arguments.get(0)),
        Form.valueOf(arguments.get(1)),
        nullIfEmpty(arguments.get(2)),
        nullIfEmpty(arguments.get(3)),
        arguments.subList(7, arguments.size()),
        new Bypass(
            Boolean.parseBoolean(arguments.get(4)),
            Duration.ofMillis(Long.parseLong(arguments.get(5))),
            Integer.parseInt(arguments.get(6))));
  }

  private static String nullIfEmpty(String text) {
    return text.isEmpty() ? null : text;
  }
}
