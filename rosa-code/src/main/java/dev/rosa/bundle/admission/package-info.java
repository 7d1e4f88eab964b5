/**
 * Rules of admission beside the list of members: what a bundle's manifest may say, which fields may
 * be static, how exception tables and methods may be shaped, and the findings that all rules report
 * (ROSA §2: only harmless code is registered).
 *
 * <p>Depends on ASM only. Start reading at {@link dev.rosa.bundle.admission.Finding}.
 */
package dev.rosa.bundle.admission;
