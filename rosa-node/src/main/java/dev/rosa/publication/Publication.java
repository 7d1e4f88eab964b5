package dev.rosa.publication;

import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import dev.rosa.control.v1.PublicationStatement;
import dev.rosa.control.v1.SignedStatement;
import dev.rosa.identity.Identity;
import dev.rosa.identity.StatementKind;
import dev.rosa.identity.StatementSigner;
import dev.rosa.keys.CodeDigest;
import java.time.Instant;

/**
 * A publisher's statement that gives a code its name in the domain. Immutable.
 *
 * @param publisher the publisher's identity, as the statement spells it
 * @param at in whole seconds
 */
public record Publication(String publisher, String name, CodeDigest digest, Instant at) {

  /** A publisher's own statement about a bundle. */
  public static Publication of(Identity publisher, String name, byte[] bundle, Instant at) {
    return new Publication(publisher.id().toString(), name, CodeDigest.ofBundle(bundle), at);
  }

  /**
   * Reads the signed bytes, before or after their signature is verified.
   *
   * @throws IllegalArgumentException if they are not a publication
   */
  static Publication read(SignedStatement signed) {
    try {
      PublicationStatement statement = PublicationStatement.parseFrom(signed.getStatement());
      if (!statement.getUnknownFields().asMap().isEmpty()) {
        throw new IllegalArgumentException(
            "the publication statement has fields that are not known");
      }
      return new Publication(
          statement.getPublisher(),
          statement.getName(),
          CodeDigest.of(statement.getDigest().toByteArray()),
          Instant.ofEpochSecond(Integer.toUnsignedLong(statement.getPublishedAt())));
    } catch (InvalidProtocolBufferException e) {
      throw new IllegalArgumentException("the signed bytes are not a publication statement", e);
    }
  }

  /** The statement under a member's signature. */
  public SignedStatement signedBy(Identity signer) {
    PublicationStatement statement =
        PublicationStatement.newBuilder()
            .setPublisher(publisher)
            .setName(name)
            .setDigest(ByteString.copyFrom(digest.toBytes()))
            .setPublishedAt((int) at.getEpochSecond())
            .build();
    return StatementSigner.sign(signer, StatementKind.PUBLICATION, statement.toByteArray());
  }
}
