package dev.rosa.network;

import dev.rosa.kernel.link.LinkTable;
import java.util.Map;

/** Link of a {@link FakeNetworkKernel} while its attributes change. One thread. */
final class ChangingLink {
  private final Link before;
  String name;
  int index;
  boolean up;
  int mtuBytes;
  String mac;
  String alias;
  String master;
  String kind;
  String lower;

  ChangingLink(Link before) {
    this.before = before;
    name = before.name();
    index = before.index();
    up = before.up();
    mtuBytes = before.mtuBytes();
    mac = before.mac();
    alias = before.alias();
    master = before.master();
    kind = before.kind();
    lower = before.lower();
  }

  Link link() {
    return new Link(name, index, up, mtuBytes, before.type(), mac, alias, master, kind, lower);
  }

  /** Its state as rtnetlink tells it. */
  static LinkTable.State state(Link link, Map<String, Link> links) {
    Link master = links.get(link.master().substring(link.master().indexOf(' ') + 1));
    return new LinkTable.State(
        link.index(),
        link.name(),
        link.up() ? 1 : 0,
        link.mtuBytes(),
        link.mac(),
        master == null ? 0 : master.index());
  }
}
