package dev.rosa.control;

import dev.rosa.serving.ConnectionShares;
import dev.rosa.serving.PeerRefusal;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelPipeline;
import io.netty.handler.ssl.SslHandler;

/**
 * Bound for the records of TLS that carry no data: the handshake's, later changes of keys, empty
 * ones. A change of keys has 27 bytes and costs a server as much as a request; no other limit sees
 * it. For one connection, whose thread alone uses it.
 */
final class EmptyRecords {

  /** Most of one connection; a handshake has three to ten. */
  private static final int MOST = 128;

  private static final int HEADER_BYTES = 5;
  private static final int LENGTH_OFFSET = 3;

  private final ConnectionShares<Channel> shares;

  /** Records begun whose data has not come. */
  private int empty;

  /** Bytes of the header that have come, and the length that they state so far. */
  private int headerBytes;

  private int length;

  /** Bytes still to come behind a whole header. */
  private int toSkip;

  EmptyRecords(ConnectionShares<Channel> shares) {
    this.shares = shares;
  }

  /** Begins to count; the pipeline has its TLS. */
  void watch(Channel connection) {
    ChannelPipeline pipeline = connection.pipeline();
    pipeline.addFirst(new Received());
    pipeline.addAfter(pipeline.context(SslHandler.class).name(), null, new Decrypted());
  }

  private void count(ByteBuf bytes) {
    int at = bytes.readerIndex();
    while (at < bytes.writerIndex()) {
      if (toSkip > 0) {
        int skipped = Math.min(toSkip, bytes.writerIndex() - at);
        toSkip -= skipped;
        at += skipped;
      } else {
        countHeader(bytes.getUnsignedByte(at++));
      }
    }
  }

  private void countHeader(int next) {
    length = headerBytes < LENGTH_OFFSET ? 0 : length << Byte.SIZE | next;
    headerBytes++;
    if (headerBytes == HEADER_BYTES) {
      headerBytes = 0;
      toSkip = length;
      empty++;
    }
  }

  private final class Received extends ChannelInboundHandlerAdapter {

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
      count((ByteBuf) message);
      context.fireChannelRead(message);
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext context) {
      context.fireChannelReadComplete();
      if (empty > MOST) {
        shares.expel(PeerRefusal.EMPTY_RECORDS, context.channel());
        ConnectionGate.close(context.channel());
      }
    }
  }

  /** TLS hands on the data of each record by itself. */
  private final class Decrypted extends ChannelInboundHandlerAdapter {

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
      empty--;
      context.fireChannelRead(message);
    }
  }
}
