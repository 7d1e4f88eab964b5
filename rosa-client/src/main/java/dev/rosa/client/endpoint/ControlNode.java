package dev.rosa.client.endpoint;

import dev.rosa.config.HostPort;
import io.grpc.CallOptions;
import io.grpc.ConnectivityState;
import io.grpc.ManagedChannel;
import java.util.concurrent.TimeUnit;

/**
 * A server of the control plane and the channel to it. Thread-safe; owns the channel.
 *
 * @param title its name in a sentence, such as "Authorization Server"
 * @param seconds the time that one call has
 */
record ControlNode(String title, HostPort address, ManagedChannel channel, int seconds)
    implements AutoCloseable {

  /** Options of one call that begins now. */
  CallOptions options() {
    return CallOptions.DEFAULT.withDeadlineAfter(seconds, TimeUnit.SECONDS);
  }

  boolean isConnected() {
    return channel.getState(false) == ConnectivityState.READY;
  }

  @Override
  public void close() {
    channel.shutdownNow();
  }
}
