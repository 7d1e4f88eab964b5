package dev.rosa.client.endpoint;

import com.google.protobuf.ByteString;
import dev.rosa.control.v1.GrantRequest;
import dev.rosa.control.v1.ServiceRequestStatement;
import dev.rosa.identity.RosaId;
import dev.rosa.wire.active.Suite;
import java.net.InetAddress;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * A user's request for a session to the Authorization Server (Sr, ROSA §4.2.1).
 *
 * @param code the code's name at the server
 * @param window the time of the service
 * @param source IPs, of the same family as {@code destination}
 * @param destination IPd
 * @param suite absent: the domain's default
 * @param grant wishes for the grant
 * @param recipients users who may join the session
 */
public record SessionRequest(
    String code,
    Window window,
    InetAddress source,
    InetAddress destination,
    Optional<Suite> suite,
    GrantWish grant,
    List<RosaId> recipients) {

  /**
   * Time of the wanted service: Unix seconds, unsigned.
   *
   * @param start 0: the server's now
   * @param end 0: {@code seconds} after the start
   * @param seconds used when {@code end} is 0
   */
  public record Window(int start, int end, int seconds) {
    /** From the server's now. */
    public static Window ofSeconds(int seconds) {
      return new Window(0, 0, seconds);
    }
  }

  /** Wishes for the grant; an absent value takes what the rule allows. */
  public record GrantWish(
      OptionalInt packetsPerSecond, OptionalInt fuelThousands, OptionalInt permissions) {
    /** All that the rule allows. */
    public static GrantWish unspecified() {
      return new GrantWish(OptionalInt.empty(), OptionalInt.empty(), OptionalInt.empty());
    }
  }

  /** Copies the list. */
  public SessionRequest {
    recipients = List.copyOf(recipients);
  }

  /**
   * The statement to be signed.
   *
   * @param requestId {@code byte[16]}, never used twice
   * @param at time of signing, by the user's clock
   */
  byte[] statement(byte[] requestId, RosaId user, RosaId authorizationServer, Instant at) {
    ServiceRequestStatement.Builder statement =
        ServiceRequestStatement.newBuilder()
            .setRequestId(ByteString.copyFrom(requestId))
            .setAuthorizationServer(authorizationServer.toString())
            .setUser(user.toString())
            .setCode(code)
            .setServiceStart(window.start())
            .setServiceEnd(window.end())
            .setSeconds(window.seconds())
            .setSource(ByteString.copyFrom(source.getAddress()))
            .setDestination(ByteString.copyFrom(destination.getAddress()))
            .setSuite(suite.map(Suite::id).orElse(0))
            .setGrant(grantRequest())
            .setSignedAt((int) at.getEpochSecond());
    recipients.forEach(recipient -> statement.addRecipients(recipient.toString()));
    return statement.build().toByteArray();
  }

  private GrantRequest grantRequest() {
    GrantRequest.Builder wish = GrantRequest.newBuilder();
    grant.packetsPerSecond().ifPresent(wish::setPacketsPerSecond);
    grant.fuelThousands().ifPresent(wish::setFuelThousands);
    grant.permissions().ifPresent(wish::setPermissions);
    return wish.build();
  }
}
