package dev.rosa.router.witness;

import com.google.protobuf.InvalidProtocolBufferException;
import dev.rosa.config.BoundedFile;
import dev.rosa.control.v1.LogCheckpoint;
import dev.rosa.identity.RosaId;
import dev.rosa.storage.file.DurableFile;
import dev.rosa.transparency.NoteKey;
import dev.rosa.transparency.NoteSigner;
import dev.rosa.transparency.TransparencyException;
import dev.rosa.witness.KeyStatements;
import dev.rosa.witness.WitnessStore;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Optional;

/**
 * A witness's two files, for their owner alone: its key, and the newest checkpoint that it has
 * cosigned. One thread's.
 */
final class WitnessFiles implements WitnessStore {

  private static final int MOST_BYTES = 64 * 1024;
  private static final int PUBLIC_BYTES = 32;

  private final Path folder;

  WitnessFiles(Path folder) {
    this.folder = folder;
  }

  /**
   * The key of a node; made now if there is none.
   *
   * @throws IOException in one line if its file cannot be read or written
   */
  NoteSigner signer(RosaId node, SecureRandom random) throws IOException {
    Path file = folder.resolve("witness.key");
    String name = KeyStatements.nameOfWitness(node);
    try {
      return Files.exists(file) ? read(file, name) : make(file, name, random);
    } catch (TransparencyException e) {
      throw new IOException(
          "%s: %s; remove it to begin with another key".formatted(file, e.getMessage()));
    }
  }

  private static NoteSigner read(Path file, String name) throws IOException, TransparencyException {
    byte[] both = BoundedFile.require(file, MOST_BYTES);
    if (both.length != PUBLIC_BYTES + NoteSigner.PRIVATE_BYTES) {
      throw new TransparencyException("is not a witness's key");
    }
    byte[] privateKey = Arrays.copyOfRange(both, PUBLIC_BYTES, both.length);
    try {
      return NoteSigner.of(NoteKey.ofWitness(name, Arrays.copyOf(both, PUBLIC_BYTES)), privateKey);
    } finally {
      Arrays.fill(privateKey, (byte) 0);
      Arrays.fill(both, (byte) 0);
    }
  }

  private static NoteSigner make(Path file, String name, SecureRandom random)
      throws IOException, TransparencyException {
    NoteSigner signer = NoteSigner.randomWitness(name, random);
    byte[] privateKey = signer.privateKey();
    ByteBuffer both = ByteBuffer.allocate(PUBLIC_BYTES + privateKey.length);
    try {
      both.put(signer.key().toBytes()).put(privateKey).flip();
      DurableFile.replace(file, both);
      return signer;
    } finally {
      Arrays.fill(privateKey, (byte) 0);
      Arrays.fill(both.array(), (byte) 0);
    }
  }

  private Path file() {
    return folder.resolve("witness");
  }

  @Override
  public Optional<LogCheckpoint> read() throws IOException {
    if (Files.notExists(file())) {
      return Optional.empty();
    }
    try {
      return Optional.of(LogCheckpoint.parseFrom(BoundedFile.require(file(), MOST_BYTES)));
    } catch (InvalidProtocolBufferException e) {
      throw new IOException("is not whole, expected a checkpoint of the audit log", e);
    }
  }

  @Override
  public void keep(LogCheckpoint checkpoint) throws IOException {
    DurableFile.replace(file(), ByteBuffer.wrap(checkpoint.toByteArray()));
  }

  /** The exception for a checkpoint that cannot be taken up, with what a person can do. */
  IOException damaged(IOException problem) {
    return new IOException(
        "%s: %s; remove it to begin as a new witness".formatted(file(), problem.getMessage()));
  }
}
