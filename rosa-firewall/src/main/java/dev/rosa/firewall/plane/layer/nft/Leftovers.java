package dev.rosa.firewall.plane.layer.nft;

import dev.rosa.kernel.netlink.NetlinkSocket;
import dev.rosa.kernel.nft.NftTable;
import dev.rosa.kernel.nft.NftTableReader;
import dev.rosa.kernel.nft.NftTables;
import dev.rosa.kernel.nft.NftTransaction;
import dev.rosa.kernel.socket.NetworkName;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Tables of planes that run no longer. Stateless. */
final class Leftovers {

  private Leftovers() {}

  /** Takes them away; their names. */
  static List<String> remove() throws IOException {
    List<String> removed = new ArrayList<>();
    try (NftTables tables = NftTables.open()) {
      for (NftTable table : tables.named(BanTable.ROLE.tablePrefix())) {
        if (BanTable.ROLE.ownerOf(table).isPresent() && remove(table.name())) {
          removed.add(table.name());
        }
      }
    }
    return removed;
  }

  /** Returns whether the table had no living owner. */
  private static boolean remove(String table) throws IOException {
    Optional<NetworkName> lock = NetworkName.take(Kernel.lockName(table));
    if (lock.isEmpty()) {
      return false;
    }
    try {
      return removeUnowned(table);
    } finally {
      lock.get().close();
    }
  }

  private static boolean removeUnowned(String table) throws IOException {
    try (NftTableReader reader = NftTableReader.open(table);
        NetlinkSocket socket = NetlinkSocket.open(NetlinkSocket.Part.NETFILTER)) {
      if (reader.head().map(NftTableReader.Head::owned).orElse(true)) {
        return false;
      }
      NftTransaction transaction = new NftTransaction(socket, table);
      transaction.deleteTable();
      transaction.commit();
      return true;
    }
  }
}
