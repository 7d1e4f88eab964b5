package dev.rosa.packetio;

import com.sun.jna.Pointer;
import dev.rosa.kernel.socket.RingCalls;
import java.io.ByteArrayOutputStream;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

/**
 * A kernel that answers as it is told; told nothing, it sends all, and nothing ever happens to a
 * descriptor. Owned by one thread.
 */
final class FakeKernel implements RingCalls {

  private final Deque<Integer> answers = new ArrayDeque<>();
  private final List<byte[]> sent = new ArrayList<>();
  private final List<String> polls = new ArrayList<>();
  private int calls;
  private short[] events = {};

  @Override
  public String name() {
    return "fake";
  }

  @Override
  public Optional<String> unavailabilityCause() {
    return Optional.empty();
  }

  /** Answers to the next calls of sendmmsg. */
  Deque<Integer> answers() {
    return answers;
  }

  /** Frames that were sent. */
  List<byte[]> sent() {
    return sent;
  }

  /** Calls of sendmmsg. */
  int calls() {
    return calls;
  }

  /** Calls of poll, as {@code DESCRIPTORS for MILLIS}. */
  List<String> polls() {
    return polls;
  }

  /** Sets the events that poll reports from now on, for each descriptor. */
  void happens(int... onDescriptors) {
    events = new short[onDescriptors.length];
    for (int i = 0; i < events.length; i++) {
      events[i] = (short) onDescriptors[i];
    }
  }

  @Override
  public int poll(long descriptors, int count, int timeoutMillis) {
    polls.add(count + " for " + timeoutMillis);
    int ready = 0;
    for (int i = 0; i < count; i++) {
      short event = i < events.length ? events[i] : 0;
      new Pointer(descriptors).setShort(i * 8L + 6, event);
      ready += event == 0 ? 0 : 1;
    }
    return ready;
  }

  @Override
  public int sendmmsg(int socket, long messages, int count, int flags) {
    calls++;
    int answer = answers.isEmpty() ? count : Math.min(count, answers.remove());
    for (int i = 0; i < answer; i++) {
      sent.add(frame(new Pointer(messages + i * 64L)));
    }
    return answer;
  }

  /** As in struct msghdr and struct iovec. */
  private static byte[] frame(Pointer message) {
    ByteArrayOutputStream frame = new ByteArrayOutputStream();
    Pointer vectors = message.getPointer(16);
    for (long i = 0; i < message.getLong(24); i++) {
      int bytes = (int) vectors.getLong(i * 16 + 8);
      frame.writeBytes(vectors.getPointer(i * 16).getByteArray(0, bytes));
    }
    return frame.toByteArray();
  }
}
