package dev.rosa.proxy.http;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Process of a server that listens at an address of this machine. Owned by one thread. */
final class ForeignServer implements AutoCloseable {
  private static final int START_SECONDS = 120;
  private static final int POLL_MILLIS = 10;

  private final Process process;
  private final SocketAddress address;

  private ForeignServer(Process process, SocketAddress address) {
    this.process = process;
    this.address = address;
  }

  /**
   * Starts one and waits until it can be connected to.
   *
   * @param folder for what it prints
   */
  static ForeignServer start(List<String> command, Path folder, SocketAddress address)
      throws IOException, InterruptedException {
    Path output = folder.resolve("output");
    Process process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    ForeignServer server = new ForeignServer(process, address);
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(START_SECONDS);
    while (!server.listens()) {
      if (!process.isAlive() || System.nanoTime() > end) {
        server.close();
        throw new IOException(command.get(0) + ": " + Files.readString(output));
      }
      Thread.sleep(POLL_MILLIS);
    }
    return server;
  }

  private boolean listens() {
    try (SocketChannel channel = SocketChannel.open(address)) {
      return channel.isConnected();
    } catch (IOException e) {
      return false;
    }
  }

  /** Sends a stream in a connection of its own, and tells all that comes back. */
  String answers(byte[] stream) throws IOException {
    ByteArrayOutputStream answers = new ByteArrayOutputStream();
    try (SocketChannel channel = SocketChannel.open(address)) {
      ByteBuffer left = ByteBuffer.wrap(stream);
      while (left.hasRemaining()) {
        channel.write(left);
      }
      channel.shutdownOutput();
      ByteBuffer part = ByteBuffer.allocate(4096);
      while (channel.read(part) >= 0) {
        answers.write(part.array(), 0, part.position());
        part.clear();
      }
    }
    return answers.toString(StandardCharsets.ISO_8859_1);
  }

  /** Values of a field in answers. */
  static List<String> fields(String answers, String field) {
    return answers
        .lines()
        .filter(line -> line.startsWith(field))
        .map(line -> line.substring(field.length()))
        .toList();
  }

  @Override
  public void close() {
    process.destroy();
    process.onExit().join();
  }
}
