package dev.rosa.codeserver;

import dev.rosa.control.Caller;
import dev.rosa.control.CallerRule;
import dev.rosa.control.v1.RetireReply;
import dev.rosa.control.v1.RetireRequest;
import dev.rosa.control.v1.SecretStagingGrpc;
import dev.rosa.control.v1.StageReply;
import dev.rosa.control.v1.StageRequest;
import dev.rosa.identity.Role;
import dev.rosa.identity.RosaId;
import dev.rosa.keys.CodeDigest;
import dev.rosa.keys.CodeSecret;
import io.grpc.Status;
import io.grpc.stub.StreamObserver;
import java.util.Arrays;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Service that takes Kci from the Authorization Server before their epoch is used, and destroys
 * them on its request (PROTOCOL §6). Answers once the change is durable; logs epochs, never
 * secrets.
 */
final class SecretStagingService extends SecretStagingGrpc.SecretStagingImplBase
    implements CallerRule {

  private static final Logger LOG = LoggerFactory.getLogger(SecretStagingService.class);

  private final SecretRepository secrets;
  private final CatalogueFeed feed;

  SecretStagingService(SecretRepository secrets, CatalogueFeed feed) {
    this.secrets = secrets;
    this.feed = feed;
  }

  @Override
  public void requireCaller() {
    RosaId unused = Caller.require(Role.AS);
  }

  @Override
  public void stage(StageRequest request, StreamObserver<StageReply> reply) {
    RosaId caller = Caller.require(Role.AS);
    CodeDigest code = Messages.digest(request.getCodeDigest());
    CodeSecret secret = secretOf(request);
    SecretRepository.Staging staging;
    try {
      staging = secrets.stage(code, request.getEpoch(), secret);
    } finally {
      secret.destroy();
    }
    String epoch = Integer.toUnsignedString(request.getEpoch());
    switch (staging) {
      case STORED -> {
        LOG.info("staged code={} epoch={} by={}", code.hex(), epoch, caller);
        feed.changed();
      }
      case KNOWN -> LOG.debug("staged again code={} epoch={} by={}", code.hex(), epoch, caller);
      case CONFLICT -> {
        LOG.warn(
            "refused staging code={} epoch={} by={} reason=\"another secret is held\"",
            code.hex(),
            epoch,
            caller);
        throw Status.ALREADY_EXISTS
            .withDescription("another secret is held for epoch " + epoch + " of code " + code.hex())
            .asRuntimeException();
      }
    }
    reply.onNext(StageReply.getDefaultInstance());
    reply.onCompleted();
  }

  private static CodeSecret secretOf(StageRequest request) {
    if (request.getKci().size() != CodeSecret.BYTES) {
      throw Status.INVALID_ARGUMENT
          .withDescription("a code secret has 32 bytes, this one has " + request.getKci().size())
          .asRuntimeException();
    }
    byte[] kci = request.getKci().toByteArray();
    CodeSecret secret = CodeSecret.of(kci);
    Arrays.fill(kci, (byte) 0);
    return secret;
  }

  @Override
  public void retire(RetireRequest request, StreamObserver<RetireReply> reply) {
    RosaId caller = Caller.require(Role.AS);
    CodeDigest code = Messages.digest(request.getCodeDigest());
    if (secrets.retire(code, request.getEpoch())) {
      LOG.info(
          "retired code={} epoch={} by={}",
          code.hex(),
          Integer.toUnsignedString(request.getEpoch()),
          caller);
      feed.changed();
    }
    reply.onNext(RetireReply.getDefaultInstance());
    reply.onCompleted();
  }
}
