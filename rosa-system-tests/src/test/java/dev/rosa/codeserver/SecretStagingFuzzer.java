package dev.rosa.codeserver;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import dev.rosa.control.CallerForFuzzing;
import dev.rosa.control.v1.CodesOfRouterRequest;
import dev.rosa.control.v1.OfferRevocationsRequest;
import dev.rosa.control.v1.OfferStateRequest;
import dev.rosa.control.v1.RetireRequest;
import dev.rosa.control.v1.SignedState;
import dev.rosa.control.v1.StageRequest;
import dev.rosa.domainstate.DomainStates;
import dev.rosa.domainstate.RevocationSegments;
import dev.rosa.domainstate.Revoked;
import dev.rosa.domainstate.SegmentName;
import dev.rosa.domainstate.StateContent;
import dev.rosa.fuzz.Mutation;
import dev.rosa.fuzz.Refused;
import dev.rosa.identity.RosaId;
import dev.rosa.keys.CodeDigest;
import dev.rosa.keys.UserId;
import io.grpc.StatusRuntimeException;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * Fuzz target of the Authorization Server's messages: secrets that are staged and retired, of any
 * length, for any code and epoch; states of the domain and revocations.
 */
public final class SecretStagingFuzzer {

  private static final FuzzedCodeServer SERVER = FuzzedCodeServer.open();
  private static final Instant AT = Instant.ofEpochSecond(1_800_000_000);
  private static final byte[] SEGMENT =
      RevocationSegments.write(
          List.of(
              new Revoked(new Revoked.Session(5), 9),
              new Revoked(new Revoked.User(UserId.of(new byte[16])), 9),
              new Revoked(new Revoked.Epochs(CodeDigest.ofBundle(new byte[0]), 3), 9),
              new Revoked(new Revoked.Router(RosaId.parse("rosa://17/router/r9")), 0)));

  private SecretStagingFuzzer() {}

  /** Initialises this class before Jazzer's clock runs. */
  public static void fuzzerInitialize() {}

  /** One input. */
  public static void fuzzerTestOneInput(FuzzedDataProvider data) {
    CallerForFuzzing.run(SERVER.authorizationServer(), () -> call(data));
  }

  private static void call(FuzzedDataProvider data) {
    try {
      switch (data.consumeInt(0, 9)) {
        case 0 -> stage(StageRequest.parseFrom(data.consumeRemainingAsBytes()));
        case 1 -> retire(RetireRequest.parseFrom(data.consumeRemainingAsBytes()));
        case 2 -> stage(plausible(data));
        case 3 -> offer(OfferStateRequest.parseFrom(data.consumeRemainingAsBytes()));
        case 4 -> offer(OfferStateRequest.parseFrom(Mutation.of(honest(data), data)));
        case 5 -> offer(OfferStateRequest.parseFrom(honest(data)));
        case 6 -> take(OfferRevocationsRequest.parseFrom(data.consumeRemainingAsBytes()));
        case 7 -> take(changed(data));
        case 8 -> codes(CodesOfRouterRequest.parseFrom(data.consumeRemainingAsBytes()));
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

  /** A state that names a segment which may come, or one that cannot. */
  private static byte[] honest(FuzzedDataProvider data) {
    SegmentName name =
        data.consumeBoolean() ? SegmentName.ofSegment(SEGMENT) : SegmentName.of(new byte[32]);
    StateContent content = new StateContent(Map.of(), List.of(name));
    SignedState state =
        DomainStates.sign(
                SERVER.authorizationServer(), data.consumeInt(), AT, AT.plusSeconds(60), content)
            .signed();
    return OfferStateRequest.newBuilder().setState(state).build().toByteArray();
  }

  private static OfferRevocationsRequest changed(FuzzedDataProvider data) {
    byte[] segment = data.consumeBoolean() ? SEGMENT : Mutation.of(SEGMENT, data);
    return OfferRevocationsRequest.newBuilder().addSegments(ByteString.copyFrom(segment)).build();
  }

  private static void offer(OfferStateRequest request) {
    SERVER.staging().offerState(request, Refused.reply());
  }

  private static void take(OfferRevocationsRequest request) {
    SERVER.staging().offerRevocations(request, Refused.reply());
  }

  private static void codes(CodesOfRouterRequest request) {
    SERVER.staging().codesOfRouter(request, Refused.reply());
  }
}
