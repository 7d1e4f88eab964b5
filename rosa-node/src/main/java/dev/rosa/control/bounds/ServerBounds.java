package dev.rosa.control.bounds;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2FrameListener;
import io.netty.handler.codec.http2.Http2FrameListenerDecorator;
import io.netty.handler.codec.http2.Http2Headers;
import io.netty.handler.ssl.SslHandler;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * Bounds for the work and memory that a server's connection takes in its client: a server of the
 * domain may be stolen. Each received byte that is no part of an answer counts, be it of TLS or
 * HTTP/2, and so does each byte that the server does not read: the library answers every ping, and
 * keeps the answers. First handler of one connection, whose thread alone uses it.
 */
public final class ServerBounds extends ChannelInboundHandlerAdapter {

  /**
   * Bytes that wait until the server reads. HTTP/2 keeps data back when 64 KB wait, so that only
   * answers to pings and settings get beyond.
   */
  private static final long MOST_UNREAD = 1024 * 1024;

  /** Headers of an answer, at most. */
  private static final int HEADER_BYTES = 8 * 1024;

  /** Header of a frame, and a record of TLS around it. */
  private static final int FRAME_BYTES = 64;

  private final Consumer<String> report;
  private final LongSupplier nanoTime;
  private final ByteAllowance allowance;
  private boolean ended;
  private boolean watched;

  public ServerBounds(Consumer<String> report, LongSupplier nanoTime) {
    this.report = report;
    this.nanoTime = nanoTime;
    this.allowance = new ByteAllowance(nanoTime.getAsLong());
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object message) {
    Channel connection = context.channel();
    watchFrames(context);
    if (!allowance.take(((ByteBuf) message).readableBytes(), nanoTime.getAsLong())) {
      end("it sent too much beside its answers", connection);
    } else if (connection.bytesBeforeWritable() > MOST_UNREAD) {
      end("it asked and did not read", connection);
    }
    if (ended) {
      ((ByteBuf) message).release();
    } else {
      context.fireChannelRead(message);
    }
  }

  /** TLS is in the pipeline when a server's first bytes come. */
  private void watchFrames(ChannelHandlerContext context) {
    SslHandler tls = context.pipeline().get(SslHandler.class);
    if (watched || tls == null) {
      return;
    }
    watched = true;
    Channel connection = context.channel();
    context
        .pipeline()
        .addAfter(
            context.pipeline().context(tls).name(),
            null,
            new PeerFrames(reason -> end("bound " + reason.label(), connection), Answers::new));
  }

  /** Nothing more is read; TLS has some seconds to say goodbye. */
  private void end(String reason, Channel connection) {
    if (!ended) {
      ended = true;
      report.accept(reason);
      connection.config().setAutoRead(false);
      var unused = connection.close();
    }
  }

  /** Listener that gives the bytes of answers back to the allowance. */
  private final class Answers extends Http2FrameListenerDecorator {

    Answers(Http2FrameListener listener) {
      super(listener);
    }

    @Override
    public int onDataRead(
        ChannelHandlerContext context, int stream, ByteBuf data, int padding, boolean endOfStream)
        throws Http2Exception {
      if (data.isReadable() || endOfStream) {
        allowance.add(data.readableBytes() + FRAME_BYTES);
      }
      return super.onDataRead(context, stream, data, padding, endOfStream);
    }

    @Override
    public void onHeadersRead(
        ChannelHandlerContext context,
        int stream,
        Http2Headers headers,
        int padding,
        boolean endOfStream)
        throws Http2Exception {
      addHeaders(headers);
      super.onHeadersRead(context, stream, headers, padding, endOfStream);
    }

    @Override
    public void onHeadersRead(
        ChannelHandlerContext context,
        int stream,
        Http2Headers headers,
        int dependency,
        short weight,
        boolean exclusive,
        int padding,
        boolean endOfStream)
        throws Http2Exception {
      addHeaders(headers);
      super.onHeadersRead(
          context, stream, headers, dependency, weight, exclusive, padding, endOfStream);
    }

    /** A stream has two of them; informational ones have no limit (RFC 9110 §15.2). */
    private void addHeaders(Http2Headers headers) {
      CharSequence status = headers.status();
      if (status == null || !status.toString().startsWith("1")) {
        allowance.add(HEADER_BYTES);
      }
    }
  }
}
