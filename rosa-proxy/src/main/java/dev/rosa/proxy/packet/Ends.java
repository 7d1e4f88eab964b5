package dev.rosa.proxy.packet;

import dev.rosa.proxy.cache.WorkerCache;
import dev.rosa.proxy.stream.TcpSegment;
import dev.rosa.wire.ip.Ip;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;

/**
 * Both ends of a packet's connection, as numbers. One object serves all packets of a worker. An
 * IPv4 address is in the lower half of {@code …Low}. Owned by one thread.
 */
final class Ends {
  private static final long WORD = 0xffff_ffffL;
  private static final long SPREAD = 0x9e3779b97f4a7c15L;

  boolean isIpv4;
  long clientHigh;
  long clientLow;
  long serverHigh;
  long serverLow;
  int clientPort;
  int serverPort;

  /** Reads them from a packet that a segment was read from. */
  void read(ByteBuffer memory, int ip, TcpSegment segment, boolean isFromClient) {
    isIpv4 = Ip.isIpv4(memory, ip);
    int source = ip + (isIpv4 ? Ip.V4_SOURCE : Ip.V6_SOURCE);
    int destination = ip + (isIpv4 ? Ip.V4_DESTINATION : Ip.V6_DESTINATION);
    int client = isFromClient ? source : destination;
    int server = isFromClient ? destination : source;
    clientHigh = high(memory, client);
    clientLow = low(memory, client);
    serverHigh = high(memory, server);
    serverLow = low(memory, server);
    clientPort = isFromClient ? segment.sourcePort() : segment.destinationPort();
    serverPort = isFromClient ? segment.destinationPort() : segment.sourcePort();
  }

  private long high(ByteBuffer memory, int at) {
    return isIpv4 ? 0 : memory.getLong(at);
  }

  private long low(ByteBuffer memory, int at) {
    return isIpv4 ? memory.getInt(at) & WORD : memory.getLong(at + Long.BYTES);
  }

  /** A hash by a secret. */
  long hash(long secret) {
    long hash = secret;
    hash = mix(hash ^ clientHigh);
    hash = mix(hash ^ clientLow);
    hash = mix(hash ^ serverHigh);
    hash = mix(hash ^ serverLow);
    return mix(hash ^ ((long) clientPort << 16 | serverPort));
  }

  private static long mix(long value) {
    long mixed = (value ^ value >>> 32) * SPREAD;
    return mixed ^ mixed >>> 29;
  }

  /** The cache, about the connection between these ends. */
  WorkerCache in(WorkerCache cache) {
    return cache.of(isIpv4, clientHigh, clientLow, serverHigh, serverLow, clientPort, serverPort);
  }

  /** Makes both ends those of a client, for a packet that no server sees. */
  void setClient(InetAddress address) {
    set(address, address, 0);
  }

  /** Sets them, both of one IP family, for a packet that no server sees. */
  void set(InetAddress client, InetAddress server, int port) {
    byte[] from = client.getAddress();
    byte[] to = server.getAddress();
    isIpv4 = from.length == Integer.BYTES;
    clientHigh = high(ByteBuffer.wrap(from), 0);
    clientLow = low(ByteBuffer.wrap(from), 0);
    serverHigh = high(ByteBuffer.wrap(to), 0);
    serverLow = low(ByteBuffer.wrap(to), 0);
    clientPort = 0;
    serverPort = port;
  }

  /** Takes over others. */
  void copy(Ends other) {
    isIpv4 = other.isIpv4;
    clientHigh = other.clientHigh;
    clientLow = other.clientLow;
    serverHigh = other.serverHigh;
    serverLow = other.serverLow;
    clientPort = other.clientPort;
    serverPort = other.serverPort;
  }

  /** True if both are the same connection's. */
  boolean isSame(Ends other) {
    return clientLow == other.clientLow
        && serverLow == other.serverLow
        && clientPort == other.clientPort
        && serverPort == other.serverPort
        && clientHigh == other.clientHigh
        && serverHigh == other.serverHigh
        && isIpv4 == other.isIpv4;
  }

  InetAddress client() {
    return address(clientHigh, clientLow);
  }

  InetAddress server() {
    return address(serverHigh, serverLow);
  }

  private InetAddress address(long high, long low) {
    ByteBuffer bytes =
        isIpv4
            ? ByteBuffer.allocate(4).putInt(0, (int) low)
            : ByteBuffer.allocate(16).putLong(0, high).putLong(8, low);
    byte[] address = new byte[bytes.capacity()];
    bytes.get(0, address);
    try {
      return InetAddress.getByAddress(address);
    } catch (UnknownHostException e) {
      throw new IllegalStateException("4 and 16 bytes are an address", e);
    }
  }
}
