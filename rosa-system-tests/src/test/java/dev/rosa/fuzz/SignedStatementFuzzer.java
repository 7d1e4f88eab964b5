package dev.rosa.fuzz;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import com.google.protobuf.InvalidProtocolBufferException;
import dev.rosa.control.v1.SignedStatement;
import dev.rosa.identity.Identity;
import dev.rosa.identity.IdentityException;
import dev.rosa.identity.RosaId;
import dev.rosa.identity.StatementKind;
import dev.rosa.identity.StatementSigner;
import dev.rosa.identity.StatementVerifier;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.List;

/**
 * Signed statements as they come from a caller: refused with an {@link IdentityException} or
 * verified; what is verified was said by its signer, under that label, byte for byte.
 */
public final class SignedStatementFuzzer {

  private static final StatementKind KIND = StatementKind.PUBLICATION;
  private static final byte[] STATEMENT = "this was said".getBytes(StandardCharsets.US_ASCII);
  private static final Identity ALICE = FuzzDomain.user("alice");
  private static final byte[] GENUINE = StatementSigner.sign(ALICE, KIND, STATEMENT).toByteArray();

  private static final StatementVerifier VERIFIER = new StatementVerifier(ALICE.authority());

  private SignedStatementFuzzer() {}

  /** Seeds of the corpus. */
  static List<byte[]> seeds() {
    return List.of(GENUINE);
  }

  /** Initialises this class before Jazzer's clock runs. */
  public static void fuzzerInitialize() {}

  /** One input. */
  public static void fuzzerTestOneInput(FuzzedDataProvider data) {
    byte[] message =
        data.consumeBoolean() ? Mutation.of(GENUINE, data) : data.consumeRemainingAsBytes();
    try {
      SignedStatement signed = SignedStatement.parseFrom(message);
      RosaId signer = VERIFIER.verify(signed, KIND, InstantSource.system());
      if (!signer.equals(ALICE.id())
          || !java.util.Arrays.equals(signed.getStatement().toByteArray(), STATEMENT)) {
        throw new AssertionError("verified what nobody signed");
      }
    } catch (InvalidProtocolBufferException | IdentityException e) {
      Refusals.check(e);
    }
  }
}
