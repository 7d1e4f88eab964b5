package dev.rosa.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import dev.rosa.control.ControlServer;
import dev.rosa.control.v1.CodeDescription;
import dev.rosa.control.v1.CodePublicationGrpc;
import dev.rosa.control.v1.ListCodeReply;
import dev.rosa.control.v1.ListCodeRequest;
import dev.rosa.control.v1.PublicationStatement;
import dev.rosa.control.v1.PublishRequest;
import dev.rosa.control.v1.ShowCodeRequest;
import dev.rosa.control.v1.WithdrawCodeRequest;
import dev.rosa.identity.DomainAuthority;
import dev.rosa.identity.Identity;
import dev.rosa.identity.IdentityException;
import dev.rosa.identity.Role;
import dev.rosa.identity.StatementKind;
import dev.rosa.identity.StatementVerifier;
import dev.rosa.keys.CodeDigest;
import dev.rosa.testkit.TestLimits;
import example.passing.PassingApplication;
import io.grpc.Status;
import io.grpc.stub.StreamObserver;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.zip.ZipEntry;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CodeCommandTest {
  @TempDir private Path directory;

  private Path domain;
  private ControlServer server;

  /** Code Server that keeps publications by name. */
  private static final class FakeCodePublication
      extends CodePublicationGrpc.CodePublicationImplBase {
    private final Identity self;
    private final Map<String, CodeDescription> codes = new LinkedHashMap<>();

    FakeCodePublication(Identity self) {
      this.self = self;
    }

    @Override
    public void publish(PublishRequest request, StreamObserver<CodeDescription> observer) {
      try {
        new StatementVerifier(self.authority())
            .verify(request.getSigned(), StatementKind.PUBLICATION, InstantSource.system());
        PublicationStatement statement =
            PublicationStatement.parseFrom(request.getSigned().getStatement());
        CodeDigest digest = CodeDigest.ofBundle(request.getBundle().toByteArray());
        if (!statement.getDigest().equals(ByteString.copyFrom(digest.toBytes()))) {
          throw Status.INVALID_ARGUMENT.asRuntimeException();
        }
        CodeDescription code =
            CodeDescription.newBuilder()
                .setName(statement.getName())
                .setDigest(statement.getDigest())
                .setPublisher(statement.getPublisher())
                .setPublishedAt(statement.getPublishedAt())
                .setSizeBytes(request.getBundle().size())
                .addRouters("*")
                .build();
        codes.put(code.getName(), code);
        answer(observer, code);
      } catch (IdentityException | InvalidProtocolBufferException e) {
        throw Status.INVALID_ARGUMENT.withDescription(e.getMessage()).asRuntimeException();
      }
    }

    @Override
    public void list(ListCodeRequest request, StreamObserver<ListCodeReply> observer) {
      observer.onNext(
          ListCodeReply.newBuilder()
              .addAllCodes(codes.values())
              .setLeftOut(request.getIncludeWithdrawn() ? 7 : 0)
              .build());
      observer.onCompleted();
    }

    @Override
    public void show(ShowCodeRequest request, StreamObserver<CodeDescription> observer) {
      answer(observer, find(request.getCode()));
    }

    @Override
    public void withdraw(WithdrawCodeRequest request, StreamObserver<CodeDescription> observer) {
      CodeDescription code = find(request.getCode());
      answer(
          observer,
          code.toBuilder()
              .setWithdrawn(true)
              .addInService(code.getDigest())
              .addAlsoPublishedBy("rosa://17/user/dave")
              .build());
    }

    private CodeDescription find(String name) {
      if (!codes.containsKey(name)) {
        throw Status.NOT_FOUND
            .withDescription("there is no code '" + name + "'")
            .asRuntimeException();
      }
      return codes.get(name);
    }

    private static void answer(StreamObserver<CodeDescription> observer, CodeDescription code) {
      observer.onNext(code);
      observer.onCompleted();
    }
  }

  @BeforeEach
  void startServer() throws Exception {
    domain = directory.resolve("domain");
    DomainAuthority authority = DomainAuthority.init(domain, 17);
    authority.issue(Role.CODESERVER, "cs1", DomainAuthority.DEFAULT_VALIDITY, OptionalInt.empty());
    authority.issue(Role.USER, "carol", DomainAuthority.DEFAULT_VALIDITY, OptionalInt.empty());
    Identity self = Identity.load(domain.resolve("cs1"));
    server =
        ControlServer.start(
            new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
            self,
            List.of(new FakeCodePublication(self)),
            TestLimits.CONTROL);
  }

  @AfterEach
  void stopServer() {
    server.close();
  }

  private CommandRun code(String... args) {
    List<String> all = new ArrayList<>(List.of("code"));
    all.addAll(Arrays.asList(args));
    all.addAll(
        List.of(
            "--identity",
            domain.resolve("carol").toString(),
            "--code-server",
            "127.0.0.1:" + server.address().getPort()));
    return CommandRun.of(all.toArray(String[]::new));
  }

  /** A bundle with one class of the tests, as small as one can be. */
  private Path bundle() throws IOException {
    Path file = directory.resolve("passing.jar");
    Manifest manifest = new Manifest();
    Attributes attributes = manifest.getMainAttributes();
    attributes.put(Attributes.Name.MANIFEST_VERSION, "1.0");
    attributes.putValue("Rosa-Entry-Class", PassingApplication.class.getName());
    String entry = PassingApplication.class.getName().replace('.', '/') + ".class";
    try (JarOutputStream jar = new JarOutputStream(Files.newOutputStream(file), manifest);
        InputStream bytes = PassingApplication.class.getResourceAsStream("/" + entry)) {
      jar.putNextEntry(new ZipEntry(entry));
      bytes.transferTo(jar);
      jar.closeEntry();
    }
    return file;
  }

  @Test
  void shouldPublishListShowAndWithdraw() throws Exception {
    Path file = bundle();
    String digest = CodeDigest.ofBundle(Files.readAllBytes(file)).hex();

    CommandRun published = code("publish", file.toString());
    CommandRun list = code("list");
    JsonNode shown = new ObjectMapper().readTree(code("show", "passing", "--json").out());
    CommandRun withdrawn = code("withdraw", "passing");
    JsonNode asJson = new ObjectMapper().readTree(code("withdraw", "passing", "--json").out());

    assertEquals(0, published.exitCode(), published.err());
    assertEquals("passing  " + digest + "\n", list.out());
    assertEquals(digest, shown.get("digest").textValue());
    assertEquals("rosa://17/user/carol", shown.get("publisher").textValue());
    assertTrue(withdrawn.out().startsWith("name         passing (withdrawn)\n"), withdrawn.out());
    assertTrue(
        withdrawn
            .out()
            .endsWith(
                "routers      *, as others publish the same code\n"
                    + "also by      rosa://17/user/dave, who keeps it in service\n"
                    + "in service   "
                    + digest
                    + ", under the same name\n"),
        withdrawn.out());
    assertEquals(digest, asJson.get("inService").get(0).textValue());
    assertFalse(shown.has("inService"));
  }

  @Test
  void shouldShowNothingOfAServersThatControlsATerminal() throws Exception {
    code("publish", bundle().toString(), "--name", "x\u001b[2J\u009b\u202e");

    CommandRun list = code("list");
    CommandRun json = code("list", "--json");

    assertTrue(list.out().startsWith("x?[2J??  "), list.out());
    assertEquals("x?[2J??", new ObjectMapper().readTree(json.out()).get(0).get("name").textValue());
  }

  @Test
  void shouldSayHowManyWithdrawnCodesAreNotShownWhenListHasNoRoomForThem() throws Exception {
    code("publish", bundle().toString());

    CommandRun standing = code("list");
    CommandRun all = code("list", "--all");
    CommandRun json = code("list", "--all", "--json");

    assertEquals("", standing.err());
    assertEquals("7 more that were withdrawn before are not shown\n", all.err());
    assertEquals(standing.out(), all.out());
    assertEquals(all.err(), json.err());
    assertEquals(1, new ObjectMapper().readTree(json.out()).size());
  }

  @Test
  void shouldRefuseHereWhatIsNoBundle() throws Exception {
    Path file = Files.writeString(directory.resolve("x.jar"), "this is not a jar");

    CommandRun run = code("publish", file.toString());

    assertEquals(1, run.exitCode());
    assertEquals(1, run.err().lines().count(), run.err());
    assertTrue(run.err().startsWith("rosa code publish: " + file + ": "), run.err());
    assertEquals("", code("list").out());
  }

  @Test
  void shouldSayWhoDoesNotKnowTheCode() {
    CommandRun run = code("show", "nothing");

    assertEquals(1, run.exitCode());
    assertEquals(
        "rosa code show: the Code Server at 127.0.0.1:"
            + server.address().getPort()
            + " refused: there is no code 'nothing'\n",
        run.err());
  }

  @Test
  void shouldNameTheDirectoryWhenItIsGivenAsBundle() {
    CommandRun run = code("publish", directory.toString());

    assertEquals(1, run.exitCode());
    assertEquals(
        "rosa code publish: " + directory + ": is a directory, expected a jar\n", run.err());
  }

  @Test
  void shouldSayThatFileIsNotThere() {
    CommandRun run = code("publish", directory.resolve("none.jar").toString());

    assertEquals(1, run.exitCode());
    assertTrue(run.err().endsWith("none.jar: no such file\n"), run.err());
  }
}
