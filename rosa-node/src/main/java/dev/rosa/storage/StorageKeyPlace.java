package dev.rosa.storage;

import dev.rosa.config.ConfigException;
import dev.rosa.config.StorageKeyLocation;
import dev.rosa.config.StorageKeyLocation.Source;
import dev.rosa.storage.file.DurableFolder;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;

/**
 * Reader of the storage key from its configured place: a file, the environment or a systemd
 * credential. A key file that is missing can be made. Stateless.
 *
 * @param location as the configuration names it
 * @param environment of the process
 */
record StorageKeyPlace(StorageKeyLocation location, Map<String, String> environment) {

  private static final String CREDENTIALS = "CREDENTIALS_DIRECTORY";
  private static final int MOST_BYTES = 256;
  private static final Set<PosixFilePermission> OWNER_ONLY =
      PosixFilePermissions.fromString("rw-------");

  /**
   * Checks that there is a key, or that one can be made.
   *
   * @throws ConfigException in one line if not
   */
  void check() throws ConfigException {
    if (!isMissingFile()) {
      read().destroy();
    }
  }

  /** True if a file is named and not there: {@link #make} would make it. */
  boolean isMissingFile() {
    return location.source() == Source.FILE && !Files.exists(Path.of(location.name()));
  }

  /**
   * Reads the key; the caller must destroy it.
   *
   * @throws ConfigException in one line if there is none, or others may read it
   */
  StorageKey read() throws ConfigException {
    byte[] text = stripped(text());
    try {
      return StorageKey.of(text).orElseThrow(() -> malformed(text.length));
    } finally {
      Arrays.fill(text, (byte) 0);
    }
  }

  private ConfigException malformed(int length) {
    String count = length < MOST_BYTES ? Integer.toString(length) : "more than " + (MOST_BYTES - 1);
    String found =
        length == StorageKey.DIGITS
            ? "characters that are no hexadecimal digits"
            : count + " characters";
    return refusal("has " + found, "a storage key of 64 hexadecimal digits");
  }

  private ConfigException refusal(String found, String expected) {
    return new ConfigException(location + ": " + found + ", expected " + expected);
  }

  private byte[] text() throws ConfigException {
    return switch (location.source()) {
      case ENVIRONMENT -> ofVariable();
      case CREDENTIAL -> ofFile(credential());
      case FILE -> {
        Path file = Path.of(location.name());
        requireOwnerOnly(file);
        yield ofFile(file);
      }
    };
  }

  private byte[] ofVariable() throws ConfigException {
    String value = environment.get(location.name());
    if (value == null) {
      throw refusal("no such environment variable", "a storage key of 64 hexadecimal digits");
    }
    return value.getBytes(StandardCharsets.UTF_8);
  }

  /** Systemd opens it to the unit's user by an access control list, which a mode does not show. */
  private Path credential() throws ConfigException {
    String folder = environment.get(CREDENTIALS);
    if (folder == null) {
      throw refusal(
          CREDENTIALS + " is not set",
          "a start by systemd with LoadCredential=" + location.name() + ":PATH");
    }
    return Path.of(folder, location.name());
  }

  private void requireOwnerOnly(Path file) throws ConfigException {
    try {
      if (!OWNER_ONLY.containsAll(Files.getPosixFilePermissions(file))) {
        throw refusal("others may use this key", "mode 0600 (chmod 600 " + file + ")");
      }
    } catch (IOException e) {
      throw unreadable(e);
    }
  }

  private byte[] ofFile(Path file) throws ConfigException {
    try (InputStream in = Files.newInputStream(file)) {
      return in.readNBytes(MOST_BYTES);
    } catch (IOException e) {
      throw unreadable(e);
    }
  }

  private ConfigException unreadable(IOException e) {
    String found =
        e instanceof NoSuchFileException
            ? "no such file"
            : "cannot be read: " + ConfigException.oneLine(e);
    return new ConfigException(location + ": " + found + ", expected the storage key", e);
  }

  /** The text without spaces around it; the text itself is wiped. */
  private static byte[] stripped(byte[] text) {
    int begin = 0;
    int end = text.length;
    while (begin < end && text[begin] >= 0 && text[begin] <= ' ') {
      begin++;
    }
    while (end > begin && text[end - 1] >= 0 && text[end - 1] <= ' ') {
      end--;
    }
    byte[] stripped = Arrays.copyOfRange(text, begin, end);
    Arrays.fill(text, (byte) 0);
    return stripped;
  }

  /**
   * Makes a key in a file that is not there, durable and its owner's alone; the caller must destroy
   * it.
   */
  StorageKey make(SecureRandom random) throws ConfigException {
    Path file = Path.of(location.name());
    StorageKey key = StorageKey.random(random);
    byte[] line = key.line();
    try (FileChannel channel =
        FileChannel.open(
            file,
            Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE),
            PosixFilePermissions.asFileAttribute(OWNER_ONLY))) {
      ByteBuffer text = ByteBuffer.wrap(line);
      while (text.hasRemaining()) {
        channel.write(text);
      }
      channel.force(true);
      DurableFolder.sync(file);
      return key;
    } catch (IOException e) {
      key.destroy();
      throw new ConfigException(
          location + ": the storage key cannot be made: " + ConfigException.oneLine(e), e);
    } finally {
      Arrays.fill(line, (byte) 0);
    }
  }

  /** Without the environment, which has secrets. */
  @Override
  public String toString() {
    return location.toString();
  }
}
