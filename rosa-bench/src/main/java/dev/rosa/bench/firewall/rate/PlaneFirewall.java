package dev.rosa.bench.firewall.rate;

import dev.rosa.bench.firewall.plane.BenchPlane;
import dev.rosa.bench.firewall.service.OrderService;
import dev.rosa.bench.namespace.AbsentException;
import dev.rosa.bench.namespace.Cores;
import dev.rosa.evidence.Evidence;
import dev.rosa.evidence.EvidenceLine;
import dev.rosa.evidence.Proof;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;

/** ROSA's firewall plane, with evidence as a reporter sends it. Owned by one thread. */
public final class PlaneFirewall implements Firewall {

  /** Its name in tables. */
  public static final String NAME = "plane";

  private final Path home;
  private final Path folder;
  private final Cores cores;
  private BenchPlane plane;

  /**
   * One with its files in a folder.
   *
   * @param home folder that ROSA was built in
   */
  public PlaneFirewall(Path home, Path folder, Cores cores) {
    this.home = home;
    this.folder = folder;
    this.cores = cores;
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public void open() throws IOException, InterruptedException, AbsentException {
    plane = BenchPlane.start(home, folder, cores);
    plane.warmUp();
  }

  @Override
  public Path reports() {
    return BenchPlane.reporters(folder);
  }

  @Override
  public boolean isSocket() {
    return true;
  }

  @Override
  public String evidence(String source) {
    try {
      return EvidenceLine.write(
          new Evidence(
              InetAddress.getByName(source),
              "",
              OrderService.PORT,
              BenchPlane.KIND,
              Proof.HANDSHAKE,
              "order is not valid"));
    } catch (UnknownHostException e) {
      throw new IllegalStateException(source + " is an address", e);
    }
  }

  @Override
  public int sources(int many) {
    return many;
  }

  @Override
  public double patienceSeconds() {
    return 10;
  }

  @Override
  public void close() {
    if (plane != null) {
      plane.close();
      plane = null;
    }
  }
}
