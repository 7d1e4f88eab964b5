package dev.rosa.endtoend;

import java.util.ArrayList;
import java.util.List;

/**
 * Router of a lab, and the addresses of its listeners, HOST:PORT each.
 *
 * @param overlay to which active packets are sent
 * @param status of its status page
 */
record LabRouter(String name, String overlay, String status) {

  /** The two routers of a row. */
  static List<LabRouter> row(LabAddresses at) {
    return List.of(
        new LabRouter("r1", at.overlay1(), at.status1()),
        new LabRouter("r2", at.overlay2(), at.status2()));
  }

  /** So many routers, the first two of which are those of a row. */
  static List<LabRouter> many(LabAddresses at, int count) {
    List<LabRouter> routers = new ArrayList<>(row(at).subList(0, Math.min(2, count)));
    while (routers.size() < count) {
      String name = "r" + (routers.size() + 1);
      routers.add(new LabRouter(name, LabAddresses.one(), LabAddresses.one()));
    }
    return routers;
  }
}
