package dev.rosa.identity;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Key and certificate under the temporary names {@code PREFIX.key.new} and {@code PREFIX.crt.new},
 * until both are in their places. The certificate is the last to be written and the last to be put
 * in its place. One thread at a time, which holds the ledger's lock.
 */
final class StagedIdentity {

  private static final String NEW = ".new";
  private static final String KEY = ".key";
  private static final String CERTIFICATE = ".crt";
  private static final Set<PosixFilePermission> OWNER_ONLY =
      PosixFilePermissions.fromString("rw-------");
  private static final Set<PosixFilePermission> PUBLIC =
      PosixFilePermissions.fromString("rw-r--r--");

  private final DomainDisk disk;
  private final Path key;
  private final Path certificate;

  private StagedIdentity(DomainDisk disk, Path key, Path certificate) {
    this.disk = disk;
    this.key = key;
    this.certificate = certificate;
  }

  static StagedIdentity of(DomainDisk disk, Path prefix) throws IdentityException {
    return new StagedIdentity(
        disk, Identity.withSuffix(prefix, KEY), Identity.withSuffix(prefix, CERTIFICATE));
  }

  /** Identities in a folder that a process has left behind, complete or not. */
  static List<StagedIdentity> leftIn(Path folder, DomainDisk disk) throws IdentityException {
    Set<Path> prefixes = new TreeSet<>();
    try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, "*.{key,crt}" + NEW)) {
      for (Path file : files) {
        String name = String.valueOf(file.getFileName());
        int suffixes = KEY.length() + NEW.length();
        prefixes.add(file.resolveSibling(name.substring(0, name.length() - suffixes)));
      }
    } catch (IOException e) {
      throw new IdentityException(folder + ": cannot be read: " + DomainDisk.reason(e), e);
    }
    List<StagedIdentity> left = new ArrayList<>();
    for (Path prefix : prefixes) {
      left.add(of(disk, prefix));
    }
    return left;
  }

  /**
   * Writes both files, the key with mode 0600 from its first moment.
   *
   * @throws IdentityException if they cannot be written; then neither is there
   */
  void write(PrivateKey privateKey, X509Certificate issued) throws IdentityException {
    discard();
    byte[] secret = PemFile.text(privateKey);
    try {
      create(staged(key), secret, OWNER_ONLY);
      create(staged(certificate), PemFile.text(issued), PUBLIC);
    } catch (IdentityException e) {
      discardAfter(e);
      throw e;
    } finally {
      Arrays.fill(secret, (byte) 0);
    }
  }

  private void create(Path file, byte[] content, Set<PosixFilePermission> mode)
      throws IdentityException {
    try {
      disk.create(file, content, mode);
    } catch (IOException e) {
      throw new IdentityException(file + ": cannot be written: " + DomainDisk.reason(e), e);
    }
  }

  /** The certificate that waits; empty if it was not written completely. */
  Optional<X509Certificate> waiting() {
    try {
      return Optional.of(PemFile.readCertificate(staged(certificate)));
    } catch (IdentityException e) {
      return Optional.empty();
    }
  }

  /** Puts both files in their places; goes on where a process that did so was ended. */
  void publish() throws IdentityException {
    try {
      if (Files.exists(staged(key))) {
        disk.move(staged(key), key);
      }
      disk.move(staged(certificate), certificate);
      disk.sync(key.toAbsolutePath().getParent());
    } catch (IOException e) {
      throw new IdentityException(
          key + ": cannot be put in its place: " + DomainDisk.reason(e) + ", try again", e);
    }
  }

  /** Deletes what is not in its place. */
  void discard() throws IdentityException {
    try {
      disk.delete(staged(key));
      disk.delete(staged(certificate));
    } catch (IOException e) {
      throw new IdentityException(staged(key) + ": cannot be deleted: " + DomainDisk.reason(e), e);
    }
  }

  /** Deletes what is not in its place because of a failure, which is what is told. */
  void discardAfter(IdentityException failure) {
    try {
      discard();
    } catch (IdentityException e) {
      failure.addSuppressed(e);
    }
  }

  /**
   * Deletes the key of an authority whose certificate did not get to its place: nothing was issued
   * with it.
   */
  void undoHalf() throws IdentityException {
    try {
      if (Files.exists(staged(certificate)) && !Files.exists(certificate)) {
        disk.delete(key);
      }
    } catch (IOException e) {
      throw new IdentityException(key + ": cannot be deleted: " + DomainDisk.reason(e), e);
    }
    discard();
  }

  /** Refuses to replace files that are there. */
  void requireFree() throws IdentityException {
    for (Path file : List.of(certificate, key)) {
      if (Files.exists(file)) {
        throw new IdentityException(file + ": exists already and is not overwritten");
      }
    }
  }

  private static Path staged(Path file) {
    return file.resolveSibling(file.getFileName() + NEW);
  }
}
