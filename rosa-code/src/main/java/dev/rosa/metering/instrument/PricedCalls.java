package dev.rosa.metering.instrument;

import dev.rosa.bundle.AllowList;
import dev.rosa.bundle.Price;
import dev.rosa.metering.instrument.BundleTypes.Declared;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.MethodInsnNode;

/** Look-up of the prices of calls that leave a bundle, each once. One bundle's. */
final class PricedCalls {

  private static final String OBJECT = "java/lang/Object";

  private final BundleTypes types;
  private final AllowList prices;
  private final Map<String, Price> known = new HashMap<>();
  private final Map<String, Boolean> own = new HashMap<>();

  PricedCalls(BundleTypes types, AllowList prices) {
    this.types = types;
    this.prices = prices;
  }

  /** True if the call is of the metering runtime, and instrumented code only can have it. */
  static boolean isMetering(MethodInsnNode call) {
    return call.owner.startsWith("dev/rosa/metering/");
  }

  /** True if metered code has another type in place of this one. */
  boolean isShadowed(String type) {
    return prices.shadow(type).isPresent();
  }

  /**
   * True if the bundle's own classes declare what is called, for certain. An interface of the
   * bundle may lend its name to a method of a class outside, such as {@code hashCode} of a lambda:
   * that has the price of the outer method, whose twin finds the bundle's as well.
   */
  boolean isOwn(MethodInsnNode call) {
    if (!types.isOwn(call.owner)) {
      return false;
    }
    String key = key(call);
    Boolean answer = own.get(key);
    if (answer == null) {
      answer = findWhetherOwn(call);
      own.put(key, answer);
    }
    return answer;
  }

  private boolean findWhetherOwn(MethodInsnNode call) {
    if (!types.inheritsOwn(call.owner, call.name, call.desc)) {
      return false;
    }
    Declared declared = types.find(call.owner, call.name, call.desc);
    boolean concrete = declared != null && !declared.has(Opcodes.ACC_ABSTRACT);
    return concrete || isConstructor(call) || find(call).isEmpty();
  }

  /** True if the call is by {@code super}, and of no constructor. */
  static boolean isSuper(MethodInsnNode call) {
    return call.getOpcode() == Opcodes.INVOKESPECIAL && !isConstructor(call);
  }

  static boolean isConstructor(MethodInsnNode call) {
    return call.name.equals(Calls.CONSTRUCTOR);
  }

  /**
   * The price of a call that {@link #isOwn} is not true for.
   *
   * @throws Unmeterable if it has none
   */
  Price price(MethodInsnNode call) {
    String key = key(call);
    Price price = known.get(key);
    if (price == null) {
      price =
          find(call)
              .orElseThrow(
                  () -> new Unmeterable("uses " + readable(call) + ", which has no price"));
      known.put(key, price);
    }
    return price;
  }

  private static String key(MethodInsnNode call) {
    return (isSuper(call) ? "super " : "") + call.owner + '.' + call.name + call.desc;
  }

  private Optional<Price> find(MethodInsnNode call) {
    if (call.owner.startsWith("[")) {
      return prices.findPrice(OBJECT, call.name, call.desc);
    } else if (isConstructor(call) || call.getOpcode() == Opcodes.INVOKESTATIC) {
      return prices.findPrice(types.outsideClass(call.owner), call.name, call.desc);
    }
    return types.ancestors(call.owner).stream()
        .filter(ancestor -> !types.isOwn(ancestor))
        .flatMap(ancestor -> findInherited(ancestor, call).stream())
        .findFirst();
  }

  private Optional<Price> findInherited(String owner, MethodInsnNode call) {
    return isSuper(call)
        ? prices.findSuperPrice(owner, call.name, call.desc)
        : prices.findPrice(owner, call.name, call.desc);
  }

  private static String readable(MethodInsnNode call) {
    return call.owner.replace('/', '.') + "." + call.name + call.desc;
  }
}
