package dev.rosa.client.demo.node;

import dev.rosa.client.demo.progress.DemoException;
import dev.rosa.client.demo.progress.Waits;
import dev.rosa.client.endpoint.ActiveSession;
import dev.rosa.client.endpoint.AuthorizationClient;
import dev.rosa.client.endpoint.CallFailedException;
import dev.rosa.client.endpoint.SessionRequest;
import dev.rosa.config.HostPort;
import dev.rosa.identity.Role;
import dev.rosa.identity.RosaId;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.security.SecureRandom;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Sessions that the demo itself asks the Authorization Server for, as alice, towards bob. One
 * thread.
 */
public final class Sessions {

  private final DemoDomain domain;
  private final Waits waits;

  public Sessions(DemoDomain domain, Waits waits) {
    this.domain = domain;
    this.waits = waits;
  }

  /** A request from the Source's address to the Destination's, with the domain's default suite. */
  public static SessionRequest request(DemoDomain domain, String code, int seconds) {
    return new SessionRequest(
        code,
        SessionRequest.Window.ofSeconds(seconds),
        address(domain.addresses().source()),
        address(domain.addresses().destination()),
        Optional.empty(),
        SessionRequest.GrantWish.unspecified(),
        List.of(new RosaId(DemoDomain.NUMBER, Role.USER, "bob")));
  }

  private static InetAddress address(String literal) {
    try {
      return InetAddress.getByName(literal);
    } catch (UnknownHostException e) {
      throw new IllegalArgumentException(literal + " is no address", e);
    }
  }

  /** Opens sessions for a code until one is under a later epoch than this, and returns that. */
  public ActiveSession openAfter(int epoch, String code, int seconds)
      throws DemoException, InterruptedException {
    AtomicReference<ActiveSession> session = new AtomicReference<>();
    boolean came =
        waits.comes(
            "a session under the next epoch",
            () -> {
              session.set(open(code, seconds));
              return Integer.compareUnsigned(session.get().parameters().epoch(), epoch) > 0;
            });
    if (!came) {
      throw new DemoException("the next epoch of " + code + " did not come into use");
    }
    return session.get();
  }

  /**
   * Opens a session, asking again while the Authorization Server has not yet staged the code's
   * secret at the Code Server.
   */
  public ActiveSession open(String code, int seconds) throws DemoException, InterruptedException {
    HostPort server = HostPort.parse(domain.addresses().authorizationServer());
    try (AuthorizationClient client =
        AuthorizationClient.open(server, domain.identity("alice"), new SecureRandom())) {
      return waits.answer(
          "a session of alice for " + code, () -> client.request(request(domain, code, seconds)));
    } catch (CallFailedException e) {
      throw new DemoException("alice gets no session: " + e.getMessage(), e);
    }
  }
}
