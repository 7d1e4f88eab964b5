package dev.rosa.as.staging;

import com.google.protobuf.ByteString;
import dev.rosa.as.records.CodeSecrets;
import dev.rosa.config.HostPort;
import dev.rosa.control.ControlFailure;
import dev.rosa.control.StartupGrace;
import dev.rosa.control.v1.SecretStagingGrpc;
import dev.rosa.control.v1.StageRequest;
import io.grpc.ManagedChannel;
import io.grpc.StatusRuntimeException;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Client that stages every Kci at one Code Server and repeats until it is confirmed; it logs one
 * line whenever that changes. Owned by one thread, which calls {@link #tick} every quarter of a
 * second.
 *
 * <p>After a start every secret is staged again: a Code Server that lost its storage gets it back.
 */
public final class SecretStagingClient {
  private static final Logger LOG = LoggerFactory.getLogger(SecretStagingClient.class);
  private static final long FIRST_BACKOFF_MILLIS = 250;
  private static final long MAX_BACKOFF_MILLIS = 5_000;
  private static final int CALL_SECONDS = 5;

  /** Failures of calls to a Code Server that may still be starting. */
  private static final Set<ControlFailure.Kind> STARTING =
      Set.of(ControlFailure.Kind.NOT_CONNECTED, ControlFailure.Kind.LATE);

  private final HostPort codeServer;
  private final ManagedChannel channel;
  private final CodeSecrets secrets;
  private final StartupGrace startupGrace;
  private final Set<String> confirmed = new HashSet<>();
  private long backoffMillis = FIRST_BACKOFF_MILLIS;
  private long nextAttemptNanos = System.nanoTime();
  private String trouble = "";

  public SecretStagingClient(
      HostPort codeServer, ManagedChannel channel, CodeSecrets secrets, StartupGrace startupGrace) {
    this.startupGrace = startupGrace;
    this.codeServer = codeServer;
    this.channel = channel;
    this.secrets = secrets;
  }

  /** Stages what is not confirmed, unless an earlier failure says to wait. */
  void tick() {
    if (System.nanoTime() - nextAttemptNanos < 0) {
      return;
    }
    int staged = 0;
    for (CodeSecrets.EpochSecret secret : secrets.live()) {
      try {
        staged += stageOnce(secret) ? 1 : 0;
      } catch (StatusRuntimeException e) {
        failed(secret, e);
        return;
      } finally {
        secret.secret().destroy();
      }
    }
    succeeded(staged);
  }

  private boolean stageOnce(CodeSecrets.EpochSecret secret) {
    String name = secret.code().hex() + "/" + Integer.toUnsignedString(secret.epoch());
    if (confirmed.contains(name)) {
      return false;
    }
    // gRPC's own pause between connection attempts is longer than this client's.
    channel.resetConnectBackoff();
    SecretStagingGrpc.newBlockingStub(channel)
        .withDeadlineAfter(CALL_SECONDS, TimeUnit.SECONDS)
        .stage(request(secret));
    secrets.confirm(secret, codeServer);
    return confirmed.add(name);
  }

  private static StageRequest request(CodeSecrets.EpochSecret secret) {
    byte[] kci = secret.secret().copyBytes();
    try {
      // The message has a copy of its own: it may still be written when its call is given up, and
      // must not say zeros then.
      return StageRequest.newBuilder()
          .setCodeDigest(ByteString.copyFrom(secret.code().toBytes()))
          .setEpoch(secret.epoch())
          .setKci(ByteString.copyFrom(kci))
          .build();
    } finally {
      Arrays.fill(kci, (byte) 0);
    }
  }

  private void failed(CodeSecrets.EpochSecret secret, StatusRuntimeException failure) {
    if (channel.isShutdown()) {
      return;
    }
    String reason = ControlFailure.describe(failure);
    boolean starting = startupGrace.last() && STARTING.contains(ControlFailure.kind(failure));
    String said = starting ? "waiting: " + reason : reason;
    if (!said.equals(trouble)) {
      if (starting) {
        LOG.info("waiting for code-server={}: {}", codeServer, reason);
      } else {
        warn(secret, reason);
      }
      trouble = said;
    }
    nextAttemptNanos = System.nanoTime() + Duration.ofMillis(backoffMillis).toNanos();
    backoffMillis = Math.min(MAX_BACKOFF_MILLIS, 2 * backoffMillis);
  }

  private void warn(CodeSecrets.EpochSecret secret, String reason) {
    LOG.warn(
        "code-server={} has not confirmed the secret of code={} epoch={}: {}; repeating",
        codeServer,
        secret.code().codeId(),
        Integer.toUnsignedString(secret.epoch()),
        reason);
  }

  private void succeeded(int staged) {
    backoffMillis = FIRST_BACKOFF_MILLIS;
    trouble = "";
    if (staged > 0) {
      LOG.info(
          "code-server={} confirmed secrets={} in-all={}", codeServer, staged, confirmed.size());
    }
  }

  /** Ends the connection. */
  void close() {
    channel.shutdownNow();
  }
}
