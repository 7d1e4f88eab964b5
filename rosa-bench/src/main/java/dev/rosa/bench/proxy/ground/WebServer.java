package dev.rosa.bench.proxy.ground;

import dev.rosa.bench.namespace.Cores;
import dev.rosa.client.process.Program;
import dev.rosa.client.process.RunningProgram;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;

/** Web server in dst, nginx with one process, which keeps no log. Owned by one thread. */
public final class WebServer implements AutoCloseable {

  /** A page, in a folder for each mode of the log. */
  public static final int PAGE_BYTES = 1024;

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
        server { listen 80 backlog=8192; root %1$s/www; }
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
    byte[] page = "0123456789abcde\n".repeat(PAGE_BYTES / 16).getBytes(StandardCharsets.US_ASCII);
    for (String name : FOLDERS) {
      Files.write(Files.createDirectories(folder.resolve("www").resolve(name)).resolve("1k"), page);
    }
    byte[] body = new byte[BODY_BYTES];
    new Random(1).nextBytes(body);
    Files.write(folder.resolve("www/big"), body);
    Path config = Files.writeString(folder.resolve("nginx.conf"), CONFIG.formatted(folder));
    List<String> command =
        List.of("ip", "netns", "exec", "dst", "nginx", "-c", config.toString(), "-p", "" + folder);
    WebServer server =
        new WebServer(Program.of("nginx", cores.onTraffic(command)).in(folder).start());
    Listening.await(server.nginx, "dst", 80);
    return server;
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
