package dev.rosa.kernelpath;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.rosa.client.process.Program.Outcome;
import dev.rosa.client.process.RunningProgram;
import dev.rosa.testkit.Await;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/**
 * A client, {@code src}, and a server, {@code dst}, with nginx, and between them the machine of a
 * proxy; all in one network namespace of its own.
 */
abstract class ProxyRig {

  static final String SERVER = "10.0.2.2";

  private static final ObjectMapper JSON = new ObjectMapper();

  private static final String NETWORK =
      """
      mount -t tmpfs tmpfs /run; mkdir -p /run/netns
      link() {
        ip netns add $1; ip -n $1 link set lo up
        ip link add $3 type veth peer name $2 netns $1
        ip addr add $4.1/24 dev $3; ip addr add $5::1/64 dev $3 nodad; ip link set $3 up
        ip -n $1 addr add $4.2/24 dev $2; ip -n $1 addr add $5::2/64 dev $2 nodad
        ip -n $1 link set $2 up
        ip -n $1 route add default via $4.1; ip -n $1 -6 route add default via $5::1
      }
      link src s0 r0 10.0.1 fd01:1
      link dst d0 r1 10.0.2 fd01:2
      sysctl -qw net.ipv4.ip_forward=1 net.ipv6.conf.all.forwarding=1
      """;

  @TempDir Path folder;
  NetworkNamespace net;
  private RunningProgram nginx;

  /** What starts the proxy with fewer rights. */
  List<String> withRights = List.of();

  @BeforeEach
  void create() throws Exception {
    net = network();
    for (String program : List.of("nginx", "curl", "openssl")) {
      boolean isHere = net.run(List.of("sh", "-c", "command -v " + program)).exit() == 0;
      assumeTrue(isHere, program + " is not installed");
    }
    net.shell(NETWORK);
    Files.createDirectories(folder.resolve("www"));
    Files.writeString(folder.resolve("www/small"), "a small answer\n");
    Files.writeString(folder.resolve("www/secret"), "a secret\n");
    nginx = onServer("nginx", "nginx", "-c", nginxConfig().toString(), "-p", folder.toString());
    Await.until("nginx to listen", () -> onServer("ss -Hltn").contains(":80"));
  }

  NetworkNamespace network() throws Exception {
    return NetworkNamespace.create(folder);
  }

  private Path nginxConfig() throws Exception {
    return Files.writeString(
        folder.resolve("nginx.conf"),
        """
        user root; master_process off; daemon off; pid %1$s/nginx.pid; error_log %1$s/nginx.err;
        events { worker_connections 512; }
        http {
          access_log %1$s/access.log; sendfile on;
          client_body_temp_path %1$s/t1; proxy_temp_path %1$s/t2; fastcgi_temp_path %1$s/t3;
          uwsgi_temp_path %1$s/t4; scgi_temp_path %1$s/t5;
          server { listen 80; listen [::]:80; root %1$s/www; }
        }
        """
            .formatted(folder));
  }

  @AfterEach
  void end() {
    if (nginx != null) {
      nginx.close();
    }
    net.close();
  }

  /** Starts a proxy with these rules, and waits until it judges. */
  RunningProgram proxy(String attributes, String rules) throws Exception {
    List<String> command = new ArrayList<>(withRights);
    command.addAll(Programs.proxy("--config", config(attributes, rules)));
    RunningProgram proxy = net.start("proxy", command);
    proxy.await(" ready ");
    proxy.await("traffic of r0 r1 is judged");
    return proxy;
  }

  String config(String attributes, String rules) throws Exception {
    return Files.writeString(
            folder.resolve("proxy.xml"),
            """
            <proxy>
              <interfaces name="p1" %s><clients>r0</clients><servers>r1</servers></interfaces>
              <status>127.0.0.1:7008</status>
              <users><user name="alice"/></users>
              %s
            </proxy>
            """
                .formatted(attributes, rules))
        .toString();
  }

  /** Runs a command at the client to its end. */
  Outcome atClient(List<String> command) throws Exception {
    List<String> all = new ArrayList<>(List.of("ip", "netns", "exec", "src"));
    all.addAll(command);
    return net.run(all);
  }

  /** What curl prints at the client, with these options. */
  String curl(String... options) throws Exception {
    List<String> command = new ArrayList<>(List.of("curl", "-s", "-m", "60"));
    command.addAll(List.of(options));
    return atClient(command).out();
  }

  /** The status and the body of a URL at the server. */
  String fetch(String path) throws Exception {
    return curl("-w", "%{http_code}", "http://" + SERVER + path);
  }

  String onServer(String line) throws Exception {
    return net.shell("ip netns exec dst " + line);
  }

  RunningProgram onServer(String name, String... command) throws Exception {
    List<String> all = new ArrayList<>(List.of("ip", "netns", "exec", "dst"));
    all.addAll(List.of(command));
    return net.start(name, all);
  }

  /** Requests that have come to the server. */
  String accessLog() throws Exception {
    Path log = folder.resolve("access.log");
    return Files.exists(log) ? Files.readString(log) : "";
  }

  JsonNode status() throws Exception {
    return JSON.readTree(net.shell("curl -s -m 60 http://127.0.0.1:7008/status"));
  }

  /** Skips a test where the kernel takes no cache of a proxy. */
  void assumeCache(RunningProgram proxy) throws Exception {
    JsonNode cache = status().at("/cache");
    if (!cache.at("/on").asBoolean()) {
      proxy.close();
      assumeTrue(false, "needs bpf(2): " + cache.at("/why").asText());
    }
  }

  String ruleset() throws Exception {
    return net.shell("nft list ruleset");
  }
}
