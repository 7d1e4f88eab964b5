package dev.rosa.client.endpoint;

import dev.rosa.config.HostPort;
import dev.rosa.control.ControlFailure;
import io.grpc.CallOptions;
import io.grpc.ConnectivityState;
import io.grpc.ManagedChannel;
import io.grpc.StatusRuntimeException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

/**
 * Client's channel to one server of the control plane, with a time limit for each call.
 * Thread-safe; owns the channel.
 *
 * @param title its name in a sentence, such as "Authorization Server"
 * @param patience the time that one call has
 */
record ControlNode(String title, HostPort address, ManagedChannel channel, Duration patience)
    implements AutoCloseable {

  private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

  /** Options of one call that begins now. */
  CallOptions options() {
    return CallOptions.DEFAULT.withDeadlineAfter(patience.toNanos(), TimeUnit.NANOSECONDS);
  }

  /** The same server with another time for each call. */
  ControlNode within(Duration time) {
    return new ControlNode(title, address, channel, time);
  }

  /**
   * A node's answer. On a busy machine a TLS handshake may take too long: it is tried again in the
   * time that a call has.
   */
  <A> A ask(Supplier<A> call) throws CallFailedException {
    long beganNanos = System.nanoTime();
    while (true) {
      try {
        return call.get();
      } catch (StatusRuntimeException e) {
        boolean inTime = System.nanoTime() - beganNanos < patience.toNanos();
        if (ControlFailure.kind(e) != ControlFailure.Kind.LATE || !inTime) {
          throw CallFailedException.of(this, e);
        }
      }
      channel.resetConnectBackoff();
      LockSupport.parkNanos(PAUSE_NANOS);
    }
  }

  boolean isConnected() {
    return channel.getState(false) == ConnectivityState.READY;
  }

  @Override
  public void close() {
    channel.shutdownNow();
  }
}
