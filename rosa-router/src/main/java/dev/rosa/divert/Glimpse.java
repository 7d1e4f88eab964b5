package dev.rosa.divert;

import dev.rosa.kernel.LinkStates;
import java.util.List;

/**
 * What is seen of the kernel's network at little cost. Equal glimpses: nobody has changed an nft
 * table, and the links are the same; of their marks it tells nothing. Immutable.
 *
 * @param nftGeneration changes with every nft transaction
 * @param links in the order in which they were asked for
 */
record Glimpse(int nftGeneration, List<LinkStates.State> links) {}
