package dev.rosa.fuzz;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Input of a fuzz target where Jazzer's own reader cannot be loaded: arrays and texts come from its
 * front, numbers from its end, and numbers behind the end are the least. One thread.
 */
final class FuzzedBytes implements InvocationHandler {

  private final byte[] bytes;
  private int front;
  private int end;

  private FuzzedBytes(byte[] bytes) {
    this.bytes = bytes;
    this.end = bytes.length;
  }

  static FuzzedDataProvider of(byte[] bytes) {
    Class<?>[] type = {FuzzedDataProvider.class};
    return (FuzzedDataProvider)
        Proxy.newProxyInstance(
            FuzzedDataProvider.class.getClassLoader(), type, new FuzzedBytes(bytes));
  }

  @Override
  public Object invoke(Object proxy, Method method, Object[] arguments) throws Throwable {
    if (method.isDefault()) {
      return InvocationHandler.invokeDefault(proxy, method, arguments);
    }
    boolean ranged = arguments != null && arguments.length == 2;
    return switch (method.getName()) {
      case "consumeBoolean" -> (number(1) & 1) == 1;
      case "consumeByte" ->
          (byte) (ranged ? number((byte) arguments[0], (byte) arguments[1]) : number(Byte.BYTES));
      case "consumeInt" ->
          (int) (ranged ? number((int) arguments[0], (int) arguments[1]) : number(Integer.BYTES));
      case "consumeLong" ->
          ranged ? number((long) arguments[0], (long) arguments[1]) : number(Long.BYTES);
      case "consumeBytes" -> front((int) arguments[0]);
      case "consumeRemainingAsBytes" -> front(remaining());
      case "consumeString" -> text(front((int) arguments[0]));
      case "consumeRemainingAsString" -> text(front(remaining()));
      case "remainingBytes" -> remaining();
      default -> throw new UnsupportedOperationException(method.getName());
    };
  }

  private int remaining() {
    return end - front;
  }

  private byte[] front(int most) {
    int from = front;
    front += Math.min(most, remaining());
    return Arrays.copyOfRange(bytes, from, front);
  }

  private static String text(byte[] utf8) {
    return new String(utf8, StandardCharsets.UTF_8);
  }

  private long number(int size) {
    long number = 0;
    for (int i = 0; i < size && remaining() > 0; i++) {
      number = number << 8 | (bytes[--end] & 0xff);
    }
    return number;
  }

  private long number(long least, long most) {
    long span = most - least + 1;
    int size = (Long.SIZE - Long.numberOfLeadingZeros(most - least) + 7) / 8;
    return span == 0 ? number(size) : least + Long.remainderUnsigned(number(size), span);
  }
}
