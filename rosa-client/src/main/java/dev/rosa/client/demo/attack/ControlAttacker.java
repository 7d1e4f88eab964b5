package dev.rosa.client.demo.attack;

import com.google.protobuf.ByteString;
import dev.rosa.client.demo.node.DemoDomain;
import dev.rosa.client.demo.node.Sessions;
import dev.rosa.client.demo.progress.DemoException;
import dev.rosa.client.demo.progress.Waits;
import dev.rosa.client.endpoint.AuthorizationClient;
import dev.rosa.client.endpoint.CallFailedException;
import dev.rosa.client.endpoint.SessionRequest;
import dev.rosa.config.HostPort;
import dev.rosa.control.ControlChannel;
import dev.rosa.control.ControlFailure;
import dev.rosa.control.v1.CodeDistributionGrpc;
import dev.rosa.control.v1.CodePublicationGrpc;
import dev.rosa.control.v1.FetchCodeReply;
import dev.rosa.control.v1.FetchCodeRequest;
import dev.rosa.control.v1.FetchSecretRequest;
import dev.rosa.control.v1.PublishRequest;
import dev.rosa.identity.Identity;
import dev.rosa.identity.Role;
import dev.rosa.keys.CodeDigest;
import dev.rosa.keys.SessionParameters;
import io.grpc.ManagedChannel;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.security.SecureRandom;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;

/**
 * Attacks of the demo on the control plane, by enrolled users and routers: forbidden requests and
 * tampered bundles. Every attacker has a certificate, and every attack must be refused.
 */
public final class ControlAttacker {

  private static final int DEADLINE_SECONDS = 60;

  /** No answer: the node is asked again. */
  private static final Set<Status.Code> NO_ANSWER =
      Set.of(Status.Code.DEADLINE_EXCEEDED, Status.Code.UNAVAILABLE);

  /** Answers that are a refusal, and no accident. */
  private static final Set<Status.Code> REFUSALS =
      Set.of(
          Status.Code.PERMISSION_DENIED,
          Status.Code.NOT_FOUND,
          Status.Code.INVALID_ARGUMENT,
          Status.Code.FAILED_PRECONDITION);

  private static final String LET_THROUGH = "it was let through";

  private final DemoDomain domain;
  private final Waits waits;

  public ControlAttacker(DemoDomain domain, Waits waits) {
    this.domain = domain;
    this.waits = waits;
  }

  /** A user without a rule asks for the transcoder. */
  public AttackResult unauthorisedUser() throws DemoException, InterruptedException {
    String name = "unauthorised user";
    String what = "mallory, enrolled but without a rule, asks for the transcoder";
    SessionRequest request = Sessions.request(domain, DemoDomain.TRANSCODER, 60);
    return asUser("mallory", request, name, what);
  }

  private AttackResult asUser(String user, SessionRequest request, String name, String what)
      throws DemoException, InterruptedException {
    HostPort server = HostPort.parse(domain.addresses().authorizationServer());
    try (AuthorizationClient client =
        AuthorizationClient.open(server, domain.identity(user), new SecureRandom())) {
      waits
          .answer("the Authorization Server's answer", () -> client.request(request))
          .key()
          .destroy();
      return new AttackResult(name, what, false, "as", LET_THROUGH);
    } catch (CallFailedException e) {
      return new AttackResult(name, what, e.isRefusal(), "as", reason(e));
    }
  }

  /** The server's own words, without the sentence around them. */
  private static String reason(CallFailedException e) {
    Throwable cause = e.getCause();
    return cause == null ? e.getMessage() : ControlFailure.describe(cause);
  }

  /** A router asks for a code, and for its secret, that it may not have. */
  public AttackResult routerWithoutPermission(SessionParameters transcoding)
      throws DemoException, InterruptedException {
    String name = "router without permission";
    String what = "r3, which may have the counter only, asks for the transcoder and its secret";
    ByteString digest = ByteString.copyFrom(transcoding.code().toBytes());
    FetchSecretRequest secret =
        FetchSecretRequest.newBuilder().setDigest(digest).setEpoch(transcoding.epoch()).build();
    Answer code = asRouter("r3", stub -> stub.fetchCode(fetch(digest)));
    Answer kci = asRouter("r3", stub -> stub.fetchSecret(secret));
    boolean refused =
        code.status() == Status.Code.PERMISSION_DENIED
            && kci.status() == Status.Code.PERMISSION_DENIED;
    return new AttackResult(name, what, refused, "cs", refused ? code.words() : kci.words());
  }

  /** Publishes a stolen bundle with one byte changed, with the statement its publisher signed. */
  public AttackResult changedBundle(CodeDigest code) throws DemoException, InterruptedException {
    FetchCodeReply stolen = stolen(code);
    PublishRequest request =
        PublishRequest.newBuilder()
            .setSigned(stolen.getPublication())
            .setBundle(changed(stolen.getBundle()))
            .build();
    Answer answer = asPublisher("carol", request);
    return new AttackResult(
        "changed bundle published",
        "the transcoder with one byte changed, under its publisher's own signature",
        answer.isRefusal(),
        "cs",
        answer.words());
  }

  /** Asks for the changed bundle: as a router for its bytes, as a user for a session. */
  public AttackResult changedDigest(CodeDigest code) throws DemoException, InterruptedException {
    CodeDigest digest = CodeDigest.ofBundle(changed(stolen(code).getBundle()).toByteArray());
    Answer bytes = asRouter("r1", stub -> stub.fetchCode(fetch(digest)));
    AttackResult session =
        asUser(
            "alice",
            Sessions.request(domain, digest.hex().substring(0, 32), 60),
            "changed bundle asked for",
            "r1 asks for its bytes, alice for a session with it");
    boolean refused = session.refused() && bytes.status() == Status.Code.NOT_FOUND;
    return new AttackResult(
        session.name(), session.what(), refused, "cs, as", session.why() + "; " + bytes.words());
  }

  private FetchCodeReply stolen(CodeDigest code) throws DemoException, InterruptedException {
    FetchCodeReply[] reply = new FetchCodeReply[1];
    Answer answer =
        asRouter(
            "r1", stub -> reply[0] = stub.fetchCode(fetch(ByteString.copyFrom(code.toBytes()))));
    if (reply[0] == null) {
      throw new DemoException("r1 cannot fetch the transcoder: " + answer.words());
    }
    return reply[0];
  }

  /** One bit in the middle. */
  private static ByteString changed(ByteString bundle) {
    byte[] bytes = bundle.toByteArray();
    bytes[bytes.length / 2] ^= 1;
    return ByteString.copyFrom(bytes);
  }

  private static FetchCodeRequest fetch(CodeDigest digest) {
    return fetch(ByteString.copyFrom(digest.toBytes()));
  }

  private static FetchCodeRequest fetch(ByteString digest) {
    return FetchCodeRequest.newBuilder().setDigest(digest).build();
  }

  /** Answer to a call; status OK if it was let through. */
  private record Answer(Status.Code status, String words) {

    boolean isRefusal() {
      return REFUSALS.contains(status);
    }
  }

  private Answer asRouter(
      String router, Consumer<CodeDistributionGrpc.CodeDistributionBlockingStub> call)
      throws DemoException, InterruptedException {
    return ask(
        router,
        channel ->
            call.accept(
                CodeDistributionGrpc.newBlockingStub(channel)
                    .withDeadlineAfter(DEADLINE_SECONDS, TimeUnit.SECONDS)));
  }

  private Answer asPublisher(String user, PublishRequest request)
      throws DemoException, InterruptedException {
    return ask(
        user,
        channel ->
            CodePublicationGrpc.newBlockingStub(channel)
                .withDeadlineAfter(DEADLINE_SECONDS, TimeUnit.SECONDS)
                .publish(request));
  }

  private Answer ask(String name, Consumer<ManagedChannel> call)
      throws DemoException, InterruptedException {
    Identity self = domain.identity(name);
    HostPort server = HostPort.parse(domain.addresses().codeServer());
    ManagedChannel channel = ControlChannel.open(server.toSocketAddress(), self, Role.CODESERVER);
    AtomicReference<Answer> answer = new AtomicReference<>();
    try {
      waits.comes(
          "the Code Server's answer",
          () -> {
            answer.set(answer(channel, call));
            return !NO_ANSWER.contains(answer.get().status());
          });
      return answer.get();
    } finally {
      channel.shutdownNow();
    }
  }

  private static Answer answer(ManagedChannel channel, Consumer<ManagedChannel> call) {
    try {
      call.accept(channel);
      return new Answer(Status.Code.OK, LET_THROUGH);
    } catch (StatusRuntimeException e) {
      return new Answer(e.getStatus().getCode(), ControlFailure.describe(e));
    }
  }
}
