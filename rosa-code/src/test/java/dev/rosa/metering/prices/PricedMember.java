package dev.rosa.metering.prices;

import dev.rosa.bundle.AllowList;
import dev.rosa.bundle.Price;
import java.lang.invoke.MethodType;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.objectweb.asm.Type;

/**
 * Member of the price list in the form in which metered code calls it.
 *
 * @param name for people
 * @param caller of it; takes all arguments, the receiver first, as an array
 * @param types of the arguments
 * @param units that the caller pays, beside what the member charges
 * @param bytes that the caller pays
 */
record PricedMember(String name, Caller caller, List<Class<?>> types, int units, int bytes) {

  private static final ClassLoader LOADER = PricedMember.class.getClassLoader();

  /** All members of the list whose target is not a bundle's or a router's own code. */
  static Collection<PricedMember> all(AllowList list) {
    Map<String, PricedMember> all = new LinkedHashMap<>();
    for (String name : new TreeSet<>(list.classNames())) {
      Class<?> type = load(name);
      if (!name.startsWith("dev.rosa.api.") && !isCallback(type)) {
        Stream.<Executable>concat(Stream.of(type.getMethods()), Stream.of(type.getConstructors()))
            .filter(member -> !member.isSynthetic())
            .forEach(member -> add(all, list, type, member));
      }
    }
    return all.values();
  }

  /** True for interfaces that only code of bundles implements: it pays for itself. */
  private static boolean isCallback(Class<?> type) {
    return type.getPackageName().equals("java.util.function")
        || type == Runnable.class
        || type == AutoCloseable.class;
  }

  private static void add(
      Map<String, PricedMember> all, AllowList list, Class<?> type, Executable member) {
    boolean isStatic = Modifier.isStatic(member.getModifiers());
    Class<?> declaring = member.getDeclaringClass();
    boolean listedThere =
        list.permitsClass(declaring.getName()) && list.shadow(Type.getInternalName(type)).isEmpty();
    boolean inherited = declaring != type && (isStatic || listedThere);
    String owner = Type.getInternalName(type);
    String name = member instanceof Constructor ? "<init>" : member.getName();
    Price price = list.findPrice(owner, name, descriptor(member)).orElse(null);
    if (price != null && !inherited) {
      PricedMember priced = of(list, type, member, price);
      if (priced != null) {
        all.putIfAbsent(priced.name, priced);
      }
    }
  }

  private static PricedMember of(AllowList list, Class<?> type, Executable member, Price price) {
    try {
      if (price instanceof Price.Twin twin) {
        Class<?> owner = load(twin.owner().replace('/', '.'));
        MethodType called = methodType(list, twin.descriptor());
        return of(owner, twin.name(), called, Caller.Kind.STATIC, price);
      }
      Class<?> owner = shadow(list, type);
      Caller.Kind kind = kind(owner, member);
      if (kind == Caller.Kind.CONSTRUCTOR && Modifier.isAbstract(owner.getModifiers())) {
        return null;
      }
      MethodType called = methodType(list, descriptor(member));
      String name = kind == Caller.Kind.CONSTRUCTOR ? "<init>" : member.getName();
      return of(owner, name, called, kind, price);
    } catch (ReflectiveOperationException e) {
      throw new LinkageError(type + " " + member, e);
    }
  }

  private static Caller.Kind kind(Class<?> owner, Executable member) {
    if (member instanceof Constructor) {
      return Caller.Kind.CONSTRUCTOR;
    }
    if (Modifier.isStatic(member.getModifiers())) {
      return Caller.Kind.STATIC;
    }
    return owner.isInterface() ? Caller.Kind.INTERFACE : Caller.Kind.VIRTUAL;
  }

  private static PricedMember of(
      Class<?> owner, String name, MethodType called, Caller.Kind kind, Price price)
      throws ReflectiveOperationException {
    List<Class<?>> types = new ArrayList<>(called.parameterList());
    if (kind == Caller.Kind.VIRTUAL || kind == Caller.Kind.INTERFACE) {
      types.add(0, owner);
    }
    String prepaid = price instanceof Price.Prepaid paid ? paid.owner() : null;
    int units = price instanceof Price.Constant fixed ? fixed.units() : 0;
    units = price instanceof Price.Call call ? call.units() : units;
    // The call of a twin, or of a method that pays, is an instruction itself.
    units = units == 0 ? 1 : units;
    int bytes = price instanceof Price.Constant fixed ? fixed.bytes() : 0;
    String shown =
        owner.getSimpleName() + "." + name + types.stream().map(Class::getSimpleName).toList();
    Caller caller = Caller.of(owner, name, called, kind, prepaid);
    return new PricedMember(shown, caller, types, units, bytes);
  }

  private static Class<?> shadow(AllowList list, Class<?> type) {
    return list.shadow(Type.getInternalName(type))
        .<Class<?>>map(name -> load(name.replace('/', '.')))
        .orElse(type);
  }

  /** The types of a descriptor as they are in metered code. */
  private static MethodType methodType(AllowList list, String descriptor) {
    MethodType type = MethodType.fromMethodDescriptorString(descriptor, LOADER);
    List<Class<?>> arguments = new ArrayList<>();
    type.parameterList().forEach(argument -> arguments.add(shadow(list, argument)));
    return MethodType.methodType(shadow(list, type.returnType()), arguments);
  }

  private static String descriptor(Executable member) {
    return member instanceof Constructor<?> constructor
        ? Type.getConstructorDescriptor(constructor)
        : Type.getMethodDescriptor((Method) member);
  }

  private static Class<?> load(String name) {
    try {
      return Class.forName(name, false, LOADER);
    } catch (ClassNotFoundException e) {
      throw new LinkageError(e.toString(), e);
    }
  }
}
