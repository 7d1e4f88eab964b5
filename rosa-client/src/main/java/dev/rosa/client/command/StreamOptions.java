package dev.rosa.client.command;

import java.time.Duration;
import picocli.CommandLine.Option;

/** Options for the end of a stream and for its progress lines. */
final class StreamOptions {
  @Option(names = "--count", paramLabel = "N", description = "end after N datagrams")
  private Long count;

  @Option(
      names = "--idle-exit",
      paramLabel = "TIME",
      description = "end when nothing has come for so long, e.g. 5s")
  private Duration idleExit;

  @Option(
      names = "--progress",
      paramLabel = "TIME",
      defaultValue = "5s",
      description = "how often to say how far it is, 0s: never (default: ${DEFAULT-VALUE})")
  private Duration progress;

  boolean isOver(long datagrams, long idleMillis) {
    boolean counted = count != null && datagrams >= count;
    return counted || (idleExit != null && idleMillis >= idleExit.toMillis());
  }

  Duration progress() {
    return progress;
  }
}
