package dev.rosa.proxy.rules.criterion;

import dev.rosa.config.IpPrefix;
import java.util.List;
import java.util.stream.Collectors;

/** Criterion: an address of the connection is in one of several prefixes. Immutable. */
public final class Addresses implements Criterion {
  private final boolean isOfClient;
  private final AddressBlock[] blocks;
  private final String text;

  private Addresses(boolean isOfClient, List<IpPrefix> prefixes) {
    this.isOfClient = isOfClient;
    blocks = prefixes.stream().map(AddressBlock::of).toArray(AddressBlock[]::new);
    text =
        prefixes.stream()
            .map(IpPrefix::toString)
            .distinct()
            .sorted()
            .collect(Collectors.joining(" "));
  }

  /** The client's address. */
  public static Addresses from(List<IpPrefix> prefixes) {
    return new Addresses(true, prefixes);
  }

  /** The server's address. */
  public static Addresses to(List<IpPrefix> prefixes) {
    return new Addresses(false, prefixes);
  }

  @Override
  public boolean holds(Question question) {
    IpNumber address = isOfClient ? question.from() : question.to();
    for (AddressBlock block : blocks) {
      if (address.isIn(block)) {
        return true;
      }
    }
    return false;
  }

  @Override
  public boolean covers(Criterion other) {
    return other instanceof Addresses addresses
        && isOfClient == addresses.isOfClient
        && List.of(addresses.blocks).stream().allMatch(this::coversBlock);
  }

  private boolean coversBlock(AddressBlock other) {
    return List.of(blocks).stream().anyMatch(block -> block.covers(other));
  }

  @Override
  public String text() {
    return text;
  }
}
