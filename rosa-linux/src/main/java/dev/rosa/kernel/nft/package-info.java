/**
 * nf_tables without a program: reading of tables, and transactions that change one, for family
 * netdev. Message formats are those of linux/netfilter/nf_tables.h.
 *
 * <p>Depends on {@code dev.rosa.kernel} and {@code dev.rosa.kernel.netlink}. Start reading at
 * {@link dev.rosa.kernel.nft.NftTransaction}.
 */
package dev.rosa.kernel.nft;
