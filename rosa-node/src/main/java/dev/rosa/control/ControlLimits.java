package dev.rosa.control;

import dev.rosa.serving.ConnectionLimits;
import io.grpc.Codec;
import io.grpc.DecompressorRegistry;
import io.grpc.MethodDescriptor;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Limits of a control server on what peers send; checked before a message is parsed.
 *
 * @param maxMessageBytes largest message either way; larger ones are refused before they are parsed
 * @param largeRequests most bytes of a request, by the full name of its method; those of other
 *     methods have at most {@link #REQUEST_BYTES}
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
    Map<String, Integer> largeRequests,
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
          Map.of(),
          2 * 1024,
          64,
          ConnectionLimits.DEFAULT,
          List.of(),
          Duration.ofMinutes(5),
          Duration.ofHours(6));

  /** No compression either way: few bytes would become many. */
  static final DecompressorRegistry UNCOMPRESSED =
      DecompressorRegistry.emptyInstance().with(Codec.Identity.NONE, false);

  /** Largest request without a bundle: a signed statement has less than half of it. */
  public static final int REQUEST_BYTES = 16 * 1024;

  /** Largest catalogue or list of codes: some 100,000 codes. */
  public static final int CATALOGUE_BYTES = 16 << 20;

  /** Largest answer of a Code Server to an Authorization Server about its lease. */
  public static final int LEASE_BYTES = 256 * 1024;

  /** The bytes that a message needs beside a bundle that it carries. */
  private static final int ENVELOPE_BYTES = 64 * 1024;

  /** Checks that every limit is positive. */
  public ControlLimits {
    if (maxMessageBytes <= 0 || maxMetadataBytes <= 0 || maxCallsPerConnection <= 0) {
      throw new IllegalArgumentException("a limit must be positive");
    }
    largeRequests = Map.copyOf(largeRequests);
    methods = List.copyOf(methods);
  }

  /**
   * The same limits for messages that carry a code bundle.
   *
   * @param maxBundleBytes most bytes of a bundle
   * @param requests the methods whose requests carry one
   */
  public ControlLimits carryingBundlesOf(int maxBundleBytes, MethodDescriptor<?, ?>... requests) {
    int bytes = Math.addExact(maxBundleBytes, ENVELOPE_BYTES);
    ControlLimits carrying = with(bytes, largeRequests, connections, methods);
    for (MethodDescriptor<?, ?> request : requests) {
      carrying = carrying.withRequest(request, bytes);
    }
    return carrying;
  }

  /** The same limits with another one for requests of a method. */
  public ControlLimits withRequest(MethodDescriptor<?, ?> method, int mostBytes) {
    Map<String, Integer> large = new HashMap<>(largeRequests);
    large.put(method.getFullMethodName(), mostBytes);
    return with(Math.max(maxMessageBytes, mostBytes), large, connections, methods);
  }

  /** The same limits with others for peers. */
  public ControlLimits withConnections(ConnectionLimits others) {
    return with(maxMessageBytes, largeRequests, others, methods);
  }

  /** The same limits with those for certain methods. */
  public ControlLimits withMethods(List<MethodLimit> limits) {
    return with(maxMessageBytes, largeRequests, connections, limits);
  }

  private ControlLimits with(
      int bytes, Map<String, Integer> large, ConnectionLimits others, List<MethodLimit> limits) {
    return new ControlLimits(
        bytes, large, maxMetadataBytes, maxCallsPerConnection, others, limits, maxIdle, maxAge);
  }

  /** Most bytes that a request of a method may have. */
  int mostBytesOf(MethodDescriptor<?, ?> method) {
    return largeRequests.getOrDefault(method.getFullMethodName(), REQUEST_BYTES);
  }
}
