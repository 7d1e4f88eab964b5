package dev.rosa.codeserver;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import com.google.protobuf.InvalidProtocolBufferException;
import dev.rosa.control.CallerForFuzzing;
import dev.rosa.control.v1.FetchCodeRequest;
import dev.rosa.control.v1.FetchRevocationsRequest;
import dev.rosa.control.v1.FetchSecretRequest;
import dev.rosa.control.v1.WatchCatalogueRequest;
import dev.rosa.fuzz.Refused;
import io.grpc.StatusRuntimeException;

/**
 * Fuzz target of a router's requests: code, secrets and revocations that do not exist, and the
 * catalogue of another router.
 */
public final class CodeDistributionFuzzer {

  private static final FuzzedCodeServer SERVER = FuzzedCodeServer.open();

  private CodeDistributionFuzzer() {}

  /** Initialises this class before Jazzer's clock runs. */
  public static void fuzzerInitialize() {}

  /** One input. */
  public static void fuzzerTestOneInput(FuzzedDataProvider data) {
    CallerForFuzzing.run(SERVER.router(), () -> call(data));
  }

  private static void call(FuzzedDataProvider data) {
    try {
      int method = data.consumeInt(0, 3);
      byte[] message = data.consumeRemainingAsBytes();
      switch (method) {
        case 0 ->
            SERVER.distribution().fetchCode(FetchCodeRequest.parseFrom(message), Refused.reply());
        case 1 ->
            SERVER
                .distribution()
                .fetchSecret(FetchSecretRequest.parseFrom(message), Refused.reply());
        case 2 ->
            SERVER
                .distribution()
                .fetchRevocations(FetchRevocationsRequest.parseFrom(message), Refused.reply());
        default -> watch(WatchCatalogueRequest.parseFrom(message));
      }
    } catch (InvalidProtocolBufferException e) {
      // gRPC refuses it before ROSA's code sees it.
    } catch (StatusRuntimeException e) {
      Refused.check(e);
    }
  }

  /** With its own node id a router would be let in, which takes a connection. */
  private static void watch(WatchCatalogueRequest request) {
    if (request.getNodeId() != SERVER.router().nodeId()) {
      SERVER.distribution().watchCatalogue(request, Refused.reply());
    }
  }
}
