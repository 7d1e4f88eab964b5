package dev.rosa.codeserver;

import com.google.protobuf.ByteString;
import dev.rosa.control.v1.OfferRevocationsRequest;
import dev.rosa.control.v1.OfferStateRequest;
import dev.rosa.control.v1.SecretStagingGrpc;
import dev.rosa.control.v1.SignedState;
import dev.rosa.domainstate.DomainStates;
import dev.rosa.domainstate.RevocationSegments;
import dev.rosa.domainstate.Revoked;
import dev.rosa.domainstate.SegmentName;
import dev.rosa.domainstate.StateContent;
import dev.rosa.identity.Identity;
import dev.rosa.keys.CodeDigest;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/** An Authorization Server that offers states of the domain. */
final class OfferedStates {

  private final TestCodeServer server;
  private final Identity self;
  private final Map<CodeDigest, Set<Integer>> epochs = new HashMap<>();

  OfferedStates(TestCodeServer server, Identity self) {
    this.server = server;
    this.self = self;
  }

  static byte[] segment(Revoked.Subject... subjects) {
    return RevocationSegments.write(
        Stream.of(subjects).map(subject -> new Revoked(subject, 0)).toList());
  }

  /** Has all states name an epoch. */
  void name(CodeDigest code, int epoch) {
    epochs.computeIfAbsent(code, each -> new HashSet<>()).add(epoch);
  }

  /** A state of the epochs that were named; without codes if none was. */
  SignedState signed(long number, byte[]... segments) {
    StateContent content =
        new StateContent(epochs, Stream.of(segments).map(SegmentName::ofSegment).toList());
    Instant at = Instant.now();
    return DomainStates.sign(self, number, at, at.plusSeconds(60), content).signed();
  }

  /** Offers a state; returns the names of missing segments. */
  List<SegmentName> offer(SignedState state) {
    return stub()
        .offerState(OfferStateRequest.newBuilder().setState(state).build())
        .getMissingList()
        .stream()
        .map(name -> SegmentName.of(name.toByteArray()))
        .toList();
  }

  void send(byte[]... segments) {
    OfferRevocationsRequest.Builder request = OfferRevocationsRequest.newBuilder();
    Stream.of(segments).forEach(segment -> request.addSegments(ByteString.copyFrom(segment)));
    var unused = stub().offerRevocations(request.build());
  }

  /** Offers a state until nothing is missing. */
  SignedState carry(long number, byte[]... segments) {
    SignedState state = signed(number, segments);
    List<SegmentName> missing = offer(state);
    Stream.of(segments)
        .filter(segment -> missing.contains(SegmentName.ofSegment(segment)))
        .forEach(this::send);
    if (!offer(state).isEmpty()) {
      throw new AssertionError("the state is not complete");
    }
    return state;
  }

  SecretStagingGrpc.SecretStagingBlockingStub stub() {
    return server.staging(self);
  }
}
