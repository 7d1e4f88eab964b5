package dev.rosa.bench.authorization;

import com.google.protobuf.ByteString;
import dev.rosa.config.IpLiteral;
import dev.rosa.control.v1.ServiceRequest;
import dev.rosa.control.v1.ServiceRequestStatement;
import dev.rosa.control.v1.SignedStatement;
import dev.rosa.identity.Identity;
import dev.rosa.identity.RosaId;
import dev.rosa.identity.StatementKind;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.Provider;
import java.security.SecureRandom;
import java.security.Signature;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import org.bouncycastle.jce.provider.BouncyCastleProvider;

/**
 * Users' requests, signed before the measurement so that it has no part of that. Owned by one
 * thread.
 */
final class SignedRequests {

  private static final Provider PROVIDER = new BouncyCastleProvider();
  private static final int ID_BYTES = 16;
  private static final int SESSION_SECONDS = 600;

  /**
   * Time by which the users' clocks are ahead. The server takes a request for a minute, either way:
   * so the first one that is signed holds for almost two.
   */
  private static final Duration AHEAD = Duration.ofSeconds(50);

  private final RosaId server;
  private final SecureRandom random = new SecureRandom();
  private final InstantSource usersClock = () -> Instant.now().plus(AHEAD);

  /**
   * Requests for a server.
   *
   * @param server that all of them name
   */
  SignedRequests(RosaId server) {
    this.server = server;
  }

  /** So many requests of each user in turn, each for a session of its own. */
  List<ServiceRequest> of(List<Identity> users, int count) {
    List<ServiceRequest> requests = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      requests.add(of(users.get(i % users.size())));
    }
    return requests;
  }

  private ServiceRequest of(Identity user) {
    byte[] id = new byte[ID_BYTES];
    random.nextBytes(id);
    byte[] statement =
        ServiceRequestStatement.newBuilder()
            .setRequestId(ByteString.copyFrom(id))
            .setAuthorizationServer(server.toString())
            .setUser(user.id().toString())
            .setCode(BenchServers.CODE)
            .setSeconds(SESSION_SECONDS)
            .setSource(address("10.0.1.2"))
            .setDestination(address("10.0.2.2"))
            .setSignedAt((int) usersClock.instant().getEpochSecond())
            .build()
            .toByteArray();
    return ServiceRequest.newBuilder().setSigned(signed(user, statement)).build();
  }

  private static ByteString address(String literal) {
    return ByteString.copyFrom(IpLiteral.parse(literal).getAddress());
  }

  /** As the client's library signs, by a provider that takes less time. */
  private static SignedStatement signed(Identity user, byte[] statement) {
    try {
      Signature signature = Signature.getInstance("SHA256withECDSA", PROVIDER);
      signature.initSign(user.privateKey());
      String label = StatementKind.SERVICE_REQUEST.label() + "\0";
      signature.update(label.getBytes(StandardCharsets.US_ASCII));
      signature.update(statement);
      return SignedStatement.newBuilder()
          .setStatement(ByteString.copyFrom(statement))
          .setSignature(ByteString.copyFrom(signature.sign()))
          .setCertificate(ByteString.copyFrom(user.certificate().getEncoded()))
          .build();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(user.id() + " cannot sign", e);
    }
  }
}
