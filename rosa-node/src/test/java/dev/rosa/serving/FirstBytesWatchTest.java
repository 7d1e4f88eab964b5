package dev.rosa.serving;

import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.config.IpLiteral;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.embedded.EmbeddedChannel;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class FirstBytesWatchTest {

  private static final SourceNetwork HERE = SourceNetwork.of(IpLiteral.parse("192.0.2.1"));

  private final ConnectionShares<Channel> shares =
      new ConnectionShares<>(
          ConnectionLimits.DEFAULT.withConnections(8, 8, 4),
          new PeerRefusals(),
          new Random(1),
          connection -> {});

  @Test
  void shouldPassFirstBytesOnAndKeepTheirConnectionWhenSilentOnesCome() {
    EmbeddedChannel speaking = new EmbeddedChannel(new FirstBytesWatch(shares));
    assertTrue(shares.admit(speaking, HERE));
    ByteBuf bytes = Unpooled.wrappedBuffer(new byte[] {22});
    assertTrue(speaking.writeInbound(bytes));
    assertTrue(bytes.equals(speaking.readInbound()));
    assertNull(speaking.pipeline().get(FirstBytesWatch.class));
    for (int i = 0; i < 100; i++) {
      assertTrue(shares.admit(new EmbeddedChannel(), HERE));
    }
    assertTrue(shares.finish(speaking, "alice"));
  }
}
