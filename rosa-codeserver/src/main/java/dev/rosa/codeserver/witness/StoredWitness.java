package dev.rosa.codeserver.witness;

import com.google.protobuf.InvalidProtocolBufferException;
import dev.rosa.control.v1.LogCheckpoint;
import dev.rosa.identity.RosaId;
import dev.rosa.storage.KeyColumn;
import dev.rosa.storage.Storage;
import dev.rosa.transparency.NoteKey;
import dev.rosa.transparency.NoteSigner;
import dev.rosa.transparency.TransparencyException;
import dev.rosa.witness.KeyStatements;
import dev.rosa.witness.WitnessStore;
import java.io.IOException;
import java.security.SecureRandom;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.Optional;
import org.jdbi.v3.core.Handle;

/**
 * Key and newest checkpoint of a witness in the storage. Code Servers on one storage share the key;
 * each has a checkpoint of its own. Thread-safe.
 */
public final class StoredWitness implements WitnessStore {

  /** Place of the key in the tables. */
  public static final KeyColumn KEY = new KeyColumn("witness_key", "private_key");

  private final Storage storage;
  private final RosaId node;

  public StoredWitness(Storage storage, RosaId node) {
    this.storage = storage;
    this.node = node;
  }

  /** The key under this node's name; made now if there is none. */
  public NoteSigner signer(SecureRandom random) {
    return storage.inTransaction(
        handle -> {
          Optional<NoteSigner> known = find(handle);
          return known.isPresent() ? known.get() : make(handle, random);
        });
  }

  private Optional<NoteSigner> find(Handle handle) {
    return handle
        .createQuery("SELECT public_key, private_key FROM witness_key")
        .map((row, context) -> read(row))
        .findOne();
  }

  private NoteSigner read(ResultSet row) throws SQLException {
    byte[] publicKey = row.getBytes("public_key");
    byte[] privateKey = storage.secrets().open(KEY, row.getBytes("private_key"));
    try {
      return NoteSigner.of(NoteKey.ofWitness(name(), publicKey), privateKey);
    } catch (TransparencyException e) {
      throw new IllegalStateException("the stored witness key is damaged: " + e.getMessage(), e);
    } finally {
      Arrays.fill(privateKey, (byte) 0);
    }
  }

  private NoteSigner make(Handle handle, SecureRandom random) {
    NoteSigner signer = made(random);
    byte[] privateKey = signer.privateKey();
    try {
      handle.execute(
          "INSERT INTO witness_key (id, public_key, private_key) VALUES (1, ?, ?)",
          signer.key().toBytes(),
          storage.secrets().seal(handle, KEY, privateKey));
      return signer;
    } finally {
      Arrays.fill(privateKey, (byte) 0);
    }
  }

  private NoteSigner made(SecureRandom random) {
    try {
      return NoteSigner.randomWitness(name(), random);
    } catch (TransparencyException e) {
      throw new IllegalStateException("a node's name is the name of a key", e);
    }
  }

  private String name() {
    return KeyStatements.nameOfWitness(node);
  }

  @Override
  public Optional<LogCheckpoint> read() throws IOException {
    Optional<byte[]> stored =
        storage.withHandle(
            handle ->
                handle
                    .createQuery("SELECT checkpoint FROM log_witness WHERE node = :node")
                    .bind("node", node.toString())
                    .mapTo(byte[].class)
                    .findOne());
    try {
      return stored.isPresent()
          ? Optional.of(LogCheckpoint.parseFrom(stored.get()))
          : Optional.empty();
    } catch (InvalidProtocolBufferException e) {
      throw new IOException("the kept checkpoint of the audit log is damaged", e);
    }
  }

  @Override
  public void keep(LogCheckpoint checkpoint) {
    storage.useTransaction(
        handle -> {
          handle.execute("DELETE FROM log_witness WHERE node = ?", node.toString());
          handle.execute(
              "INSERT INTO log_witness (node, checkpoint) VALUES (?, ?)",
              node.toString(),
              checkpoint.toByteArray());
        });
  }
}
