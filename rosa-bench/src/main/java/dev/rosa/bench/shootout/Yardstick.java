package dev.rosa.bench.shootout;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.rosa.client.process.Program;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

/**
 * Runner of the program in C that does with libgcrypt what the provider RosaGcrypt does through
 * JNI. It comes in rosa-native's platform jar; extracted once, removed at exit. Owned by one
 * thread.
 */
final class Yardstick {

  /** Provider that is measured against it. */
  static final String AGAINST = "RosaGcrypt";

  private static final String RESOURCE = "dev/rosa/nativecode/linux-x86_64/gcrypt_yardstick";
  private static final String SECONDS = "0.3";

  private Path program;

  Yardstick() {}

  /**
   * Result of the yardstick.
   *
   * @param library version of libgcrypt
   */
  record Measurement(double nsPerPacket, String library) {}

  /**
   * Runs it once.
   *
   * @param algorithm JCE name
   * @throws ForkException if it is not there or failed
   */
  Measurement measure(String algorithm, int bytes) throws ForkException {
    try {
      String size = Integer.toString(bytes);
      return result(Program.of(extracted().toString(), algorithm, size, SECONDS).run());
    } catch (IOException e) {
      throw new ForkException("the yardstick in C cannot be run: " + e.getMessage(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ForkException("the yardstick in C was interrupted", e);
    }
  }

  private static Measurement result(Program.Outcome outcome) throws IOException, ForkException {
    if (outcome.exit() != 0) {
      throw new ForkException("the yardstick in C failed", null);
    }
    JsonNode json = new ObjectMapper().readTree(outcome.out());
    double ns = json.path("nsPerPacket").asDouble();
    if (ns <= 0) {
      throw new ForkException("the yardstick in C printed no nsPerPacket", null);
    }
    return new Measurement(ns, json.path("libgcrypt").asText("?"));
  }

  private Path extracted() throws IOException, ForkException {
    if (program != null) {
      return program;
    }
    try (InputStream in = Yardstick.class.getClassLoader().getResourceAsStream(RESOURCE)) {
      if (in == null) {
        throw new ForkException(
            "the yardstick in C was not built (libgcrypt20-dev and a C compiler make it)", null);
      }
      Path directory = Files.createTempDirectory("rosa-yardstick");
      Path file = directory.resolve("gcrypt_yardstick");
      directory.toFile().deleteOnExit();
      file.toFile().deleteOnExit();
      Files.copy(in, file);
      Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwx------"));
      program = file;
      return file;
    }
  }
}
