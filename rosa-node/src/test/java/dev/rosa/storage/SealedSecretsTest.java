package dev.rosa.storage;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.config.ConfigException;
import dev.rosa.config.StorageKeyLocation;
import dev.rosa.config.StorageLocation;
import dev.rosa.keys.CodeDigest;
import dev.rosa.keys.CodeSecret;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Secrets of a storage and its key; a subclass has another database. */
class SealedSecretsTest {

  static final Tables TABLES = TestTables.TABLES;
  private static final CodeDigest CODE = CodeDigest.ofBundle(new byte[] {1});
  private static final CodeDigest OTHER = CodeDigest.ofBundle(new byte[] {2});
  private static final byte[] KCI =
      "32 bytes that must not be found!".getBytes(StandardCharsets.US_ASCII);

  @TempDir Path folder;
  private StorageLocation location;

  StorageLocation database() {
    return StorageLocation.of(folder.resolve("role.db"));
  }

  private Path keyFile() {
    return folder.resolve("role.db.key");
  }

  private Storage open() throws ConfigException {
    if (location == null) {
      location = database().keyedBy(StorageKeyLocation.of(keyFile()));
    }
    return Storage.open(location, TABLES);
  }

  static void keep(Storage storage, CodeDigest code, int epoch, byte[] kci) {
    storage.useTransaction(
        handle ->
            handle.execute(
                "INSERT INTO code_secret (digest, epoch, kci) VALUES (?, ?, ?)",
                code.hex(),
                Integer.toUnsignedLong(epoch),
                storage.secrets().seal(handle, code, epoch, CodeSecret.of(kci))));
  }

  private static byte[] stored(Storage storage, CodeDigest code, int epoch) {
    return storage.withHandle(
        handle ->
            handle
                .createQuery("SELECT kci FROM code_secret WHERE digest = ? AND epoch = ?")
                .bind(0, code.hex())
                .bind(1, Integer.toUnsignedLong(epoch))
                .map((row, context) -> row.getBytes(1))
                .one());
  }

  private static byte[] opened(Storage storage, CodeDigest code, int epoch) {
    return storage.secrets().open(code, epoch, stored(storage, code, epoch)).copyBytes();
  }

  /** A locale such as LANG=fa_IR.UTF-8, which sudo and systemd hand on. */
  @Test
  void shouldOpenAStorageWhereTheLanguageHasDigitsOfItsOwn() throws Exception {
    Locale before = Locale.getDefault();
    Locale.setDefault(Locale.forLanguageTag("fa-IR"));
    try (Storage storage = open()) {
      keep(storage, CODE, 1, KCI);
      assertFalse(Arrays.equals(KCI, stored(storage, CODE, 1)));
    } finally {
      Locale.setDefault(before);
    }
  }

  @Test
  void shouldOpenAfterARestartWhatWasSealed() throws Exception {
    try (Storage storage = open()) {
      keep(storage, CODE, 1, KCI);
      keep(storage, CODE, -1, new byte[32]);
    }
    assertEquals(
        "rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(keyFile())));
    try (Storage storage = open()) {
      assertArrayEquals(KCI, opened(storage, CODE, 1));
      assertArrayEquals(new byte[32], opened(storage, CODE, -1));
      assertEquals(SecretCipher.SEALED_BYTES, stored(storage, CODE, 1).length);
    }
  }

  @Test
  void shouldRefuseASecretThatWasNotSealedForItsRow() throws Exception {
    try (Storage storage = open()) {
      keep(storage, CODE, 1, KCI);
      byte[] sealed = stored(storage, CODE, 1);
      assertNotOpened(storage, OTHER, 1, sealed);
      assertNotOpened(storage, CODE, 2, sealed);
      assertNotOpened(storage, CODE, 1, KCI);
      assertNotOpened(storage, CODE, 1, new byte[0]);
    }
  }

  private void assertNotOpened(Storage storage, CodeDigest code, int epoch, byte[] sealed) {
    assertEquals(
        "%s: the secret of code %s, epoch %d does not open with the storage key: one was changed"
            .formatted(location, code.hex(), epoch),
        assertThrows(StorageException.class, () -> storage.secrets().open(code, epoch, sealed))
            .getMessage());
  }

  @Test
  void shouldRefuseToStartWithoutTheKeyItWasMadeWith() throws Exception {
    open().close();
    byte[] right = Files.readAllBytes(keyFile());
    Files.write(keyFile(), StorageKey.random(new SecureRandom()).line());
    assertEquals(
        location
            + ": the storage key in file:"
            + keyFile()
            + " does not open this database, expected the key it was made with",
        refusal());
    Files.delete(keyFile());
    assertEquals("file:" + keyFile() + ": no such file, expected the storage key", refusal());
    assertFalse(Files.exists(keyFile()));
    Files.write(keyFile(), right);
    Files.setPosixFilePermissions(keyFile(), PosixFilePermissions.fromString("rw-r--r--"));
    String open = refusal();
    assertTrue(open.contains(": others may use this key, expected mode 0600"), open);
    Files.setPosixFilePermissions(keyFile(), PosixFilePermissions.fromString("rw-------"));
    open().close();
  }

  private String refusal() {
    return assertThrows(ConfigException.class, this::open).getMessage();
  }

  @Test
  void shouldSealAllUnderAnotherKeyAndStopServersThatHaveTheOldOne() throws Exception {
    StorageKeyLocation next = StorageKeyLocation.of(folder.resolve("next.key"));
    try (Storage running = open();
        Storage command = open()) {
      keep(running, CODE, 1, KCI);
      byte[] before = stored(running, CODE, 1);
      assertEquals(1, command.rekey(next));
      assertFalse(Arrays.equals(before, stored(running, CODE, 1)));
      assertThrows(StorageException.class, () -> opened(running, CODE, 1));
      assertEquals(
          location + ": has another storage key since this process opened it, expected a restart",
          assertThrows(StorageException.class, () -> keep(running, CODE, 2, KCI)).getMessage());
    }
    String wrongKey = refusal();
    assertTrue(wrongKey.contains(" does not open this database"), wrongKey);
    location = location.keyedBy(next);
    try (Storage storage = open()) {
      assertArrayEquals(KCI, opened(storage, CODE, 1));
      assertEquals(
          next + ": is the key in use, expected another one",
          assertThrows(ConfigException.class, () -> storage.rekey(next)).getMessage());
    }
  }

  private static void keepKey(Storage storage, byte[] key) {
    storage.useTransaction(
        handle -> handle.execute("INSERT INTO signing_key (private_key) VALUES (?)", key));
  }

  private static byte[] storedKey(Storage storage) {
    return storage.withHandle(
        handle ->
            handle.createQuery("SELECT private_key FROM signing_key").mapTo(byte[].class).one());
  }

  private static byte[] openedKey(Storage storage) {
    return storage.secrets().open(TestTables.KEY, storedKey(storage));
  }

  @Test
  void shouldSealPrivateKeyOfEarlierVersionAtNextStartAndRekeyIt() throws Exception {
    try (Storage storage = open()) {
      keepKey(storage, KCI);
    }
    try (Storage storage = open()) {
      assertFalse(Arrays.equals(KCI, storedKey(storage)));
      assertArrayEquals(KCI, openedKey(storage));
      byte[] before = storedKey(storage);
      Path next = folder.resolve("next.key");
      assertEquals(1, storage.rekey(StorageKeyLocation.of(next)));
      assertFalse(Arrays.equals(before, storedKey(storage)));
      assertThrows(StorageException.class, () -> openedKey(storage));
      location = database().keyedBy(StorageKeyLocation.of(next));
    }
    try (Storage storage = open()) {
      assertArrayEquals(KCI, openedKey(storage));
      byte[] sealed = storedKey(storage);
      assertThrows(
          StorageException.class,
          () -> storage.secrets().open(new KeyColumn("signing_key", "other"), sealed));
    }
  }

  @Test
  void shouldBelongToOneDomain() throws Exception {
    try (Storage storage = open()) {
      storage.claim(owner(17, "a"));
      storage.claim(owner(17, "a"));
      assertEquals(
          location + ": is a storage of domain 17, expected one of domain 4294967295",
          assertThrows(ConfigException.class, () -> storage.claim(owner(-1, "a"))).getMessage());
    }
  }

  private static StorageOwner owner(int domain, String authority) {
    return new StorageOwner(domain, authority.repeat(64));
  }

  @Test
  void shouldBelongToOneAuthorityOfDomainsWithTheSameNumber() throws Exception {
    try (Storage storage = open()) {
      storage.useTransaction(
          handle -> handle.execute("UPDATE storage_identity SET domain = 17, authority = NULL"));
      storage.claim(owner(17, "a"));
      assertEquals(
          location
              + ": is a storage of another domain 17, whose authority has the key"
              + " aaaaaaaaaaaaaaaa, expected one of bbbbbbbbbbbbbbbb",
          assertThrows(ConfigException.class, () -> storage.claim(owner(17, "b"))).getMessage());
      storage.claim(owner(17, "a"));
    }
  }
}
