package dev.rosa.control;

import dev.rosa.identity.IdentityException;
import dev.rosa.identity.PeerCertificates;
import dev.rosa.identity.Role;
import dev.rosa.identity.RosaId;
import io.grpc.Context;
import io.grpc.Status;
import java.security.cert.X509Certificate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Caller of the running service method: read from the certificate that the caller proved to own,
 * never from the message. Bound to the gRPC context of the call.
 */
public final class Caller {

  private static final Logger LOG = LoggerFactory.getLogger(Caller.class);
  private static final Context.Key<Caller> CURRENT = Context.key("rosa-caller");

  private final RosaId id;
  private final int nodeId;
  private final String method;
  private final CallerLog log;

  private Caller(RosaId id, int nodeId, String method, CallerLog log) {
    this.id = id;
    this.nodeId = nodeId;
    this.method = method;
    this.log = log;
  }

  static Context bind(X509Certificate certificate, String method, CallerLog log)
      throws IdentityException {
    Caller caller =
        new Caller(
            PeerCertificates.idOf(certificate),
            PeerCertificates.nodeIdOf(certificate),
            method,
            log);
    return Context.current().withValue(CURRENT, caller);
  }

  /**
   * The caller's name.
   *
   * @throws IllegalStateException outside a call
   */
  public static RosaId current() {
    return bound().id;
  }

  /** The calling router's node id, unsigned; 0 for every other role. */
  public static int nodeId() {
    return bound().nodeId;
  }

  /** Log of calls, which a service may also use from another thread than the call's. */
  public static CallerLog log() {
    return bound().log;
  }

  /**
   * The caller's name, if it has the role that the method is for.
   *
   * @throws io.grpc.StatusRuntimeException PERMISSION_DENIED otherwise, told to {@link #log}
   */
  public static RosaId require(Role role) {
    Caller caller = bound();
    if (caller.id.role() != role) {
      caller.log.warn(
          LOG,
          caller.id,
          "refused caller=%s method=%s required-role=%s"
              .formatted(caller.id, caller.method, role.uriName()));
      throw Status.PERMISSION_DENIED
          .withDescription(
              caller.id + " may not call " + caller.method + ", which is for " + role.uriName())
          .asRuntimeException();
    }
    return caller.id;
  }

  private static Caller bound() {
    Caller caller = CURRENT.get();
    if (caller == null) {
      throw new IllegalStateException("there is no caller outside a call");
    }
    return caller;
  }
}
