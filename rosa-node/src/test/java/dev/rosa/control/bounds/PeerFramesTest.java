package dev.rosa.control.bounds;

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
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** Parts of messages that a member of the domain sends and never completes. */
class PeerFramesTest {

  private static final int RECORD_BYTES = 16 * 1024;

  private final List<PeerRefusal> refusals = new ArrayList<>();
  private final List<ByteBuf> kept = new ArrayList<>();

  /** True if each part completes its message. */
  private boolean complete;

  /** As the library does until a message is complete. */
  private final Http2FrameListener keeping =
      new Http2EventAdapter() {
        @Override
        public int onDataRead(
            ChannelHandlerContext context, int stream, ByteBuf data, int padding, boolean end) {
          kept.add(data.retain());
          if (end || complete) {
            kept.forEach(ByteBuf::release);
            kept.clear();
          }
          return padding;
        }
      };

  private final Http2FrameListener listener =
      new PeerFrames(refusals::add, UnaryOperator.identity())
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
  void shouldCountThePartsOfAnUnfinishedMessageBesideAStreamOfCompleteOnes() throws Exception {
    ByteBuf record = Unpooled.buffer(RECORD_BYTES).writeZero(RECORD_BYTES);
    List<ByteBuf> unfinished = new ArrayList<>();
    for (int i = 1; i < 1_024; i++) {
      complete = false;
      send(record, 1, false);
      unfinished.add(kept.remove(0));
      complete = true;
      send(record, i == 1_023 ? 8 * 1024 : 300, false);
    }
    assertEquals(1_023, unfinished.size());
    assertEquals(List.of(), refusals);
    send(record, 300, true);
    assertEquals(List.of(PeerRefusal.SMALL_PARTS), refusals);
  }

  @Test
  void shouldLetALongStreamHaveAMessageNowAndThen() throws Exception {
    ByteBuf record = Unpooled.buffer(RECORD_BYTES).writeZero(RECORD_BYTES);
    complete = true;
    for (int i = 0; i < 10_000; i++) {
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
