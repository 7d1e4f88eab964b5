package dev.rosa.router.execution.bytecode;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.api.ActiveApplication;
import dev.rosa.metering.run.MeteredInstance;
import dev.rosa.router.execution.ExecutionEnvironment;
import java.io.IOException;
import java.io.InputStream;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.analysis.AnalyzerException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Calls on objects whose class a bundle defines: there are none outside the bounded thread. No such
 * object is handed to code that would call it: a logger, another exception, a collection. Read off
 * the bytecode of the router's classes.
 */
@Tag("jdk")
class ForeignObjectsTest {

  /** No code runs below these, and what they catch comes from the network or the command line. */
  private static final Set<String> NOT_ON_THE_WAY_OF_CODE =
      Set.of("StatusServer", "CodeServerLink", "CatalogueStream", "SegmentFetch", "RouterCommand");

  /** One asks for the class before it calls anything; the other is done before any code runs. */
  private static final Set<String> MAY_ASK_THROWABLES = Set.of("ThrownByCode", "UsesOfTheJdk");

  private static List<String> usesIn(ClassNode type) throws AnalyzerException {
    List<String> uses = new ArrayList<>();
    for (MethodNode method : type.methods) {
      for (String use : ForeignObjects.usesIn(type.name, method)) {
        uses.add(method.name + " " + use);
      }
    }
    return uses;
  }

  private static ClassNode read(InputStream classFile) throws IOException {
    ClassNode type = new ClassNode();
    new ClassReader(classFile).accept(type, ClassReader.SKIP_DEBUG);
    return type;
  }

  @Test
  void shouldCallNothingOfWhatABundleMayHaveDefined() throws Exception {
    Map<String, List<String>> found = new TreeMap<>();
    List<Path> files = classFiles();
    for (Path file : files) {
      try (InputStream bytes = Files.newInputStream(file)) {
        List<String> uses = usesIn(read(bytes));
        if (!uses.isEmpty()) {
          found.put(file.getFileName().toString(), uses);
        }
      }
    }
    assertTrue(files.size() > 80, files::toString);
    assertEquals(Map.of(), found);
  }

  private static List<Path> classFiles() throws IOException, URISyntaxException {
    List<Path> all = new ArrayList<>(classFiles(ExecutionEnvironment.class, "dev/rosa/router"));
    all.addAll(classFiles(MeteredInstance.class, "dev/rosa/metering/run"));
    return all;
  }

  /** The class files of a package and those below it, where a class of it comes from a folder. */
  private static List<Path> classFiles(Class<?> type, String folder)
      throws IOException, URISyntaxException {
    Path classes = Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI());
    if (!Files.isDirectory(classes)) {
      return List.of();
    }
    try (Stream<Path> files = Files.walk(classes.resolve(folder))) {
      return files.filter(ForeignObjectsTest::isOnTheWayOfCode).toList();
    }
  }

  private static boolean isOnTheWayOfCode(Path file) {
    String name = file.getFileName().toString();
    String outermost = name.replaceAll("[$.].*", "");
    return name.endsWith(".class")
        && !NOT_ON_THE_WAY_OF_CODE.contains(outermost)
        && !MAY_ASK_THROWABLES.contains(outermost);
  }

  /** Methods of which each does something forbidden. */
  @SuppressWarnings({"CatchThrowable", "DoNotCallSuggester", "unused"})
  private static final class Careless {

    private static final Logger LOG = LoggerFactory.getLogger(Careless.class);
    private Throwable kept;

    void joins(Runnable code) {
      try {
        code.run();
      } catch (Throwable e) {
        LOG.warn("failed: " + e);
      }
    }

    void asks(Runnable code) {
      try {
        code.run();
      } catch (RuntimeException | Error e) {
        LOG.warn(e.getMessage());
      }
    }

    void logs(Runnable code) {
      try {
        code.run();
      } catch (LinkageError e) {
        LOG.warn("failed: {} {} {}", 1, 2, e);
      }
    }

    void chains(Runnable code) {
      try {
        code.run();
      } catch (Exception e) {
        throw new IllegalStateException("failed", e);
      }
    }

    void chainsTheCause(ExecutionException e) throws ExecutionException {
      throw new ExecutionException(e.getCause());
    }

    void keeps(Throwable e) {
      kept = e;
    }

    boolean compares(ActiveApplication application, Set<Object> known) {
      return known.contains(application);
    }

    String shows(ActiveApplication application) {
      return application.toString();
    }

    Runnable defers(Throwable e) {
      return () -> LOG.warn("failed", e);
    }
  }

  @Test
  void shouldFindEachForbiddenUse() throws Exception {
    List<String> uses;
    try (InputStream bytes =
        Careless.class.getResourceAsStream("ForeignObjectsTest$Careless.class")) {
      uses = usesIn(read(bytes));
    }
    for (String method :
        List.of(
            "joins",
            "asks",
            "logs",
            "chains ",
            "chainsTheCause",
            "keeps",
            "compares",
            "shows",
            "defers")) {
      assertTrue(uses.stream().anyMatch(use -> use.startsWith(method)), method + ": " + uses);
    }
  }
}
