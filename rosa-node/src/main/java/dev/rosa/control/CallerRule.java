package dev.rosa.control;

/**
 * A rule about who may call a service, for services that have one. It is asked when a call's
 * headers are there: of a caller that may not call, no message is read. Thread-safe.
 */
public interface CallerRule {

  /**
   * Refuses the {@linkplain Caller current caller} if it may call none of the service's methods.
   *
   * @throws io.grpc.StatusRuntimeException saying why, told to {@link Caller#log}
   */
  void requireCaller();
}
