package dev.rosa.audit;

import dev.rosa.serving.PeerText;
import dev.rosa.transparency.Checkpoint;
import dev.rosa.transparency.EntryBundle;
import dev.rosa.transparency.HashSequence;
import dev.rosa.transparency.NoteKey;
import dev.rosa.transparency.SignedNote;
import dev.rosa.transparency.Tile;
import dev.rosa.transparency.TransparencyException;
import dev.rosa.transparency.TreeHash;
import java.io.IOException;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Check of an exported log with nothing but the log's key and the authority's certificate. Rows are
 * named if they were changed, removed, moved or added, and if a signed statement in them does not
 * hold. Each of the two copies of a leaf hash, tile and entry, shows that the other was changed.
 */
public final class ExportCheck {

  /** A log that does not fit memory is checked in parts by tools for that. */
  private static final long MOST_ROWS = 20_000_000;

  private static final int MOST_PATH_CHARS = 200;

  private final ExportFiles files;
  private final NoteKey key;
  private final StatementCheck statements;
  private final RowSequence sequence = new RowSequence();
  private final Findings findings = new Findings();
  private final WitnessCheck witnesses;
  private long checkedStatements;
  private long pruned;

  /**
   * A check of one export.
   *
   * @param authority certificate of the domain's authority
   */
  public ExportCheck(Path directory, NoteKey key, X509Certificate authority) {
    this.files = new ExportFiles(directory);
    this.key = key;
    this.statements = new StatementCheck(authority);
    this.witnesses = new WitnessCheck(key, authority);
  }

  /**
   * Checks one entry by its contents.
   *
   * @param authority certificate of the domain's authority
   * @return what does not hold about the row, each in one line
   */
  public static List<String> problems(X509Certificate authority, long row, byte[] entry) {
    return new StatementCheck(authority).problems(row, entry);
  }

  /**
   * Checks all of the export.
   *
   * @param since a checkpoint that the log signed earlier, and that it must have grown from
   * @throws IOException in one line if the files cannot be read, or are no export
   */
  public CheckReport run(Optional<Checkpoint> since) throws IOException {
    Optional<Checkpoint> signed = checkpoint();
    List<Cosigned> cosigned = List.of();
    if (signed.isPresent()) {
      Optional<List<TreeHash>> log = checkRows(signed.get(), since);
      cosigned = witnesses.check(files.witnesses(), signed.get(), log, findings);
    }
    return new CheckReport(signed, checkedStatements, pruned, cosigned, findings.list());
  }

  private Optional<Checkpoint> checkpoint() throws IOException {
    byte[] note = files.checkpoint();
    try {
      Checkpoint checkpoint = Checkpoint.verified(SignedNote.parse(note), key);
      if (checkpoint.size() <= MOST_ROWS) {
        return Optional.of(checkpoint);
      }
      find("checkpoint: has " + checkpoint.size() + " rows, expected at most " + MOST_ROWS);
    } catch (TransparencyException e) {
      find("checkpoint: " + e.getMessage());
    }
    return Optional.empty();
  }

  /** Returns the hashes of the rows that the log has, if they are there. */
  private Optional<List<TreeHash>> checkRows(Checkpoint checkpoint, Optional<Checkpoint> since)
      throws IOException {
    long size = checkpoint.size();
    for (String path : files.foreign(size)) {
      find(PeerText.line(path, MOST_PATH_CHARS) + ": is no file of a log of " + size + " rows");
    }
    ExportedHashes hashes = ExportedHashes.read(files, size, findings);
    Optional<List<TreeHash>> log = hashes.leadingTo(size, checkpoint.root());
    if (log.isPresent()) {
      PrunedRows rows = hashes.pruned();
      rows.decide(log.get(), hashes.entries());
      pruned = rows.count();
      RowComparison.compare(log.get(), rows.withPruned(hashes.entries(), log.get()), findings);
      rows.left().forEach(row -> find(row, "is left, although rows behind it were pruned"));
      checkTiles(log.get());
    } else {
      find("rows and their hashes were changed: neither lead to the root of the checkpoint");
      RowComparison.compare(hashes.tiles(), hashes.entries(), findings);
    }
    since.ifPresent(older -> checkGrowth(older, checkpoint, log));
    checkStatements(size, log);
    return log;
  }

  private void checkTiles(List<TreeHash> leaves) throws IOException {
    List<TreeHash> level = leaves;
    for (Tile tile : Tile.hashes(leaves.size())) {
      if (tile.level() > 0 && tile.index() == 0) {
        level = above(level);
      }
      checkTile(tile, level.subList((int) tile.first(), (int) tile.first() + tile.width()));
    }
  }

  private static List<TreeHash> above(List<TreeHash> level) {
    List<TreeHash> above = new ArrayList<>();
    for (int first = 0; first + Tile.FULL <= level.size(); first += Tile.FULL) {
      above.add(ExportedHashes.root(level.subList(first, first + Tile.FULL)));
    }
    return above;
  }

  private void checkTile(Tile tile, List<TreeHash> expected) throws IOException {
    int length = expected.size() * TreeHash.BYTES;
    Optional<byte[]> bytes = files.read(tile, length);
    if (bytes.isEmpty() || bytes.get().length != length) {
      find(tile.path() + ": " + (bytes.isEmpty() ? "is missing" : "has a wrong length"));
      return;
    }
    List<TreeHash> found = HashSequence.of(bytes.get());
    for (int i = 0; i < found.size(); i++) {
      if (!found.get(i).equals(expected.get(i))) {
        findHash(tile, i);
      }
    }
  }

  private void findHash(Tile tile, int place) {
    long hash = tile.first() + place;
    if (tile.level() == 0) {
      find(hash, "its hash in " + tile.path() + " was changed");
    } else {
      find("%s: hash %d was changed".formatted(tile.path(), hash));
    }
  }

  private void checkGrowth(Checkpoint older, Checkpoint now, Optional<List<TreeHash>> log) {
    if (older.size() > now.size()) {
      find(
          "the log was set back: it has %d rows, and had %d before"
                  .formatted(now.size(), older.size())
              + accepted(older, now));
    } else if (log.isEmpty()) {
      find("the rows cannot be compared with the older checkpoint");
    } else if (!ExportedHashes.root(log.get().subList(0, (int) older.size()))
        .equals(older.root())) {
      find(
          "the log was rewritten: its first %d rows are not those of the older checkpoint"
                  .formatted(older.size())
              + accepted(older, now));
    }
  }

  private static String accepted(Checkpoint older, Checkpoint now) {
    return now.loss().covers(older) ? "; its operator has accepted that loss" : "";
  }

  /** Of rows that the log has; of a row that was changed, its hash has said so. */
  private void checkStatements(long size, Optional<List<TreeHash>> log) throws IOException {
    for (Tile tile : Tile.bundles(size)) {
      byte[] bytes = files.read(tile, EntryBundle.MAX_BYTES).orElse(new byte[0]);
      List<byte[]> entries = EntryBundle.read(bytes).entries();
      for (int i = 0; i < Math.min(entries.size(), tile.width()); i++) {
        long row = tile.first() + i;
        TreeHash hash = TreeHash.leaf(entries.get(i));
        if (log.isEmpty() || log.get().get((int) row).equals(hash)) {
          checkStatement(row, entries.get(i));
          findings.addAll(sequence.next(row, entries.get(i)));
        } else {
          findings.addAll(sequence.skip());
        }
      }
    }
    findings.addAll(sequence.end());
  }

  private void checkStatement(long row, byte[] entry) {
    statements.problems(row, entry).forEach(text -> find(row, text));
    checkedStatements++;
  }

  private void find(long row, String text) {
    findings.add(new Finding(row, text));
  }

  private void find(String text) {
    findings.add(Finding.ofExport(text));
  }
}
