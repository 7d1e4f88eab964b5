package dev.rosa.router;

import dev.rosa.router.ReplayRecord.Block;
import java.util.concurrent.Executor;

/**
 * Copies what changed in replay windows into blocks for the {@link ReplayRecord}, a little at a
 * time, in rounds: over the live sessions, then over those that departed. A session that moves from
 * one to the other on the way is caught by this round or the next. When the file has become long, a
 * round goes over everything there is and then over what changed meanwhile, and the file is written
 * anew. One worker's.
 */
final class ReplayRecorder {

  /** Groups of 64 sessions that are looked at in one step. */
  private static final int GROUPS_PER_STEP = 512;

  /** Floors that are copied in one step, or a group more. */
  private static final int FLOORS_PER_STEP = 256;

  private final SessionCache sessions;
  private final ReplayRecord record;
  private final Executor writing;
  private final Runnable settle;
  private Block block;

  /** What this round goes over. */
  private boolean everything;

  private boolean underWay;

  /** Whether the file is written anew, and whether it is still to be said to the writer. */
  private boolean anew;

  private boolean toBegin;

  /** The worker stops: nobody else may have time to write. */
  private boolean finishing;

  private boolean departed;
  private int group;

  /** Lines that the last round over everything needed. */
  private long needed;

  ReplayRecorder(SessionCache sessions, ReplayRecord record, Executor writing) {
    this.sessions = sessions;
    this.record = record;
    this.writing = writing;
    this.settle = record::settle;
  }

  /** Begins a round, unless one is under way. */
  void begin() {
    if (!record.isKept() || underWay) {
      return;
    }
    underWay = true;
    anew = record.isLong(Math.max(needed, sessions.live()));
    everything = anew;
    toBegin = anew;
    needed = anew ? 0 : needed;
    departed = false;
    group = 0;
  }

  /** Whether a round is under way. */
  boolean isUnderWay() {
    return underWay;
  }

  /**
   * Goes on with the round; microseconds.
   *
   * @return whether the next step could do more at once; false also if all blocks are on their way
   */
  boolean step(long nowSeconds) {
    int floors = 0;
    for (int i = 0; i < GROUPS_PER_STEP && floors < FLOORS_PER_STEP && underWay; i++) {
      if (!hasBlock()) {
        return false;
      }
      int before = block.floors.count();
      copyGroup(nowSeconds);
      floors += block.floors.count() - before;
      needed += everything ? block.floors.count() - before : 0;
      advance();
    }
    return underWay;
  }

  /** Whether there is a block with room for a group. */
  private boolean hasBlock() {
    if (block != null && block.floors.room() < DirtyBits.GROUP) {
      hand(false);
    }
    if (block == null) {
      block = record.freeBlock();
    }
    if (block != null && toBegin) {
      block.begins = true;
      toBegin = false;
    }
    return block != null;
  }

  private void copyGroup(long nowSeconds) {
    DirtyBits dirty = departed ? sessions.departed().dirty() : sessions.dirty();
    long changed = dirty.clearGroup(group);
    for (long left = everything ? -1L : changed; left != 0; left &= left - 1) {
      int index = group * DirtyBits.GROUP + Long.numberOfTrailingZeros(left);
      if (departed) {
        sessions.departed().addTo(block.floors, index, nowSeconds);
      } else {
        sessions.addTo(block.floors, index);
      }
    }
  }

  private void advance() {
    group++;
    int count = departed ? sessions.departed().count() : sessions.places();
    if (group * (long) DirtyBits.GROUP < count) {
      return;
    }
    group = 0;
    if (!departed) {
      departed = true;
    } else if (everything) {
      everything = false;
      departed = false;
    } else {
      underWay = false;
      hand(anew);
    }
  }

  private void hand(boolean ends) {
    if (block.floors.count() == 0 && !block.begins && !ends) {
      return;
    }
    block.ends = ends;
    record.hand(block);
    block = null;
    if (!finishing) {
      writing.execute(settle);
    }
  }

  /** Finishes the round, makes another, and sees to it that all of it is in the file. */
  void finish(long nowSeconds) {
    finishing = true;
    for (int round = 0; round < 2; round++) {
      begin();
      while (underWay) {
        if (!step(nowSeconds)) {
          record.settle();
        }
      }
    }
    record.settle();
    finishing = false;
  }
}
