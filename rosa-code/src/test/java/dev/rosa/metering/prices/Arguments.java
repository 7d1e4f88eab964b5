package dev.rosa.metering.prices;

import dev.rosa.metering.twin.Bits;
import dev.rosa.metering.twin.Maybe;
import dev.rosa.metering.twin.MaybeInt;
import dev.rosa.metering.twin.MaybeLong;
import dev.rosa.metering.twin.Orders;
import dev.rosa.metering.twin.TextBuilder;
import dev.rosa.metering.twin.collection.ArrayTable;
import dev.rosa.metering.twin.collection.Collecting;
import dev.rosa.metering.twin.collection.EnumTable;
import dev.rosa.metering.twin.collection.HashTable;
import dev.rosa.metering.twin.collection.HashTableSet;
import dev.rosa.metering.twin.collection.Heap;
import dev.rosa.metering.twin.collection.LinkedHashTable;
import dev.rosa.metering.twin.collection.LinkedHashTableSet;
import dev.rosa.metering.twin.collection.Lists;
import dev.rosa.metering.twin.collection.Maps;
import dev.rosa.metering.twin.collection.Ring;
import dev.rosa.metering.twin.collection.SortedTable;
import dev.rosa.metering.twin.collection.SortedTableSet;
import java.lang.reflect.Array;
import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.Collection;
import java.util.Comparator;
import java.util.Deque;
import java.util.HexFormat;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.zip.Adler32;
import java.util.zip.CRC32;
import java.util.zip.CRC32C;

/**
 * Arguments of any type that a member of the price list takes: sizes, contents, objects that are
 * there twice, that hold each other, or whose hash codes collide. One thread's.
 */
final class Arguments {

  private static final int[] SIZES = {0, 1, 2, 3, 7, 8, 9, 16, 31, 64, 100, 1_000, 5_000, 40_000};
  private static final int MOST_NESTED = 40;

  /** Bits of the numbers near zero, of double and of float. */
  private static final long SUBNORMAL = (1L << 52) - 1;

  private static final int SUBNORMAL_FLOAT = (1 << 23) - 1;

  /** Enum with more constants than a packet's code needs. */
  enum Choice {
    A,
    B,
    C,
    D,
    E,
    F,
    G,
    H,
    I,
    J,
    K,
    L,
    M,
    N,
    O,
    P,
    Q,
    R,
    S,
    T,
    U,
    V,
    W,
    X,
    Y,
    Z
  }

  /** Key whose hash code all others share. */
  record Colliding(int number) implements Comparable<Colliding> {
    @Override
    public int hashCode() {
      return 7;
    }

    @Override
    public int compareTo(Colliding other) {
      return Integer.compare(number, other.number);
    }
  }

  private final int leastSize;
  private final int mostSize;

  /** Arguments none of which has more elements than this. */
  Arguments(int mostSize) {
    this(0, mostSize);
  }

  /** Arguments that have so many elements. */
  Arguments(int leastSize, int mostSize) {
    this.leastSize = leastSize;
    this.mostSize = mostSize;
  }

  /** An argument of this type, or null if none is known. */
  Object of(Class<?> type, Genes genes) {
    if (type.isPrimitive()) {
      return number(type, genes);
    }
    if (type.isArray()) {
      return array(type.getComponentType(), genes);
    }
    Object collection = collection(type, genes);
    if (collection != null) {
      return collection;
    }
    Object text = text(type, genes);
    return text != null ? text : other(type, genes);
  }

  private int size(Genes genes) {
    return Math.max(leastSize, Math.min(mostSize, SIZES[genes.next(SIZES.length)]));
  }

  private Object number(Class<?> type, Genes genes) {
    long[] known = {0, 1, -1, 2, 7, 8, 10, 16, 36, 63, 64, 255, 1_000, 4_999, 39_999};
    int pick = genes.next(known.length + 8);
    long number =
        switch (Math.max(0, pick - known.length + 1)) {
          case 0 -> known[pick];
          case 1 -> Long.MAX_VALUE;
          case 2 -> Long.MIN_VALUE;
          case 3 -> Integer.MAX_VALUE;
          case 4 -> Integer.MIN_VALUE;
          default -> genes.random().nextLong();
        };
    if (type == int.class) {
      return (int) number;
    } else if (type == long.class) {
      return number;
    } else if (type == short.class) {
      return (short) number;
    } else if (type == byte.class) {
      return (byte) number;
    } else if (type == char.class) {
      return (char) (genes.next(2) == 0 ? 'a' : number);
    } else if (type == boolean.class) {
      return (number & 1) != 0;
    }
    double fraction = fraction(number, genes);
    return type == double.class ? (Object) fraction : (Object) (float) fraction;
  }

  private static double fraction(long number, Genes genes) {
    return switch (genes.next(9)) {
      case 0 -> number;
      case 1 -> Double.longBitsToDouble(number);
      case 2 -> Double.MIN_VALUE;
      case 3 -> Double.MAX_VALUE;
      case 4 -> 1e22;
      case 5 -> Double.longBitsToDouble(number & SUBNORMAL);
      case 6 -> Float.intBitsToFloat((int) (number & SUBNORMAL_FLOAT));
      case 7 -> 0.7390851332151607;
      default -> genes.random().nextGaussian() * 1e3;
    };
  }

  private Object array(Class<?> element, Genes genes) {
    int length = size(genes);
    Object array = Array.newInstance(element, length);
    int content = genes.next(5);
    Random random = genes.random();
    Object same = element.isPrimitive() ? null : of(element, genes);
    for (int i = 0; i < length; i++) {
      if (element.isPrimitive()) {
        Array.set(array, i, primitive(element, patterned(content, i, length, random)));
      } else {
        Array.set(array, i, content == 0 ? same : element(element, content, i, random, same));
      }
    }
    return array;
  }

  private static int patterned(int content, int i, int length, Random random) {
    return switch (content) {
      case 0 -> 0;
      case 1 -> i;
      case 2 -> length - i;
      case 3 -> Math.min(i, length - i);
      default -> random.nextInt();
    };
  }

  private static Object primitive(Class<?> type, int number) {
    if (type == int.class) {
      return number;
    } else if (type == long.class) {
      return (long) number * number;
    } else if (type == short.class) {
      return (short) number;
    } else if (type == byte.class) {
      return (byte) number;
    } else if (type == char.class) {
      return (char) number;
    } else if (type == boolean.class) {
      return (number & 1) != 0;
    }
    float some = number % 5 == 1 ? Float.intBitsToFloat(0x7fc0_0000 | (number & 0xffff)) : number;
    return type == double.class ? (Object) (double) some : (Object) some;
  }

  private Object element(Class<?> type, int content, int i, Random random, Object same) {
    if (type == Object.class || type == Comparable.class) {
      return switch (content) {
        case 1 -> i;
        case 2 -> new Colliding(i);
        case 3 -> "element " + i % 10;
        default -> random.nextInt();
      };
    }
    return same;
  }

  /** Elements of one type, so that they can be compared. */
  private List<Object> elements(Genes genes) {
    int content = genes.next(7);
    int count = content == 5 ? Math.min(size(genes), 100) : size(genes);
    Random random = genes.random();
    String longText = repeated(Math.min(mostSize, 1_000), 0, random);
    Object[] elements = new Object[count];
    Object nested = nested(genes.next(MOST_NESTED / 4));
    for (int i = 0; i < count; i++) {
      elements[i] =
          switch (content) {
            case 0 -> i;
            case 1 -> random.nextInt();
            case 2 -> new Colliding(i);
            case 3 -> "x".repeat(i % 50) + i;
            case 4 -> longText + (i % 100);
            case 5 -> nested;
            default -> i % 3;
          };
    }
    return Arrays.asList(elements);
  }

  /** Lists that hold one list twice, so deep. */
  private static Object nested(int depth) {
    Object inner = "inner";
    for (int i = 0; i < depth; i++) {
      inner = Lists.of(inner, inner);
    }
    return inner;
  }

  private Object collection(Class<?> type, Genes genes) {
    if (type == ArrayTable.class || type == List.class) {
      ArrayTable<Object> list = new ArrayTable<>(elements(genes));
      return type == List.class && genes.next(4) == 0 ? Collecting.unmodifiableList(list) : list;
    }
    if (type == Ring.class || type == Deque.class) {
      return new Ring<>(elements(genes));
    }
    if (type == Heap.class || type == Queue.class) {
      Heap<Object> heap = new Heap<>();
      elements(genes).forEach(e -> heap.add(e instanceof Comparable ? e : "x"));
      return heap;
    }
    if (Map.class.isAssignableFrom(type)) {
      return map(type, genes);
    }
    if (type == Map.Entry.class) {
      List<Object> two = elements(genes);
      return Maps.entry(two.isEmpty() ? 1 : two.get(0), two.size() < 2 ? 1 : two.get(1));
    }
    if (type == Iterator.class || type == Iterable.class || type == Collection.class) {
      Collection<?> any =
          (Collection<?>)
              collection(
                  List.of(List.class, Deque.class, Set.class, SortedTableSet.class)
                      .get(genes.next(4)),
                  genes);
      return type == Iterator.class ? any.iterator() : any;
    }
    return Set.class.isAssignableFrom(type) ? set(type, genes) : null;
  }

  private Object set(Class<?> type, Genes genes) {
    if (type == SortedTableSet.class) {
      SortedTableSet<Object> set = new SortedTableSet<>();
      elements(genes).forEach(e -> set.add(e instanceof Comparable ? e : "x"));
      return set;
    }
    if (type == LinkedHashTableSet.class) {
      return new LinkedHashTableSet<>(elements(genes));
    }
    return genes.next(3) == 0 && type == Set.class
        ? ((Map<?, ?>) map(HashTable.class, genes)).entrySet()
        : new HashTableSet<>(elements(genes));
  }

  private Object map(Class<?> type, Genes genes) {
    Map<Object, Object> map =
        type == LinkedHashTable.class ? new LinkedHashTable<>() : new HashTable<>();
    if (type == SortedTable.class) {
      map = new SortedTable<>();
    }
    if (type == EnumTable.class) {
      EnumTable<Choice, Object> constants = new EnumTable<>(Choice.class);
      for (Choice choice : Choice.values()) {
        constants.put(choice, 1);
      }
      return constants;
    }
    for (Object key : elements(genes)) {
      map.put(type == SortedTable.class && !(key instanceof Comparable) ? "x" : key, key);
    }
    return type == Map.class && genes.next(4) == 0 ? Collecting.unmodifiableMap(map) : map;
  }

  private String repeated(int length, int content, Random random) {
    StringBuilder text = new StringBuilder(length);
    for (int i = 0; i < length; i++) {
      text.append(
          switch (content) {
            case 0 -> 'a';
            case 1 -> i == length - 1 ? 'b' : 'a';
            case 2 -> (char) ('a' + random.nextInt(26));
            case 3 -> (char) (0x4e00 + random.nextInt(99));
            case 4 -> '0';
            case 5 -> random.nextInt(5) < 3 ? '\ud801' : '\udc01';
            default -> (char) ('a' + i % 2);
          });
    }
    return text.toString();
  }

  private Object text(Class<?> type, Genes genes) {
    if (type == String.class || type == CharSequence.class || type == TextBuilder.class) {
      String text = repeated(size(genes), genes.next(7), genes.random());
      return type == TextBuilder.class || (type == CharSequence.class && genes.next(3) == 0)
          ? new TextBuilder(text)
          : text;
    }
    return type == Charset.class
        ? List.of(StandardCharsets.UTF_8, StandardCharsets.US_ASCII, StandardCharsets.ISO_8859_1)
            .get(genes.next(3))
        : null;
  }

  private Object other(Class<?> type, Genes genes) {
    if (type == Object.class || type == Comparable.class) {
      return any(type, genes);
    }
    if (type == ByteBuffer.class || type == Buffer.class) {
      return buffer(genes);
    }
    if (type == Bits.class) {
      return Bits.valueOf((long[]) array(long.class, genes));
    }
    if (Number.class.isAssignableFrom(type) || type == Character.class || type == Boolean.class) {
      return boxed(type, genes);
    }
    Object value = stateful(type, genes);
    return value != null ? value : function(type);
  }

  private Object any(Class<?> type, Genes genes) {
    Class<?>[] kinds =
        type == Object.class
            ? new Class<?>[] {
              Integer.class, String.class, List.class, Map.class, byte[].class, ByteBuffer.class,
              TextBuilder.class, Bits.class, Maybe.class, Set.class, Choice.class, Map.Entry.class
            }
            : new Class<?>[] {Integer.class, String.class, ByteBuffer.class, Choice.class};
    int kind = genes.next(kinds.length + 1);
    return kind == kinds.length && type == Object.class
        ? nested(genes.next(MOST_NESTED))
        : of(kinds[kind % kinds.length], genes);
  }

  private Object buffer(Genes genes) {
    ByteBuffer buffer = ByteBuffer.wrap((byte[]) array(byte.class, genes));
    buffer.order(genes.next(2) == 0 ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN);
    return genes.next(3) == 0 ? buffer.asReadOnlyBuffer() : buffer;
  }

  private Object boxed(Class<?> type, Genes genes) {
    if (type == Character.class) {
      return number(char.class, genes);
    }
    if (type == Boolean.class) {
      return number(boolean.class, genes);
    }
    List<Class<?>> boxes =
        List.of(Integer.class, Long.class, Short.class, Byte.class, Double.class, Float.class);
    List<Class<?>> primitives =
        List.of(int.class, long.class, short.class, byte.class, double.class, float.class);
    return number(primitives.get(Math.max(0, boxes.indexOf(type))), genes);
  }

  private Object stateful(Class<?> type, Genes genes) {
    Map<Class<?>, Object> known =
        Map.ofEntries(
            Map.entry(Random.class, new Random(genes.next(99))),
            Map.entry(SplittableRandom.class, new SplittableRandom(genes.next(99))),
            Map.entry(CRC32.class, new CRC32()),
            Map.entry(CRC32C.class, new CRC32C()),
            Map.entry(Adler32.class, new Adler32()),
            Map.entry(HexFormat.class, HexFormat.of()),
            Map.entry(Base64.Encoder.class, Base64.getEncoder()),
            Map.entry(Base64.Decoder.class, Base64.getDecoder()),
            Map.entry(ByteOrder.class, ByteOrder.BIG_ENDIAN),
            Map.entry(MaybeInt.class, MaybeInt.of(1)),
            Map.entry(MaybeLong.class, MaybeLong.of(1)),
            Map.entry(Class.class, Choice.class));
    if (type == Maybe.class) {
      return Maybe.of(genes.next(2) == 0 ? Maybe.of(1) : nested(genes.next(MOST_NESTED)));
    }
    if (type.isAssignableFrom(Choice.class)) {
      return Choice.values()[genes.next(Choice.values().length)];
    }
    if (type == Comparator.class) {
      return genes.next(2) == 0
          ? Orders.naturalOrder()
          : Orders.thenComparing(Orders.reverseOrder(), Orders.naturalOrder());
    }
    return Throwable.class.isAssignableFrom(type) ? thrown(type, genes) : known.get(type);
  }

  private Object thrown(Class<?> type, Genes genes) {
    String message = (String) text(String.class, genes);
    Throwable thrown = new IllegalStateException(message);
    return type.isInstance(thrown) ? thrown : null;
  }

  /** Callbacks that do next to nothing: what a bundle's do is paid by the bundle. */
  private static Object function(Class<?> type) {
    if (type == Function.class) {
      return (Function<Object, Object>) one -> one;
    }
    if (type == BiFunction.class) {
      return (BiFunction<Object, Object, Object>) (one, other) -> other;
    }
    if (type == Predicate.class) {
      return (Predicate<Object>) one -> one.getClass() == Integer.class && (Integer) one % 2 == 0;
    }
    return type.isInterface() ? Callbacks.doingNothing(type) : null;
  }
}
