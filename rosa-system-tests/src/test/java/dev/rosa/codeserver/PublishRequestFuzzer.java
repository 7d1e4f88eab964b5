package dev.rosa.codeserver;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import dev.rosa.control.CallerForFuzzing;
import dev.rosa.control.v1.ListCodeRequest;
import dev.rosa.control.v1.PublishRequest;
import dev.rosa.control.v1.ShowCodeRequest;
import dev.rosa.control.v1.WithdrawCodeRequest;
import dev.rosa.fuzz.Mutation;
import dev.rosa.fuzz.Refused;
import dev.rosa.identity.StatementKind;
import dev.rosa.identity.StatementSigner;
import dev.rosa.publication.Publication;
import dev.rosa.testkit.CompiledBundle;
import io.grpc.StatusRuntimeException;
import java.time.Instant;

/**
 * Fuzz target of a publisher's requests: valid and invalid publications, and queries about them.
 */
public final class PublishRequestFuzzer {

  private static final FuzzedCodeServer SERVER = FuzzedCodeServer.open();
  private static final byte[] JAR = CompiledBundle.onPacket("packet.payloadLength();").jar();

  private PublishRequestFuzzer() {}

  /** Initialises this class before Jazzer's clock runs. */
  public static void fuzzerInitialize() {}

  /** One input. */
  public static void fuzzerTestOneInput(FuzzedDataProvider data) {
    CallerForFuzzing.run(SERVER.carol(), () -> call(data));
  }

  private static void call(FuzzedDataProvider data) {
    try {
      switch (data.consumeInt(0, 6)) {
        case 0 -> SERVER.publication().show(show(data), Refused.reply());
        case 1 -> SERVER.publication().withdraw(withdraw(data), Refused.reply());
        case 2 -> SERVER.publication().list(list(data), Refused.reply());
        case 3 -> publish(PublishRequest.parseFrom(data.consumeRemainingAsBytes()));
        case 4 -> publish(PublishRequest.parseFrom(Mutation.of(honest(), data)));
        case 5 -> publish(signed(Mutation.of(statement(JAR, "app"), data), JAR));
        default -> publish(changedBundle(data));
      }
    } catch (InvalidProtocolBufferException e) {
      // gRPC refuses it before ROSA's code sees it.
    } catch (StatusRuntimeException e) {
      Refused.check(e);
    }
  }

  private static void publish(PublishRequest request) {
    DeferredReply reply = new DeferredReply();
    SERVER.publication().publish(request, reply);
    reply.check();
  }

  private static ShowCodeRequest show(FuzzedDataProvider data) {
    return ShowCodeRequest.newBuilder().setCode(data.consumeRemainingAsString()).build();
  }

  private static WithdrawCodeRequest withdraw(FuzzedDataProvider data) {
    return WithdrawCodeRequest.newBuilder().setCode(data.consumeRemainingAsString()).build();
  }

  private static ListCodeRequest list(FuzzedDataProvider data) {
    return ListCodeRequest.newBuilder().setIncludeWithdrawn(data.consumeBoolean()).build();
  }

  private static byte[] honest() {
    return signed(statement(JAR, "app"), JAR).toByteArray();
  }

  /** Another jar, signed as it is: the statement fits, what it is about does not. */
  private static PublishRequest changedBundle(FuzzedDataProvider data) {
    byte[] jar = Mutation.of(JAR, data);
    return signed(statement(jar, data.consumeRemainingAsString()), jar);
  }

  private static byte[] statement(byte[] jar, String name) {
    Publication publication = Publication.of(SERVER.carol(), name, jar, Instant.now());
    return publication.signedBy(SERVER.carol()).getStatement().toByteArray();
  }

  private static PublishRequest signed(byte[] statement, byte[] jar) {
    return PublishRequest.newBuilder()
        .setSigned(StatementSigner.sign(SERVER.carol(), StatementKind.PUBLICATION, statement))
        .setBundle(ByteString.copyFrom(jar))
        .build();
  }
}
