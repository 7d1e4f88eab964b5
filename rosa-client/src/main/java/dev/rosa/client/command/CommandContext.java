package dev.rosa.client.command;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.Objects;

/**
 * Clock and random source that commands of {@code rosa} are given.
 *
 * @param clock the time
 * @param random for request ids, sessions' keys and certificates
 */
public record CommandContext(InstantSource clock, SecureRandom random) {
  /** Writes what {@code --json} prints: indented, keys in the order they were put. */
  /** Writes JSON for programs, with lines that people can read. */
  public static final ObjectMapper JSON =
      new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

  /** Refuses nulls. */
  public CommandContext {
    Objects.requireNonNull(clock);
    Objects.requireNonNull(random);
  }

  /** The system's clock and random source. */
  public static CommandContext system() {
    return new CommandContext(InstantSource.system(), new SecureRandom());
  }
}
