package dev.rosa.control.bounds;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFuture;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.channel.embedded.EmbeddedChannel;
import org.junit.jupiter.api.Test;

/** A peer that asks, and does not read the answers. */
final class ReadsWhileWritableTest {

  @Test
  void shouldReadNoFurtherCallsWhileAnswersWait() {
    EmbeddedChannel connection = new EmbeddedChannel(new ReadsWhileWritable());
    connection.config().setWriteBufferWaterMark(new WriteBufferWaterMark(100, 200));
    assertTrue(connection.config().isAutoRead());
    ChannelFuture answer = connection.write(Unpooled.wrappedBuffer(new byte[300]));
    connection.runPendingTasks();
    assertFalse(connection.config().isAutoRead());
    connection.flush();
    connection.runPendingTasks();
    assertTrue(answer.isSuccess() && connection.config().isAutoRead());
  }
}
