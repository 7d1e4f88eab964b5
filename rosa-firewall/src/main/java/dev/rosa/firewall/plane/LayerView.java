package dev.rosa.firewall.plane;

import dev.rosa.config.ConfigException;
import dev.rosa.firewall.plane.layer.LayerReport;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * View of the layers in use. A report may cost the kernel work, so it is made at most once in some
 * seconds; while a new one cannot be had, the last one is shown. Thread-safe.
 */
final class LayerView {

  private static final Logger LOG = LoggerFactory.getLogger(LayerView.class);
  private static final long FRESH_NANOS = TimeUnit.SECONDS.toNanos(2);
  private static final long PATIENCE_SECONDS = 2;

  private final Plane plane;
  private LayerReport last = new LayerReport(List.of(), List.of(), 0);
  private long askedNanos = System.nanoTime() - 2 * FRESH_NANOS;

  LayerView(Plane plane) {
    this.plane = plane;
  }

  /** A report of the last seconds, if the enforcement answers. */
  synchronized LayerReport report() {
    if (System.nanoTime() - askedNanos > FRESH_NANOS) {
      try {
        last = plane.layers().get(PATIENCE_SECONDS, TimeUnit.SECONDS);
      } catch (ExecutionException | TimeoutException e) {
        LOG.debug("the layers do not tell: {}", ConfigException.oneLine(e));
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
      askedNanos = System.nanoTime();
    }
    return last;
  }

  /** One line: the layer of each interface, and why it is no lower one. */
  String line() {
    StringBuilder line = new StringBuilder();
    for (LayerReport.InterfaceLayer each : report().interfaces()) {
      line.append(line.isEmpty() ? "" : ",").append(each.printableName()).append(':');
      line.append(each.layer());
      line.append(each.why().isEmpty() ? "" : "(" + each.why() + ")");
    }
    return line.isEmpty() ? "none" : line.toString();
  }
}
