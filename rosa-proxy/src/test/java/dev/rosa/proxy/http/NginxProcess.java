package dev.rosa.proxy.http;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** nginx on a Unix socket in a folder; its answers say what it has read. */
final class NginxProcess implements AutoCloseable {
  private static final int START_SECONDS = 120;
  private static final String READ = "X-Read: ";
  private static final String PATH = "X-Path: ";

  private final Process process;
  private final Path socket;

  private NginxProcess(Process process, Path folder) {
    this.process = process;
    socket = folder.resolve("s");
  }

  /** The program; empty if it is not installed. */
  static Optional<Path> program() {
    return Stream.of("/usr/sbin/nginx", "/usr/bin/nginx", "/usr/local/sbin/nginx")
        .map(Path::of)
        .filter(Files::isExecutable)
        .findFirst();
  }

  static NginxProcess start(Path program, Path folder) throws IOException, InterruptedException {
    Path config = Files.writeString(folder.resolve("nginx.conf"), config(folder));
    Process process =
        new ProcessBuilder(program.toString(), "-p", folder.toString(), "-c", config.toString())
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("output").toFile())
            .start();
    NginxProcess nginx = new NginxProcess(process, folder);
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(START_SECONDS);
    while (!Files.exists(nginx.socket)) {
      if (!process.isAlive() || System.nanoTime() > end) {
        nginx.close();
        throw new IOException("nginx: " + Files.readString(folder.resolve("output")));
      }
      Thread.sleep(10);
    }
    return nginx;
  }

  private static String config(Path folder) {
    return """
    daemon off;
    master_process off;
    pid %1$s/pid;
    error_log %1$s/error.log crit;
    events { worker_connections 64; }
    http {
      client_body_temp_path %1$s/body;
      proxy_temp_path %1$s/proxy;
      fastcgi_temp_path %1$s/fastcgi;
      uwsgi_temp_path %1$s/uwsgi;
      scgi_temp_path %1$s/scgi;
      access_log off;
      server {
        listen unix:%1$s/s;
        add_header X-Read "$request_method $request_uri [$http_host]";
        add_header X-Path "$uri";
        location / { return 200; }
      }
    }
    """
        .formatted(folder);
  }

  /**
   * Sends a stream in a connection of its own.
   *
   * @return method, target and Host of each request that it has not refused
   */
  List<String> read(byte[] stream) throws IOException {
    return answers(stream, READ);
  }

  /** The paths that it has decoded and normalised, one character a byte. */
  List<String> paths(byte[] stream) throws IOException {
    return answers(stream, PATH);
  }

  /** Refusals of nginx do not have these fields. */
  private List<String> answers(byte[] stream, String field) throws IOException {
    ByteArrayOutputStream answers = new ByteArrayOutputStream();
    try (SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX)) {
      channel.connect(UnixDomainSocketAddress.of(socket));
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
    return answers
        .toString(StandardCharsets.ISO_8859_1)
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
