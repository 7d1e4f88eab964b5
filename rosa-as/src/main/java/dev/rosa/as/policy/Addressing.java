package dev.rosa.as.policy;

import com.google.protobuf.ByteString;
import dev.rosa.identity.RosaId;
import dev.rosa.identity.SigningTime;
import dev.rosa.serving.PeerText;
import java.time.Instant;
import java.util.Optional;

/**
 * Common fields of every signed statement of a user: its id, the user, the server that it is for,
 * and its time.
 *
 * @param requestId as it came
 * @param user identity in the statement
 * @param server identity in the statement
 * @param signedAt time in the statement
 */
record Addressing(ByteString requestId, String user, String server, SigningTime signedAt) {
  static final int REQUEST_ID_BYTES = 16;

  /** Refuses an id of another length. */
  void checkId() throws Refusal {
    if (requestId.size() != REQUEST_ID_BYTES) {
      throw Refusal.invalid(
          "the request id has %d bytes, expected %d random ones"
              .formatted(requestId.size(), REQUEST_ID_BYTES));
    }
  }

  /** Refuses a statement of another user than the caller, or for another server. */
  void checkParties(RosaId caller, RosaId self) throws Refusal {
    if (!user.equals(caller.toString())) {
      throw Refusal.denied(
          "the request is for %s but %s asks".formatted(PeerText.quoted(user), caller));
    }
    if (!server.equals(self.toString())) {
      throw Refusal.denied(
          "the request is meant for %s, this is %s".formatted(PeerText.quoted(server), self));
    }
  }

  /** Refuses a statement of another time. */
  void checkTime(Instant now) throws Refusal {
    Optional<String> fault = signedAt.fault(now);
    if (fault.isPresent()) {
      throw Refusal.invalid("the request " + fault.get() + "; set your clock or ask anew");
    }
  }
}
