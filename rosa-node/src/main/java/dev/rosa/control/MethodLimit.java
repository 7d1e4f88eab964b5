package dev.rosa.control;

import io.grpc.MethodDescriptor;
import java.util.List;

/**
 * Bound for the calls of some methods that one identity has in progress, together and over all its
 * connections. Immutable.
 *
 * @param callsPerIdentity most calls
 * @param methods the methods whose calls count; empty: every method
 */
public record MethodLimit(int callsPerIdentity, List<MethodDescriptor<?, ?>> methods) {

  /** Checks that the number is positive. */
  public MethodLimit {
    if (callsPerIdentity <= 0) {
      throw new IllegalArgumentException("a limit must be positive");
    }
    methods = List.copyOf(methods);
  }

  /** The limit for those methods; for every method if none is given. */
  public static MethodLimit of(int callsPerIdentity, MethodDescriptor<?, ?>... methods) {
    return new MethodLimit(callsPerIdentity, List.of(methods));
  }

  boolean counts(MethodDescriptor<?, ?> method) {
    return methods.isEmpty() || isAmong(methods, method);
  }

  /** True if one of the methods has the same name: descriptors are equal only if they are one. */
  static boolean isAmong(List<MethodDescriptor<?, ?>> methods, MethodDescriptor<?, ?> method) {
    return methods.stream()
        .anyMatch(one -> one.getFullMethodName().equals(method.getFullMethodName()));
  }

  /** The calls that count, in words. */
  String calls() {
    return methods.isEmpty()
        ? "calls"
        : "calls of "
            + String.join(", ", methods.stream().map(MethodDescriptor::getBareMethodName).toList());
  }
}
