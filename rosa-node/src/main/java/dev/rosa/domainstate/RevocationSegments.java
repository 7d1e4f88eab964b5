package dev.rosa.domainstate;

import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import dev.rosa.control.v1.Revocation;
import dev.rosa.control.v1.RevocationSegment;
import dev.rosa.control.v1.RevokedEpochs;
import dev.rosa.identity.Role;
import dev.rosa.identity.RosaId;
import dev.rosa.keys.CodeDigest;
import dev.rosa.keys.UserId;
import java.util.List;

/**
 * Reader and writer of the bytes of a segment of the list of revocations, as they are hashed and
 * sent.
 */
public final class RevocationSegments {

  /** Most revocations of a segment. */
  public static final int MOST_REVOCATIONS = 1_000;

  /** Room for as many routers with the longest names. */
  public static final int MOST_BYTES = 128 * 1024;

  private RevocationSegments() {}

  /** The bytes of a segment; the same revocations in the same order have the same bytes. */
  public static byte[] write(List<Revoked> revocations) {
    if (revocations.size() > MOST_REVOCATIONS) {
      throw new IllegalArgumentException(
          revocations.size() + " revocations, expected at most " + MOST_REVOCATIONS);
    }
    RevocationSegment.Builder segment = RevocationSegment.newBuilder();
    revocations.forEach(revoked -> segment.addRevocations(message(revoked)));
    return segment.build().toByteArray();
  }

  private static Revocation message(Revoked revoked) {
    Revocation.Builder message = Revocation.newBuilder().setUntil((int) revoked.until());
    Revoked.Subject subject = revoked.subject();
    if (subject instanceof Revoked.Session session) {
      message.setSession(session.number());
    } else if (subject instanceof Revoked.User user) {
      message.setUser(ByteString.copyFrom(user.user().toBytes()));
    } else if (subject instanceof Revoked.Code code) {
      message.setCodeDigest(bytes(code.code()));
    } else if (subject instanceof Revoked.Epochs epochs) {
      message.setEpochs(
          RevokedEpochs.newBuilder().setCodeDigest(bytes(epochs.code())).setUpTo(epochs.upTo()));
    } else if (subject instanceof Revoked.Router router) {
      message.setRouter(router.router().toString());
    }
    return message.build();
  }

  private static ByteString bytes(CodeDigest code) {
    return ByteString.copyFrom(code.toBytes());
  }

  /**
   * The revocations in a segment.
   *
   * @throws IllegalArgumentException in one line, if the bytes are none, or say what is not known
   *     here: an unknown revocation must not be passed over
   */
  public static List<Revoked> read(byte[] segment) {
    if (segment.length > MOST_BYTES) {
      throw new IllegalArgumentException(
          "a segment of revocations has %d bytes, expected at most %d"
              .formatted(segment.length, MOST_BYTES));
    }
    RevocationSegment message = parse(segment);
    if (message.getRevocationsCount() > MOST_REVOCATIONS) {
      throw new IllegalArgumentException(
          "a segment has %d revocations, expected at most %d"
              .formatted(message.getRevocationsCount(), MOST_REVOCATIONS));
    }
    return message.getRevocationsList().stream().map(RevocationSegments::revoked).toList();
  }

  private static RevocationSegment parse(byte[] segment) {
    try {
      RevocationSegment message = RevocationSegment.parseFrom(segment);
      DomainStates.requireKnownFields(message, "a segment of revocations");
      return message;
    } catch (InvalidProtocolBufferException e) {
      throw new IllegalArgumentException("the bytes are not a segment of revocations", e);
    }
  }

  private static Revoked revoked(Revocation message) {
    DomainStates.requireKnownFields(message, "a revocation");
    return new Revoked(subject(message), Integer.toUnsignedLong(message.getUntil()));
  }

  private static Revoked.Subject subject(Revocation message) {
    return switch (message.getSubjectCase()) {
      case SESSION -> new Revoked.Session(message.getSession());
      case USER -> new Revoked.User(UserId.of(message.getUser().toByteArray()));
      case CODE_DIGEST -> new Revoked.Code(DomainStates.digest(message.getCodeDigest()));
      case EPOCHS -> epochs(message.getEpochs());
      case ROUTER -> new Revoked.Router(router(message.getRouter()));
      case SUBJECT_NOT_SET ->
          throw new IllegalArgumentException("a revocation has no subject that is known here");
    };
  }

  private static Revoked.Epochs epochs(RevokedEpochs message) {
    DomainStates.requireKnownFields(message, "a revocation of epochs");
    return new Revoked.Epochs(DomainStates.digest(message.getCodeDigest()), message.getUpTo());
  }

  private static RosaId router(String identity) {
    RosaId router = parsed(identity);
    if (router.role() != Role.ROUTER) {
      throw new IllegalArgumentException(router + " is revoked as a router, but is none");
    }
    return router;
  }

  private static RosaId parsed(String identity) {
    try {
      return RosaId.parse(identity);
    } catch (IllegalArgumentException e) {
      // Its message has the text, which may be long.
      throw new IllegalArgumentException(
          "a revoked router is no identity, expected rosa://DOMAIN/router/NAME", e);
    }
  }
}
