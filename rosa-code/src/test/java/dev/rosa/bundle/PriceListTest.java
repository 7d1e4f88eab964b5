package dev.rosa.bundle;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.Type;

/** Holds the prices of {@code allowed-members.txt} against the twins and the JDK of the test. */
@Tag("jdk")
class PriceListTest {

  private final AllowList list = AllowList.builtIn();

  @Test
  void shouldFindEveryTwinThatThePriceListNames() {
    Set<String> missing = new TreeSet<>();
    for (String type : list.members().keySet()) {
      for (Executable member : listedMembers(type)) {
        String descriptor = descriptor(member);
        String name = name(member);
        if (list.price(type, name, descriptor) instanceof Price.Twin twin) {
          requireTwin(twin, missing);
          boolean isStatic = Modifier.isStatic(member.getModifiers());
          boolean made = twin.name().equals("make");
          int receiver = isStatic || made ? 0 : 1;
          int arguments = Type.getArgumentTypes(twin.descriptor()).length;
          if (arguments != member.getParameterCount() + receiver) {
            missing.add(type + "." + member + " is static or not, other than " + twin);
          }
        }
        list.findSuperPrice(type, name, descriptor)
            .filter(Price.Twin.class::isInstance)
            .ifPresent(twin -> requireTwin((Price.Twin) twin, missing));
      }
    }
    assertEquals(Set.of(), missing);
  }

  @Test
  void shouldFindEveryMemberOfAShadowedTypeInItsShadow() {
    Set<String> missing = new TreeSet<>();
    for (String type : list.shadows().keySet()) {
      Class<?> shadow = load(list.shadow(type).orElseThrow());
      assertTrue(Modifier.isPublic(shadow.getModifiers()), shadow::toString);
      for (Executable member : listedMembers(type)) {
        boolean replaced = list.price(type, name(member), descriptor(member)) instanceof Price.Twin;
        String wanted = name(member) + shadowed(descriptor(member));
        if (!replaced && membersOf(shadow).stream().noneMatch(wanted::equals)) {
          missing.add(type + "." + wanted);
        }
      }
    }
    assertEquals(Set.of(), missing);
  }

  /** A bundle may call a shadow by its JDK interface: no default method of the JDK may answer. */
  @Test
  void shouldAnswerListedInterfaceMethodsByTwinsOnly() {
    Set<String> open = new TreeSet<>();
    for (String shadow : list.shadows().values()) {
      for (Method method : load(shadow).getMethods()) {
        Class<?> at = method.getDeclaringClass();
        String descriptor = Type.getMethodDescriptor(method);
        boolean callable =
            list.permitsExactly(Type.getInternalName(at), method.getName(), descriptor);
        if (at.isInterface()
            && callable
            && list.price(Type.getInternalName(at), method.getName(), descriptor)
                instanceof Price.Call) {
          open.add(shadow + " inherits " + method);
        }
      }
    }
    assertEquals(Set.of(), open);
  }

  @Test
  void shouldReplaceConstructorsOnlyWhereCodeCannotInherit() {
    Set<String> open = new TreeSet<>();
    for (String type : list.members().keySet()) {
      for (Executable member : listedMembers(type)) {
        boolean replaced =
            member instanceof Constructor
                && list.price(type, "<init>", descriptor(member)) instanceof Price.Twin;
        if (replaced && list.permitsInheritance(type)) {
          open.add(type + "." + member);
        }
      }
    }
    assertEquals(Set.of(), open);
  }

  /** Default methods that the JDK would run, calling code of the bundle without a charge. */
  @Test
  void shouldNotCallDefaultMethodsOfInterfacesThatCodeImplements() {
    Set<String> open = new TreeSet<>();
    for (String type : list.members().keySet()) {
      if (!list.permitsInheritance(type) || !load(type).isInterface()) {
        continue;
      }
      for (Executable member : listedMembers(type)) {
        boolean isDefault = member instanceof Method method && method.isDefault();
        if (isDefault
            && !(list.price(type, name(member), descriptor(member)) instanceof Price.Twin)) {
          open.add(type + "." + name(member));
        }
      }
    }
    assertEquals(
        Set.of(
            "dev/rosa/api/ActiveApplication.start",
            "java/lang/CharSequence.isEmpty",
            "java/util/Iterator.remove"),
        open);
  }

  private void requireTwin(Price.Twin twin, Set<String> missing) {
    String wanted = twin.name() + shadowed(twin.descriptor());
    Class<?> type = load(twin.owner());
    boolean found =
        Modifier.isPublic(type.getModifiers())
            && Stream.of(type.getDeclaredMethods())
                .filter(m -> Modifier.isStatic(m.getModifiers()))
                .filter(m -> Modifier.isPublic(m.getModifiers()))
                .anyMatch(m -> wanted.equals(m.getName() + Type.getMethodDescriptor(m)));
    if (!found) {
      missing.add(twin.owner() + "." + wanted);
    }
  }

  /** A descriptor as it is in metered code. */
  private String shadowed(String descriptor) {
    Type[] arguments =
        Stream.of(Type.getArgumentTypes(descriptor)).map(this::shadowed).toArray(Type[]::new);
    return Type.getMethodDescriptor(shadowed(Type.getReturnType(descriptor)), arguments);
  }

  private Type shadowed(Type type) {
    return switch (type.getSort()) {
      case Type.ARRAY -> Type.getType("[" + shadowed(type.getElementType()).getDescriptor());
      case Type.OBJECT ->
          Type.getObjectType(list.shadow(type.getInternalName()).orElse(type.getInternalName()));
      default -> type;
    };
  }

  private static Set<String> membersOf(Class<?> type) {
    Set<String> members = new TreeSet<>();
    Stream.of(type.getMethods()).forEach(m -> members.add(m.getName() + descriptor(m)));
    Stream.of(type.getConstructors()).forEach(c -> members.add("<init>" + descriptor(c)));
    return members;
  }

  /** Members of the JDK's type that the list permits at this type itself. */
  private List<Executable> listedMembers(String type) {
    List<Executable> members = new ArrayList<>();
    for (Executable member : allMembers(load(type))) {
      boolean nameable =
          !(member instanceof Method method)
              || method.getReturnType().isPrimitive()
              || method.getReturnType().isArray()
              || list.permitsClass(method.getReturnType().getName());
      if (nameable && list.permitsExactly(type, name(member), descriptor(member))) {
        members.add(member);
      }
    }
    return members;
  }

  private static Set<Executable> allMembers(Class<?> type) {
    Set<Executable> members = new LinkedHashSet<>(List.of(type.getDeclaredConstructors()));
    for (Class<?> at = type; at != null; at = at.getSuperclass()) {
      Stream.of(at.getDeclaredMethods()).filter(m -> !m.isSynthetic()).forEach(members::add);
    }
    Stream.of(type.getMethods()).filter(m -> !m.isSynthetic()).forEach(members::add);
    return members;
  }

  private static String name(Executable member) {
    return member instanceof Constructor ? "<init>" : member.getName();
  }

  private static String descriptor(Executable member) {
    return member instanceof Constructor<?> constructor
        ? Type.getConstructorDescriptor(constructor)
        : Type.getMethodDescriptor((Method) member);
  }

  private static Class<?> load(String internalName) {
    try {
      return Class.forName(
          internalName.replace('/', '.'), false, PriceListTest.class.getClassLoader());
    } catch (ClassNotFoundException e) {
      throw new AssertionError(e);
    }
  }
}
