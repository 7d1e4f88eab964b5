package dev.rosa.control;

import dev.rosa.identity.Identity;
import io.netty.buffer.ByteBufAllocator;
import java.nio.ByteBuffer;
import java.time.InstantSource;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult;
import javax.net.ssl.SSLEngineResult.HandshakeStatus;
import javax.net.ssl.SSLException;

/**
 * Prewarming of TLS: a handshake of a node with itself, in memory. It sends nothing and adds no
 * trust. It loads and initialises all classes that the first handshake with a server needs.
 * Stateless.
 */
public final class HandshakePrewarm {

  /** A handshake of TLS 1.3 takes fewer. */
  private static final int MOST_TURNS = 100;

  private HandshakePrewarm() {}

  /**
   * Shakes hands.
   *
   * @return the protocol that was agreed on
   * @throws SSLException if this node cannot complete a handshake with any peer
   */
  public static String run(Identity self) throws SSLException {
    InstantSource clock = InstantSource.system();
    ByteBufAllocator allocator = ByteBufAllocator.DEFAULT;
    SSLEngine client = ControlTls.client(self, self.id().role(), clock).newEngine(allocator);
    SSLEngine server = ControlTls.server(self, clock).newEngine(allocator);
    client.beginHandshake();
    server.beginHandshake();
    ByteBuffer toServer = ByteBuffer.allocate(client.getSession().getPacketBufferSize());
    ByteBuffer toClient = ByteBuffer.allocate(server.getSession().getPacketBufferSize());
    for (int i = 0; i < MOST_TURNS && (isBusy(client) || isBusy(server)); i++) {
      step(client, toClient, toServer);
      step(server, toServer, toClient);
    }
    if (isBusy(client) || isBusy(server)) {
      throw new SSLException("a handshake with oneself did not end");
    }
    return client.getSession().getProtocol();
  }

  private static boolean isBusy(SSLEngine engine) {
    return engine.getHandshakeStatus() != HandshakeStatus.NOT_HANDSHAKING;
  }

  private static void step(SSLEngine engine, ByteBuffer in, ByteBuffer out) throws SSLException {
    switch (engine.getHandshakeStatus()) {
      case NEED_TASK -> runTasks(engine);
      case NEED_WRAP -> progress(engine.wrap(ByteBuffer.allocate(0), out));
      case NEED_UNWRAP, NEED_UNWRAP_AGAIN -> take(engine, in);
      case FINISHED, NOT_HANDSHAKING -> {
        if (in.position() > 0) {
          take(engine, in);
        }
      }
    }
  }

  private static void runTasks(SSLEngine engine) {
    for (Runnable task = engine.getDelegatedTask();
        task != null;
        task = engine.getDelegatedTask()) {
      task.run();
    }
  }

  private static void take(SSLEngine engine, ByteBuffer in) throws SSLException {
    in.flip();
    ByteBuffer data = ByteBuffer.allocate(engine.getSession().getApplicationBufferSize());
    progress(engine.unwrap(in, data));
    in.compact();
  }

  private static void progress(SSLEngineResult result) throws SSLException {
    if (result.getStatus() == SSLEngineResult.Status.CLOSED) {
      throw new SSLException("a handshake with oneself was refused");
    }
  }
}
