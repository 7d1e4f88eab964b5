package dev.rosa.as.policy;

import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import dev.rosa.as.request.Authorizer;
import dev.rosa.control.v1.GrantRequest;
import dev.rosa.control.v1.ServiceRequestStatement;
import dev.rosa.identity.Role;
import dev.rosa.identity.RosaId;
import dev.rosa.identity.SigningTime;
import dev.rosa.serving.PeerText;
import dev.rosa.wire.active.Grant;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Instant;
import java.util.LinkedHashSet;
import java.util.Set;

/**
 * A user's request, read from the signed bytes and well-formed; {@link Authorizer} decides whether
 * it is allowed.
 */
public final class RequestedService {
  public static final int MAX_RECIPIENTS = 16;

  private final ServiceRequestStatement statement;
  private final InetAddress source;
  private final InetAddress destination;
  private final Set<RosaId> recipients;

  private RequestedService(ServiceRequestStatement statement) throws Refusal {
    this.statement = statement;
    this.source = address("source", statement.getSource());
    this.destination = address("destination", statement.getDestination());
    this.recipients = recipients(statement);
  }

  /**
   * Reads the statement after its signature has been verified.
   *
   * @throws Refusal INVALID_ARGUMENT saying which field is not what it should be
   */
  public static RequestedService parse(ByteString signedBytes) throws Refusal {
    ServiceRequestStatement statement;
    try {
      statement = ServiceRequestStatement.parseFrom(signedBytes);
    } catch (InvalidProtocolBufferException e) {
      throw Refusal.invalid("the statement is not a service request");
    }
    checkFields(statement);
    RequestedService wanted = new RequestedService(statement);
    if (wanted.source.getClass() != wanted.destination.getClass()) {
      throw Refusal.invalid("source and destination are of two families, expected one");
    }
    return wanted;
  }

  private static void checkFields(ServiceRequestStatement statement) throws Refusal {
    // A user must not be bound by something that this server did not understand.
    if (!statement.getUnknownFields().asMap().isEmpty()
        || !statement.getGrant().getUnknownFields().asMap().isEmpty()) {
      throw Refusal.invalid("the statement has fields that this server does not know");
    }
    addressing(statement).checkId();
    if (!Names.isName(statement.getCode())) {
      throw Refusal.invalid("the request names no code, expected a name such as transcoder");
    }
    if (statement.hasGrant()) {
      checkGrant(statement.getGrant());
    }
  }

  private static Addressing addressing(ServiceRequestStatement statement) {
    return new Addressing(
        statement.getRequestId(),
        statement.getUser(),
        statement.getAuthorizationServer(),
        SigningTime.of(statement.getSignedAt()));
  }

  private static void checkGrant(GrantRequest grant) throws Refusal {
    if ((grant.getPermissions() & ~Grant.ALL) != 0) {
      throw Refusal.invalid(
          "permissions 0x%04x have reserved bits set, expected bits of 0x%04x (read, modify, drop,"
                  .formatted(grant.getPermissions(), Grant.ALL)
              + " state)");
    }
    if (Integer.compareUnsigned(grant.getFuelThousands(), 0xffff) > 0) {
      throw Refusal.invalid(
          "a fuel of %s thousand is not possible, expected at most 65535"
              .formatted(Integer.toUnsignedString(grant.getFuelThousands())));
    }
  }

  private static InetAddress address(String name, ByteString bytes) throws Refusal {
    try {
      InetAddress address = InetAddress.getByAddress(bytes.toByteArray());
      if (bytes.size() == 16 && address instanceof Inet4Address) {
        throw Refusal.invalid(
            "the " + name + " is an IPv4 address written as IPv6, expected its 4 bytes");
      }
      return address;
    } catch (UnknownHostException e) {
      throw Refusal.invalid(
          "the %s has %d bytes, expected 4 (IPv4) or 16 (IPv6)".formatted(name, bytes.size()));
    }
  }

  private static Set<RosaId> recipients(ServiceRequestStatement statement) throws Refusal {
    if (statement.getRecipientsCount() > MAX_RECIPIENTS) {
      throw Refusal.invalid(
          "the request names %d recipients, expected at most %d"
              .formatted(statement.getRecipientsCount(), MAX_RECIPIENTS));
    }
    Set<RosaId> recipients = new LinkedHashSet<>();
    for (String recipient : statement.getRecipientsList()) {
      recipients.add(identity("recipient", recipient));
    }
    return recipients;
  }

  private static RosaId identity(String what, String text) throws Refusal {
    try {
      RosaId id = RosaId.parse(text);
      if (id.role() == Role.USER) {
        return id;
      }
    } catch (IllegalArgumentException e) {
      // Not an identity at all: the same answer as for one of another role.
    }
    throw Refusal.invalid(
        "the %s %s is no user, expected rosa://DOMAIN/user/NAME"
            .formatted(what, PeerText.quoted(text)));
  }

  /** Refuses a request of another user than the caller, for another server, or of another time. */
  public void check(RosaId caller, RosaId self, Instant now) throws Refusal {
    addressing(statement).checkParties(caller, self);
    addressing(statement).checkTime(now);
    for (RosaId recipient : recipients) {
      if (recipient.domain() != self.domain()) {
        throw Refusal.invalid("the recipient '" + recipient + "' is of another domain");
      }
    }
  }

  public ByteString requestId() {
    return statement.getRequestId();
  }

  public String code() {
    return statement.getCode();
  }

  /** SST, Unix seconds, or 0 for now. */
  long start() {
    return Integer.toUnsignedLong(statement.getServiceStart());
  }

  /** SET, Unix seconds, or 0 for {@link #seconds} after the start. */
  long end() {
    return Integer.toUnsignedLong(statement.getServiceEnd());
  }

  long seconds() {
    return Integer.toUnsignedLong(statement.getSeconds());
  }

  public InetAddress source() {
    return source;
  }

  public InetAddress destination() {
    return destination;
  }

  /** A suite's id, or 0 for the domain's default. */
  public int suite() {
    return statement.getSuite();
  }

  public GrantRequest grant() {
    return statement.getGrant();
  }

  public Set<RosaId> recipients() {
    return recipients;
  }
}
