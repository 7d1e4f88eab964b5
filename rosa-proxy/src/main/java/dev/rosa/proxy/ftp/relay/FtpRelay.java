package dev.rosa.proxy.ftp.relay;

import dev.rosa.config.ConfigException;
import dev.rosa.proxy.relay.RelayLimits;
import dev.rosa.proxy.relay.RelayedConnection;
import dev.rosa.proxy.relay.RelayedProtocol;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** FTP's control connections as a relay's protocol. Thread-safe. */
public final class FtpRelay implements RelayedProtocol {
  private static final Logger LOG = LoggerFactory.getLogger(FtpRelay.class);
  private static final int REFUSAL_MILLIS = 1_000;

  private final SessionPolicy.Maker policies;
  private final Holes holes;
  private final HolePace pace = new HolePace();
  private final RelayLimits limits;

  /** For all sessions of a relay. */
  public FtpRelay(SessionPolicy.Maker policies, Holes holes, RelayLimits limits) {
    this.policies = policies;
    this.holes = new CountedHoles(holes);
    this.limits = limits;
  }

  @Override
  public String name() {
    return "ftp";
  }

  @Override
  public byte[] tooMany() {
    return line("421 too many sessions, closing");
  }

  @Override
  public byte[] refusal() {
    return line("421 refused, closing");
  }

  private static byte[] line(String reply) {
    return (reply + "\r\n").getBytes(StandardCharsets.US_ASCII);
  }

  @Override
  public boolean serve(RelayedConnection connection) throws IOException {
    SessionPolicy policy = policies.of(connection.peer(), connection.server());
    Optional<String> refusal = policy.refusal();
    if (refusal.isEmpty()) {
      refusal = connect(connection);
    }
    if (refusal.isPresent()) {
      refuse(connection, refusal.get());
      policy.ended(0, 0);
      return false;
    }
    relay(connection, policy);
    return true;
  }

  private static void refuse(RelayedConnection connection, String reply) {
    try {
      connection.client().write(line(reply), REFUSAL_MILLIS);
    } catch (IOException e) {
      LOG.debug("a refused session ended: {}", ConfigException.oneLine(e));
    }
  }

  private void relay(RelayedConnection connection, SessionPolicy policy) throws IOException {
    RelayEnd client = new RelayEnd(connection.client(), limits.writeMillis());
    RelayEnd server = new RelayEnd(connection.upstream(), limits.writeMillis());
    try {
      new FtpSession(
              client,
              server,
              connection.peer().getAddress(),
              connection.server().getAddress(),
              policy,
              holes,
              pace,
              limits)
          .run();
      client.finish();
      server.finish();
    } finally {
      policy.ended(server.written(), client.written());
    }
  }

  /** Connects to the server; the reply to the client if that cannot be. */
  private static Optional<String> connect(RelayedConnection connection) {
    try {
      connection.connect();
      return Optional.empty();
    } catch (IOException e) {
      LOG.debug("no connection to {}: {}", connection.server(), ConfigException.oneLine(e));
      return Optional.of("421 the server cannot be reached, closing");
    }
  }
}
