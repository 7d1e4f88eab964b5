package dev.rosa.bench.proxy.ground;

import static java.util.stream.Collectors.joining;

import dev.rosa.bench.namespace.Cores;
import dev.rosa.client.process.Program;
import dev.rosa.client.process.RunningProgram;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

/**
 * Web server in dst, nginx with one process, which keeps no log. Owned by one thread.
 *
 * <p>A page has one of eight lengths, drawn anew for each request. With one length the kernel's
 * scheduler falls into one of two orders, in which a request costs up to a tenth more or less, and
 * twelve bytes more in each packet change the order: that would be measured in place of the way.
 */
public final class WebServer implements AutoCloseable {

  /** The shortest page, in a folder for each mode of the log. */
  private static final int SHORTEST_PAGE = 1000;

  private static final int LENGTHS = 8;
  private static final int BETWEEN_LENGTHS = 8;

  /** The long body. */
  public static final int BODY_BYTES = 20_000_000;

  /** Folders of pages. */
  public static final List<String> FOLDERS = List.of("none", "summary", "full");

  private static final String CONFIG =
      """
      user root; master_process off; daemon off; pid %1$s/nginx.pid; error_log %1$s/nginx.err;
      events { worker_connections 4096; }
      http {
        access_log off; sendfile on; tcp_nodelay on; default_type text/plain;
        keepalive_requests 100000000; keepalive_timeout 600;
        client_body_temp_path %1$s/t1; proxy_temp_path %1$s/t2; fastcgi_temp_path %1$s/t3;
        uwsgi_temp_path %1$s/t4; scgi_temp_path %1$s/t5;
        split_clients $request_id $length {
          %2$s
        }
        server {
          listen 80 backlog=8192; root %1$s/www;
          location ~ /1k$ { rewrite ^(.*)/1k$ $1/$length break; }
        }
      }
      """;

  private final RunningProgram nginx;

  private WebServer(RunningProgram nginx) {
    this.nginx = nginx;
  }

  /**
   * Starts it.
   *
   * @param folder that lives in memory
   */
  public static WebServer start(Path folder, Cores cores) throws IOException, InterruptedException {
    for (String name : FOLDERS) {
      Path pages = Files.createDirectories(folder.resolve("www").resolve(name));
      for (int length : lengths()) {
        Files.writeString(
            pages.resolve("" + length), "0123456789abcd\n".repeat(72).substring(0, length));
      }
    }
    byte[] body = new byte[BODY_BYTES];
    new Random(1).nextBytes(body);
    Files.write(folder.resolve("www/big"), body);
    Path config =
        Files.writeString(folder.resolve("nginx.conf"), CONFIG.formatted(folder, shares()));
    List<String> command =
        List.of("ip", "netns", "exec", "dst", "nginx", "-c", config.toString(), "-p", "" + folder);
    WebServer server =
        new WebServer(Program.of("nginx", cores.onTraffic(command)).in(folder).start());
    Listening.await(server.nginx, "dst", 80);
    return server;
  }

  private static int[] lengths() {
    return IntStream.range(0, LENGTHS).map(i -> SHORTEST_PAGE + BETWEEN_LENGTHS * i).toArray();
  }

  /** Shares of the lengths among the answers: the shortest one has what the others leave. */
  private static String shares() {
    return IntStream.of(lengths())
        .skip(1)
        .mapToObj(length -> 100.0 / LENGTHS + "% " + length + "; ")
        .collect(joining("", "", "* " + SHORTEST_PAGE + ";"));
  }

  /** Its process. */
  public long pid() {
    return nginx.pid();
  }

  @Override
  public void close() {
    nginx.close();
  }
}
