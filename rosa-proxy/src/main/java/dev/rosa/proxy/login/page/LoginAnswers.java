package dev.rosa.proxy.login.page;

import dev.rosa.identity.IdentityException;
import dev.rosa.identity.PeerCertificates;
import dev.rosa.identity.Role;
import dev.rosa.identity.RosaId;
import dev.rosa.proxy.login.LoginChecks;
import dev.rosa.proxy.login.LoginResult;
import dev.rosa.proxy.login.LoginView;
import dev.rosa.proxy.login.Logins;
import dev.rosa.serving.HttpAnswers;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.QueryStringDecoder;
import java.net.InetAddress;
import java.security.cert.X509Certificate;
import java.time.InstantSource;
import java.util.Optional;
import java.util.function.Consumer;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.SSLSession;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Answers of the login port. {@code /} is the page, {@code /login} takes its form, {@code
 * /identity} logs in the owner of the client's certificate, {@code /logout} ends the login of the
 * client's address. What changes something is a POST that no page of another host has sent. Called
 * by the server's thread.
 */
final class LoginAnswers implements HttpAnswers {
  private static final Logger LOG = LoggerFactory.getLogger(LoginAnswers.class);

  private final LoginChecks checks;
  private final Logins logins;
  private final Optional<X509Certificate> authority;
  private final InstantSource clock;

  LoginAnswers(
      LoginChecks checks, Logins logins, Optional<X509Certificate> authority, InstantSource clock) {
    this.checks = checks;
    this.logins = logins;
    this.authority = authority;
    this.clock = clock;
  }

  @Override
  public void answer(FullHttpRequest request, Peer peer, Consumer<FullHttpResponse> reply) {
    if (request.decoderResult().isFailure()) {
      reply.accept(refused(HttpResponseStatus.BAD_REQUEST, "This is no HTTP request."));
      return;
    }
    String path = new QueryStringDecoder(request.uri()).rawPath();
    boolean isRead =
        request.method().equals(HttpMethod.GET) || request.method().equals(HttpMethod.HEAD);
    if (path.equals("/") && isRead) {
      reply.accept(
          LoginResponse.page(HttpResponseStatus.OK, LoginPage.of(logins.at(peer.address()))));
    } else if (!request.method().equals(HttpMethod.POST)) {
      reply.accept(refused(HttpResponseStatus.NOT_FOUND, "The page to log in is /."));
    } else if (!OwnOrigin.isOwn(request.headers())) {
      reply.accept(refused(HttpResponseStatus.FORBIDDEN, "The page of another host asked for it."));
    } else {
      post(path, request, peer, reply);
    }
  }

  private void post(
      String path, FullHttpRequest request, Peer peer, Consumer<FullHttpResponse> reply) {
    switch (path) {
      case "/login" -> login(request, peer, reply);
      case "/identity" -> reply.accept(identity(peer));
      case "/logout" -> {
        logout(peer.address());
        reply.accept(LoginResponse.toThePage());
      }
      default -> reply.accept(refused(HttpResponseStatus.NOT_FOUND, "The page to log in is /."));
    }
  }

  private void logout(InetAddress client) {
    String user = logins.at(client).map(LoginView::user).orElse("");
    if (logins.logout(client)) {
      LOG.info("logged out user={} client={} reason=\"page\"", user, client.getHostAddress());
    }
  }

  private static FullHttpResponse refused(HttpResponseStatus status, String sentence) {
    return LoginResponse.page(status, LoginPage.sentence(sentence));
  }

  private void login(FullHttpRequest request, Peer peer, Consumer<FullHttpResponse> reply) {
    String type = request.headers().get(HttpHeaderNames.CONTENT_TYPE, "");
    Optional<LoginForm> form =
        type.startsWith("application/x-www-form-urlencoded")
            ? LoginForm.read(request.content())
            : Optional.empty();
    if (form.isEmpty()) {
      reply.accept(
          refused(HttpResponseStatus.BAD_REQUEST, "This is no form with a name and a password."));
      return;
    }
    checks.byPassword(
        peer.address(),
        form.get().name(),
        form.get().password(),
        result -> reply.accept(response(result)));
  }

  private FullHttpResponse identity(Peer peer) {
    Optional<RosaId> identity = peer.tls().flatMap(this::identity);
    return identity.isEmpty()
        ? refused(HttpResponseStatus.UNAUTHORIZED, "There is no certificate of a user.")
        : response(checks.byIdentity(peer.address(), identity.get()));
  }

  /** TLS may have resumed a session that is older than the end of the certificate. */
  private Optional<RosaId> identity(SSLSession session) {
    try {
      if (authority.isEmpty()) {
        return Optional.empty();
      }
      X509Certificate certificate = (X509Certificate) session.getPeerCertificates()[0];
      PeerCertificates.checkIssuedByDomain(certificate, authority.get(), clock);
      return Optional.of(PeerCertificates.idOf(certificate)).filter(id -> id.role() == Role.USER);
    } catch (SSLPeerUnverifiedException | IdentityException e) {
      LOG.debug("a client without a certificate that counts", e);
      return Optional.empty();
    }
  }

  private static FullHttpResponse response(LoginResult result) {
    return switch (result) {
      case LOGGED_IN -> LoginResponse.toThePage();
      case WRONG -> failed(HttpResponseStatus.FORBIDDEN, result);
      case TOO_MANY -> failed(HttpResponseStatus.TOO_MANY_REQUESTS, result);
      case BUSY -> failed(HttpResponseStatus.SERVICE_UNAVAILABLE, result);
    };
  }

  private static FullHttpResponse failed(HttpResponseStatus status, LoginResult result) {
    return LoginResponse.page(status, LoginPage.failed(result));
  }
}
