package dev.rosa.operator;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.rosa.config.ConfigException;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import jdk.net.ExtendedSocketOptions;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Server of the operators' socket, of mode 0600. The peer's credentials must be root's or those of
 * this process's user. A connection has one request; the last line of the answer says whether it
 * was carried out. Thread-safe.
 */
public final class OperatorSocket implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(OperatorSocket.class);
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int MOST_CONNECTIONS = 16;
  private static final String MODE = "rw-------";

  /** 100,000 lines of a list, each with its reason. */
  private static final int MOST_REQUEST_BYTES = 32 << 20;

  private static final long REQUEST_SECONDS = 10;
  private static final String ROOT = "root";

  private final LocalSocket socket;
  private final OperatorRequests requests;
  private final String owner;
  private final ExecutorService threads = Executors.newCachedThreadPool(OperatorSocket::daemon);
  private final ScheduledExecutorService patience =
      Executors.newSingleThreadScheduledExecutor(OperatorSocket::daemon);
  private final Set<SocketChannel> open = ConcurrentHashMap.newKeySet();

  private OperatorSocket(LocalSocket socket, String owner, OperatorRequests requests) {
    this.socket = socket;
    this.owner = owner;
    this.requests = requests;
  }

  private static Thread daemon(Runnable work) {
    Thread thread = new Thread(work, "operators");
    thread.setDaemon(true);
    return thread;
  }

  /**
   * Listens. The folder is made if there is none; a socket without a listener is replaced.
   *
   * @throws IOException in one line with the path that is in the way
   */
  public static OperatorSocket open(Path path, OperatorRequests requests) throws IOException {
    LocalSocket socket = LocalSocket.listen(path, MODE);
    try {
      OperatorSocket opened = new OperatorSocket(socket, Files.getOwner(path).getName(), requests);
      opened.threads.execute(opened::accept);
      return opened;
    } catch (IOException e) {
      socket.close();
      throw e;
    }
  }

  private void accept() {
    ServerSocketChannel listening = socket.channel();
    while (listening.isOpen()) {
      try {
        SocketChannel channel = listening.accept();
        if (open.size() >= MOST_CONNECTIONS) {
          channel.close();
        } else {
          open.add(channel);
          threads.execute(() -> serve(channel));
        }
      } catch (RejectedExecutionException e) {
        LOG.debug("the operators' socket closes", e);
        open.forEach(OperatorSocket::close);
      } catch (IOException e) {
        if (listening.isOpen()) {
          LOG.warn("the operators' socket: {}", ConfigException.oneLine(e));
        }
      }
    }
  }

  private void serve(SocketChannel channel) {
    try (channel) {
      requireOperator(channel);
      ScheduledFuture<?> end =
          patience.schedule(() -> close(channel), REQUEST_SECONDS, TimeUnit.SECONDS);
      JsonNode request = read(channel);
      end.cancel(false);
      OutputStream out = Channels.newOutputStream(channel);
      write(out, carryOut(request, out));
    } catch (IOException e) {
      LOG.debug("an operator's connection ended: {}", ConfigException.oneLine(e));
    } finally {
      open.remove(channel);
    }
  }

  private void requireOperator(SocketChannel channel) throws IOException {
    String user = channel.getOption(ExtendedSocketOptions.SO_PEERCRED).user().getName();
    if (!user.equals(ROOT) && !user.equals(owner)) {
      LOG.warn("refused an operator's connection of user {}", user);
      throw new IOException("user " + user + " is no operator");
    }
  }

  private static JsonNode read(SocketChannel channel) throws IOException {
    byte[] line = LineReader.read(Channels.newInputStream(channel), MOST_REQUEST_BYTES);
    return JSON.readTree(line);
  }

  /** The answer's last line. */
  private ObjectNode carryOut(JsonNode request, OutputStream out) throws IOException {
    ObjectNode last = JsonNodeFactory.instance.objectNode();
    try {
      requests.serve(request, line -> write(out, line));
      return last.put("ok", true);
    } catch (IOException e) {
      return last.put("error", ConfigException.oneLine(e));
    } catch (ExecutionException e) {
      return last.put("error", ConfigException.oneLine(e.getCause()));
    } catch (Exception e) {
      return last.put("error", ConfigException.oneLine(e));
    }
  }

  private static void write(OutputStream out, JsonNode line) throws IOException {
    out.write((JSON.writeValueAsString(line) + "\n").getBytes(StandardCharsets.UTF_8));
  }

  private static void close(SocketChannel channel) {
    try {
      channel.close();
    } catch (IOException e) {
      LOG.debug("an operator's connection did not close", e);
    }
  }

  /** Ends all connections and removes the socket. */
  @Override
  public void close() throws IOException {
    socket.close();
    open.forEach(OperatorSocket::close);
    threads.shutdownNow();
    patience.shutdownNow();
  }
}
