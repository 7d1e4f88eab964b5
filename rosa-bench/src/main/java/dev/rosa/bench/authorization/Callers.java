package dev.rosa.bench.authorization;

import dev.rosa.config.HostPort;
import dev.rosa.control.ControlChannel;
import dev.rosa.control.v1.AuthorizationGrpc;
import dev.rosa.control.v1.ServiceGrant;
import dev.rosa.control.v1.ServiceRequest;
import dev.rosa.identity.Identity;
import dev.rosa.identity.Role;
import io.grpc.ManagedChannel;
import io.grpc.stub.StreamObserver;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Simulated users of one server, or of several by turns, over mutual TLS, each with a connection.
 * Owned by one thread.
 */
final class Callers implements AutoCloseable {

  private final List<ManagedChannel> channels = new ArrayList<>();
  private final List<AuthorizationGrpc.AuthorizationStub> stubs = new ArrayList<>();

  /** Users that connect with their first request. */
  Callers(List<HostPort> servers, List<Identity> users) {
    for (Identity user : users) {
      HostPort server = servers.get(channels.size() % servers.size());
      ManagedChannel channel = ControlChannel.open(server.toSocketAddress(), user, Role.AS);
      channels.add(channel);
      stubs.add(AuthorizationGrpc.newStub(channel).withExecutor(Runnable::run));
    }
  }

  /**
   * Sends requests for a time.
   *
   * @param requests each user's in turn; the run ends when they are used up
   * @throws IOException if one is refused
   */
  LoadRun.Answers run(List<ServiceRequest> requests, int callers, double seconds)
      throws IOException, InterruptedException {
    // A request is of the user whose connection it takes.
    return LoadRun.of(
        requests.size(),
        callers,
        seconds,
        (index, reply) ->
            stubs.get(index % stubs.size()).requestService(requests.get(index), new Answer(reply)));
  }

  /** Receiver of one answer. */
  private record Answer(LoadRun.Reply reply) implements StreamObserver<ServiceGrant> {
    @Override
    public void onNext(ServiceGrant grant) {
      reply.answered();
    }

    @Override
    public void onError(Throwable failure) {
      reply.failed(failure);
    }

    @Override
    public void onCompleted() {
      reply.completed();
    }
  }

  @Override
  public void close() {
    channels.forEach(ManagedChannel::shutdownNow);
  }
}
