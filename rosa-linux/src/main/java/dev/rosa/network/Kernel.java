package dev.rosa.network;

import dev.rosa.kernel.nft.NftFigures;
import dev.rosa.kernel.nft.NftTable;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/**
 * Seam between a keeper and the kernel's network: links, nft tables, tc filters and settings. One
 * thread at a time. Every refusal is an {@code IOException} of one line.
 */
public interface Kernel {

  /**
   * A look that costs little: runs no program, and reads no other nft tables.
   *
   * @param tables prefix of the tables' names
   * @param links interfaces of which the snapshot tells
   */
  KernelSnapshot snapshot(String tables, WatchedLinks links) throws IOException;

  /** Number that changes with every nft transaction, in any table of any process. */
  int nftGeneration() throws IOException;

  /** All network interfaces of this network namespace. */
  List<Link> links() throws IOException;

  /** True if other rules than the kernel's own three choose the tables of IPv4 routes. */
  boolean hasRoutingRules() throws IOException;

  /**
   * An nft table as text, without what counters count and what named sets hold; empty: there is
   * none.
   *
   * @param family such as {@code netdev}
   */
  Optional<String> table(String family, String name) throws IOException;

  /** The nft tables of family netdev whose names have a prefix, without rules and sets. */
  List<NftTable> tables(String prefix) throws IOException;

  /** Runs an nft script as one transaction. */
  void nft(String script) throws IOException;

  /** Figures of the nft tables of that name, of all families. */
  NftFigures figures(String table) throws IOException;

  /** The tc filters of what comes in on an interface as text, without what they count. */
  String filters(String link) throws IOException;

  /** Runs commands of {@code tc}, one a line. */
  void tc(String script) throws IOException;

  /** Runs {@code ip} with these arguments. */
  void ip(String... arguments) throws IOException;

  /** What {@code ip} shows with these arguments; nothing if it finds nothing. */
  String shown(String... arguments) throws IOException;

  /** A setting below {@code /proc/sys/net}; empty where this kernel has none of that name. */
  Optional<String> setting(String path) throws IOException;

  /** Changes a setting below {@code /proc/sys/net}. */
  void setting(String path, String value) throws IOException;

  /** True if an interface leaves checksums to its hardware. */
  boolean txChecksum(String link) throws IOException;

  /** Says whether an interface leaves checksums to its hardware. */
  void txChecksum(String link, boolean on) throws IOException;
}
