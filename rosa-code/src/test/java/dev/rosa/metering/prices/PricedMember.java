package dev.rosa.metering.prices;

import dev.rosa.bundle.AllowList;
import dev.rosa.bundle.Price;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
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
 * @param handle takes all arguments, the receiver first, as an array
 * @param types of the arguments
 * @param units that the caller pays, beside what the member charges
 * @param bytes that the caller pays
 */
record PricedMember(String name, MethodHandle handle, List<Class<?>> types, int units, int bytes) {

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
        MethodType called = methodType(list, twin.descriptor());
        Class<?> owner = load(twin.owner().replace('/', '.'));
        MethodHandle handle = MethodHandles.lookup().findStatic(owner, twin.name(), called);
        return of(owner.getSimpleName() + "." + twin.name(), handle, 0, 0);
      }
      Class<?> owner = shadow(list, type);
      int units = price instanceof Price.Constant fixed ? fixed.units() : 0;
      int bytes = price instanceof Price.Constant fixed ? fixed.bytes() : 0;
      units = price instanceof Price.Call call ? call.units() : units;
      boolean isAbstract = Modifier.isAbstract(owner.getModifiers());
      if (member instanceof Constructor && isAbstract) {
        return null;
      }
      MethodHandle handle = find(list, owner, member);
      return of(owner.getSimpleName() + "." + member.getName(), handle, units, bytes);
    } catch (ReflectiveOperationException e) {
      throw new LinkageError(type + " " + member, e);
    }
  }

  private static MethodHandle find(AllowList list, Class<?> owner, Executable member)
      throws ReflectiveOperationException {
    MethodHandles.Lookup lookup = MethodHandles.lookup();
    MethodType called = methodType(list, descriptor(member));
    if (member instanceof Constructor) {
      return lookup.findConstructor(owner, called);
    }
    return Modifier.isStatic(member.getModifiers())
        ? lookup.findStatic(owner, member.getName(), called)
        : lookup.findVirtual(owner, member.getName(), called);
  }

  private static PricedMember of(String name, MethodHandle handle, int units, int bytes) {
    List<Class<?>> types = List.copyOf(handle.type().parameterList());
    MethodHandle spread =
        handle
            .asFixedArity()
            .asSpreader(Object[].class, types.size())
            .asType(MethodType.methodType(Object.class, Object[].class));
    List<String> arguments = types.stream().map(Class::getSimpleName).toList();
    return new PricedMember(name + arguments, spread, types, units, bytes);
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
