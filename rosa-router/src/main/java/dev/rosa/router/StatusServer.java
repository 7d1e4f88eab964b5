package dev.rosa.router;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpObjectAggregator;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.QueryStringDecoder;
import io.netty.handler.timeout.ReadTimeoutHandler;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.netty.util.concurrent.GlobalEventExecutor;
import java.io.IOException;
import java.net.BindException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Serves a few pages of text over HTTP: GET and HEAD only, small requests only, a bounded number of
 * connections, one request each so that idle readers hold none. Owns one thread; {@link #close}
 * ends it.
 */
final class StatusServer implements AutoCloseable {

  /**
   * A page.
   *
   * @param contentType of its text
   * @param text makes it anew for each request
   */
  record Page(String contentType, Supplier<String> text) {}

  private static final Logger LOG = LoggerFactory.getLogger(StatusServer.class);
  private static final int MAX_LINE_BYTES = 1_024;
  private static final int MAX_HEADER_BYTES = 8_192;
  private static final int MAX_BODY_BYTES = 1_024;
  private static final int MAX_CONNECTIONS = 64;
  private static final int IDLE_SECONDS = 10;
  private static final int STOP_SECONDS = 2;
  private static final String PLAIN = "text/plain; charset=utf-8";

  private final Map<String, Page> pages;
  private final EventLoopGroup thread =
      new MultiThreadIoEventLoopGroup(
          1, new DefaultThreadFactory("status", true), NioIoHandler.newFactory());
  private final ChannelGroup connections = new DefaultChannelGroup(GlobalEventExecutor.INSTANCE);
  private Channel listening;

  private StatusServer(Map<String, Page> pages) {
    this.pages = Map.copyOf(pages);
  }

  /**
   * Starts to serve.
   *
   * @param address port 0 takes a free one
   * @param pages by path
   * @throws IOException in one line if the address cannot be had, e.g. because the port is in use
   */
  static StatusServer start(InetSocketAddress address, Map<String, Page> pages) throws IOException {
    String where = address.getHostString() + ":" + address.getPort();
    if (address.isUnresolved()) {
      throw new IOException("cannot serve the status on " + where + ": unknown host");
    }
    StatusServer server = new StatusServer(pages);
    try {
      server.listening = server.bootstrap().bind(address).syncUninterruptibly().channel();
      return server;
    } catch (Exception e) {
      // Netty throws the checked BindException without declaring it.
      server.close();
      boolean inUse = e instanceof BindException && e.getMessage().contains("in use");
      String reason = inUse ? "the port is in use" : e.getMessage();
      throw new IOException("cannot serve the status on " + where + ": " + reason, e);
    }
  }

  private ServerBootstrap bootstrap() {
    return new ServerBootstrap()
        .group(thread)
        .channel(NioServerSocketChannel.class)
        .childHandler(
            new ChannelInitializer<SocketChannel>() {
              @Override
              protected void initChannel(SocketChannel channel) {
                accept(channel);
              }
            });
  }

  private void accept(SocketChannel channel) {
    if (connections.size() >= MAX_CONNECTIONS) {
      ChannelFuture unused = channel.close();
      return;
    }
    connections.add(channel);
    channel
        .pipeline()
        .addLast(new ReadTimeoutHandler(IDLE_SECONDS))
        .addLast(new HttpServerCodec(MAX_LINE_BYTES, MAX_HEADER_BYTES, MAX_HEADER_BYTES))
        .addLast(new HttpObjectAggregator(MAX_BODY_BYTES))
        .addLast(new Answering());
  }

  /** Where it serves, with the port it got. */
  InetSocketAddress address() {
    return (InetSocketAddress) listening.localAddress();
  }

  /** Ends every connection. */
  @Override
  public void close() {
    if (listening != null) {
      listening.close().awaitUninterruptibly();
    }
    connections.close().awaitUninterruptibly();
    thread.shutdownGracefully(0, STOP_SECONDS, TimeUnit.SECONDS).awaitUninterruptibly();
  }

  /** Answers one connection's requests. */
  private final class Answering extends SimpleChannelInboundHandler<FullHttpRequest> {

    @Override
    protected void channelRead0(ChannelHandlerContext context, FullHttpRequest request) {
      FullHttpResponse response = answer(request);
      response
          .headers()
          .set(HttpHeaderNames.CONTENT_LENGTH, response.content().readableBytes())
          .set(HttpHeaderNames.CONNECTION, HttpHeaderValues.CLOSE)
          .set(HttpHeaderNames.CACHE_CONTROL, "no-store")
          .set("x-content-type-options", "nosniff");
      if (request.method().equals(HttpMethod.HEAD)) {
        response.content().clear();
      }
      ChannelFuture unused =
          context.writeAndFlush(response).addListener(ChannelFutureListener.CLOSE);
    }

    private FullHttpResponse answer(FullHttpRequest request) {
      if (request.decoderResult().isFailure()) {
        return text(HttpResponseStatus.BAD_REQUEST, PLAIN, "not an HTTP request\n");
      }
      if (!request.method().equals(HttpMethod.GET) && !request.method().equals(HttpMethod.HEAD)) {
        FullHttpResponse refusal =
            text(HttpResponseStatus.METHOD_NOT_ALLOWED, PLAIN, "GET and HEAD only\n");
        refusal.headers().set(HttpHeaderNames.ALLOW, "GET, HEAD");
        return refusal;
      }
      Page page = pages.get(new QueryStringDecoder(request.uri()).rawPath());
      return page == null
          ? text(
              HttpResponseStatus.NOT_FOUND,
              PLAIN,
              "there is " + String.join(" and ", pages.keySet().stream().sorted().toList()) + "\n")
          : made(page);
    }

    private static FullHttpResponse made(Page page) {
      try {
        return text(HttpResponseStatus.OK, page.contentType(), page.text().get());
      } catch (RuntimeException e) {
        LOG.error("a status page cannot be made: {}", e.toString(), e);
        return text(HttpResponseStatus.INTERNAL_SERVER_ERROR, PLAIN, "see the router's log\n");
      }
    }

    private static FullHttpResponse text(
        HttpResponseStatus status, String contentType, String text) {
      ByteBuf content = Unpooled.copiedBuffer(text, StandardCharsets.UTF_8);
      FullHttpResponse response =
          new DefaultFullHttpResponse(HttpVersion.HTTP_1_1, status, content);
      response.headers().set(HttpHeaderNames.CONTENT_TYPE, contentType);
      return response;
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
      LOG.debug("status connection ended: {}", cause.toString());
      ChannelFuture unused = context.close();
    }
  }
}
