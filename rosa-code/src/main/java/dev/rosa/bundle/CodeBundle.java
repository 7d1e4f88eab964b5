package dev.rosa.bundle;

import dev.rosa.api.ActiveApplication;
import dev.rosa.bundle.admission.CodeBudgets;
import dev.rosa.bundle.admission.Finding;
import dev.rosa.bundle.admission.FirstFinding;
import dev.rosa.bundle.admission.ManifestText;
import dev.rosa.keys.CodeDigest;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.jar.Attributes;
import java.util.jar.Manifest;
import org.objectweb.asm.Opcodes;

/**
 * Bundle of active code: a jar within the size limits, with an entry class that can be constructed
 * and called. What its instructions do is checked by {@link AllowListVerifier}. Immutable; Code
 * Server and router open the very same bytes.
 */
public final class CodeBundle {

  private static final String MANIFEST = ManifestText.FILE;
  static final String ENTRY_ATTRIBUTE = "Rosa-Entry-Class";
  static final String POLICY_ATTRIBUTE = "Rosa-Failure-Policy";

  /** The attributes of a manifest that mean something. */
  public static final List<String> ATTRIBUTES =
      List.of(
          ENTRY_ATTRIBUTE,
          POLICY_ATTRIBUTE,
          CodeBudgets.FUEL,
          CodeBudgets.MEMORY,
          CodeBudgets.API_VERSION);

  private static final String APPLICATION = ActiveApplication.class.getName().replace('.', '/');
  private static final String EXAMPLES = "dev/rosa/examples/";
  private static final String SAMPLES = "META-INF/rosa/samples/";

  /** Payload that fits into a packet over any link, header and tag included. */
  private static final int SAMPLE_BYTES = 1_200;

  /** The JDK takes a time that grows with the square of a manifest's attributes. */
  private static final int MOST_MANIFEST_BYTES = 16 << 10;

  private static final int MOST_SAMPLES = 16;
  private static final List<String> RESERVED_PACKAGES =
      List.of("java/", "javax/", "jdk/", "sun/", "com/sun/", "dev/rosa/");

  private final CodeDigest digest;
  private final int sizeBytes;
  private final Map<String, byte[]> classes;
  private final Map<String, ClassOutline> outlines;
  private final List<byte[]> samples = new ArrayList<>();
  private final String entryClass;
  private final FailurePolicy failurePolicy;
  private final CodeBudgets budgets;
  private final List<String> unknownAttributes;

  private CodeBundle(byte[] jar, Map<String, byte[]> files, Consumer<Finding> findings)
      throws BundleException {
    this.digest = CodeDigest.ofBundle(jar);
    this.sizeBytes = jar.length;
    this.classes = new LinkedHashMap<>();
    this.outlines = new LinkedHashMap<>();
    byte[] text = manifestFile(files.get(MANIFEST));
    // Before the JDK's reader, which tells its log of an attribute that is there twice.
    Map<String, String> attributes = ManifestText.attributes(text, findings);
    this.budgets = CodeBudgets.of(attributes, findings);
    this.unknownAttributes = ManifestText.unknown(attributes.keySet(), ATTRIBUTES);
    Attributes manifest = manifest(text);
    for (Map.Entry<String, byte[]> file : files.entrySet()) {
      checkFile(file.getKey(), file.getValue());
      if (file.getKey().endsWith(".class")) {
        addClass(file.getKey(), file.getValue());
      } else if (file.getKey().startsWith(SAMPLES)) {
        addSample(file.getKey(), file.getValue());
      }
    }
    this.failurePolicy = FailurePolicy.ofManifest(manifest.getValue(POLICY_ATTRIBUTE));
    this.entryClass = entryClass(manifest.getValue(ENTRY_ATTRIBUTE));
  }

  /**
   * Opens a bundle; {@code jar} is not kept.
   *
   * @throws BundleException if it is not a jar, is larger than {@code limits}, or not of the form
   */
  public static CodeBundle open(byte[] jar, BundleLimits limits) throws BundleException {
    try {
      return open(jar, limits, FirstFinding.ending());
    } catch (FirstFinding first) {
      throw new BundleException(first);
    }
  }

  /**
   * Opens a bundle as above.
   *
   * @param findings is told of what is refused without an end to the reading
   * @throws BundleException as above
   */
  public static CodeBundle open(byte[] jar, BundleLimits limits, Consumer<Finding> findings)
      throws BundleException {
    return new CodeBundle(jar, BundleArchive.read(jar, limits), findings);
  }

  /** SHA-256 over the jar: the code's name. */
  public CodeDigest digest() {
    return digest;
  }

  /** The class to start, as {@link Class#getName} writes it. */
  public String entryClass() {
    return entryClass;
  }

  /** Treatment of a packet when this code fails on it. */
  public FailurePolicy failurePolicy() {
    return failurePolicy;
  }

  /** Budgets that its manifest asks for. */
  public CodeBudgets budgets() {
    return budgets;
  }

  /** Attributes {@code Rosa-…} of its manifest that mean nothing; it may be admitted with them. */
  public List<String> unknownAttributes() {
    return unknownAttributes;
  }

  /** Class files by {@linkplain Class#getName class name}; the arrays are not to be changed. */
  public Map<String, byte[]> classes() {
    return Collections.unmodifiableMap(classes);
  }

  /**
   * Payloads like those the code is made for, which it may be prewarmed on before real packets
   * come; often none. The arrays are not to be changed.
   */
  public List<byte[]> samples() {
    return Collections.unmodifiableList(samples);
  }

  /** Bytes of the jar. */
  public int sizeBytes() {
    return sizeBytes;
  }

  /** The bundle's own class of this internal name, or null. */
  ClassOutline outline(String internalName) {
    return outlines.get(internalName);
  }

  /** The bundle's own classes, in its order. */
  Collection<ClassOutline> outlines() {
    return Collections.unmodifiableCollection(outlines.values());
  }

  private static byte[] manifestFile(byte[] file) throws BundleException {
    if (file == null) {
      throw new BundleException(
          "the bundle has no " + MANIFEST + " that names its entry class in " + ENTRY_ATTRIBUTE);
    }
    if (file.length > MOST_MANIFEST_BYTES) {
      throw new BundleException(
          "%s has %d bytes, at most %d are taken"
              .formatted(MANIFEST, file.length, MOST_MANIFEST_BYTES));
    }
    return file;
  }

  /** Sections for single files mean nothing, and the JDK's reader tells its log of their faults. */
  private static Attributes manifest(byte[] file) throws BundleException {
    Attributes attributes;
    byte[] main = ManifestText.mainPart(file);
    try {
      attributes = new Manifest(new ByteArrayInputStream(main)).getMainAttributes();
    } catch (IOException e) {
      throw new BundleException(MANIFEST + " is damaged: " + e.getMessage(), e);
    }
    if (attributes.containsKey(Attributes.Name.MULTI_RELEASE)) {
      throw new BundleException(MANIFEST + ": a bundle cannot be multi-release");
    }
    if (attributes.containsKey(Attributes.Name.CLASS_PATH)) {
      throw new BundleException(MANIFEST + ": Class-Path has no meaning, pack all into the bundle");
    }
    return attributes;
  }

  private static void checkFile(String path, byte[] content) throws BundleException {
    String name = path.toUpperCase(Locale.ROOT);
    if (name.startsWith("META-INF/VERSIONS/")) {
      throw new BundleException(path + ": a bundle cannot be multi-release");
    }
    if (isSignature(name)) {
      throw new BundleException(
          path + " is a leftover of a signed jar; publishers sign when they publish");
    }
    boolean zip = content.length > 3 && content[0] == 'P' && content[1] == 'K' && content[2] == 3;
    if (zip || name.endsWith(".JAR") || name.endsWith(".ZIP")) {
      throw new BundleException(path + " is a jar within the bundle; put its classes in instead");
    }
  }

  private static boolean isSignature(String upperCaseName) {
    return upperCaseName.startsWith("META-INF/")
        && (upperCaseName.endsWith(".SF")
            || upperCaseName.endsWith(".RSA")
            || upperCaseName.endsWith(".DSA")
            || upperCaseName.endsWith(".EC")
            || upperCaseName.startsWith("META-INF/SIG-"));
  }

  private void addClass(String path, byte[] file) throws BundleException {
    for (String reserved : RESERVED_PACKAGES) {
      if (path.startsWith(reserved) && !path.startsWith(EXAMPLES)) {
        throw new BundleException(
            path
                + " is in a package that a bundle may not have ("
                + reserved.replace('/', '.')
                + "*)");
      }
    }
    ClassOutline outline = ClassOutline.read(path, file);
    outlines.put(outline.name(), outline);
    classes.put(outline.sourceName(), file);
  }

  private void addSample(String path, byte[] payload) throws BundleException {
    if (payload.length == 0 || payload.length > SAMPLE_BYTES) {
      throw new BundleException(
          "%s has %d bytes, a sample has 1 to %d".formatted(path, payload.length, SAMPLE_BYTES));
    }
    if (samples.size() == MOST_SAMPLES) {
      throw new BundleException(
          "%s is one too many, a bundle has at most %d samples".formatted(path, MOST_SAMPLES));
    }
    samples.add(payload);
  }

  private String entryClass(String attribute) throws BundleException {
    if (attribute == null) {
      throw new BundleException(MANIFEST + " has no " + ENTRY_ATTRIBUTE);
    }
    String name = attribute.trim();
    ClassOutline entry = outlines.get(name.replace('.', '/'));
    if (entry == null) {
      throw new BundleException(
          MANIFEST + ": " + ENTRY_ATTRIBUTE + " is '" + name + "', which is not in the bundle");
    }
    if (!entry.has(Opcodes.ACC_PUBLIC) || entry.has(Opcodes.ACC_ABSTRACT)) {
      throw new BundleException("entry class " + name + " is not public and concrete");
    }
    if (!implementsApplication(entry)) {
      throw new BundleException(
          "entry class " + name + " does not implement " + ActiveApplication.class.getName());
    }
    if (!entry.declaresPublic("<init>", "()V")) {
      throw new BundleException(
          "entry class " + name + " has no public constructor without arguments");
    }
    return entry.sourceName();
  }

  private boolean implementsApplication(ClassOutline entry) {
    Set<String> seen = new HashSet<>();
    ArrayDeque<String> open = new ArrayDeque<>(List.of(entry.name()));
    while (!open.isEmpty()) {
      String name = open.pop();
      ClassOutline outline = seen.add(name) ? outlines.get(name) : null;
      if (name.equals(APPLICATION)) {
        return true;
      }
      if (outline != null) {
        open.push(outline.superName());
        outline.interfaces().forEach(open::push);
      }
    }
    return false;
  }
}
