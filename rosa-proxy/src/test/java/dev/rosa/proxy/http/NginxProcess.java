package dev.rosa.proxy.http;

import java.io.IOException;
import java.net.UnixDomainSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** nginx on a Unix socket in a folder; its answers say what it has read. */
final class NginxProcess implements ForeignReader {
  private static final String READ = "X-Read: ";
  private static final String PATH = "X-Path: ";

  private final ForeignServer server;

  private NginxProcess(ForeignServer server) {
    this.server = server;
  }

  /** The program; empty if it is not installed. */
  static Optional<Path> program() {
    return Stream.of("/usr/sbin/nginx", "/usr/bin/nginx", "/usr/local/sbin/nginx")
        .map(Path::of)
        .filter(Files::isExecutable)
        .findFirst();
  }

  static NginxProcess start(Path program, Path folder) throws IOException, InterruptedException {
    return start(program, folder, "");
  }

  /** One to which two slashes are not one. */
  static NginxProcess keepingEmptyFolders(Path program, Path folder)
      throws IOException, InterruptedException {
    return start(program, folder, "merge_slashes off;");
  }

  private static NginxProcess start(Path program, Path folder, String settings)
      throws IOException, InterruptedException {
    Path config = Files.writeString(folder.resolve("nginx.conf"), config(folder, settings));
    List<String> command =
        List.of(program.toString(), "-p", folder.toString(), "-c", config.toString());
    return new NginxProcess(
        ForeignServer.start(command, folder, UnixDomainSocketAddress.of(folder.resolve("s"))));
  }

  private static String config(Path folder, String settings) {
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
      %2$s
      server {
        listen unix:%1$s/s;
        add_header X-Read "$request_method $request_uri [$http_host]";
        add_header X-Path "$uri";
        location / { return 200; }
      }
    }
    """
        .formatted(folder, settings);
  }

  /**
   * Sends a stream in a connection of its own.
   *
   * @return method, target and Host of each request that it has not refused
   */
  @Override
  public List<String> read(byte[] stream) throws IOException {
    return answers(stream, READ);
  }

  /** The paths that it has decoded and normalised, one character a byte. */
  List<String> paths(byte[] stream) throws IOException {
    return answers(stream, PATH);
  }

  /** Refusals of nginx do not have these fields. */
  private List<String> answers(byte[] stream, String field) throws IOException {
    return ForeignServer.fields(server.answers(stream), field);
  }

  @Override
  public void close() {
    server.close();
  }
}
