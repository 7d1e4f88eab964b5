package dev.rosa.bench.shootout.report;

import java.util.List;

/** Results of the shootout as CSV (RFC 4180) with a header line. Stateless. */
final class CsvFile {

  private static final String HEADER = "operation,provider,bytes,batch,nsPerPacket,error";

  private CsvFile() {}

  static String of(List<Row> rows) {
    StringBuilder text = new StringBuilder(HEADER).append("\r\n");
    for (Row row : rows) {
      text.append(quoted(row.operation())).append(',');
      text.append(quoted(row.provider())).append(',');
      text.append(row.bytes()).append(',');
      text.append(row.batch()).append(',');
      text.append(quoted(row.nsPerPacket())).append(',');
      text.append(quoted(row.error())).append("\r\n");
    }
    return text.toString();
  }

  private static String quoted(Object value) {
    String text = value == null ? "" : value.toString();
    boolean plain = text.chars().noneMatch(c -> c == ',' || c == '"' || c == '\n' || c == '\r');
    return plain ? text : '"' + text.replace("\"", "\"\"") + '"';
  }
}
