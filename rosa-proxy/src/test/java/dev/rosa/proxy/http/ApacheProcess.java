package dev.rosa.proxy.http;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Apache on a port of the loopback; it answers each request that it can read with 204, but OPTIONS
 * for all of it with a page that does not tell.
 */
final class ApacheProcess implements ForeignReader {
  private static final String READ = "X-Read: ";
  private static final Path MODULES = Path.of("/usr/lib/apache2/modules");

  private final ForeignServer server;

  private ApacheProcess(ForeignServer server) {
    this.server = server;
  }

  /** The program; empty if it is not installed. */
  static Optional<Path> program() {
    return Stream.of("/usr/sbin/apache2")
        .map(Path::of)
        .filter(Files::isExecutable)
        .filter(program -> Files.isDirectory(MODULES))
        .findFirst();
  }

  static ApacheProcess start(Path program, Path folder) throws IOException, InterruptedException {
    int port = freePort();
    Path config = Files.writeString(folder.resolve("apache.conf"), config(folder, port));
    List<String> command = List.of(program.toString(), "-X", "-f", config.toString());
    return new ApacheProcess(
        ForeignServer.start(
            command, folder, new InetSocketAddress(InetAddress.getLoopbackAddress(), port)));
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  private static String config(Path folder, int port) {
    return """
    ServerRoot %1$s
    ServerName a.example
    DocumentRoot %1$s
    PidFile %1$s/apache.pid
    Mutex file:%1$s
    ErrorLog %1$s/apache.log
    LogLevel crit
    LoadModule mpm_prefork_module %2$s/mod_mpm_prefork.so
    LoadModule authz_core_module %2$s/mod_authz_core.so
    LoadModule rewrite_module %2$s/mod_rewrite.so
    LoadModule headers_module %2$s/mod_headers.so
    Listen 127.0.0.1:%3$d
    KeepAlive On
    MaxKeepAliveRequests 0
    RewriteEngine On
    RewriteRule ^ - [R=204,L]
    Header always set X-Read "expr=%%{THE_REQUEST} [%%{HTTP_HOST}]"
    """
        .formatted(folder, MODULES, port);
  }

  @Override
  public List<String> read(byte[] stream) throws IOException {
    return Arrays.stream(server.answers(stream).split("(?=HTTP/1\\.1 \\d{3} )"))
        .filter(answer -> answer.startsWith("HTTP/1.1 204 "))
        .flatMap(answer -> ForeignServer.fields(answer, READ).stream())
        .map(read -> read.replaceFirst(" HTTP/1\\.\\d \\[", " ["))
        .toList();
  }

  @Override
  public void close() {
    server.close();
  }
}
