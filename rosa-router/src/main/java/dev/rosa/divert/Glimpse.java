package dev.rosa.divert;

import dev.rosa.kernel.link.LinkStates;
import java.util.List;

/**
 * Snapshot of the kernel's network that costs little. If two are equal, no nft table has changed
 * and the links are the same; it does not show their marks. Immutable.
 *
 * @param nftGeneration changes with every nft transaction
 * @param links in the order in which they were asked for
 */
record Glimpse(int nftGeneration, List<LinkStates.State> links) {}
