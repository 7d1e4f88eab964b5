package dev.rosa.control;

import dev.rosa.identity.IdentityException;
import dev.rosa.identity.PeerCertificates;
import dev.rosa.serving.PeerText;
import io.grpc.Context;
import io.grpc.Contexts;
import io.grpc.Grpc;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.Status;
import java.security.cert.X509Certificate;
import java.time.InstantSource;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.SSLSession;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * gRPC interceptor that identifies each call's {@link Caller} by the certificate of its connection.
 * The certificate is checked again here because it may have expired since the connection, or the
 * TLS session that it resumed, was made.
 */
final class CallerInterceptor implements ServerInterceptor {

  private static final Logger LOG = LoggerFactory.getLogger(CallerInterceptor.class);

  private final X509Certificate authority;
  private final InstantSource clock;
  private final CallerLog log;

  CallerInterceptor(X509Certificate authority, InstantSource clock) {
    this.authority = authority;
    this.clock = clock;
    this.log = new CallerLog(clock);
  }

  @Override
  public <Q, A> ServerCall.Listener<Q> interceptCall(
      ServerCall<Q, A> call, Metadata headers, ServerCallHandler<Q, A> next) {
    String method = call.getMethodDescriptor().getFullMethodName();
    try {
      X509Certificate certificate = certificateOf(call);
      PeerCertificates.checkIssuedByDomain(certificate, authority, clock);
      Context context = Caller.bind(certificate, method, log);
      return Contexts.interceptCall(context, call, headers, next);
    } catch (IdentityException e) {
      log.warn(
          LOG, method, "refused method=%s %s".formatted(method, PeerText.reason(e.getMessage())));
      call.close(Status.UNAUTHENTICATED.withDescription(e.getMessage()), new Metadata());
      return new ServerCall.Listener<>() {};
    }
  }

  private static X509Certificate certificateOf(ServerCall<?, ?> call) throws IdentityException {
    SSLSession session = call.getAttributes().get(Grpc.TRANSPORT_ATTR_SSL_SESSION);
    if (session == null) {
      throw new IdentityException("the connection is not TLS");
    }
    try {
      return (X509Certificate) session.getPeerCertificates()[0];
    } catch (SSLPeerUnverifiedException e) {
      throw new IdentityException("the caller showed no certificate", e);
    }
  }
}
