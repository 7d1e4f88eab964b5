package dev.rosa.administration;

import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import dev.rosa.control.v1.AdministrationArgument;
import dev.rosa.control.v1.AdministrationStatement;
import dev.rosa.control.v1.SignedStatement;
import dev.rosa.identity.Identity;
import dev.rosa.identity.IdentityException;
import dev.rosa.identity.Role;
import dev.rosa.identity.RosaId;
import dev.rosa.identity.SigningTime;
import dev.rosa.identity.StatementKind;
import dev.rosa.identity.StatementSigner;
import java.time.Instant;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Statement of an administrator who wants an act carried out in a domain (PROTOCOL §6). Its bytes
 * have one spelling. Immutable.
 *
 * @param requestId 16 random bytes
 * @param domain unsigned
 * @param administrator as the statement spells it
 * @param signedAt in whole seconds
 * @param act its name, such as {@code revoke user}
 * @param arguments by name
 */
public record ActStatement(
    ByteString requestId,
    int domain,
    String administrator,
    Instant signedAt,
    String act,
    SortedMap<String, String> arguments) {

  /** Bytes of a request's id. */
  public static final int REQUEST_ID_BYTES = 16;

  /** Checks the id's length, and copies the arguments. */
  public ActStatement {
    if (requestId.size() != REQUEST_ID_BYTES) {
      throw new IllegalArgumentException(
          "the request id has %d bytes, expected %d random ones"
              .formatted(requestId.size(), REQUEST_ID_BYTES));
    }
    arguments = Collections.unmodifiableSortedMap(new TreeMap<>(arguments));
  }

  /** An administrator's own statement. */
  public static ActStatement of(
      RosaId administrator,
      ByteString requestId,
      Instant at,
      String act,
      Map<String, String> arguments) {
    return new ActStatement(
        requestId,
        administrator.domain(),
        administrator.toString(),
        at,
        act,
        new TreeMap<>(arguments));
  }

  /**
   * Reads the statement after its signature has been verified.
   *
   * @throws IdentityException if it is none, or not in its one spelling
   */
  public static ActStatement read(ByteString signedBytes) throws IdentityException {
    try {
      ActStatement read = of(AdministrationStatement.parseFrom(signedBytes));
      // Also refuses fields that are not known: nothing is signed that is not carried out.
      if (!read.bytes().equals(signedBytes)) {
        throw new IdentityException(
            "the statement is not in its one spelling, or has fields that are not known");
      }
      return read;
    } catch (InvalidProtocolBufferException e) {
      throw new IdentityException("the statement is not an act of administration", e);
    } catch (IllegalArgumentException e) {
      throw new IdentityException(e.getMessage(), e);
    }
  }

  private static ActStatement of(AdministrationStatement statement) {
    SortedMap<String, String> arguments = new TreeMap<>();
    statement
        .getArgumentsList()
        .forEach(argument -> arguments.put(argument.getName(), argument.getValue()));
    return new ActStatement(
        statement.getRequestId(),
        statement.getDomain(),
        statement.getAdministrator(),
        Instant.ofEpochSecond(Integer.toUnsignedLong(statement.getSignedAt())),
        statement.getAct(),
        arguments);
  }

  /** The bytes to be signed. */
  public ByteString bytes() {
    AdministrationStatement.Builder statement =
        AdministrationStatement.newBuilder()
            .setRequestId(requestId)
            .setDomain(domain)
            .setAdministrator(administrator)
            .setSignedAt((int) signedAt.getEpochSecond())
            .setAct(act);
    arguments.forEach(
        (name, value) ->
            statement.addArguments(
                AdministrationArgument.newBuilder().setName(name).setValue(value)));
    return statement.build().toByteString();
  }

  /** The statement under the administrator's signature. */
  public SignedStatement signedBy(Identity signer) {
    return StatementSigner.sign(signer, StatementKind.ADMINISTRATION, bytes().toByteArray());
  }

  /**
   * Checks the signer, the domain and the time.
   *
   * @param at time of receipt
   * @throws IdentityException saying what does not hold
   */
  public void check(RosaId signer, Instant at) throws IdentityException {
    if (signer.role() != Role.ADMIN) {
      throw new IdentityException(signer + " is not an administrator");
    }
    if (!administrator.equals(signer.toString())) {
      throw new IdentityException(
          "the act is of another administrator than " + signer + ", who signed it");
    }
    if (domain != signer.domain()) {
      throw new IdentityException(
          "the act is for domain %s, this is domain %s"
              .formatted(
                  Integer.toUnsignedString(domain), Integer.toUnsignedString(signer.domain())));
    }
    Optional<String> fault = new SigningTime(signedAt).fault(at);
    if (fault.isPresent()) {
      throw new IdentityException("the act " + fault.get() + "; set your clock or sign anew");
    }
  }
}
