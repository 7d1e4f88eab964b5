package dev.rosa.vectors;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.rosa.keys.CodeDigest;
import dev.rosa.keys.CodeSecret;
import dev.rosa.keys.UserId;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Reader of a file of test vectors: a JSON object whose {@code vectors} is a list of objects. Keys
 * that the format does not have are ignored; a key that is missing or of the wrong form is an
 * error.
 */
public final class VectorFile {
  /** The most bytes a file may have. */
  public static final int MAX_FILE_BYTES = 64 << 20;

  /** The most vectors a file may have. */
  public static final int MAX_VECTORS = 100_000;

  /** The most bytes of payload: no IP packet takes more. */
  static final int MAX_PAYLOAD_BYTES = 65_535;

  private static final int MAX_DEPTH = 16;
  private static final int MAX_TEXT = 1 << 20;

  private static final ObjectMapper JSON =
      JsonMapper.builder(
              JsonFactory.builder()
                  .streamReadConstraints(
                      StreamReadConstraints.builder()
                          .maxNestingDepth(MAX_DEPTH)
                          .maxStringLength(MAX_TEXT)
                          .build())
                  .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                  .disable(StreamReadFeature.INCLUDE_SOURCE_IN_LOCATION)
                  .build())
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .build();

  private VectorFile() {}

  /**
   * The vectors of a file, at least one.
   *
   * @throws VectorFileException if the file cannot be used
   */
  public static List<Vector> read(Path file) throws VectorFileException {
    try {
      return parse(file.toString(), bytes(file));
    } catch (NoSuchFileException e) {
      throw new VectorFileException(file + ": no such file");
    } catch (IOException e) {
      throw new VectorFileException(file + ": cannot be read: " + e.getMessage());
    }
  }

  /**
   * The vectors in a file's content, at least one.
   *
   * @param file its name, for messages
   * @throws VectorFileException if the content cannot be used
   */
  public static List<Vector> parse(String file, byte[] content) throws VectorFileException {
    JsonNode vectors = tree(file, content).path("vectors");
    if (!vectors.isArray() || vectors.isEmpty()) {
      throw new VectorFileException(
          file + ": no vectors, expected a JSON object with a list 'vectors'");
    }
    if (vectors.size() > MAX_VECTORS) {
      throw new VectorFileException(
          file + ": " + vectors.size() + " vectors, expected at most " + MAX_VECTORS);
    }
    List<Vector> parsed = new ArrayList<>(vectors.size());
    for (int i = 0; i < vectors.size(); i++) {
      parsed.add(parse(file, i, vectors.get(i)));
    }
    return parsed;
  }

  private static JsonNode tree(String file, byte[] content) throws VectorFileException {
    try {
      return JSON.readTree(content);
    } catch (JsonProcessingException e) {
      int line = e.getLocation() == null ? 1 : e.getLocation().getLineNr();
      throw new VectorFileException(
          file + ":" + line + ": not JSON as expected: " + e.getOriginalMessage());
    } catch (IOException e) {
      throw new VectorFileException(file + ": cannot be read: " + e.getMessage());
    }
  }

  private static byte[] bytes(Path file) throws IOException, VectorFileException {
    try (InputStream in = Files.newInputStream(file)) {
      byte[] bytes = in.readNBytes(MAX_FILE_BYTES + 1);
      if (bytes.length > MAX_FILE_BYTES) {
        throw new VectorFileException(
            file + ": larger than " + (MAX_FILE_BYTES >> 20) + " MiB, the most a file may have");
      }
      return bytes;
    }
  }

  private static Vector parse(String file, int index, JsonNode node) throws VectorFileException {
    try {
      if (!node.isObject()) {
        throw new IllegalArgumentException("expected a JSON object");
      }
      VectorFields fields = new VectorFields(node);
      return new Vector(index, inputs(fields), expected(fields));
    } catch (IllegalArgumentException e) {
      throw new VectorFileException(file + ": vector " + index + ": " + e.getMessage());
    }
  }

  private static Vector.Inputs inputs(VectorFields fields) {
    Vector.Inputs inputs =
        new Vector.Inputs(
            (int) fields.number("suite", 0xff),
            fields.optionalText("suiteName"),
            CodeSecret.of(fields.hex("kci", CodeSecret.BYTES)),
            fields.u32("domain"),
            fields.u32("epoch"),
            fields.u32("sst"),
            fields.u32("set"),
            fields.u64("session"),
            UserId.of(fields.hex("user", UserId.BYTES)),
            CodeDigest.of(fields.hex("codeDigest", CodeDigest.BYTES)),
            fields.u64("grant"),
            fields.address("src"),
            fields.address("dst"),
            (int) fields.number("servicePort", 0xffff),
            fields.u64("sequence"),
            fields.hexUpTo("payload", MAX_PAYLOAD_BYTES));
    if (inputs.source().getClass() != inputs.destination().getClass()) {
      throw new IllegalArgumentException("src and dst are of two address families");
    }
    return inputs;
  }

  private static Vector.Expected expected(VectorFields fields) {
    return new Vector.Expected(
        fields.hexUpTo("kdfContext", MAX_PAYLOAD_BYTES),
        fields.hexUpTo("kHmac", MAX_PAYLOAD_BYTES),
        fields.hexUpTo("kEncrypt", MAX_PAYLOAD_BYTES),
        fields.hexUpTo("datagram", 2 * MAX_PAYLOAD_BYTES));
  }
}
