package dev.rosa.client.endpoint;

import dev.rosa.config.HostPort;
import io.grpc.ManagedChannel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;

/**
 * Servers of a domain that do the same work, asked one after the other until one answers. The one
 * that answered last is asked first. Thread-safe; owns the channels.
 *
 * <p>A server that is silent is given up soon for the next one. If all are late, they are asked
 * again with more patience, as on a machine that is very busy.
 */
final class ControlNodes implements AutoCloseable {

  /** The time that a call has, over all servers. */
  static final Duration PATIENCE = Duration.ofSeconds(30);

  private static final int MORE_PATIENCE = 4;

  private final List<ControlNode> nodes;
  private final Duration first;
  private final AtomicInteger preferred = new AtomicInteger();

  private ControlNodes(List<ControlNode> nodes, Duration first) {
    this.nodes = nodes;
    this.first = nodes.size() == 1 ? PATIENCE : first;
  }

  /**
   * Servers at these addresses.
   *
   * @param first how long a silent one is waited for, if there are others
   */
  static ControlNodes of(
      List<HostPort> addresses, Function<HostPort, ControlNode> node, Duration first) {
    if (addresses.isEmpty()) {
      throw new IllegalArgumentException("no server, expected at least one");
    }
    return new ControlNodes(addresses.stream().map(node).toList(), first);
  }

  /** Call to one of the servers, in the time that the node says. */
  @FunctionalInterface
  interface Call<A> {
    A to(ControlNode node) throws CallFailedException;
  }

  /** The answer of the first server that has one; a refusal is an answer. */
  <A> A ask(Call<A> call) throws CallFailedException {
    long beganNanos = System.nanoTime();
    Duration patience = first;
    while (true) {
      List<CallFailedException> failures = new ArrayList<>();
      Optional<A> answer = askEach(call, patience, failures);
      if (answer.isPresent()) {
        return answer.get();
      }
      Duration left = PATIENCE.minusNanos(System.nanoTime() - beganNanos);
      boolean again = nodes.size() > 1 && failures.stream().anyMatch(CallFailedException::isLate);
      if (!again || left.isNegative() || left.isZero()) {
        throw CallFailedException.ofAll(failures);
      }
      Duration more = patience.multipliedBy(MORE_PATIENCE);
      patience = more.compareTo(left) < 0 ? more : left;
    }
  }

  /**
   * Channel to the server that answered last, or to a later one after failures.
   *
   * @param failures how many servers in a row were no use
   */
  ManagedChannel channel(int failures) {
    return nodes.get((preferred.get() + failures) % nodes.size()).channel();
  }

  private <A> Optional<A> askEach(
      Call<A> call, Duration patience, List<CallFailedException> failures)
      throws CallFailedException {
    int start = preferred.get();
    for (int i = 0; i < nodes.size(); i++) {
      int index = (start + i) % nodes.size();
      ControlNode node = nodes.get(index);
      try {
        A answer = call.to(node.within(patience));
        preferred.set(index);
        return Optional.of(answer);
      } catch (CallFailedException e) {
        if (!e.concernsServer()) {
          throw e;
        }
        failures.add(e);
        // The next call shall find it connecting, not pausing.
        node.channel().resetConnectBackoff();
      }
    }
    return Optional.empty();
  }

  @Override
  public void close() {
    nodes.forEach(ControlNode::close);
  }
}
