package dev.rosa.codeserver.catalogue;

import com.google.protobuf.ByteString;
import dev.rosa.codeserver.catalogue.SegmentTable.Segment;
import dev.rosa.control.v1.FetchRevocationsReply;
import dev.rosa.control.v1.FetchRevocationsRequest;
import dev.rosa.control.v1.OfferRevocationsRequest;
import dev.rosa.control.v1.OfferStateReply;
import dev.rosa.control.v1.OfferStateRequest;
import dev.rosa.control.v1.SignedState;
import dev.rosa.domainstate.DomainState;
import dev.rosa.domainstate.DomainStates;
import dev.rosa.domainstate.SegmentName;
import dev.rosa.identity.IdentityException;
import dev.rosa.keys.CodeDigest;
import dev.rosa.serving.PeerText;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.time.InstantSource;
import java.util.List;

/**
 * Check of messages about the domain's state on their way into the storage and out of it.
 * Thread-safe.
 */
public final class StateOffers {

  /** Most segments of one message. */
  public static final int MOST_SEGMENTS = 16;

  /** Largest request with a state or with segments. */
  public static final int REQUEST_BYTES = DomainStates.MOST_CONTENTS_BYTES + 16 * 1024;

  private static final int MOST_MISSING = 1_000;
  private static final int MOST_REASON_CHARS = 300;

  private final DomainStates states;
  private final StateRepository repository;
  private final InstantSource clock;

  /**
   * Offers to a storage.
   *
   * @param states the check of what comes
   */
  public StateOffers(DomainStates states, StateRepository repository, InstantSource clock) {
    this.states = states;
    this.repository = repository;
    this.clock = clock;
  }

  /**
   * Takes a state.
   *
   * @throws StatusRuntimeException as {@link StateRepository#offer} does, PERMISSION_DENIED if no
   *     Authorization Server of the domain has signed it, INVALID_ARGUMENT if it is none
   */
  public OfferStateReply offer(OfferStateRequest request) {
    OfferStateReply.Builder reply = OfferStateReply.newBuilder();
    repository.offer(verified(request.getState())).stream()
        .limit(MOST_MISSING)
        .forEach(name -> reply.addMissing(ByteString.copyFrom(name.toBytes())));
    return reply.build();
  }

  private DomainState verified(SignedState state) {
    try {
      return states.verify(state, clock);
    } catch (IdentityException e) {
      throw Status.PERMISSION_DENIED.withDescription(e.getMessage()).asRuntimeException();
    } catch (IllegalArgumentException e) {
      throw invalid(e.getMessage());
    }
  }

  /**
   * Takes segments.
   *
   * @throws StatusRuntimeException as {@link StateRepository#add} does, INVALID_ARGUMENT if one is
   *     no segment
   */
  public void take(OfferRevocationsRequest request) {
    requireSome(request.getSegmentsCount());
    repository.add(request.getSegmentsList().stream().map(StateOffers::segment).toList());
  }

  private static Segment segment(ByteString bytes) {
    try {
      return Segment.read(bytes);
    } catch (IllegalArgumentException e) {
      throw invalid(e.getMessage());
    }
  }

  /**
   * Gives segments to a router.
   *
   * @throws StatusRuntimeException NOT_FOUND if one is not of the state that is carried
   */
  public FetchRevocationsReply fetch(FetchRevocationsRequest request) {
    requireSome(request.getSegmentsCount());
    List<SegmentName> names = request.getSegmentsList().stream().map(StateOffers::name).toList();
    FetchRevocationsReply.Builder reply = FetchRevocationsReply.newBuilder();
    repository
        .segments(names)
        .orElseThrow(StateOffers::unknown)
        .forEach(segment -> reply.addSegments(ByteString.copyFrom(segment)));
    return reply.build();
  }

  /**
   * Refuses the secret of an epoch that the state which is carried does not name. The state that
   * first names an epoch revokes all routers that must not have its secret.
   *
   * @param epoch unsigned
   * @throws StatusRuntimeException NOT_FOUND
   */
  public void requireNamed(CodeDigest code, int epoch) {
    if (!repository.names(code, epoch)) {
      throw Status.NOT_FOUND
          .withDescription(
              "the domain's state that is carried here does not name epoch %s of code %s"
                  .formatted(Integer.toUnsignedString(epoch), code.hex()))
          .asRuntimeException();
    }
  }

  private static SegmentName name(ByteString bytes) {
    try {
      return SegmentName.of(bytes.toByteArray());
    } catch (IllegalArgumentException e) {
      throw invalid(e.getMessage());
    }
  }

  private static void requireSome(int segments) {
    if (segments < 1 || segments > MOST_SEGMENTS) {
      throw invalid(segments + " segments, expected 1 to " + MOST_SEGMENTS);
    }
  }

  private static StatusRuntimeException invalid(String reason) {
    return Status.INVALID_ARGUMENT
        .withDescription(PeerText.line(reason, MOST_REASON_CHARS))
        .asRuntimeException();
  }

  private static StatusRuntimeException unknown() {
    return Status.NOT_FOUND
        .withDescription("a segment is not of the domain's state that is carried here")
        .asRuntimeException();
  }
}
