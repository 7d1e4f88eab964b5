package dev.rosa.kernel.process;

import com.sun.jna.LastErrorException;
import com.sun.jna.Library;
import com.sun.jna.Native;
import com.sun.jna.Platform;
import com.sun.jna.Pointer;

/** The C library's calls about this process. Arguments are as in section 2 of the manual. */
interface ProcessCalls extends Library {

  ProcessCalls C = Native.load(Platform.C_LIBRARY_NAME, ProcessCalls.class);

  int capset(Pointer header, Pointer data) throws LastErrorException;

  int prctl(int option, long two, long three, long four, long five) throws LastErrorException;

  int setenv(String name, String value, int overwrite) throws LastErrorException;

  int execv(String path, Pointer arguments) throws LastErrorException;

  int fcntl(int descriptor, int command, long argument) throws LastErrorException;

  int pipe2(int[] ends, int flags) throws LastErrorException;

  int close(int descriptor) throws LastErrorException;

  int setsid() throws LastErrorException;

  int waitpid(int pid, int[] status, int options) throws LastErrorException;
}
