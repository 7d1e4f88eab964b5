package dev.rosa.control;

import dev.rosa.serving.PeerRefusal;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.http2.Http2ConnectionHandler;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2FrameListener;
import io.netty.handler.codec.http2.Http2FrameListenerDecorator;
import io.netty.handler.codec.http2.Http2HeadersEncoder;
import io.netty.handler.codec.http2.Http2Settings;
import io.netty.handler.ssl.SslHandshakeCompletionEvent;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * Netty handler that bounds the HTTP/2 frames that a peer sends. For one connection, whose thread
 * alone uses it.
 *
 * <p>Settings: a peer may allow a table of 4 GB for the headers of answers, and the library would
 * fill it; no server has to use what a peer allows (RFC 7541 §4.2). Each change is also kept until
 * the next answer.
 *
 * <p>Data: the library keeps the record of TLS in which a part of a message came until the message
 * is complete. A byte would keep 16 KB. So small parts are copied, and there are few of them.
 */
final class PeerFrames extends ChannelInboundHandlerAdapter {

  /** The table that HTTP/2 begins with (RFC 9113 §6.5.2). */
  private static final long TABLE_BYTES = 4096;

  /** Frames of settings in a connection's life; a client sends one or two. */
  private static final int MOST_FRAMES = 64;

  /** A part of this size keeps no more than twice its bytes. */
  private static final int LARGE_BYTES = 8 * 1024;

  /**
   * Small parts that do not end their message. A client has one for each of its calls at most, when
   * it ends messages by an empty frame.
   */
  private static final int MOST_SMALL_PARTS = 1_024;

  /**
   * After this a small part counts no more. A stream of requests has a message now and then, for as
   * long as the connection lives, and none of them ends the stream.
   */
  private static final long NANOS_PER_PART = TimeUnit.SECONDS.toNanos(1);

  private final Consumer<PeerRefusal> tooMany;
  private final LongSupplier nanos;

  /**
   * Bounds for one connection.
   *
   * @param tooMany ends it
   */
  PeerFrames(Consumer<PeerRefusal> tooMany, LongSupplier nanos) {
    this.tooMany = tooMany;
    this.nanos = nanos;
  }

  @Override
  public void userEventTriggered(ChannelHandlerContext context, Object event) throws Exception {
    // gRPC puts HTTP/2 into the pipeline when it learns of the handshake's end.
    super.userEventTriggered(context, event);
    if (event == SslHandshakeCompletionEvent.SUCCESS) {
      bound(context.pipeline().get(Http2ConnectionHandler.class));
      context.pipeline().remove(this);
    }
  }

  private void bound(Http2ConnectionHandler http) {
    if (http == null) {
      throw new IllegalStateException("a connection without HTTP/2 after its handshake");
    }
    Http2FrameListener listener = http.decoder().frameListener();
    http.decoder()
        .frameListener(bounded(listener, http.encoder().configuration().headersConfiguration()));
  }

  /** A listener that hands on what is within the bounds. */
  Http2FrameListener bounded(
      Http2FrameListener listener, Http2HeadersEncoder.Configuration headers) {
    return new Bounded(listener, headers);
  }

  /** Listener that keeps a peer's frames within the bounds. */
  private final class Bounded extends Http2FrameListenerDecorator {

    private final Http2HeadersEncoder.Configuration headers;
    private int frames;
    private int smallParts;
    private long countedNanos = nanos.getAsLong();

    Bounded(Http2FrameListener listener, Http2HeadersEncoder.Configuration headers) {
      super(listener);
      this.headers = headers;
    }

    @Override
    public void onSettingsRead(ChannelHandlerContext context, Http2Settings settings)
        throws Http2Exception {
      frames++;
      if (frames > MOST_FRAMES) {
        if (frames == MOST_FRAMES + 1) {
          tooMany.accept(PeerRefusal.SETTINGS);
        }
        return;
      }
      if (headers.maxHeaderTableSize() > TABLE_BYTES) {
        headers.maxHeaderTableSize(TABLE_BYTES);
      }
      super.onSettingsRead(context, settings);
    }

    @Override
    public int onDataRead(
        ChannelHandlerContext context, int stream, ByteBuf data, int padding, boolean endOfStream)
        throws Http2Exception {
      if (data.readableBytes() >= LARGE_BYTES) {
        return super.onDataRead(context, stream, data, padding, endOfStream);
      }
      forgetEarlierParts();
      smallParts = Math.max(0, smallParts + (endOfStream ? -1 : 1));
      if (smallParts == MOST_SMALL_PARTS) {
        tooMany.accept(PeerRefusal.SMALL_PARTS);
      }
      ByteBuf copy = Unpooled.copiedBuffer(data);
      try {
        return super.onDataRead(context, stream, copy, padding, endOfStream);
      } finally {
        copy.release();
      }
    }

    private void forgetEarlierParts() {
      long forgotten = (nanos.getAsLong() - countedNanos) / NANOS_PER_PART;
      countedNanos += forgotten * NANOS_PER_PART;
      smallParts = (int) Math.max(0, smallParts - forgotten);
    }
  }
}
