package dev.rosa.proxy.stream;

import java.nio.ByteBuffer;

/** Judge for tests: a line is complete with its LF; '!' is refused, '>' lets all pass. */
final class LineJudge implements StreamJudge {
  final StringBuilder seen = new StringBuilder();
  long unread;
  long skippable;

  @Override
  public Judgement judge(ByteBuffer memory, int offset, int length) {
    for (int i = 0; i < length; i++) {
      seen.append((char) memory.get(offset + i));
    }
    if (seen.indexOf("!") >= 0) {
      return Judgement.REFUSE;
    }
    if (seen.indexOf(">") >= 0) {
      return Judgement.PASS_THROUGH;
    }
    return seen.charAt(seen.length() - 1) == '\n' ? Judgement.PASS : Judgement.HOLD;
  }

  @Override
  public RefusalReason reason() {
    return RefusalReason.RULE;
  }

  @Override
  public long unreadBytes() {
    return unread;
  }

  @Override
  public long skippableBytes() {
    return skippable;
  }

  @Override
  public void skip(long bytes) {
    skippable -= bytes;
  }
}
