package dev.rosa.control;

import dev.rosa.identity.Identity;
import dev.rosa.serving.WatchedPart;
import io.grpc.BindableService;
import io.grpc.Metadata;
import io.grpc.Server;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.ServerInterceptors;
import io.grpc.ServerServiceDefinition;
import io.grpc.StatusRuntimeException;
import io.grpc.netty.NettyServerBuilder;
import io.netty.channel.ChannelOption;
import io.netty.channel.FixedRecvByteBufAllocator;
import io.netty.channel.RecvByteBufAllocator;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import java.io.IOException;
import java.net.BindException;
import java.net.InetSocketAddress;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A role's control-plane server: gRPC over TLS 1.3, open only to members of the domain, with limits
 * that hold before anything is parsed. Services learn who calls from {@link Caller}. Owns its
 * threads; {@link #close} ends them.
 */
public final class ControlServer implements AutoCloseable, WatchedPart {

  private static final int KEEPALIVE_SECONDS = 30;
  private static final int KEEPALIVE_TIMEOUT_SECONDS = 10;
  private static final int CLIENT_KEEPALIVE_AT_MOST_SECONDS = 5;
  private static final int GRACE_SECONDS = 2;

  /**
   * Calls that one connection may cancel in so many seconds: each has cost the server its begin.
   */
  private static final int RESETS = 200;

  private static final int RESETS_SECONDS = 30;

  /** Bytes that a thread reads of one connection before it turns to the next: a record of TLS. */
  private static final int BYTES_A_TURN = 16 * 1024;

  /**
   * Bytes of a connection's requests that wait here until a service takes them, if no single
   * message needs more. The library's window grows to 8 MB, and a stream may last for hours.
   */
  private static final int LEAST_WINDOW_BYTES = 256 * 1024;

  /** Answers that the kernel keeps for one peer, which may never read them. */
  private static final int SEND_BUFFER_BYTES = 256 * 1024;

  private final Server server;
  private final ControlThreads threads;
  private final ControlLoad load;
  private volatile boolean closing;

  private ControlServer(Server server, ControlThreads threads, ControlLoad load) {
    this.server = server;
    this.threads = threads;
    this.load = load;
  }

  /**
   * Starts to serve.
   *
   * @param services to call; one that is a {@link CallerRule} is asked before messages are read
   * @param address where to listen; port 0 takes a free one
   * @throws IOException in one line if the address cannot be had, for instance because the port is
   *     in use
   */
  public static ControlServer start(
      InetSocketAddress address,
      Identity self,
      List<? extends BindableService> services,
      ControlLimits limits)
      throws IOException {
    if (address.isUnresolved()) {
      throw new IOException("cannot listen on " + address.getHostString() + ": unknown host");
    }
    GrpcLog.bridge();
    ControlThreads threads = ControlThreads.start(limits.connections().unfinished());
    ControlLoad load = ControlLoad.within(limits.connections());
    NettyServerBuilder builder = limited(NettyServerBuilder.forAddress(address), limits);
    builder
        .sslContext(ControlTls.server(self, InstantSource.system()))
        .channelFactory(() -> listeningChannel(load, threads))
        .bossEventLoopGroup(threads.accepting())
        .workerEventLoopGroup(threads.io())
        .withChildOption(ChannelOption.RECVBUF_ALLOCATOR, oneReadATurn())
        .withChildOption(ChannelOption.SO_SNDBUF, SEND_BUFFER_BYTES)
        .executor(threads::run)
        // The last one added sees a call first.
        .intercept(new FailureInterceptor())
        .intercept(UnfinishedRequests.sweptBy(threads.io(), load.refusals()));
    limits.methods().forEach(limit -> builder.intercept(new CallLimit(limit, load.refusals())));
    MethodLimit ofAll = MethodLimit.of(limits.connections().callsPerIdentity());
    builder
        .intercept(new CallLimit(ofAll, load.refusals()))
        .intercept(new CallerInterceptor(self.authority(), InstantSource.system()));
    services.forEach(service -> builder.addService(ruled(service, limits)));
    try {
      return new ControlServer(builder.build().start(), threads, load);
    } catch (IOException e) {
      threads.stop();
      throw new IOException("cannot listen on " + text(address) + ": " + reason(e), e);
    }
  }

  private static ServerServiceDefinition ruled(BindableService service, ControlLimits limits) {
    ServerServiceDefinition bounded = BoundedMessages.requestsOf(service.bindService(), limits);
    return service instanceof CallerRule rule
        ? ServerInterceptors.intercept(bounded, new EarlyRefusal(rule))
        : bounded;
  }

  private static NettyServerBuilder limited(NettyServerBuilder builder, ControlLimits limits) {
    return builder
        .maxInboundMessageSize(limits.maxMessageBytes())
        .decompressorRegistry(ControlLimits.UNCOMPRESSED)
        .maxInboundMetadataSize(limits.maxMetadataBytes())
        .flowControlWindow(Math.max(LEAST_WINDOW_BYTES, limits.maxMessageBytes()))
        .maxConcurrentCallsPerConnection(limits.maxCallsPerConnection())
        .maxConnectionIdle(limits.maxIdle().toMillis(), TimeUnit.MILLISECONDS)
        .maxConnectionAge(limits.maxAge().toMillis(), TimeUnit.MILLISECONDS)
        .maxConnectionAgeGrace(KEEPALIVE_SECONDS, TimeUnit.SECONDS)
        .handshakeTimeout(limits.connections().handshake().toMillis(), TimeUnit.MILLISECONDS)
        .keepAliveTime(KEEPALIVE_SECONDS, TimeUnit.SECONDS)
        .keepAliveTimeout(KEEPALIVE_TIMEOUT_SECONDS, TimeUnit.SECONDS)
        .permitKeepAliveTime(CLIENT_KEEPALIVE_AT_MOST_SECONDS, TimeUnit.SECONDS)
        .permitKeepAliveWithoutCalls(true)
        .maxRstFramesPerWindow(RESETS, RESETS_SECONDS);
  }

  private static NioServerSocketChannel listeningChannel(ControlLoad load, ControlThreads threads) {
    NioServerSocketChannel channel = new NioServerSocketChannel();
    channel.pipeline().addFirst(new ConnectionGate(load.shares(), threads.handshakes()));
    return channel;
  }

  private static RecvByteBufAllocator oneReadATurn() {
    return new FixedRecvByteBufAllocator(BYTES_A_TURN).maxMessagesPerRead(1);
  }

  private static String reason(IOException failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof BindException) {
        return cause.getMessage().contains("in use") ? "the port is in use" : cause.getMessage();
      }
    }
    return failure.getMessage();
  }

  private static String text(InetSocketAddress address) {
    return address.getHostString() + ":" + address.getPort();
  }

  /** Its own address, with the port it got. */
  public InetSocketAddress address() {
    return (InetSocketAddress) server.getListenSockets().get(0);
  }

  /** The connections that peers have, and the refusals. */
  public ControlLoad load() {
    return load;
  }

  /** Waits until {@link #close} has ended it. */
  public void awaitTermination() throws InterruptedException {
    server.awaitTermination();
  }

  @Override
  public boolean hasFailed() {
    return !closing && threads.anyEnded();
  }

  /** Takes no new calls, gives those under way a few seconds, then ends everything. */
  @Override
  public void close() {
    closing = true;
    server.shutdown();
    try {
      if (!server.awaitTermination(GRACE_SECONDS, TimeUnit.SECONDS)) {
        server.shutdownNow();
        server.awaitTermination(GRACE_SECONDS, TimeUnit.SECONDS);
      }
    } catch (InterruptedException e) {
      server.shutdownNow();
      Thread.currentThread().interrupt();
    }
    threads.stop();
  }

  /**
   * gRPC interceptor that ends calls which a {@link CallerRule} refuses, before their messages take
   * memory. Thread-safe.
   */
  private record EarlyRefusal(CallerRule rule) implements ServerInterceptor {

    @Override
    public <Q, A> ServerCall.Listener<Q> interceptCall(
        ServerCall<Q, A> call, Metadata headers, ServerCallHandler<Q, A> next) {
      try {
        rule.requireCaller();
      } catch (StatusRuntimeException e) {
        call.close(e.getStatus(), new Metadata());
        return new ServerCall.Listener<>() {};
      }
      return next.startCall(call, headers);
    }
  }
}
