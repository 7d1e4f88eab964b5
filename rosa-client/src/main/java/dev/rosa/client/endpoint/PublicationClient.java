package dev.rosa.client.endpoint;

import com.google.protobuf.ByteString;
import dev.rosa.config.HostPort;
import dev.rosa.control.ControlChannel;
import dev.rosa.control.ControlLimits;
import dev.rosa.control.v1.CodeDescription;
import dev.rosa.control.v1.CodePublicationGrpc;
import dev.rosa.control.v1.ListCodeReply;
import dev.rosa.control.v1.ListCodeRequest;
import dev.rosa.control.v1.PublishRequest;
import dev.rosa.control.v1.ShowCodeRequest;
import dev.rosa.control.v1.WithdrawCodeRequest;
import dev.rosa.identity.Identity;
import dev.rosa.identity.Role;
import dev.rosa.publication.Publication;
import io.grpc.ManagedChannel;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/**
 * Publisher's client of a Code Server, or of several on one storage: a call is for the first that
 * answers. Thread-safe; owns its channels.
 */
public final class PublicationClient implements AutoCloseable {
  private static final String TITLE = "Code Server";

  /** Admission of a large bundle takes a while. */
  private static final Duration SILENCE = Duration.ofSeconds(10);

  private final ControlNodes servers;
  private final Identity self;
  private final InstantSource clock;

  private PublicationClient(ControlNodes servers, Identity self, InstantSource clock) {
    this.servers = servers;
    this.self = self;
    this.clock = clock;
  }

  /** A client that connects with its first call. */
  public static PublicationClient open(HostPort server, Identity self, InstantSource clock) {
    return open(List.of(server), self, clock);
  }

  /**
   * The same with several servers on one storage.
   *
   * @param servers at least one; asked in this order
   */
  public static PublicationClient open(List<HostPort> servers, Identity self, InstantSource clock) {
    return new PublicationClient(
        ControlNodes.of(servers, server -> node(server, self), SILENCE), self, clock);
  }

  private static ControlNode node(HostPort server, Identity self) {
    ManagedChannel channel =
        ControlChannel.open(
            server.toSocketAddress(), self, Role.CODESERVER, ControlLimits.CATALOGUE_BYTES);
    return new ControlNode(TITLE, server, channel, ControlNodes.PATIENCE);
  }

  /**
   * Publishes a bundle under a name, with a statement signed by its publisher.
   *
   * @param bundle the jar's bytes
   */
  public CodeDescription publish(String name, byte[] bundle) throws CallFailedException {
    PublishRequest request =
        PublishRequest.newBuilder()
            .setSigned(Publication.of(self, name, bundle, clock.instant()).signedBy(self))
            .setBundle(ByteString.copyFrom(bundle))
            .build();
    return ask(stub -> stub.publish(request));
  }

  /** All code that stands at the server, and the codes that were withdrawn last if wanted. */
  public ListCodeReply list(boolean includeWithdrawn) throws CallFailedException {
    ListCodeRequest request =
        ListCodeRequest.newBuilder().setIncludeWithdrawn(includeWithdrawn).build();
    return ask(stub -> stub.list(request));
  }

  /**
   * One code.
   *
   * @param code its name, or at least 8 hex digits of its digest
   */
  public CodeDescription show(String code) throws CallFailedException {
    ShowCodeRequest request = ShowCodeRequest.newBuilder().setCode(code).build();
    return ask(stub -> stub.show(request));
  }

  /**
   * Takes a code out of service.
   *
   * @param code its name, or at least 8 hex digits of its digest
   */
  public CodeDescription withdraw(String code) throws CallFailedException {
    WithdrawCodeRequest request = WithdrawCodeRequest.newBuilder().setCode(code).build();
    return ask(stub -> stub.withdraw(request));
  }

  private <A> A ask(Function<CodePublicationGrpc.CodePublicationBlockingStub, A> call)
      throws CallFailedException {
    return servers.ask(
        node ->
            node.ask(
                () ->
                    call.apply(
                        CodePublicationGrpc.newBlockingStub(node.channel())
                            .withDeadlineAfter(node.patience().toNanos(), TimeUnit.NANOSECONDS))));
  }

  @Override
  public void close() {
    servers.close();
  }
}
