package dev.rosa.router.catalogue;

import com.google.protobuf.ByteString;
import dev.rosa.control.ControlFailure;
import dev.rosa.control.ControlLimits;
import dev.rosa.control.v1.CodeDistributionGrpc;
import dev.rosa.control.v1.CodeDistributionGrpc.CodeDistributionStub;
import dev.rosa.control.v1.FetchCodeReply;
import dev.rosa.control.v1.FetchCodeRequest;
import dev.rosa.control.v1.FetchSecretReply;
import dev.rosa.control.v1.FetchSecretRequest;
import dev.rosa.control.v1.SignedStatement;
import dev.rosa.control.v1.WitnessReply;
import dev.rosa.control.v1.WitnessRequest;
import dev.rosa.domainstate.SecretCommitment;
import dev.rosa.identity.IdentityException;
import dev.rosa.keys.CodeDigest;
import dev.rosa.keys.CodeSecret;
import io.grpc.ManagedChannel;
import io.grpc.Status;
import io.grpc.stub.StreamObserver;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * A router's link to the Code Servers: the pushed catalogue, and fetches of code and secrets (Cr
 * and Cd, ROSA §4.2.2; PROTOCOL §6). The catalogue comes from a stream that is held open, code and
 * secrets by single calls with a deadline. Every answer is bounded in size, and code without the
 * signature of an accepted publisher is not taken. Thread-safe.
 */
public final class CodeServerLink implements CodeSource, AutoCloseable {

  private static final long FETCH_SECONDS = 10;

  /** As many as a Code Server sends. */
  private static final int MOST_FURTHER_PUBLICATIONS = 15;

  /** Outcomes of which another Code Server is no better. */
  private static final Set<Outcome> ANSWERS = Set.of(Outcome.FOUND, Outcome.UNACCEPTED);

  /** To a fetch of what the server's own catalogue names for this router. */
  private static final Set<Outcome> CONTRADICTIONS =
      Set.of(Outcome.UNKNOWN, Outcome.REFUSED, Outcome.CORRUPT);

  private final CatalogueWatch watch;
  private final AcceptedPublishers publishers;
  private final int maxBundleBytes;

  private CodeServerLink(CatalogueWatch watch, AcceptedPublishers publishers, int maxBundleBytes) {
    this.watch = watch;
    this.publishers = publishers;
    this.maxBundleBytes = maxBundleBytes;
  }

  /**
   * Begins to connect, and returns at once.
   *
   * @param watch takes messages of {@link #maxMessageBytes}; the link's from now on
   * @param maxBundleBytes the largest bundle that is taken
   */
  public static CodeServerLink open(
      CatalogueWatch watch, AcceptedPublishers publishers, int maxBundleBytes) {
    watch.start();
    return new CodeServerLink(watch, publishers, maxBundleBytes);
  }

  /** The largest message of a Code Server that holds bundles of so many bytes. */
  public static int maxMessageBytes(int maxBundleBytes) {
    return ControlLimits.DEFAULT.carryingBundlesOf(maxBundleBytes).maxMessageBytes();
  }

  @Override
  public Catalogue catalogue() {
    return watch.inForce().catalogue();
  }

  @Override
  public Object server() {
    return watch.stream();
  }

  @Override
  public boolean isStale(long nowMillis) {
    return watch.intake().isStale(nowMillis);
  }

  /** Catalogue and state of the domain that are in force. */
  public InForce inForce() {
    return watch.inForce();
  }

  /** The state of the domain as it is now. */
  public StateStatus state() {
    return watch.intake().status();
  }

  /** Catalogues, or secrets, that were refused for this reason since the start. */
  public long refused(RefusalReason reason) {
    return watch.intake().refused(reason);
  }

  /** State of the link now. */
  public CodeServerStatus status() {
    return watch.status();
  }

  /**
   * Waits for the first catalogue.
   *
   * @return null when it is there, else one line that says why it is not
   */
  public String awaitCatalogue(Duration atMost) throws InterruptedException {
    return watch.await(atMost);
  }

  @Override
  public CompletionStage<Answer<CodeSecret>> fetchSecret(CodeDigest code, int epoch) {
    FetchSecretRequest request =
        FetchSecretRequest.newBuilder().setDigest(bytes(code)).setEpoch(epoch).build();
    AwaitedItem.Secret asked = new AwaitedItem.Secret(code, epoch);
    return this.<FetchSecretReply, CodeSecret>call(
        asked, (stub, reply) -> stub.fetchSecret(request, reply), reply -> secretOf(reply, asked));
  }

  /** A secret that the domain's state does not commit to leaves no trace but this answer. */
  private Answer<CodeSecret> secretOf(FetchSecretReply reply, AwaitedItem.Secret asked) {
    SecretCommitment commitment = catalogue().commitment(asked);
    if (reply.getKci().size() != CodeSecret.BYTES) {
      String text = "the secret that came has %d bytes".formatted(reply.getKci().size());
      return Answer.none(commitment == null ? Outcome.CORRUPT : Outcome.FALSE, text);
    }
    CodeSecret secret = CodeSecret.of(reply.getKci().toByteArray());
    if (commitment == null || commitment.isTo(secret)) {
      return Answer.found(secret);
    }
    secret.destroy();
    return Answer.none(
        Outcome.FALSE, "the secret that came is not the one to which the domain's state commits");
  }

  @Override
  public CompletionStage<Answer<FetchedBundle>> fetchCode(CodeDigest code) {
    FetchCodeRequest request = FetchCodeRequest.newBuilder().setDigest(bytes(code)).build();
    return this.<FetchCodeReply, FetchedBundle>call(
        new AwaitedItem.Bundle(code),
        (stub, reply) -> stub.fetchCode(request, reply),
        reply -> bundleOf(reply, code));
  }

  /**
   * Tells what this router keeps of the audit log, and asks for what is newest. An answer says
   * nothing about fetches: a Code Server that answers none of them is left all the same.
   */
  public CompletionStage<Answer<WitnessReply>> witness(WitnessRequest request) {
    ManagedChannel channel = watch.channel();
    return channel == null
        ? CompletableFuture.completedFuture(notConnected())
        : CodeServerLink.<WitnessReply, WitnessReply>call(
            channel, (stub, reply) -> stub.witness(request, reply), Answer::found);
  }

  private Answer<FetchedBundle> bundleOf(FetchCodeReply reply, CodeDigest asked) {
    if (reply.getBundle().size() > maxBundleBytes) {
      return Answer.none(
          Outcome.CORRUPT,
          "its bundle has %d bytes, more than the %d that are taken here"
              .formatted(reply.getBundle().size(), maxBundleBytes));
    }
    if (!CodeDigest.ofBundle(reply.getBundle().toByteArray()).equals(asked)) {
      return Answer.none(Outcome.CORRUPT, "its bundle has another digest than was asked for");
    }
    String error = "";
    Set<String> accepted = new HashSet<>();
    for (SignedStatement publication : publications(reply)) {
      try {
        accepted.add(publishers.verify(publication, asked).name());
      } catch (IdentityException | IllegalArgumentException e) {
        error = e.getMessage();
      }
    }
    return accepted.isEmpty()
        ? Answer.none(Outcome.UNACCEPTED, error)
        : Answer.found(new FetchedBundle(reply.getBundle(), accepted));
  }

  private static List<SignedStatement> publications(FetchCodeReply reply) {
    return Stream.concat(
            Stream.of(reply.getPublication()),
            reply.getFurtherPublicationsList().stream().limit(MOST_FURTHER_PUBLICATIONS))
        .toList();
  }

  private static ByteString bytes(CodeDigest digest) {
    return ByteString.copyFrom(digest.toBytes());
  }

  /** One of the fetches. */
  private interface Fetch<R> {
    void start(CodeDistributionStub stub, StreamObserver<R> reply);
  }

  private static <T> Answer<T> notConnected() {
    return Answer.none(Outcome.UNAVAILABLE, "no code server has answered yet");
  }

  private <R, T> CompletionStage<Answer<T>> call(
      AwaitedItem asked, Fetch<R> fetch, Function<R, Answer<T>> read) {
    ManagedChannel channel = watch.channel();
    if (channel == null) {
      return CompletableFuture.completedFuture(notConnected());
    }
    return call(channel, fetch, read).whenComplete((got, failure) -> tell(channel, asked, got));
  }

  private void tell(ManagedChannel channel, AwaitedItem asked, Answer<?> got) {
    if (got != null && got.outcome() == Outcome.FALSE) {
      watch.falseSecretCame(channel);
      return;
    }
    if (got != null && CONTRADICTIONS.contains(got.outcome())) {
      watch.contradictionCame(channel, asked);
    }
    watch.fetchEnded(channel, got != null && ANSWERS.contains(got.outcome()));
  }

  private static <R, T> CompletableFuture<Answer<T>> call(
      ManagedChannel channel, Fetch<R> fetch, Function<R, Answer<T>> read) {
    CompletableFuture<Answer<T>> answer = new CompletableFuture<>();
    CodeDistributionStub stub =
        CodeDistributionGrpc.newStub(channel).withDeadlineAfter(FETCH_SECONDS, TimeUnit.SECONDS);
    fetch.start(stub, new Reply<>(answer, read));
    return answer;
  }

  @Override
  public void close() {
    watch.close();
  }

  /** Conversion of a call's reply or failure into an answer. */
  private record Reply<R, T>(CompletableFuture<Answer<T>> answer, Function<R, Answer<T>> read)
      implements StreamObserver<R> {

    @Override
    public void onNext(R reply) {
      try {
        answer.complete(read.apply(reply));
      } catch (RuntimeException e) {
        answer.complete(Answer.none(Outcome.CORRUPT, "unreadable: " + e.getMessage()));
      }
    }

    @Override
    public void onError(Throwable failure) {
      Status status = Status.fromThrowable(failure);
      answer.complete(Answer.none(outcome(status), ControlFailure.describe(failure)));
    }

    @Override
    public void onCompleted() {
      answer.complete(Answer.none(Outcome.CORRUPT, "an empty reply"));
    }

    private static Outcome outcome(Status status) {
      return switch (status.getCode()) {
        case NOT_FOUND -> Outcome.UNKNOWN;
        case PERMISSION_DENIED -> Outcome.REFUSED;
        case DATA_LOSS -> Outcome.CORRUPT;
        case RESOURCE_EXHAUSTED -> isTooLarge(status) ? Outcome.CORRUPT : Outcome.UNAVAILABLE;
        default -> Outcome.UNAVAILABLE;
      };
    }

    /** The one status for both; only the text tells our own refusal to read from a busy server. */
    private static boolean isTooLarge(Status status) {
      String description = status.getDescription();
      return description != null && description.contains("exceeds maximum size");
    }
  }
}
