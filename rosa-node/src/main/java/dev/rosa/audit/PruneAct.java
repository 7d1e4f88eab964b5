package dev.rosa.audit;

import com.google.protobuf.InvalidProtocolBufferException;
import dev.rosa.control.v1.AuditEntry;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Row of the audit log which says that an operator has deleted the entries of older rows.
 * Stateless.
 */
public final class PruneAct {

  /** Name of the act. */
  public static final String NAME = "audit prune";

  private static final Pattern VALUE = Pattern.compile("rows before ([1-9][0-9]{0,17})");

  private PruneAct() {}

  /** The act's value: entries of the rows before that one are deleted. */
  public static String value(long end) {
    return "rows before " + end;
  }

  /** Number of rows whose entries an entry says are deleted; 0 if it is not such an act. */
  static long end(byte[] entry) {
    try {
      AuditEntry parsed = AuditEntry.parseFrom(entry);
      Matcher value = VALUE.matcher(parsed.getAct().getNewValue());
      return parsed.getAct().getAct().equals(NAME) && value.matches()
          ? Long.parseLong(value.group(1))
          : 0;
    } catch (InvalidProtocolBufferException e) {
      return 0;
    }
  }
}
