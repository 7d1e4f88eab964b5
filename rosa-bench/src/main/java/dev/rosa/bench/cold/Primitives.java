package dev.rosa.bench.cold;

import dev.rosa.client.process.JavaHome;
import dev.rosa.client.process.Program;
import dev.rosa.provider.Candidate;
import dev.rosa.provider.Candidates;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Measurement of the first calls of every operation of every crypto provider, each in a fresh JVM.
 * Owned by one thread.
 */
final class Primitives {

  /** The provider that every JDK has; for digests it is called SUN. */
  static final String JDK = "SunJCE";

  /**
   * Subject of a measurement.
   *
   * @param provider its name in {@link Candidates}
   */
  record Subject(Operation operation, String provider) {}

  private final JavaHome java;
  private final Path dropIns;
  private final List<Subject> subjects = new ArrayList<>();
  private final Set<Subject> absent = new HashSet<>();
  private final Map<Subject, List<PrimitiveReading>> readings = new LinkedHashMap<>();

  /**
   * Those of all providers that are known.
   *
   * @param dropIns the folder of drop-in jars
   */
  Primitives(JavaHome java, Path dropIns) {
    this.java = java;
    this.dropIns = dropIns;
    List<String> providers =
        Candidates.known(dropIns).present().stream().map(Candidate::name).toList();
    for (Operation operation : Operation.values()) {
      subjects.add(new Subject(operation, JDK));
      providers.stream()
          .filter(name -> operation.isJce() && !name.equals(JDK))
          .forEach(name -> subjects.add(new Subject(operation, name)));
    }
  }

  /** Subjects of one round. */
  List<Subject> subjects() {
    return subjects;
  }

  /** Measures once, if the provider has the operation. */
  void measure(Subject subject) throws IOException, InterruptedException {
    if (absent.contains(subject)) {
      return;
    }
    String last =
        program(subject)
            .run()
            .said()
            .lines()
            .filter(line -> line.startsWith(FirstCall.TIMES) || line.startsWith(FirstCall.ABSENT))
            .reduce("", (earlier, later) -> later);
    if (last.startsWith(FirstCall.TIMES)) {
      readings
          .computeIfAbsent(subject, key -> new ArrayList<>())
          .add(PrimitiveReading.parse(last.substring(FirstCall.TIMES.length()).strip()));
    } else {
      absent.add(subject);
    }
  }

  private Program program(Subject subject) {
    List<String> command = java.command(List.of());
    command.addAll(
        List.of(
            "-cp",
            System.getProperty("java.class.path"),
            FirstCall.class.getName(),
            subject.operation().name(),
            subject.provider(),
            dropIns.toString()));
    return Program.of(subject.operation() + " of " + subject.provider(), command);
  }

  /** Results by subject. */
  Map<Subject, List<PrimitiveReading>> readings() {
    return readings;
  }
}
