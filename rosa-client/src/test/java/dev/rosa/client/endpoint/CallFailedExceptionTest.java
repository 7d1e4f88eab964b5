package dev.rosa.client.endpoint;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.config.HostPort;
import dev.rosa.control.ControlChannel;
import dev.rosa.control.v1.AuthorizationGrpc;
import dev.rosa.control.v1.JoinRequest;
import dev.rosa.identity.Identity;
import dev.rosa.identity.Role;
import io.grpc.ManagedChannel;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.ClientCalls;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CallFailedExceptionTest {

  private static final String TITLE = "Authorization Server";

  @TempDir private Path directory;
  private FakeAuthorizationServer server;
  private ManagedChannel channel;

  @BeforeEach
  void start() throws Exception {
    server = FakeAuthorizationServer.start(directory.resolve("domain"));
  }

  @AfterEach
  void stop() {
    channel.shutdownNow();
    server.close();
  }

  private ManagedChannel channelTo(HostPort address) throws Exception {
    Identity alice = Identity.load(directory.resolve("domain/alice"));
    channel = ControlChannel.open(address.toSocketAddress(), alice, Role.AS);
    return channel;
  }

  private static CallFailedException failure(ControlNode node) {
    StatusRuntimeException failed =
        assertThrows(
            StatusRuntimeException.class,
            () ->
                ClientCalls.blockingUnaryCall(
                    node.channel(),
                    AuthorizationGrpc.getJoinSessionMethod(),
                    node.options(),
                    JoinRequest.getDefaultInstance()));
    return CallFailedException.of(node, failed);
  }

  @Test
  void shouldSayThatAConnectedServerDidNotAnswer() throws Exception {
    channelTo(server.address());
    // Connects, however long that takes.
    failure(new ControlNode(TITLE, server.address(), channel, Duration.ofMinutes(5)));
    server.silent = true;

    CallFailedException late =
        failure(new ControlNode(TITLE, server.address(), channel, Duration.ofSeconds(1)));

    assertEquals(
        "the Authorization Server at "
            + server.address()
            + " did not answer within 1 s, though it is connected: it may be busy; try again, or"
            + " look at its log",
        late.getMessage());
    assertFalse(late.isRefusal());
  }

  @Test
  void shouldSayThatThereWasNoConnectionInTime() throws Exception {
    try (ServerSocket mute = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      HostPort address = new HostPort("127.0.0.1", mute.getLocalPort());

      CallFailedException late =
          failure(new ControlNode(TITLE, address, channelTo(address), Duration.ofSeconds(1)));

      assertEquals(
          "the Authorization Server at "
              + address
              + " could not be asked: no connection within 1 s; check the address, and that it"
              + " runs and is not busy",
          late.getMessage());
      assertFalse(late.isRefusal());
    }
  }

  @Test
  void shouldTryTheHandshakeAgainWhenItTookTooLong() throws Exception {
    try (ServerSocket gate = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      HostPort address = new HostPort("127.0.0.1", gate.getLocalPort());
      List<Socket> held = new CopyOnWriteArrayList<>();
      Thread relay = new Thread(() -> relaySecond(gate, held));
      relay.start();
      ControlNode node = new ControlNode(TITLE, address, channelTo(address), Duration.ofMinutes(5));

      CallFailedException refused =
          assertThrows(
              CallFailedException.class,
              () ->
                  node.ask(
                      () ->
                          ClientCalls.blockingUnaryCall(
                              node.channel(),
                              AuthorizationGrpc.getJoinSessionMethod(),
                              node.options(),
                              JoinRequest.getDefaultInstance())));

      assertTrue(refused.isRefusal(), refused.getMessage());
      for (Socket socket : held) {
        socket.close();
      }
    }
  }

  /** Is silent to the first connection, as a server that has no time, and passes on the next. */
  private void relaySecond(ServerSocket gate, List<Socket> held) {
    try {
      held.add(gate.accept());
      while (true) {
        Socket caller = gate.accept();
        Socket onward = new Socket(InetAddress.getLoopbackAddress(), server.address().port());
        held.addAll(List.of(caller, onward));
        pass(caller, onward);
        pass(onward, caller);
      }
    } catch (IOException e) {
      // The test is over.
      return;
    }
  }

  private static void pass(Socket from, Socket to) {
    Thread passing =
        new Thread(
            () -> {
              try {
                from.getInputStream().transferTo(to.getOutputStream());
              } catch (IOException e) {
                // One end has closed.
                return;
              }
            });
    passing.start();
  }

  @Test
  void shouldSayThatTheServerRefused() throws Exception {
    CallFailedException refused =
        failure(
            new ControlNode(
                TITLE, server.address(), channelTo(server.address()), Duration.ofMinutes(5)));

    assertTrue(
        refused.getMessage().endsWith(" refused: this join does not hold"), refused.getMessage());
    assertTrue(refused.isRefusal());
  }
}
