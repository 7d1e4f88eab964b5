package dev.rosa.metering.instrument;

import dev.rosa.bundle.AllowList;
import dev.rosa.bundle.BundleException;
import dev.rosa.bundle.CodeBundle;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassTooLargeException;
import org.objectweb.asm.LimitExceededException;
import org.objectweb.asm.MethodTooLargeException;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.commons.Remapper;
import org.objectweb.asm.commons.SimpleRemapper;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * Instrumenter of bundles that the allow-list's verifier has passed: it makes class files that
 * charge the {@link dev.rosa.metering.Meter} of their thread for all that they do (PROTOCOL §4).
 * The same bundle gives the same charges on every JVM. Stateless; any thread may use it.
 */
public final class Instrumenter {

  /** HotSpot compiles no method that is larger. */
  private static final int MOST_METERED_BYTES = 8_000;

  /**
   * Static method, without arguments or result, of a class with lambdas or texts: it links them. It
   * is to be called once, before code runs. Classes without either have none.
   */
  public static final String LINKER = Synthetics.LINKER;

  private final AllowList prices;

  public Instrumenter(AllowList prices) {
    this.prices = prices;
  }

  /**
   * The metered class files of a bundle, by {@linkplain Class#getName class name}, in its order.
   *
   * @throws BundleException in one line, if a class has something that cannot be metered, or gets
   *     too large by it
   */
  public Map<String, byte[]> instrument(CodeBundle bundle) throws BundleException {
    Place place = new Place();
    try {
      return instrument(read(bundle, place), place);
    } catch (Unmeterable e) {
      throw new BundleException(place + " " + e.getMessage(), e);
    } catch (MethodTooLargeException e) {
      throw new BundleException(
          "%s.%s is too large once it is metered; divide it"
              .formatted(e.getClassName().replace('/', '.'), e.getMethodName()),
          e);
    } catch (ClassTooLargeException e) {
      throw new BundleException(
          e.getClassName().replace('/', '.') + " is too large once it is metered; divide it", e);
    } catch (LimitExceededException e) {
      throw new BundleException(
          place
              + " has a method whose variables change their types too often in its loops; divide"
              + " it",
          e);
    } catch (RuntimeException e) {
      throw new BundleException(place + " is not a valid class file", e);
    }
  }

  /** Class and method that are worked on, for messages. */
  private static final class Place {
    private String type = "";
    private String method = "";

    void at(ClassNode node) {
      type = node.name.replace('/', '.');
      method = "";
    }

    void at(MethodNode node) {
      method = "." + node.name;
    }

    @Override
    public String toString() {
      return type + method;
    }
  }

  private static Map<String, ClassNode> read(CodeBundle bundle, Place place) {
    Map<String, ClassNode> classes = new LinkedHashMap<>();
    for (byte[] file : bundle.classes().values()) {
      ClassNode node = new ClassNode();
      new ClassReader(file).accept(new WithoutReflection(node), ClassReader.SKIP_FRAMES);
      // One thread runs an instance: no other thread sees the order of its memory.
      node.fields.forEach(field -> field.access &= ~Opcodes.ACC_VOLATILE);
      classes.put(node.name, node);
    }
    for (ClassNode node : classes.values()) {
      place.at(node);
      DefaultMethods.add(node, classes.containsKey(node.superName));
    }
    return classes;
  }

  private Map<String, byte[]> instrument(Map<String, ClassNode> classes, Place place) {
    BundleTypes types = new BundleTypes(classes);
    PricedCalls calls = new PricedCalls(types, prices);
    JoinedTexts texts = new JoinedTexts();
    for (ClassNode node : classes.values()) {
      replace(node, types, calls, texts, place);
    }
    Weights weights = new Weights(types, calls);
    Map<ClassNode, List<MethodNode>> metered = new HashMap<>();
    for (ClassNode node : classes.values()) {
      metered.put(node, metered(node, weights, place));
    }
    Map<String, byte[]> files = new LinkedHashMap<>();
    long words = 0;
    SuperClasses superClasses = new SuperClasses(types);
    Remapper remapper = new SimpleRemapper(Opcodes.ASM9, prices.shadows());
    for (ClassNode node : classes.values()) {
      place.at(node);
      for (MethodNode method : metered.get(node)) {
        place.at(method);
        new MethodMeter(method, weights).insert();
      }
      place.at(node);
      List<Long> ofMethods = node.methods.stream().map(FrameWork::words).toList();
      words += ofMethods.stream().mapToLong(Long::longValue).sum();
      if (words > FrameWork.MOST_WORDS) {
        throw new Unmeterable("is one class too many: the bundle has too many jumps and variables");
      }
      byte[] file = MeteredWriter.write(node, ofMethods, remapper, superClasses);
      requireCompilable(node, file, place);
      files.put(node.name.replace('/', '.'), file);
    }
    return files;
  }

  /** A static initialiser may be large, as it runs once. */
  private static void requireCompilable(ClassNode node, byte[] file, Place place) {
    for (int method : StackedLoops.in(file)) {
      place.at(node.methods.get(method));
      throw new Unmeterable(
          "has a loop within an expression, which keeps values on the operand stack: a JVM"
              + " interprets such loops; give the loop's result a variable, and use that in the"
              + " expression");
    }
    int[] bytes = new CodeSizes(file).ofMethods();
    for (int i = 0; i < bytes.length; i++) {
      MethodNode method = node.methods.get(i);
      boolean once = method.name.equals(Calls.INITIALISER) || method.name.equals(LINKER);
      if (bytes[i] > MOST_METERED_BYTES && !once) {
        place.at(method);
        throw new Unmeterable(
            "takes %d bytes once it is metered, at most %d are taken: a JVM interprets larger ones for ever; divide it"
                .formatted(bytes[i], MOST_METERED_BYTES));
      }
    }
  }

  private static void replace(
      ClassNode node, BundleTypes types, PricedCalls calls, JoinedTexts texts, Place place) {
    place.at(node);
    Synthetics synthetics = new Synthetics(node);
    Replacements replacements = new Replacements(types, calls, synthetics, texts);
    for (MethodNode method : node.methods) {
      place.at(method);
      replacements.replaceDynamic(method);
    }
    synthetics.finish(types);
    for (MethodNode method : node.methods) {
      place.at(method);
      replacements.replaceCalls(method);
    }
    synthetics.finish(types);
    synthetics.finishSites(types);
  }

  /** Methods that charge by themselves: all but leaves. Found out before any of them is changed. */
  private static List<MethodNode> metered(ClassNode node, Weights weights, Place place) {
    place.at(node);
    List<MethodNode> metered = new ArrayList<>();
    for (MethodNode method : node.methods) {
      place.at(method);
      boolean runs = method.instructions.size() > 0 && !method.name.equals(LINKER);
      if (runs && weights.leaves().weight(node, method) == null) {
        metered.add(method);
      }
    }
    return metered;
  }
}
