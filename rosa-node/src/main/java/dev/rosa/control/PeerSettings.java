package dev.rosa.control;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.http2.Http2ConnectionHandler;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2FrameListener;
import io.netty.handler.codec.http2.Http2FrameListenerDecorator;
import io.netty.handler.codec.http2.Http2HeadersEncoder;
import io.netty.handler.codec.http2.Http2Settings;
import io.netty.handler.ssl.SslHandshakeCompletionEvent;

/**
 * Bounds for the settings of HTTP/2 that a peer sends. A peer may allow a table of 4 GB for the
 * headers of answers, and the library would fill it; no server has to use what a peer allows (RFC
 * 7541 §4.2). Each change is also kept until the next answer. For one connection, whose thread
 * alone uses it.
 */
final class PeerSettings extends ChannelInboundHandlerAdapter {

  /** The table that HTTP/2 begins with (RFC 9113 §6.5.2). */
  private static final long TABLE_BYTES = 4096;

  /** Frames of settings in a connection's life; a client sends one or two. */
  private static final int MOST_FRAMES = 64;

  private final Runnable tooMany;

  /**
   * Bounds for one connection.
   *
   * @param tooMany ends it
   */
  PeerSettings(Runnable tooMany) {
    this.tooMany = tooMany;
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
        .frameListener(
            new Bounded(listener, http.encoder().configuration().headersConfiguration()));
  }

  private final class Bounded extends Http2FrameListenerDecorator {

    private final Http2HeadersEncoder.Configuration headers;
    private int frames;

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
          tooMany.run();
        }
        return;
      }
      if (headers.maxHeaderTableSize() > TABLE_BYTES) {
        headers.maxHeaderTableSize(TABLE_BYTES);
      }
      super.onSettingsRead(context, settings);
    }
  }
}
