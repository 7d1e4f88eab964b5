package dev.rosa.codeserver;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import dev.rosa.control.CallerForFuzzing;
import dev.rosa.control.v1.RetireRequest;
import dev.rosa.control.v1.StageRequest;
import dev.rosa.fuzz.Refused;
import io.grpc.StatusRuntimeException;
import java.util.Arrays;

/** Secrets that are staged and retired, of any length, for any code and epoch. */
public final class SecretStagingFuzzer {

  private static final FuzzedCodeServer SERVER = FuzzedCodeServer.open();

  private SecretStagingFuzzer() {}

  /** Initialises this class before Jazzer's clock runs. */
  public static void fuzzerInitialize() {}

  /** One input. */
  public static void fuzzerTestOneInput(FuzzedDataProvider data) {
    CallerForFuzzing.run(SERVER.authorizationServer(), () -> call(data));
  }

  private static void call(FuzzedDataProvider data) {
    try {
      switch (data.consumeInt(0, 3)) {
        case 0 -> stage(StageRequest.parseFrom(data.consumeRemainingAsBytes()));
        case 1 -> retire(RetireRequest.parseFrom(data.consumeRemainingAsBytes()));
        case 2 -> stage(plausible(data));
        default ->
            retire(
                RetireRequest.newBuilder()
                    .setCodeDigest(filled(data))
                    .setEpoch(data.consumeInt())
                    .build());
      }
    } catch (InvalidProtocolBufferException e) {
      // gRPC refuses it before ROSA's code sees it.
    } catch (StatusRuntimeException e) {
      Refused.check(e);
    }
  }

  private static StageRequest plausible(FuzzedDataProvider data) {
    return StageRequest.newBuilder()
        .setCodeDigest(filled(data))
        .setEpoch(data.consumeInt())
        .setKci(filled(data))
        .build();
  }

  /** About 32 bytes, so that the same code comes again. */
  private static ByteString filled(FuzzedDataProvider data) {
    byte[] bytes = new byte[data.consumeInt(31, 33)];
    Arrays.fill(bytes, data.consumeByte());
    return ByteString.copyFrom(bytes);
  }

  private static void stage(StageRequest request) {
    SERVER.staging().stage(request, Refused.reply());
  }

  private static void retire(RetireRequest request) {
    SERVER.staging().retire(request, Refused.reply());
  }
}
