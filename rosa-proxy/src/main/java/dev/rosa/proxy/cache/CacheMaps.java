package dev.rosa.proxy.cache;

import dev.rosa.kernel.bpf.BpfMap;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/**
 * The maps of the program, as it is made.
 *
 * @param flows connections that the program may let go on
 * @param clients whose requests may pass
 * @param verdicts on requests
 * @param control what holds for all
 * @param counts what the program counts
 * @param scratch the program's memory
 * @param table by which it reads requests
 */
record CacheMaps(
    BpfMap flows,
    BpfMap clients,
    BpfMap verdicts,
    BpfMap control,
    BpfMap counts,
    BpfMap scratch,
    BpfMap table)
    implements AutoCloseable {

  private static final int CLIENTS = 1 << 16;

  /** Makes a map. */
  private interface Making {
    BpfMap make() throws IOException;
  }

  /** Makes them; nothing is known of anybody. */
  static CacheMaps make(int connections, int verdicts) throws IOException {
    Deque<BpfMap> made = new ArrayDeque<>();
    try {
      CacheMaps maps =
          new CacheMaps(
              add(made, () -> BpfMap.hash(CacheLayout.FLOWS, connections)),
              add(made, () -> BpfMap.hash(CacheLayout.CLIENTS, CLIENTS)),
              add(made, () -> BpfMap.forgetting(CacheLayout.VERDICTS, verdicts)),
              add(made, () -> BpfMap.single(CacheLayout.CONTROL)),
              add(made, () -> BpfMap.singlePerProcessor(CacheLayout.COUNTS)),
              add(made, () -> BpfMap.singlePerProcessor(CacheLayout.SCRATCH)),
              add(made, () -> BpfMap.single(CacheLayout.TABLE)));
      HeadTable.write(maps.table.value());
      boolean unused = maps.table.put();
      return maps;
    } catch (IOException | RuntimeException e) {
      made.forEach(BpfMap::close);
      throw e;
    }
  }

  private static BpfMap add(Deque<BpfMap> made, Making making) throws IOException {
    BpfMap map = making.make();
    made.add(map);
    return map;
  }

  /** Descriptors of those that the daemon needs, in the order of {@link KernelCache}. */
  List<Integer> descriptors() {
    return List.of(flows, clients, verdicts, control, counts).stream()
        .map(BpfMap::descriptor)
        .toList();
  }

  @Override
  public void close() {
    List.of(flows, clients, verdicts, control, counts, scratch, table).forEach(BpfMap::close);
  }
}
