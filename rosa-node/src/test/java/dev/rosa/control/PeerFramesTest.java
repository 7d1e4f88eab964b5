package dev.rosa.control;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.rosa.serving.PeerRefusal;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http2.DefaultHttp2HeadersEncoder;
import io.netty.handler.codec.http2.Http2EventAdapter;
import io.netty.handler.codec.http2.Http2FrameListener;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Parts of messages that a member of the domain sends and never completes. */
class PeerFramesTest {

  private static final int RECORD_BYTES = 16 * 1024;

  private long nanos = -5;
  private final List<PeerRefusal> refusals = new ArrayList<>();
  private final List<ByteBuf> kept = new ArrayList<>();

  /** As the library does until a message is complete. */
  private final Http2FrameListener keeping =
      new Http2EventAdapter() {
        @Override
        public int onDataRead(
            ChannelHandlerContext context, int stream, ByteBuf data, int padding, boolean end) {
          kept.add(data.retain());
          return padding;
        }
      };

  private final Http2FrameListener listener =
      new PeerFrames(refusals::add, () -> nanos)
          .bounded(keeping, new DefaultHttp2HeadersEncoder().configuration());

  private void send(ByteBuf record, int bytes, boolean end) throws Exception {
    assertEquals(7, listener.onDataRead(null, 1, record.slice(100, bytes), 7, end));
  }

  @Test
  void shouldKeepTheBytesOfASmallPartAndNotTheRecordAroundThem() throws Exception {
    ByteBuf record = Unpooled.buffer(RECORD_BYTES).writeZero(RECORD_BYTES);
    record.setByte(100, 0x2a);
    send(record, 1, false);
    assertEquals(1, record.refCnt());
    assertEquals(1, kept.get(0).readableBytes());
    assertEquals(1, kept.get(0).capacity());
    assertEquals(0x2a, kept.get(0).getByte(0));
    assertEquals(1, kept.get(0).refCnt());
  }

  @Test
  void shouldHandOnALargePartAsItIs() throws Exception {
    ByteBuf record = Unpooled.buffer(RECORD_BYTES).writeZero(RECORD_BYTES);
    send(record, 8 * 1024, false);
    assertEquals(2, record.refCnt());
  }

  @Test
  void shouldEndAConnectionThatSendsItsMessagesInSmallParts() throws Exception {
    ByteBuf record = Unpooled.buffer(RECORD_BYTES).writeZero(RECORD_BYTES);
    for (int i = 1; i < 1_024; i++) {
      send(record, 1, false);
    }
    assertEquals(List.of(), refusals);
    send(record, 1, false);
    send(record, 1, false);
    assertEquals(List.of(PeerRefusal.SMALL_PARTS), refusals);
  }

  @Test
  void shouldLetALongStreamHaveAMessageNowAndThen() throws Exception {
    ByteBuf record = Unpooled.buffer(RECORD_BYTES).writeZero(RECORD_BYTES);
    for (int i = 0; i < 10_000; i++) {
      nanos += TimeUnit.SECONDS.toNanos(1);
      send(record, 300, false);
    }
    assertEquals(List.of(), refusals);
  }

  @Test
  void shouldLetAClientEndEachMessageByAnEmptyPart() throws Exception {
    ByteBuf record = Unpooled.buffer(RECORD_BYTES).writeZero(RECORD_BYTES);
    for (int i = 0; i < 10_000; i++) {
      send(record, 300, false);
      send(record, 0, true);
    }
    assertEquals(List.of(), refusals);
  }
}
