package dev.rosa.witness;

import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import dev.rosa.control.v1.KeyStatement;
import dev.rosa.control.v1.SignedStatement;
import dev.rosa.identity.Identity;
import dev.rosa.identity.IdentityException;
import dev.rosa.identity.Role;
import dev.rosa.identity.RosaId;
import dev.rosa.identity.StatementKind;
import dev.rosa.identity.StatementSigner;
import dev.rosa.identity.StatementVerifier;
import dev.rosa.transparency.NoteKey;
import dev.rosa.transparency.TransparencyException;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Maker and verifier of signed statements that bind Ed25519 keys to members of one domain. They
 * bind the audit log's key to an Authorization Server, and a witness's key to the node itself.
 * Thread-safe.
 */
public final class KeyStatements {

  /**
   * A node with the key with which it cosigns.
   *
   * @param node a Code Server or router
   */
  public record WitnessKey(RosaId node, NoteKey key) {}

  private static final Pattern LOG_NAME = Pattern.compile("rosa/([0-9]{1,10})/audit");

  private final StatementVerifier statements;
  private final int domain;

  /**
   * Verification for a domain.
   *
   * @param authority the certificate of the domain's authority
   */
  public KeyStatements(X509Certificate authority, int domain) {
    this.statements = new StatementVerifier(authority);
    this.domain = domain;
  }

  /** Name of a domain's log: origin of its checkpoints, name of its key. */
  public static String nameOfLog(int domain) {
    return "rosa/" + Integer.toUnsignedString(domain) + "/audit";
  }

  /** The domain of a log by its name; 0, which no domain has, for any other name. */
  public static int domainOfLog(String name) {
    Matcher parts = LOG_NAME.matcher(name);
    long domain = parts.matches() ? Long.parseLong(parts.group(1)) : 0;
    return domain <= 0xFFFF_FFFFL ? (int) domain : 0;
  }

  /** Name of a node's key in cosignatures, without a scheme as C2SP advises. */
  public static String nameOfWitness(RosaId node) {
    return "rosa/%s/%s/%s"
        .formatted(
            Integer.toUnsignedString(node.domain()),
            node.role().name().toLowerCase(Locale.ROOT),
            node.name());
  }

  /** An Authorization Server's word for the log's key. */
  public static SignedStatement ofLog(Identity server, NoteKey key, Instant at) {
    return sign(server, StatementKind.LOG_KEY, key, at);
  }

  /** A node's word for its own key. */
  public static SignedStatement ofWitness(Identity node, NoteKey key, Instant at) {
    return sign(node, StatementKind.WITNESS_KEY, key, at);
  }

  private static SignedStatement sign(
      Identity signer, StatementKind kind, NoteKey key, Instant at) {
    KeyStatement statement =
        KeyStatement.newBuilder()
            .setDomain(signer.id().domain())
            .setKey(ByteString.copyFrom(key.toBytes()))
            .setSignedAt(at.toEpochMilli())
            .build();
    return StatementSigner.sign(signer, kind, statement.toByteArray());
  }

  /**
   * The log's key by a statement that comes now.
   *
   * @throws IdentityException if no Authorization Server of the domain says so now
   */
  public NoteKey log(SignedStatement signed, InstantSource clock) throws IdentityException {
    RosaId signer = statements.verify(signed, StatementKind.LOG_KEY, clock);
    if (signer.role() != Role.AS) {
      throw new IdentityException(
          "the log's key was signed by " + signer + ", expected an authorization server");
    }
    return key(nameOfLog(domain), read(signed), false);
  }

  /**
   * The same by a statement from earlier: the certificate was valid when it was made.
   *
   * @throws IdentityException if no Authorization Server of the domain said so
   */
  public NoteKey earlierLog(SignedStatement signed) throws IdentityException {
    return log(signed, at(signed));
  }

  /**
   * A witness's key; the certificate was valid when the statement was made.
   *
   * @throws IdentityException if no Code Server or router of the domain has signed it
   */
  public WitnessKey witness(SignedStatement signed) throws IdentityException {
    RosaId signer = statements.verify(signed, StatementKind.WITNESS_KEY, at(signed));
    if (signer.role() != Role.CODESERVER && signer.role() != Role.ROUTER) {
      throw new IdentityException(
          "a witness's key was signed by " + signer + ", expected a code server or router");
    }
    return new WitnessKey(signer, key(nameOfWitness(signer), read(signed), true));
  }

  private InstantSource at(SignedStatement signed) throws IdentityException {
    Instant at = Instant.ofEpochMilli(read(signed).getSignedAt());
    return () -> at;
  }

  private KeyStatement read(SignedStatement signed) throws IdentityException {
    try {
      KeyStatement statement = KeyStatement.parseFrom(signed.getStatement());
      if (statement.getDomain() == domain && statement.getUnknownFields().asMap().isEmpty()) {
        return statement;
      }
      throw new IdentityException("the statement of a key is of another domain or version");
    } catch (InvalidProtocolBufferException e) {
      throw new IdentityException("the signed bytes are not the statement of a key");
    }
  }

  private static NoteKey key(String name, KeyStatement statement, boolean ofWitness)
      throws IdentityException {
    byte[] key = statement.getKey().toByteArray();
    try {
      return ofWitness ? NoteKey.ofWitness(name, key) : new NoteKey(name, key);
    } catch (TransparencyException e) {
      throw new IdentityException("the statement of a key: " + e.getMessage());
    }
  }
}
