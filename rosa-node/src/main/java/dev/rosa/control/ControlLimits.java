package dev.rosa.control;

import dev.rosa.serving.ConnectionLimits;
import java.time.Duration;
import java.util.List;

/**
 * Limits of a control server on what peers send; checked before a message is parsed.
 *
 * @param maxMessageBytes largest message either way; larger ones are refused before they are parsed
 * @param maxMetadataBytes largest set of headers of a call
 * @param maxCallsPerConnection calls that one connection may have open
 * @param connections limits on the connections and calls of peers
 * @param methods limits of one identity on calls of certain methods
 * @param maxIdle a connection without a call is closed after this
 * @param maxAge a connection is asked to reconnect after this, so that an expired certificate does
 *     not live on in an old connection
 */
public record ControlLimits(
    int maxMessageBytes,
    int maxMetadataBytes,
    int maxCallsPerConnection,
    ConnectionLimits connections,
    List<MethodLimit> methods,
    Duration maxIdle,
    Duration maxAge) {

  /** 64 KiB messages, 2 KiB headers, 64 calls a connection, {@link ConnectionLimits#DEFAULT}. */
  public static final ControlLimits DEFAULT =
      new ControlLimits(
          64 * 1024,
          2 * 1024,
          64,
          ConnectionLimits.DEFAULT,
          List.of(),
          Duration.ofMinutes(5),
          Duration.ofHours(6));

  /** Largest catalogue or list of codes: some 100,000 codes. */
  public static final int CATALOGUE_BYTES = 16 << 20;

  /** The bytes that a message needs beside a bundle that it carries. */
  private static final int ENVELOPE_BYTES = 64 * 1024;

  /** Checks that every limit is positive. */
  public ControlLimits {
    if (maxMessageBytes <= 0 || maxMetadataBytes <= 0 || maxCallsPerConnection <= 0) {
      throw new IllegalArgumentException("a limit must be positive");
    }
    methods = List.copyOf(methods);
  }

  /** The same limits for messages that carry a code bundle of up to that many bytes. */
  public ControlLimits carryingBundlesOf(int maxBundleBytes) {
    return withMaxMessageBytes(Math.addExact(maxBundleBytes, ENVELOPE_BYTES));
  }

  /** The same limits with another message size. */
  public ControlLimits withMaxMessageBytes(int bytes) {
    return new ControlLimits(
        bytes, maxMetadataBytes, maxCallsPerConnection, connections, methods, maxIdle, maxAge);
  }

  /** The same limits with others for peers. */
  public ControlLimits withConnections(ConnectionLimits others) {
    return new ControlLimits(
        maxMessageBytes, maxMetadataBytes, maxCallsPerConnection, others, methods, maxIdle, maxAge);
  }

  /** The same limits with those for certain methods. */
  public ControlLimits withMethods(List<MethodLimit> limits) {
    return new ControlLimits(
        maxMessageBytes,
        maxMetadataBytes,
        maxCallsPerConnection,
        connections,
        limits,
        maxIdle,
        maxAge);
  }
}
