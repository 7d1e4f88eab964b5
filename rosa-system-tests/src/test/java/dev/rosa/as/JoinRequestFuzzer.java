package dev.rosa.as;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import com.google.protobuf.InvalidProtocolBufferException;
import dev.rosa.as.policy.Refusal;
import dev.rosa.control.v1.JoinRequest;
import dev.rosa.fuzz.Refused;
import dev.rosa.identity.StatementKind;
import dev.rosa.identity.StatementSigner;

/**
 * Fuzz target of requests to join a session, by a user who is not a recipient: refused with a
 * sentence. The input is the statement that the user signs, or all of the message.
 */
public final class JoinRequestFuzzer {

  private static final FuzzedServer SERVER = FuzzedServer.open();

  private JoinRequestFuzzer() {}

  /** Initialises this class before Jazzer's clock runs. */
  public static void fuzzerInitialize() {}

  /** One input. */
  public static void fuzzerTestOneInput(FuzzedDataProvider data) {
    try {
      boolean signed = data.consumeBoolean();
      byte[] input = data.consumeRemainingAsBytes();
      FuzzedServer.answer(
          SERVER
              .joins()
              .handle(
                  SERVER.alice().id(),
                  signed
                      ? StatementSigner.sign(SERVER.alice(), StatementKind.SESSION_JOIN, input)
                      : JoinRequest.parseFrom(input).getSigned()));
      throw new AssertionError("joined a session that was never opened");
    } catch (InvalidProtocolBufferException e) {
      // gRPC refuses it before ROSA's code sees it.
    } catch (Refusal refusal) {
      Refused.check(refusal.toStatus());
    }
  }
}
