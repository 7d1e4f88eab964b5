package dev.rosa.proxy.http;

import java.io.IOException;
import java.net.UnixDomainSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Server of Node, whose reader is llhttp, on a Unix socket in a folder. */
final class NodeProcess implements ForeignReader {
  private static final String READ = "X-Read: ";
  private static final String PATH = "X-Path: ";
  private static final String SCRIPT =
      """
      require('http').createServer((request, response) => {
        response.setHeader('X-Read', `${request.method} ${request.url} [${request.headers.host ?? ""}]`);
        const url = new URL(request.url, 'http://a.example');
        response.setHeader('X-Path', url.pathname);
        request.resume().on('end', () => response.end());
      }).listen(process.argv[2]);
      """;

  private final ForeignServer server;

  private NodeProcess(ForeignServer server) {
    this.server = server;
  }

  /** The program; empty if it is not installed. */
  static Optional<Path> program() {
    return Stream.of("/usr/bin/node", "/usr/local/bin/node", "/usr/bin/nodejs")
        .map(Path::of)
        .filter(Files::isExecutable)
        .findFirst();
  }

  static NodeProcess start(Path program, Path folder) throws IOException, InterruptedException {
    Path script = Files.writeString(folder.resolve("server.js"), SCRIPT);
    Path socket = folder.resolve("s");
    List<String> command = List.of(program.toString(), script.toString(), socket.toString());
    return new NodeProcess(
        ForeignServer.start(command, folder, UnixDomainSocketAddress.of(socket)));
  }

  /** The paths that its reader of URLs finds, decoded, one character a byte. */
  List<String> paths(byte[] stream) throws IOException {
    return ForeignServer.fields(server.answers(stream), PATH).stream()
        .map(PathDifferences::decoded)
        .toList();
  }

  @Override
  public List<String> read(byte[] stream) throws IOException {
    return ForeignServer.fields(server.answers(stream), READ);
  }

  @Override
  public void close() {
    server.close();
  }
}
