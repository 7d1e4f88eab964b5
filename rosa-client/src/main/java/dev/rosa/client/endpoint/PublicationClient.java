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
import java.time.InstantSource;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/** A publisher's side of the Code Server. Thread-safe; owns its channel. */
public final class PublicationClient implements AutoCloseable {
  private static final String TITLE = "Code Server";
  private static final int CALL_SECONDS = 30;

  private final ControlNode node;
  private final Identity self;
  private final InstantSource clock;

  private PublicationClient(ControlNode node, Identity self, InstantSource clock) {
    this.node = node;
    this.self = self;
    this.clock = clock;
  }

  /** A client that connects with its first call. */
  public static PublicationClient open(HostPort server, Identity self, InstantSource clock) {
    ManagedChannel channel =
        ControlChannel.open(
            server.toSocketAddress(), self, Role.CODESERVER, ControlLimits.CATALOGUE_BYTES);
    return new PublicationClient(
        new ControlNode(TITLE, server, channel, CALL_SECONDS), self, clock);
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
    return node.ask(
        () ->
            call.apply(
                CodePublicationGrpc.newBlockingStub(node.channel())
                    .withDeadlineAfter(CALL_SECONDS, TimeUnit.SECONDS)));
  }

  @Override
  public void close() {
    node.close();
  }
}
