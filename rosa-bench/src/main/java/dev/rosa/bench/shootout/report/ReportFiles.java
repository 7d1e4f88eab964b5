package dev.rosa.bench.shootout.report;

import dev.rosa.bench.measure.Bars;
import dev.rosa.bench.measure.Figure;
import dev.rosa.bench.measure.Json;
import dev.rosa.bench.shootout.result.Figures;
import dev.rosa.bench.shootout.result.Findings;
import dev.rosa.config.ConfigException;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Optional;

/**
 * Writer of the files of the shootout's report. Each is complete or not there at all: it is written
 * beside its place and then moved. Thread-safe, so that an interrupt may write while a round is
 * being saved.
 */
public final class ReportFiles {

  /** The page. */
  public static final String PAGE = "shootout.html";

  private static final String ROWS = "shootout.json";
  private static final String DETAILS = "shootout-details.json";
  private static final String TABLE = "shootout.csv";

  private final Path directory;
  private final Optional<Path> extraRows;
  private final Bars bars;

  /**
   * Files of one run.
   *
   * @param directory for all of them, made if it is not there
   * @param extraRows another place for the rows as JSON
   * @param bars limits of the figures
   */
  public ReportFiles(Path directory, Optional<Path> extraRows, Bars bars) {
    this.directory = directory;
    this.extraRows = extraRows;
    this.bars = bars;
  }

  /**
   * Makes sure that everything can be written, before a measurement of an hour begins.
   *
   * @throws IOException if it cannot
   */
  public void prepare() throws IOException {
    requireWritable(directory);
    if (extraRows.isPresent()) {
      if (Files.isDirectory(extraRows.get())) {
        throw new IOException(extraRows.get() + " is a directory, expected a file");
      }
      requireWritable(extraRows.get().toAbsolutePath().getParent());
    }
  }

  private static void requireWritable(Path directory) throws IOException {
    try {
      Files.createDirectories(directory);
    } catch (FileAlreadyExistsException e) {
      throw new IOException(directory + " is a file, expected a directory", e);
    } catch (IOException e) {
      throw new IOException(directory + " cannot be made: " + ConfigException.oneLine(e), e);
    }
    if (!Files.isWritable(directory)) {
      throw new IOException(directory + " cannot be written to");
    }
  }

  /** Writes the numbers without the page. */
  public synchronized void writeNumbers(Findings findings) throws IOException {
    List<Row> rows = Row.of(findings);
    List<Figure> figures = Figures.of(findings, bars);
    write(directory.resolve(ROWS), Json.lines(rows));
    if (extraRows.isPresent()) {
      write(extraRows.get(), Json.lines(rows));
    }
    write(directory.resolve(TABLE), CsvFile.of(rows));
    write(directory.resolve(DETAILS), DetailsFile.of(findings, figures));
  }

  /** Writes everything. */
  public synchronized void writeAll(Findings findings) throws IOException {
    writeNumbers(findings);
    HtmlReport report = new HtmlReport(findings, Figures.of(findings, bars));
    write(directory.resolve(PAGE), report.page());
  }

  private static void write(Path file, String content) throws IOException {
    Path beside = file.resolveSibling(file.getFileName() + ".new");
    Files.writeString(beside, content);
    Files.move(beside, file, StandardCopyOption.REPLACE_EXISTING);
  }
}
