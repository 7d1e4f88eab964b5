package dev.rosa.kernel.bpf;

import dev.rosa.kernel.Errno;
import dev.rosa.kernel.OffHeap;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** Map that programs read and write, and this process too. Owned by one thread. */
public final class BpfMap extends BpfObject {

  private static final int HASH = 1;
  private static final int ARRAY = 2;
  private static final int LRU_HASH = 9;
  private static final int PER_CPU_ARRAY = 6;

  /** Memory for what is in the map alone. */
  private static final int NO_PREALLOCATION = 1;

  private static final int CREATE_BYTES = 44;
  private static final int ELEMENT_BYTES = 32;
  private static final Path PROCESSORS = Path.of("/sys/devices/system/cpu/possible");

  private final String name;
  private final OffHeap key;
  private final OffHeap value;
  private final BpfCall lookup;
  private final BpfCall update;
  private final BpfCall delete;

  private BpfMap(int descriptor, String name, int keyBytes, int valueBytes) {
    super(descriptor);
    this.name = name;
    this.key = OffHeap.allocate(keyBytes);
    this.value = OffHeap.allocate(valueBytes);
    this.lookup = element(BpfCall.MAP_LOOKUP);
    this.update = element(BpfCall.MAP_UPDATE);
    this.delete = element(BpfCall.MAP_DELETE);
  }

  private BpfCall element(int command) {
    BpfCall call = new BpfCall(command, ELEMENT_BYTES);
    call.arguments().putInt(0, descriptor());
    call.arguments().putLong(8, key.address());
    if (command != BpfCall.MAP_DELETE) {
      call.arguments().putLong(16, value.address());
    }
    return call;
  }

  /** Kind of a map, and the lengths of its keys and values in bytes. */
  public record Shape(String name, int keyBytes, int valueBytes) {
    /** An array: its keys are numbers. */
    public static Shape array(String name, int valueBytes) {
      return new Shape(name, Integer.BYTES, valueBytes);
    }
  }

  /** A map that this process had made before it began again, or that another thread has made. */
  public static BpfMap ofDescriptor(int descriptor, Shape shape) {
    return new BpfMap(descriptor, shape.name, shape.keyBytes, shape.valueBytes);
  }

  /** The same of an array whose entries each processor has for itself. */
  public static BpfMap ofDescriptorPerProcessor(int descriptor, Shape shape) throws IOException {
    return new BpfMap(descriptor, shape.name, shape.keyBytes, shape.valueBytes * processors());
  }

  /**
   * Makes a hash table.
   *
   * @param most most entries; memory is taken for what is in it alone
   * @throws BpfException in one line if the kernel refuses
   */
  public static BpfMap hash(Shape shape, int most) throws IOException {
    return ofDescriptor(create(HASH, shape, most, NO_PREALLOCATION), shape);
  }

  /** Makes a hash table that forgets what was not used for long when it is full. */
  public static BpfMap forgetting(Shape shape, int most) throws IOException {
    return ofDescriptor(create(LRU_HASH, shape, most, 0), shape);
  }

  /** Makes an array of one entry. */
  public static BpfMap single(Shape shape) throws IOException {
    return ofDescriptor(create(ARRAY, shape, 1, 0), shape);
  }

  /** Makes an array of one entry, which each processor has for itself. */
  public static BpfMap singlePerProcessor(Shape shape) throws IOException {
    return ofDescriptorPerProcessor(create(PER_CPU_ARRAY, shape, 1, 0), shape);
  }

  private static int create(int type, Shape shape, int most, int flags) throws IOException {
    return create(shape.name, type, shape.keyBytes, shape.valueBytes, most, flags);
  }

  /**
   * Makes a hash table from keys to numbers of 64 bits.
   *
   * @param name letters, digits and underscores
   * @param most most entries
   * @throws BpfException in one line if the kernel refuses
   */
  public static BpfMap hash(String name, int keyBytes, int most) throws IOException {
    int map = create(name, HASH, keyBytes, Long.BYTES, most, NO_PREALLOCATION);
    return new BpfMap(map, name, keyBytes, Long.BYTES);
  }

  /**
   * Makes an array whose entries each processor has for itself.
   *
   * @param numbers numbers of 64 bits in an entry
   * @throws BpfException in one line if the kernel refuses
   */
  public static BpfMap perProcessorArray(String name, int numbers, int entries) throws IOException {
    int valueBytes = numbers * Long.BYTES;
    int map = create(name, PER_CPU_ARRAY, Integer.BYTES, valueBytes, entries, 0);
    return new BpfMap(map, name, Integer.BYTES, valueBytes * processors());
  }

  private static int processors() throws IOException {
    return processors(Files.readString(PROCESSORS, StandardCharsets.US_ASCII));
  }

  /** Number of processors in a list such as {@code 0-3}: the kernel has a value for each. */
  static int processors(String list) {
    String[] bounds = list.strip().split("[-,]");
    return Integer.parseInt(bounds[bounds.length - 1]) + 1;
  }

  private static int create(
      String name, int type, int keyBytes, int valueBytes, int most, int flags) throws IOException {
    BpfCall call = new BpfCall(BpfCall.MAP_CREATE, CREATE_BYTES);
    call.arguments().putInt(0, type).putInt(4, keyBytes).putInt(8, valueBytes);
    call.arguments().putInt(12, most).putInt(16, flags);
    call.name(28, name);
    return call.call("cannot make BPF map " + name);
  }

  /** Memory of the key that the next call is about, in the machine's byte order. */
  public ByteBuffer key() {
    return key.buffer();
  }

  /** Memory of the value that the next call writes, or the last one has read. */
  public ByteBuffer value() {
    return value.buffer();
  }

  /**
   * Reads the value at the key.
   *
   * @return false if there is none
   */
  public boolean get() throws IOException {
    return tryTo(lookup, Errno.ENOENT, Errno.ENOENT);
  }

  /**
   * Writes the value at the key.
   *
   * @return false if there is no room for it
   */
  public boolean put() throws IOException {
    return tryTo(update, Errno.E2BIG, Errno.ENOMEM);
  }

  /**
   * Removes the key.
   *
   * @return false if it was not there
   */
  public boolean remove() throws IOException {
    return tryTo(delete, Errno.ENOENT, Errno.ENOENT);
  }

  /**
   * Puts a number at a key.
   *
   * @return false if there is no room for it
   */
  public boolean put(byte[] at, long number) throws IOException {
    key.buffer().put(0, at);
    value.buffer().putLong(0, number);
    return put();
  }

  /** Calls; false if it failed for one of two reasons. */
  private boolean tryTo(BpfCall call, int expected, int alsoExpected) throws IOException {
    if (call.call() >= 0) {
      return true;
    }
    int errno = Errno.last();
    if (errno != expected && errno != alsoExpected) {
      throw BpfCall.failure("cannot use BPF map " + name, errno);
    }
    return false;
  }

  /**
   * Removes a key.
   *
   * @return false if it was not there
   */
  public boolean remove(byte[] at) throws IOException {
    key.buffer().put(0, at);
    return remove();
  }

  /**
   * Sums up an array's entry over all processors.
   *
   * @return its numbers
   */
  public long[] sums(int index, int numbers) throws IOException {
    key.buffer().putInt(0, index);
    lookup.call("cannot read BPF map " + name);
    long[] sums = new long[numbers];
    ByteBuffer all = value.buffer().duplicate().order(ByteOrder.nativeOrder()).clear();
    while (all.hasRemaining()) {
      for (int i = 0; i < numbers; i++) {
        sums[i] += all.getLong();
      }
    }
    return sums;
  }
}
