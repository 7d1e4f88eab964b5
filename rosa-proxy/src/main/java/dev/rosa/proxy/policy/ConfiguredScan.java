package dev.rosa.proxy.policy;

import dev.rosa.proxy.http.AnswerPages;
import dev.rosa.proxy.http.relay.AnswerScan;
import dev.rosa.proxy.http.relay.ScanResult;
import dev.rosa.proxy.icap.IcapClient;
import dev.rosa.proxy.icap.IcapVerdict;
import dev.rosa.proxy.icap.ShownAnswer;
import dev.rosa.proxy.rules.ScanConfig;
import dev.rosa.serving.PeerText;
import java.util.function.LongSupplier;

/**
 * Scan as the configuration wants it.
 *
 * @param config of it
 * @param client of its service
 * @param counts of it
 * @param pages answers to clients
 * @param nanos a clock as {@link System#nanoTime}
 */
record ConfiguredScan(
    ScanConfig config, IcapClient client, ScanCounts counts, AnswerPages pages, LongSupplier nanos)
    implements AnswerScan {

  private static final int MOST_FOUND_CHARS = 120;

  @Override
  public int mostBytes() {
    return config.limit().bytesAsInt();
  }

  @Override
  public ScanResult scan(Content content) {
    long began = nanos.getAsLong();
    IcapVerdict verdict =
        client.show(
            new ShownAnswer(
                content.request(),
                content.head(),
                content.body(),
                content.bodyBytes(),
                content.room()));
    counts.addNanos(nanos.getAsLong() - began);
    return switch (verdict.kind()) {
      case UNCHANGED -> {
        counts.add(ScanCounts.Result.CLEAN);
        yield ScanResult.pass(named("clean"));
      }
      case CHANGED -> {
        counts.add(ScanCounts.Result.CHANGED);
        yield ScanResult.replace(named("changed"), false, verdict.head(), verdict.body());
      }
      case FOUND -> {
        counts.add(ScanCounts.Result.FOUND);
        String found = PeerText.line(verdict.text(), MOST_FOUND_CHARS);
        yield ScanResult.replace(named("found " + found), true, verdict.head(), verdict.body());
      }
      case FAILED -> {
        counts.add(ScanCounts.Result.FAILED);
        yield withoutVerdict(verdict.text(), config.passesWhenGone(), true);
      }
    };
  }

  @Override
  public ScanResult unscanned(Obstacle obstacle) {
    counts.add(ScanCounts.Result.UNSCANNED);
    return switch (obstacle) {
      case LARGER ->
          withoutVerdict("larger than " + config.limit(), config.passesWhenLarger(), false);
      case PART -> withoutVerdict("a part of a file", false, false);
      case NO_ROOM -> withoutVerdict("no memory to hold it", config.passesWhenGone(), true);
    };
  }

  private ScanResult withoutVerdict(String why, boolean passes, boolean isForNow) {
    String text = named("not scanned, " + why);
    return passes
        ? ScanResult.pass(text)
        : ScanResult.refuse(text, pages.notScanned(named(why), isForNow));
  }

  private String named(String text) {
    return config.name() + ": " + text;
  }
}
