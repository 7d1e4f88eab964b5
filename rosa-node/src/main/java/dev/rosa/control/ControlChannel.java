package dev.rosa.control;

import dev.rosa.control.bounds.ServerBounds;
import dev.rosa.identity.Identity;
import dev.rosa.identity.Role;
import dev.rosa.serving.WatchedPart;
import io.grpc.ManagedChannel;
import io.grpc.netty.NettyChannelBuilder;
import io.netty.channel.Channel;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.net.InetSocketAddress;
import java.time.InstantSource;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Factory of client channels to control servers, over mutual TLS. A channel connects when it is
 * first used, and again by itself after a failure, with pauses ({@link ConnectionPace}). It
 * connects only to a server of this node's domain and of the expected role.
 */
public final class ControlChannel {

  private static final int KEEPALIVE_SECONDS = 20;
  private static final int KEEPALIVE_TIMEOUT_SECONDS = 10;

  /** A refusal of a bundle may be long. */
  private static final int ANSWER_METADATA_BYTES = 8 * 1024;

  private static final Logger LOG = LoggerFactory.getLogger(ControlChannel.class);

  /** Lines about closed connections. */
  private static final CallerLog LINES = new CallerLog(InstantSource.system());

  private ControlChannel() {}

  /**
   * The threads of every channel of this process; they are daemons and are made when first used.
   */
  private static final class Io {
    static final EventLoopGroup THREADS =
        new MultiThreadIoEventLoopGroup(
            1, new DefaultThreadFactory("control-client", true), NioIoHandler.newFactory());
  }

  /** Watch over the threads of every channel of this process. */
  public static WatchedPart threads() {
    return new Threads();
  }

  /** Threads of every channel, as a part that is never closed. */
  private static final class Threads implements WatchedPart {
    @Override
    public boolean hasFailed() {
      return WatchedPart.anyEnded(Io.THREADS);
    }
  }

  /** Opens a channel with {@link ControlLimits#DEFAULT}'s message size. */
  public static ManagedChannel open(InetSocketAddress server, Identity self, Role expectedRole) {
    return open(server, self, expectedRole, ControlLimits.DEFAULT.maxMessageBytes());
  }

  /**
   * Opens a channel.
   *
   * @param server resolved anew at each connection if it is a name
   * @param maxMessageBytes the largest answer that is taken
   * @return the caller's to shut down
   */
  public static ManagedChannel open(
      InetSocketAddress server, Identity self, Role expectedRole, int maxMessageBytes) {
    GrpcLog.bridge();
    ConnectionPace pace = new ConnectionPace(System::nanoTime);
    try {
      return NettyChannelBuilder.forAddress(server.getHostString(), server.getPort())
          .sslContext(ControlTls.client(self, expectedRole, InstantSource.system()))
          .channelFactory(() -> bounded(server, pace))
          .eventLoopGroup(Io.THREADS)
          .maxInboundMessageSize(maxMessageBytes)
          .intercept(new BoundedMessages.Answers())
          .decompressorRegistry(ControlLimits.UNCOMPRESSED)
          .maxInboundMetadataSize(ANSWER_METADATA_BYTES)
          .keepAliveTime(KEEPALIVE_SECONDS, TimeUnit.SECONDS)
          .keepAliveTimeout(KEEPALIVE_TIMEOUT_SECONDS, TimeUnit.SECONDS)
          .build();
    } catch (SSLException e) {
      throw new IllegalStateException("this Java offers no TLS 1.3 for " + self.id(), e);
    }
  }

  private static Channel bounded(InetSocketAddress server, ConnectionPace pace) {
    Channel connection = new NioSocketChannel();
    connection
        .pipeline()
        .addFirst(new ServerBounds(reason -> tellClosed(server, reason), System::nanoTime))
        .addFirst(new PacedConnection(pace));
    return connection;
  }

  private static void tellClosed(InetSocketAddress server, String reason) {
    String address = server.getHostString() + ":" + server.getPort();
    LINES.warn(LOG, address, address + " is cut off: " + reason);
  }
}
