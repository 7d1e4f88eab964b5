package dev.rosa.client.command;

import java.util.Locale;

/** Kind of link by which active packets travel to and from this machine. */
enum LinkKind {
  /** In UDP datagrams from node to node. */
  OVERLAY,
  /** As IP packets of their own. */
  KERNEL;

  static LinkKind parse(String text) {
    return switch (text) {
      case "overlay" -> OVERLAY;
      case "kernel" -> KERNEL;
      default ->
          throw new IllegalArgumentException(
              "'" + text + "' is no kind of link, expected overlay or kernel");
    };
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
