package dev.rosa.domainstate;

import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Message;
import dev.rosa.control.v1.CodeState;
import dev.rosa.control.v1.SignedState;
import dev.rosa.control.v1.StateContents;
import dev.rosa.control.v1.StateStatement;
import dev.rosa.identity.Identity;
import dev.rosa.identity.IdentityException;
import dev.rosa.identity.Role;
import dev.rosa.identity.RosaId;
import dev.rosa.identity.StatementKind;
import dev.rosa.identity.StatementSigner;
import dev.rosa.identity.StatementVerifier;
import dev.rosa.keys.CodeDigest;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Signing and verification of a domain's state: its codes, their epochs, and what was revoked
 * (PROTOCOL §6). The statement is small; it has the SHA-256 of the contents, which come beside it.
 * Thread-safe.
 */
public final class DomainStates {

  /** Some 20,000 codes with two epochs each, or 60 million revocations. */
  public static final int MOST_CONTENTS_BYTES = 2 << 20;

  private final StatementVerifier statements;
  private final int domain;

  /**
   * Verification for a domain.
   *
   * @param authority the certificate of the domain's authority
   */
  public DomainStates(X509Certificate authority, int domain) {
    this.statements = new StatementVerifier(authority);
    this.domain = domain;
  }

  /** The contents as they are hashed; equal contents have the same bytes. */
  public static byte[] write(StateContent content) {
    StateContents.Builder contents = StateContents.newBuilder();
    content.epochs().entrySet().stream()
        .sorted(Comparator.comparing(code -> code.getKey().hex()))
        .forEach(
            code ->
                contents.addCodes(
                    message(code.getKey(), code.getValue(), content.commitmentsOf(code.getKey()))));
    content.segments().forEach(name -> contents.addSegments(ByteString.copyFrom(name.toBytes())));
    return contents.build().toByteArray();
  }

  private static CodeState message(
      CodeDigest code, Set<Integer> epochs, Map<Integer, SecretCommitment> commitments) {
    List<Integer> ordered = epochs.stream().sorted(Integer::compareUnsigned).toList();
    return CodeState.newBuilder()
        .setDigest(ByteString.copyFrom(code.toBytes()))
        .addAllEpochs(ordered)
        .setCommitments(commitments.isEmpty() ? ByteString.EMPTY : bytes(ordered, commitments))
        .build();
  }

  private static ByteString bytes(
      List<Integer> epochs, Map<Integer, SecretCommitment> commitments) {
    ByteBuffer bytes = ByteBuffer.allocate(epochs.size() * SecretCommitment.BYTES);
    epochs.forEach(epoch -> bytes.put(commitments.get(epoch).toBytes()));
    return ByteString.copyFrom(bytes.flip());
  }

  /**
   * Signs a state.
   *
   * @param server the Authorization Server
   * @param number unsigned, higher than any before in the domain
   */
  public static DomainState sign(
      Identity server, long number, Instant issuedAt, Instant validUntil, StateContent content) {
    byte[] contents = write(content);
    if (contents.length > MOST_CONTENTS_BYTES) {
      throw new IllegalArgumentException(
          "the domain's state has %d bytes, expected at most %d"
              .formatted(contents.length, MOST_CONTENTS_BYTES));
    }
    StateStatement statement =
        StateStatement.newBuilder()
            .setDomain(server.id().domain())
            .setNumber(number)
            .setIssuedAt(issuedAt.toEpochMilli())
            .setValidUntil(validUntil.toEpochMilli())
            .setContentsDigest(ByteString.copyFrom(SegmentName.sha256(contents)))
            .build();
    SignedState signed =
        SignedState.newBuilder()
            .setSigned(
                StatementSigner.sign(server, StatementKind.DOMAIN_STATE, statement.toByteArray()))
            .setContents(ByteString.copyFrom(contents))
            .build();
    return new DomainState(number, issuedAt, validUntil, content, signed);
  }

  /**
   * Verifies a state; its number and its end are the caller's to compare.
   *
   * @param clock the time at which the server's certificate must be valid: now for a state that
   *     comes, the time of receipt for one that was kept
   * @throws IdentityException if no Authorization Server of the domain has signed it
   * @throws IllegalArgumentException if it is not a state, or its contents are others
   */
  public DomainState verify(SignedState signed, InstantSource clock) throws IdentityException {
    requireKnownFields(signed, "the signed state");
    RosaId signer = statements.verify(signed.getSigned(), StatementKind.DOMAIN_STATE, clock);
    if (signer.role() != Role.AS) {
      throw new IdentityException(
          "the domain's state was signed by " + signer + ", expected an authorization server");
    }
    StateStatement statement = statement(signed);
    return new DomainState(
        statement.getNumber(),
        Instant.ofEpochMilli(statement.getIssuedAt()),
        Instant.ofEpochMilli(statement.getValidUntil()),
        content(signed.getContents(), statement.getContentsDigest()),
        signed);
  }

  private StateStatement statement(SignedState signed) {
    StateStatement statement;
    try {
      statement = StateStatement.parseFrom(signed.getSigned().getStatement());
    } catch (InvalidProtocolBufferException e) {
      throw new IllegalArgumentException("the signed bytes are not a state of a domain", e);
    }
    requireKnownFields(statement, "the statement of the state");
    if (statement.getDomain() != domain) {
      throw new IllegalArgumentException(
          "the state is of domain %s, expected %s"
              .formatted(
                  Integer.toUnsignedString(statement.getDomain()),
                  Integer.toUnsignedString(domain)));
    }
    return statement;
  }

  private StateContent content(ByteString contents, ByteString digest) {
    if (contents.size() > MOST_CONTENTS_BYTES) {
      throw new IllegalArgumentException(
          "the domain's state has %d bytes, expected at most %d"
              .formatted(contents.size(), MOST_CONTENTS_BYTES));
    }
    byte[] bytes = contents.toByteArray();
    if (!MessageDigest.isEqual(SegmentName.sha256(bytes), digest.toByteArray())) {
      throw new IllegalArgumentException(
          "the contents of the state are not those that were signed");
    }
    try {
      return content(StateContents.parseFrom(bytes));
    } catch (InvalidProtocolBufferException e) {
      throw new IllegalArgumentException("the signed contents are not a state of a domain", e);
    }
  }

  private StateContent content(StateContents contents) {
    requireKnownFields(contents, "the contents of the state");
    Map<CodeDigest, Set<Integer>> epochs = new HashMap<>();
    Map<CodeDigest, Map<Integer, SecretCommitment>> commitments = new HashMap<>();
    for (CodeState code : contents.getCodesList()) {
      requireKnownFields(code, "a code of the state");
      CodeDigest digest = digest(code.getDigest());
      if (epochs.put(digest, new HashSet<>(code.getEpochsList())) != null) {
        throw new IllegalArgumentException("a code is in the state twice");
      }
      if (!code.getCommitments().isEmpty()) {
        commitments.put(digest, commitments(digest, code));
      }
    }
    return new StateContent(
        epochs,
        commitments,
        contents.getSegmentsList().stream()
            .map(name -> SegmentName.of(name.toByteArray()))
            .toList());
  }

  private Map<Integer, SecretCommitment> commitments(CodeDigest digest, CodeState code) {
    List<Integer> epochs = code.getEpochsList();
    ByteString bytes = code.getCommitments();
    if (bytes.size() != epochs.size() * SecretCommitment.BYTES) {
      throw new IllegalArgumentException(
          "a code of the state has %d epochs and %d bytes of commitments, expected %d for each"
              .formatted(epochs.size(), bytes.size(), SecretCommitment.BYTES));
    }
    Map<Integer, SecretCommitment> commitments = new HashMap<>();
    for (int i = 0; i < epochs.size(); i++) {
      int epoch = epochs.get(i);
      int at = i * SecretCommitment.BYTES;
      byte[] each = bytes.substring(at, at + SecretCommitment.BYTES).toByteArray();
      if (commitments.put(epoch, SecretCommitment.of(domain, digest, epoch, each)) != null) {
        throw new IllegalArgumentException("an epoch of a code is in the state twice");
      }
    }
    return commitments;
  }

  static CodeDigest digest(ByteString bytes) {
    return CodeDigest.of(bytes.toByteArray());
  }

  /** Refuses fields that are not known: a signed message must be understood as a whole. */
  static void requireKnownFields(Message message, String name) {
    if (!message.getUnknownFields().asMap().isEmpty()) {
      throw new IllegalArgumentException(name + " has fields that are not known");
    }
  }
}
