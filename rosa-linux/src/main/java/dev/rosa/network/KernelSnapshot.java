package dev.rosa.network;

import dev.rosa.kernel.link.LinkStates;
import java.nio.ByteBuffer;
import java.util.List;

/**
 * Cheap snapshot of the nft tables and links that a keeper watches: two that differ mean a change.
 * If two are equal, these nft tables and links are the same; it does not show the links' marks.
 * Immutable.
 *
 * @param tables the state of nft tables; changes of other tables leave it as it is
 * @param links in the order in which they were asked for
 */
public record KernelSnapshot(ByteBuffer tables, List<LinkStates.State> links) {}
