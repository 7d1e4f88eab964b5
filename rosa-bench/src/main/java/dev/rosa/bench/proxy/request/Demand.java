package dev.rosa.bench.proxy.request;

import java.util.Locale;

/**
 * Requests that clients make in a run.
 *
 * @param path of the URL
 * @param clients connections at a time
 * @param isOneEach whether each request has a connection of its own
 */
public record Demand(String path, int clients, boolean isOneEach) {

  private static final String SUMMARY = "/summary/1k";
  private static final int SEVERAL = 32;
  private static final int FEW = 4;
  private static final int MANY = 100;

  /** A page of 1 KiB again and again on kept connections. */
  public static final Demand KEPT = new Demand(SUMMARY, SEVERAL, false);

  /** The same page, on a connection each. */
  public static final Demand ONE_EACH = new Demand(SUMMARY, SEVERAL, true);

  /** The long body. */
  public static final Demand BODY = new Demand("/big", FEW, false);

  /** The same body, over FTP in one session. */
  public static final Demand FTP_BODY = new Demand("/big over FTP", 1, false);

  /** The page, by one client that waits for each answer. */
  public static final Demand ALONE = new Demand(SUMMARY, 1, false);

  /** The page on a few kept connections, each of which soon has all that it needs. */
  public static final Demand STEADY = new Demand(SUMMARY, FEW, false);

  /** The page on a hundred kept connections. */
  public static final Demand HUNDRED = new Demand(SUMMARY, MANY, false);

  /** The page on a connection each, by so many clients at a time. */
  public static Demand oneEach(int clients) {
    return new Demand(SUMMARY, clients, true);
  }

  /** The same of a page whose requests are logged in a mode: none, summary, full. */
  public Demand logged(String mode) {
    return new Demand("/" + mode + "/1k", clients, isOneEach);
  }

  /** For people, e.g. {@code /summary/1k, 32 clients, a connection each}. */
  public String title() {
    return String.format(
        Locale.ROOT,
        "%s, %d client%s, %s",
        path,
        clients,
        clients == 1 ? "" : "s",
        isOneEach ? "a connection each" : "kept");
  }
}
