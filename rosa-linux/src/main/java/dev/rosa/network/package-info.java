/**
 * The network of this namespace as privileged roles change it: links, nft tables and tc filters.
 * The programs {@code ip}, {@code nft} and {@code tc} do that, each within a time limit. An
 * OwnershipMark tells an owner's tables and links from all others, and names the lock of its
 * processes.
 *
 * <p>Start reading at {@code Kernel}, then {@code OwnedTable}. Depends on {@code dev.rosa.kernel}
 * and {@code dev.rosa.config}.
 */
package dev.rosa.network;
