/**
 * Fuzz targets of the proxy's judges: each byte is judged once, so cuts between segments must
 * change no verdict. {@code dev.rosa.fuzz} runs them.
 */
package dev.rosa.proxy;
