package dev.rosa.proxy.rules.criterion;

import dev.rosa.proxy.url.NormalUrl;
import java.net.InetAddress;
import java.time.LocalDateTime;

/**
 * What rules are asked about: a request or command of a client, later the content that answers it.
 * One object serves all requests of a worker. Owned by one thread.
 */
public final class Question {

  /** User of a client that is not logged in. */
  public static final int NO_USER = -1;

  private static final int MINUTES_OF_DAY = 24 * 60;

  private final IpNumber from = new IpNumber();
  private final IpNumber to = new IpNumber();
  private NormalUrl url = new NormalUrl();
  private int user = NO_USER;
  private byte[] command = {};
  private int commandEnd;
  private long categories;
  private int minuteOfWeek;
  private Content content = Content.NONE;

  /** The client's address. */
  public IpNumber from() {
    return from;
  }

  /** The server's address. */
  public IpNumber to() {
    return to;
  }

  /** Sets both ends of the connection. */
  public Question between(InetAddress client, InetAddress server) {
    from.set(client);
    to.set(server);
    return this;
  }

  /** Index of the user; {@link #NO_USER} if the client is not logged in. */
  public Question by(int userIndex) {
    user = userIndex;
    return this;
  }

  /** Sets the URL, which must have host and path. */
  public Question about(NormalUrl ofRequest) {
    url = ofRequest;
    return this;
  }

  /** Sets the command, which lies at the beginning of memory. */
  public Question command(byte[] memory, int end) {
    command = memory;
    commandEnd = end;
    return this;
  }

  /** Sets the categories that the URL is in. */
  public Question in(long categoryBits) {
    categories = categoryBits;
    return this;
  }

  /** Sets the time of the week, by {@link #minuteOfWeek}. */
  public Question at(int minute) {
    minuteOfWeek = minute;
    return this;
  }

  /** Minutes since Monday began. */
  public static int minuteOfWeek(LocalDateTime time) {
    return time.getDayOfWeek().ordinal() * MINUTES_OF_DAY + time.getHour() * 60 + time.getMinute();
  }

  /** Sets the content; {@link Content#NONE} while it is not known. */
  public Question content(Content ofAnswer) {
    content = ofAnswer;
    return this;
  }

  NormalUrl url() {
    return url;
  }

  /** The user; {@link #NO_USER} if the client is not logged in. */
  public int user() {
    return user;
  }

  byte[] command() {
    return command;
  }

  int commandEnd() {
    return commandEnd;
  }

  long categories() {
    return categories;
  }

  int minuteOfWeek() {
    return minuteOfWeek;
  }

  Content content() {
    return content;
  }

  /** Memory of the host, for an index of rules. */
  public byte[] host() {
    return url.host();
  }

  /** Bytes of the host. */
  public int hostLength() {
    return url.hostLength();
  }
}
