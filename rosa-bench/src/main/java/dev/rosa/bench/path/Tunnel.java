package dev.rosa.bench.path;

import dev.rosa.bench.cold.NodeProcess;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A user-space peer as a router: a tunnel from here to dst, its near end measured on the router's
 * core. What comes out at dst's link is encrypted, and counted there; its far end only shakes
 * hands.
 */
abstract class Tunnel implements Way {

  static final String NEAR = "tun-near";
  static final String FAR = "tun-far";

  private static final int DEVICE_PATIENCE_MILLIS = 10_000;
  private static final int PAUSE_MILLIS = 50;

  private final Cores cores;
  private final List<NodeProcess> ends = new ArrayList<>();

  Tunnel(Cores cores) {
    this.cores = cores;
  }

  /** The command of the end here, or of that in dst. */
  abstract List<String> command(boolean near) throws IOException, InterruptedException;

  /** Further environment of both ends. */
  Map<String, String> environment() {
    return Map.of();
  }

  /** Done before the ends start; says what is missing. */
  abstract void prepare() throws IOException, InterruptedException, AbsentException;

  /** Done when both devices are there. */
  abstract void introduce() throws IOException, InterruptedException;

  @Override
  public final void open() throws IOException, InterruptedException, AbsentException {
    prepare();
    ends.add(start(true));
    ends.add(start(false));
    await("");
    await("-n dst ");
    introduce();
    Ground.ip("addr replace 10.0.9.1/32 dev " + NEAR);
    Ground.ip("link set " + NEAR + " mtu 1500 up");
    Ground.ip("-n dst addr replace " + Ground.TUNNELLED + "/32 dev " + FAR);
    Ground.ip("-n dst link set " + FAR + " mtu 1500 up");
    Ground.ip("route replace " + Ground.TUNNELLED + "/32 dev " + NEAR);
  }

  private NodeProcess start(boolean near) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    if (!near) {
      command.addAll(List.of("ip", "netns", "exec", "dst"));
    }
    command.add("env");
    environment().forEach((name, value) -> command.add(name + "=" + value));
    command.addAll(near ? cores.onRouter(command(near)) : cores.onTraffic(command(near)));
    return NodeProcess.start(name(), Path.of("/"), command);
  }

  private void await(String where) throws IOException, InterruptedException {
    String device = where.isEmpty() ? NEAR : FAR;
    for (int waited = 0; waited < DEVICE_PATIENCE_MILLIS; waited += PAUSE_MILLIS) {
      try {
        Ground.ip(where + "link show dev " + device);
        return;
      } catch (IOException e) {
        Thread.sleep(PAUSE_MILLIS);
      }
    }
    throw ends.get(where.isEmpty() ? 0 : 1).failure("made no " + device);
  }

  @Override
  public final List<Long> pids() {
    return List.of(ends.get(0).pid());
  }

  @Override
  public final String destination() {
    return Ground.TUNNELLED;
  }

  @Override
  public final boolean isTunnel() {
    return true;
  }

  @Override
  public void close() throws IOException {
    ends.forEach(NodeProcess::close);
    ends.clear();
    for (String device : List.of("link del " + NEAR, "-n dst link del " + FAR)) {
      try {
        Ground.ip(device);
      } catch (IOException e) {
        // It went with the process that made it.
      }
    }
  }
}
