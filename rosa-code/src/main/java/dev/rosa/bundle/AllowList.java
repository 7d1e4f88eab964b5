package dev.rosa.bundle;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.objectweb.asm.Type;

/**
 * List of the types and members outside its own bundle that active code may use, each with its
 * {@link Price}, read from {@code allowed-members.txt}. The file's head describes its form. Names
 * are internal ({@code a/b/C}), except where said. Immutable.
 */
public final class AllowList {

  private static final String RESOURCE = "allowed-members.txt";
  private static final String CONSTRUCTOR = "<init>";

  /**
   * Entry of a type.
   *
   * @param isFinal no class of a bundle may extend or implement it
   * @param shadow the class that takes its place in metered code, or null
   * @param supertypes those of its supertypes that are listed
   * @param prices by field, or by method as {@link #overload} writes it
   * @param superPrices of methods that {@code super} calls, in the same form
   */
  record Listed(
      boolean isFinal,
      String shadow,
      List<String> supertypes,
      Map<String, PriceTag> prices,
      Map<String, PriceTag> superPrices) {

    Listed(boolean isFinal, String shadow, List<String> supertypes) {
      this(isFinal, shadow, supertypes, new TreeMap<>(), new TreeMap<>());
    }
  }

  private final Map<String, Listed> types;

  private AllowList(Map<String, Listed> types) {
    this.types = types;
  }

  /** The list that is part of this build. */
  public static AllowList builtIn() {
    try (InputStream in = AllowList.class.getResourceAsStream(RESOURCE);
        BufferedReader lines =
            new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
      return parse(RESOURCE, lines.lines());
    } catch (IOException e) {
      throw new UncheckedIOException(RESOURCE + " cannot be read", e);
    }
  }

  /**
   * The list of these lines.
   *
   * @param file for messages
   * @throws IllegalStateException with file and line if one is not of the form, or has a member
   *     without a price
   */
  static AllowList parse(String file, Stream<String> lines) {
    return new AllowList(new AllowListFile(file).parse(lines.toList()));
  }

  private static String internal(String name) {
    return name.replace('.', '/');
  }

  /** The {@linkplain Class#getName names} of all classes that may be named. */
  public Set<String> classNames() {
    return types.keySet().stream().map(AllowList::sourceName).collect(Collectors.toSet());
  }

  private static String sourceName(String internalName) {
    return internalName.replace('/', '.');
  }

  /** True if the class of this {@linkplain Class#getName name} may be named. */
  public boolean permitsClass(String className) {
    return types.containsKey(internal(className));
  }

  boolean permitsType(String internalName) {
    return types.containsKey(internalName);
  }

  /** True if a class of a bundle may extend or implement it. */
  boolean permitsInheritance(String internalName) {
    return types.containsKey(internalName) && !types.get(internalName).isFinal;
  }

  /**
   * The class that takes the place of this type wherever metered code names it.
   *
   * @param type an internal name
   */
  public Optional<String> shadow(String type) {
    return Optional.ofNullable(types.get(type)).map(Listed::shadow);
  }

  /** The types that are shadowed, to the classes that take their places; internal names. */
  public Map<String, String> shadows() {
    return types.entrySet().stream()
        .filter(entry -> entry.getValue().shadow != null)
        .collect(Collectors.toMap(Map.Entry::getKey, entry -> entry.getValue().shadow));
  }

  /** The {@linkplain Class#getName names} of the classes of all twins and shadows. */
  public Set<String> twinNames() {
    Set<String> names = new TreeSet<>();
    for (Listed type : types.values()) {
      Stream.of(type.prices, type.superPrices)
          .flatMap(prices -> prices.values().stream())
          .map(PriceTag::twin)
          .filter(Objects::nonNull)
          .forEach(twin -> names.add(sourceName(twin)));
      if (type.shadow != null) {
        names.add(sourceName(type.shadow));
      }
    }
    return names;
  }

  /**
   * The price of a method or constructor that the list permits. A method is looked for at its
   * owner, then at the owner's supertypes.
   *
   * @param owner an internal name of a listed type, not of a class of the bundle
   * @throws IllegalArgumentException if it is not listed
   */
  public Price price(String owner, String name, String descriptor) {
    return findPrice(owner, name, descriptor).orElseThrow(() -> unlisted(owner, name, descriptor));
  }

  /** The price of a method or constructor as above, or nothing if it is not listed. */
  public Optional<Price> findPrice(String owner, String name, String descriptor) {
    return find(owner, name, descriptor, false);
  }

  /**
   * The price of a method that a class of the bundle calls by {@code super} (invokespecial, other
   * than a constructor), or nothing if it may not be called so.
   */
  public Optional<Price> findSuperPrice(String owner, String name, String descriptor) {
    return find(owner, name, descriptor, true);
  }

  private Optional<Price> find(String owner, String name, String descriptor, boolean ofSuper) {
    Listed type = types.get(owner);
    if (type == null) {
      return Optional.empty();
    }
    Map<String, PriceTag> prices = ofSuper ? type.superPrices : type.prices;
    PriceTag tag = prices.get(overload(name, descriptor));
    if (tag != null) {
      return Optional.of(tag.of(owner, name, descriptor));
    }
    return name.equals(CONSTRUCTOR)
        ? Optional.empty()
        : type.supertypes.stream()
            .flatMap(parent -> find(parent, name, descriptor, ofSuper).stream())
            .findFirst();
  }

  private static IllegalArgumentException unlisted(String owner, String name, String descriptor) {
    return new IllegalArgumentException(
        owner.replace('/', '.') + "." + overload(name, descriptor) + " has no price");
  }

  /** True if the field is listed at its owner or at one of the owner's supertypes. */
  boolean permitsField(String owner, String name) {
    return permits(owner, name);
  }

  /** True if the method is listed at its owner or at one of the owner's supertypes. */
  boolean permitsMethod(String owner, String name, String descriptor) {
    return permits(owner, overload(name, descriptor));
  }

  /** True if it is listed at its owner itself: constructors and static methods do not inherit. */
  boolean permitsExactly(String owner, String name, String descriptor) {
    Listed type = types.get(owner);
    return type != null && type.prices.containsKey(overload(name, descriptor));
  }

  private boolean permits(String owner, String member) {
    Listed type = types.get(owner);
    return type != null
        && (type.prices.containsKey(member)
            || type.supertypes.stream().anyMatch(parent -> permits(parent, member)));
  }

  /** As the list and a reader write it: {@code name(byte[],int)}. */
  static String overload(String name, String descriptor) {
    return Stream.of(Type.getArgumentTypes(descriptor))
        .map(Type::getClassName)
        .collect(Collectors.joining(",", name + "(", ")"));
  }

  /** All listed types with their members, for tests that hold the list against the JDK. */
  Map<String, Set<String>> members() {
    return types.entrySet().stream()
        .collect(Collectors.toMap(Map.Entry::getKey, entry -> entry.getValue().prices.keySet()));
  }

  /** The members of a type that {@code super} may call. */
  Set<String> superMembers(String internalName) {
    return types.get(internalName).superPrices.keySet();
  }

  List<String> supertypes(String internalName) {
    return types.get(internalName).supertypes;
  }
}
