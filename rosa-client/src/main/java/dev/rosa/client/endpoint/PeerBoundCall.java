package dev.rosa.client.endpoint;

import dev.rosa.identity.IdentityException;
import dev.rosa.identity.PeerCertificates;
import dev.rosa.identity.RosaId;
import io.grpc.Attributes;
import io.grpc.CallCredentials;
import io.grpc.CallOptions;
import io.grpc.ClientCall;
import io.grpc.Grpc;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.security.cert.X509Certificate;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.function.Function;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.SSLSession;

/**
 * One call whose message is made only when the server at the other end is known by name. A signed
 * statement names the server it is meant for; that name is in the certificate of the connection
 * that carries the call. For one use by one thread.
 */
final class PeerBoundCall<Q, A> {
  private final ClientCall<Q, A> call;
  private final CompletableFuture<RosaId> peer = new CompletableFuture<>();
  private final CompletableFuture<A> answer = new CompletableFuture<>();

  PeerBoundCall(ManagedChannel channel, MethodDescriptor<Q, A> method, CallOptions options) {
    call = channel.newCall(method, options.withCallCredentials(new PeerName()));
  }

  /**
   * Connects if need be, makes the message for the server that was found, and waits for the answer.
   *
   * @throws StatusRuntimeException if the call failed
   */
  A send(Function<RosaId, Q> message) {
    call.start(new Answer(), new Metadata());
    call.request(1);
    try {
      Q made = message.apply(peer.join());
      call.sendMessage(made);
      call.halfClose();
      return answer.join();
    } catch (CompletionException e) {
      throw Status.fromThrowable(e.getCause())
          .asRuntimeException(Status.trailersFromThrowable(e.getCause()));
    } finally {
      call.cancel("done", null);
    }
  }

  /** Listener that keeps the answer until the call has ended. */
  private final class Answer extends ClientCall.Listener<A> {
    private A message;

    @Override
    public void onMessage(A received) {
      message = received;
    }

    @Override
    public void onClose(Status status, Metadata trailers) {
      if (status.isOk() && message != null) {
        answer.complete(message);
        return;
      }
      Status failure = status.isOk() ? Status.INTERNAL.withDescription("no answer") : status;
      StatusRuntimeException exception = failure.asRuntimeException(trailers);
      peer.completeExceptionally(exception);
      answer.completeExceptionally(exception);
    }
  }

  /** Credentials that add nothing: here gRPC shows the connection before the message is sent. */
  private final class PeerName extends CallCredentials {
    @Override
    public void applyRequestMetadata(
        RequestInfo request, Executor executor, MetadataApplier applier) {
      try {
        peer.complete(nameOf(request.getTransportAttrs()));
        applier.apply(new Metadata());
      } catch (SSLPeerUnverifiedException | IdentityException e) {
        applier.fail(Status.UNAUTHENTICATED.withDescription(e.getMessage()).withCause(e));
      }
    }
  }

  private static RosaId nameOf(Attributes transport)
      throws SSLPeerUnverifiedException, IdentityException {
    SSLSession tls = transport.get(Grpc.TRANSPORT_ATTR_SSL_SESSION);
    if (tls == null) {
      throw new SSLPeerUnverifiedException("the connection has no TLS session");
    }
    return PeerCertificates.idOf((X509Certificate) tls.getPeerCertificates()[0]);
  }
}
