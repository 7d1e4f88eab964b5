package dev.rosa.codeserver;

import dev.rosa.bundle.BundleException;
import dev.rosa.bundle.CodeBundle;
import dev.rosa.control.Caller;
import dev.rosa.control.CallerLog;
import dev.rosa.control.CallerRule;
import dev.rosa.control.DeferredAnswer;
import dev.rosa.control.MethodLimit;
import dev.rosa.control.v1.CodeDescription;
import dev.rosa.control.v1.CodePublicationGrpc;
import dev.rosa.control.v1.ListCodeReply;
import dev.rosa.control.v1.ListCodeRequest;
import dev.rosa.control.v1.PublishRequest;
import dev.rosa.control.v1.ShowCodeRequest;
import dev.rosa.control.v1.WithdrawCodeRequest;
import dev.rosa.identity.IdentityException;
import dev.rosa.identity.Role;
import dev.rosa.identity.RosaId;
import dev.rosa.publication.Publication;
import dev.rosa.publication.PublicationCheck;
import dev.rosa.serving.PeerText;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.StreamObserver;
import java.time.InstantSource;
import java.util.Set;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Service for publishers: publish, list, show and withdraw code, for the users that the operator
 * names. Refusals are told to {@link CallerLog} with their reasons.
 */
final class CodePublicationService extends CodePublicationGrpc.CodePublicationImplBase
    implements CallerRule {

  private static final Logger LOG = LoggerFactory.getLogger(CodePublicationService.class);

  /**
   * Calls of one publisher, so that threads are left for routers and few bundles are in memory that
   * are not yet complete. An unread answer stays in memory with its call: some 200 bytes for each
   * code that stands and for {@link CodeRepository#MOST_WITHDRAWN} others, thus a few hundred KB
   * for each of these calls.
   */
  static final MethodLimit LIMIT =
      MethodLimit.of(
          4,
          CodePublicationGrpc.getPublishMethod(),
          CodePublicationGrpc.getListMethod(),
          CodePublicationGrpc.getShowMethod(),
          CodePublicationGrpc.getWithdrawMethod());

  private final CodeRepository codes;
  private final CodeDirectory directory;
  private final Admission admission;
  private final CatalogueFeed feed;
  private final InstantSource clock;

  /** The checks that a publication must pass, and the lane in which it waits for them. */
  record Admission(
      Set<String> publishers,
      PublicationCheck statements,
      PublisherQuota quota,
      AdmissionCheck bundles,
      AdmissionLane lane) {}

  CodePublicationService(
      CodeRepository codes,
      CodeDirectory directory,
      Admission admission,
      CatalogueFeed feed,
      InstantSource clock) {
    this.codes = codes;
    this.directory = directory;
    this.admission = admission;
    this.feed = feed;
    this.clock = clock;
  }

  @Override
  public void requireCaller() {
    RosaId unused = requirePublisher();
  }

  @Override
  public void publish(PublishRequest request, StreamObserver<CodeDescription> reply) {
    RosaId publisher = requirePublisher();
    ServerCallStreamObserver<CodeDescription> call =
        (ServerCallStreamObserver<CodeDescription>) reply;
    try {
      Candidate candidate =
          new Candidate(publisher, verified(request, publisher), request, Caller.log());
      AdmissionLane.Place place = admission.lane().enter(publisher, () -> answer(candidate, call));
      call.setOnCancelHandler(place::leave);
    } catch (StatusRuntimeException e) {
      throw refused(Caller.log(), publisher, e);
    }
  }

  private Publication verified(PublishRequest request, RosaId publisher) {
    try {
      byte[] bundle = request.getBundle().toByteArray();
      return admission.statements().verifyNew(request.getSigned(), publisher, bundle);
    } catch (IdentityException e) {
      throw Status.PERMISSION_DENIED.withDescription(e.getMessage()).asRuntimeException();
    } catch (IllegalArgumentException e) {
      throw Status.INVALID_ARGUMENT.withDescription(e.getMessage()).asRuntimeException();
    }
  }

  /** A publisher's request, once its statement is verified. */
  private record Candidate(
      RosaId publisher, Publication publication, PublishRequest request, CallerLog log) {}

  /** Admits a publication and answers its call; runs in the lane. */
  private void answer(Candidate candidate, ServerCallStreamObserver<CodeDescription> call) {
    if (!isUnwanted(call)) {
      DeferredAnswer.give(call, "Publish", () -> publish(candidate, call));
    }
  }

  private boolean isUnwanted(ServerCallStreamObserver<?> call) {
    return call.isCancelled() || admission.lane().isClosed();
  }

  private CodeDescription publish(Candidate candidate, ServerCallStreamObserver<?> call) {
    StoredCode code;
    try {
      StoredCode admitted = admit(candidate, () -> isUnwanted(call));
      if (codes.isWhatItsNameStandsFor(admitted)) {
        return directory.describe(codes.current(admitted).orElse(admitted));
      }
      code = store(admitted, candidate.request());
    } catch (StatusRuntimeException e) {
      throw refused(candidate.log(), candidate.publisher(), e);
    }
    LOG.info(
        "published code={} name={} publisher={} bytes={}",
        code.digest().hex(),
        code.name(),
        code.publisher(),
        code.sizeBytes());
    feed.changed();
    return directory.describe(code);
  }

  private static StatusRuntimeException refused(
      CallerLog log, RosaId publisher, StatusRuntimeException refusal) {
    log.warn(
        LOG,
        publisher,
        "refused publication publisher=%s %s"
            .formatted(publisher, PeerText.reason(refusal.getStatus().getDescription())));
    return refusal;
  }

  private StoredCode admit(Candidate candidate, BooleanSupplier cancelled) {
    Publication publication = candidate.publication();
    byte[] jar = candidate.request().getBundle().toByteArray();
    RosaId publisher = candidate.publisher();
    admission
        .quota()
        .requireRoom(publisher, codes.usedBeside(publisher, publication.digest()), jar.length);
    CodeBundle bundle = verified(jar, cancelled);
    return new StoredCode(
        bundle.digest(),
        publication.name(),
        publisher,
        publication.at(),
        false,
        bundle.sizeBytes(),
        bundle.entryClass());
  }

  private StoredCode store(StoredCode code, PublishRequest request) {
    return codes.publish(code, request.getBundle().toByteArray(), request.getSigned());
  }

  private CodeBundle verified(byte[] jar, BooleanSupplier cancelled) {
    try {
      return admission.bundles().admit(jar, cancelled);
    } catch (BundleException e) {
      throw Status.INVALID_ARGUMENT.withDescription(e.getMessage()).asRuntimeException();
    }
  }

  @Override
  public void list(ListCodeRequest request, StreamObserver<ListCodeReply> reply) {
    requirePublisher();
    answer(reply, directory.describeAll(request.getIncludeWithdrawn()));
  }

  @Override
  public void show(ShowCodeRequest request, StreamObserver<CodeDescription> reply) {
    requirePublisher();
    answer(reply, directory.describe(directory.resolve(request.getCode())));
  }

  @Override
  public void withdraw(WithdrawCodeRequest request, StreamObserver<CodeDescription> reply) {
    RosaId publisher = requirePublisher();
    StoredCode code;
    try {
      code = directory.resolveOwn(request.getCode(), publisher);
    } catch (StatusRuntimeException e) {
      Caller.log()
          .warn(
              LOG,
              publisher,
              "refused withdrawal publisher=%s %s"
                  .formatted(publisher, PeerText.reason(e.getStatus().getDescription())));
      throw e;
    }
    if (codes.withdraw(code, clock.instant())) {
      LOG.info("withdrawn code={} name={} by={}", code.digest().hex(), code.name(), publisher);
      feed.changed();
    }
    answer(reply, directory.describeWithdrawn(codes.current(code).orElse(code)));
  }

  private RosaId requirePublisher() {
    RosaId caller = Caller.require(Role.USER);
    if (!admission.publishers().contains(caller.name())) {
      Caller.log()
          .warn(LOG, caller, "refused caller=%s reason=\"not a publisher\"".formatted(caller));
      throw Status.PERMISSION_DENIED
          .withDescription(caller + " is not a publisher at this Code Server")
          .asRuntimeException();
    }
    return caller;
  }

  private static <T> void answer(StreamObserver<T> reply, T message) {
    reply.onNext(message);
    reply.onCompleted();
  }
}
