package dev.rosa.as.staging;

import com.google.protobuf.ByteString;
import dev.rosa.as.records.Epochs.Epoch;
import dev.rosa.config.HostPort;
import dev.rosa.control.v1.LeaseReply;
import dev.rosa.control.v1.LeaseRequest;
import dev.rosa.control.v1.RetireReply;
import dev.rosa.control.v1.RetireRequest;
import dev.rosa.control.v1.SecretStagingGrpc;
import dev.rosa.control.v1.StageReply;
import dev.rosa.control.v1.StageRequest;
import dev.rosa.keys.CodeSecret;
import io.grpc.ManagedChannel;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;

/**
 * Calls to one Code Server, each with a deadline. They throw {@link io.grpc.StatusRuntimeException}
 * if there is no answer or it is a refusal. Owner of the channel.
 */
public final class CodeServerCalls implements AutoCloseable {
  private static final int CALL_SECONDS = 5;

  private final HostPort address;
  private final ManagedChannel channel;

  public CodeServerCalls(HostPort address, ManagedChannel channel) {
    this.address = address;
    this.channel = channel;
  }

  HostPort address() {
    return address;
  }

  /** Ends when the secret is on durable storage there; does not destroy it. */
  void stage(Epoch epoch, CodeSecret secret) {
    byte[] kci = secret.copyBytes();
    try {
      // The message has a copy of its own: it may still be written when its call is given up, and
      // must not say zeros then.
      StageRequest request =
          StageRequest.newBuilder()
              .setCodeDigest(ByteString.copyFrom(epoch.code().toBytes()))
              .setEpoch(epoch.number())
              .setKci(ByteString.copyFrom(kci))
              .build();
      StageReply unused = stub().stage(request);
    } finally {
      Arrays.fill(kci, (byte) 0);
    }
  }

  /** Ends when the secret is destroyed there. */
  void retire(Epoch epoch) {
    RetireReply unused =
        stub()
            .retire(
                RetireRequest.newBuilder()
                    .setCodeDigest(ByteString.copyFrom(epoch.code().toBytes()))
                    .setEpoch(epoch.number())
                    .build());
  }

  LeaseReply holdLease(ByteString token, Duration length) {
    return stub()
        .holdLease(
            LeaseRequest.newBuilder().setToken(token).setSeconds((int) length.toSeconds()).build());
  }

  private SecretStagingGrpc.SecretStagingBlockingStub stub() {
    // gRPC's own pause between connection attempts is longer than the caller's.
    channel.resetConnectBackoff();
    return SecretStagingGrpc.newBlockingStub(channel)
        .withDeadlineAfter(CALL_SECONDS, TimeUnit.SECONDS);
  }

  boolean isClosed() {
    return channel.isShutdown();
  }

  @Override
  public void close() {
    channel.shutdownNow();
  }
}
