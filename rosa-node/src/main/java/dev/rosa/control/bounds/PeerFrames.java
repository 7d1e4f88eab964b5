package dev.rosa.control.bounds;

import dev.rosa.serving.PeerRefusal;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.buffer.UnpooledHeapByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.http2.Http2ConnectionHandler;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2FrameListener;
import io.netty.handler.codec.http2.Http2FrameListenerDecorator;
import io.netty.handler.codec.http2.Http2HeadersEncoder;
import io.netty.handler.codec.http2.Http2Settings;
import io.netty.handler.ssl.SslHandshakeCompletionEvent;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/**
 * Netty handler that bounds the HTTP/2 frames that a peer sends. For one connection, whose thread
 * alone uses it.
 *
 * <p>Settings: a peer may allow a table of 4 GB for the headers of answers, and the library would
 * fill it; no server has to use what a peer allows (RFC 7541 §4.2). Each change is also kept until
 * the next answer.
 *
 * <p>Data: the library keeps the record of TLS in which a part of a message came until the message
 * is complete and read. A byte would keep 16 KB. So small parts are copied, and there are few of
 * them. A part counts until the library releases it, however long that takes.
 */
final class PeerFrames extends ChannelInboundHandlerAdapter {

  /** The table that HTTP/2 begins with (RFC 9113 §6.5.2). */
  private static final long TABLE_BYTES = 4096;

  /** Frames of settings in a connection's life; a client sends one or two. */
  private static final int MOST_FRAMES = 64;

  /** A part of this size keeps no more than twice its bytes. */
  private static final int LARGE_BYTES = 8 * 1024;

  /**
   * Small parts that the library keeps. A client has one or two for each of its calls; those of a
   * complete message are released when the service takes it.
   */
  private static final int MOST_SMALL_PARTS = 1_024;

  private final Consumer<PeerRefusal> tooMany;
  private final UnaryOperator<Http2FrameListener> further;

  /**
   * Bounds for one connection.
   *
   * @param tooMany ends it
   * @param further makes the listener that hears the frames before these bounds
   */
  PeerFrames(Consumer<PeerRefusal> tooMany, UnaryOperator<Http2FrameListener> further) {
    this.tooMany = tooMany;
    this.further = further;
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
    return further.apply(new Bounded(listener, headers));
  }

  /** Listener that keeps a peer's frames within the bounds. */
  private final class Bounded extends Http2FrameListenerDecorator {

    private final Http2HeadersEncoder.Configuration headers;
    private int frames;
    private final AtomicInteger smallParts = new AtomicInteger();
    private boolean expelled;

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
      ByteBuf copy = new SmallPart(data, smallParts);
      try {
        if (smallParts.get() >= MOST_SMALL_PARTS && !expelled) {
          expelled = true;
          tooMany.accept(PeerRefusal.SMALL_PARTS);
        }
        return super.onDataRead(context, stream, copy, padding, endOfStream);
      } finally {
        copy.release();
      }
    }
  }

  /** Copy of a small part that is counted until its last user releases it, on any thread. */
  private static final class SmallPart extends UnpooledHeapByteBuf {

    private final AtomicInteger parts;

    SmallPart(ByteBuf data, AtomicInteger parts) {
      super(UnpooledByteBufAllocator.DEFAULT, data.readableBytes(), data.readableBytes());
      this.parts = parts;
      parts.incrementAndGet();
      writeBytes(data, data.readerIndex(), data.readableBytes());
    }

    @Override
    protected void deallocate() {
      super.deallocate();
      parts.decrementAndGet();
    }
  }
}
