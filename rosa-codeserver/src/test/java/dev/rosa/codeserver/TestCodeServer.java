package dev.rosa.codeserver;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.google.protobuf.ByteString;
import dev.rosa.command.Commands;
import dev.rosa.config.ByteSize;
import dev.rosa.config.HostPort;
import dev.rosa.config.StorageLocation;
import dev.rosa.control.ControlChannel;
import dev.rosa.control.v1.CodeDistributionGrpc;
import dev.rosa.control.v1.CodePublicationGrpc;
import dev.rosa.control.v1.LeaseRequest;
import dev.rosa.control.v1.PublishRequest;
import dev.rosa.control.v1.SecretStagingGrpc;
import dev.rosa.identity.Identity;
import dev.rosa.identity.Role;
import dev.rosa.identity.TestDomain;
import dev.rosa.keys.CodeDigest;
import dev.rosa.publication.Publication;
import dev.rosa.testkit.TestLimits;
import io.grpc.CallOptions;
import io.grpc.ClientCall;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * A Code Server with a domain of its own. Publishers are carol and mallory. Router r1 is for all
 * codes, r2 for carol's "transcoder" and "counter", r3 for {@link #BUNDLE}, and for carol's
 * "transcoder".
 */
final class TestCodeServer implements AutoCloseable {

  static final int MAX_BUNDLE = 100 * 1024;
  static final int MAX_CODES = 5;
  static final int MAX_NAMES = 8;

  static final byte[] BUNDLE = TestBundles.admissible("one");

  final TestDomain domain;
  final Identity self;
  final Path storage;
  private final Identity lessor;
  private final List<ManagedChannel> channels = new ArrayList<>();
  private final Map<Identity, ManagedChannel> channelOf = new HashMap<>();
  private RunningCodeServer server;
  private boolean leased;

  TestCodeServer(Path directory) throws Exception {
    this.domain = TestDomain.in(directory.resolve("domain"));
    this.self = domain.codeServer("cs1");
    this.lessor = domain.authorizationServer("lessor");
    this.storage = directory.resolve("codeserver.db");
    start();
  }

  CodeServerConfig config() {
    return config(StorageLocation.of(storage));
  }

  CodeServerConfig config(StorageLocation storage) {
    return new CodeServerConfig(
        domain.prefix("cs1"),
        new HostPort("127.0.0.1", 0),
        storage,
        null,
        TestLimits.CONNECTIONS,
        null,
        null,
        new ByteSize(MAX_BUNDLE),
        new CodeServerConfig.Publishers(MAX_CODES, MAX_NAMES, null, List.of("carol", "mallory")),
        new CodeServerConfig.Names(
            List.of(new CodeServerConfig.NameEntry("shared", "carol mallory"))),
        new CodeServerConfig.Routers(
            List.of(
                new CodeServerConfig.RouterEntry("r1", "*"),
                new CodeServerConfig.RouterEntry("r2", "carol/transcoder carol/counter"),
                new CodeServerConfig.RouterEntry(
                    "r3", CodeDigest.ofBundle(BUNDLE).hex() + " carol/transcoder"))));
  }

  private void start() throws Exception {
    server = RunningCodeServer.start(new CodeServerSetup(config(), self), InstantSource.system());
    if (leased) {
      ByteString unused = lease(lease(ByteString.EMPTY));
    }
  }

  /**
   * Has a lease from now on, also after a restart: with secrets it serves no router without one.
   */
  TestCodeServer leased() {
    leased = true;
    ByteString unused = lease(lease(ByteString.EMPTY));
    return this;
  }

  /** Asks for a lease that outlives the test; the second time it is given. */
  private ByteString lease(ByteString token) {
    return staging(lessor)
        .holdLease(LeaseRequest.newBuilder().setToken(token).setSeconds(3_600).build())
        .getToken();
  }

  void restart() throws Exception {
    close();
    start();
  }

  /** The lane in which bundles are admitted. */
  AdmissionLane lane() {
    return server.lane();
  }

  /** Stops the server while its clients are still there. */
  void stopServer() {
    server.close();
  }

  ManagedChannel channel(Identity caller) {
    ManagedChannel channel =
        ControlChannel.open(server.address(), caller, Role.CODESERVER, 1 << 20);
    channels.add(channel);
    return channel;
  }

  /** The one channel of a caller whose calls come one after the other. */
  private ManagedChannel sharedChannel(Identity caller) {
    return channelOf.computeIfAbsent(caller, this::channel);
  }

  /** Begins a call whose request never comes; counts down when it has ended. */
  static <Q, A> ClientCall<Q, A> beginWithoutRequest(
      ManagedChannel channel, MethodDescriptor<Q, A> method, CountDownLatch ended) {
    ClientCall<Q, A> call = channel.newCall(method, CallOptions.DEFAULT);
    call.start(
        new ClientCall.Listener<>() {
          @Override
          public void onClose(Status status, Metadata trailers) {
            ended.countDown();
          }
        },
        new Metadata());
    call.request(1);
    return call;
  }

  CodePublicationGrpc.CodePublicationBlockingStub publication(Identity caller) {
    return CodePublicationGrpc.newBlockingStub(sharedChannel(caller))
        .withDeadlineAfter(120, TimeUnit.SECONDS);
  }

  CodeDistributionGrpc.CodeDistributionBlockingStub distribution(Identity caller) {
    return CodeDistributionGrpc.newBlockingStub(sharedChannel(caller))
        .withDeadlineAfter(120, TimeUnit.SECONDS);
  }

  SecretStagingGrpc.SecretStagingBlockingStub staging(Identity caller) {
    return SecretStagingGrpc.newBlockingStub(sharedChannel(caller))
        .withDeadlineAfter(120, TimeUnit.SECONDS);
  }

  /** An honest publisher's statement about a bundle. */
  static Publication statement(Identity publisher, String name, byte[] bundle) {
    return Publication.of(publisher, name, bundle, InstantSource.system().instant());
  }

  static PublishRequest signed(Identity signer, Publication statement, byte[] bundle) {
    return PublishRequest.newBuilder()
        .setSigned(statement.signedBy(signer))
        .setBundle(ByteString.copyFrom(bundle))
        .build();
  }

  static PublishRequest request(Identity publisher, String name, byte[] bundle) {
    return signed(publisher, statement(publisher, name, bundle), bundle);
  }

  /** Runs a command of the operator's on this server's storage; returns the lines it prints. */
  List<String> administer(int expected, String... command) throws IOException {
    Path file = storage.resolveSibling("codeserver.xml");
    Files.writeString(
        file,
        "<code-server><identity>domain/cs1</identity><listen>127.0.0.1:0</listen>"
            + "<storage>codeserver.db</storage></code-server>");
    List<String> arguments = new ArrayList<>(List.of("--config", file.toString()));
    arguments.addAll(List.of(command));
    StringWriter said = new StringWriter();
    int status =
        Commands.commandLine(new CodeServerCommand())
            .setOut(new PrintWriter(said, true))
            .setErr(new PrintWriter(said, true))
            .execute(arguments.toArray(String[]::new));
    assertEquals(expected, status, said.toString());
    return said.toString().lines().toList();
  }

  /** Runs SQL behind the server's back and returns the first value, or null. */
  String sql(String text) throws SQLException {
    try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + storage);
        Statement statement = connection.createStatement()) {
      return statement.execute(text) ? statement.getResultSet().getString(1) : null;
    }
  }

  @Override
  public void close() {
    channels.forEach(ManagedChannel::shutdownNow);
    channels.clear();
    channelOf.clear();
    server.close();
  }
}
