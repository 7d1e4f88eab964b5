package dev.rosa.router.catalogue;

import dev.rosa.config.HostPort;
import dev.rosa.control.ControlChannel;
import dev.rosa.identity.Identity;
import dev.rosa.identity.Role;
import io.grpc.ManagedChannel;
import java.net.InetSocketAddress;
import java.util.List;

/**
 * List of a router's Code Servers, with a gRPC channel to each.
 *
 * @param self the router
 * @param all the preferred one first, at least one
 */
public record CodeServers(Identity self, List<Server> all) implements AutoCloseable {

  /** A Code Server and the channel to it. */
  record Server(HostPort address, ManagedChannel channel) {}

  /**
   * Channels that connect when they are first used.
   *
   * @param addresses the preferred Code Server first
   * @param maxMessageBytes the largest message that is taken
   */
  public static CodeServers open(List<HostPort> addresses, Identity self, int maxMessageBytes) {
    return new CodeServers(
        self,
        addresses.stream()
            .map(address -> new Server(address, channel(address, self, maxMessageBytes)))
            .toList());
  }

  private static ManagedChannel channel(HostPort address, Identity self, int maxMessageBytes) {
    return ControlChannel.open(
        InetSocketAddress.createUnresolved(address.host(), address.port()),
        self,
        Role.CODESERVER,
        maxMessageBytes);
  }

  /** The Code Server at the other end of a channel. */
  Server of(ManagedChannel channel) {
    return all.stream().filter(each -> each.channel() == channel).findFirst().orElseThrow();
  }

  /** Ends all calls. */
  @Override
  public void close() {
    all.forEach(server -> server.channel().shutdownNow());
  }
}
