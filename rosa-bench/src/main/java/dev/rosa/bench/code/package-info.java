/**
 * Bench of metered code: metered against plain for the examples and ten kernels, an empty
 * application in the router's runner, and the most expensive admission.
 *
 * <p>May depend on {@code dev.rosa.admission}, {@code dev.rosa.bundle}, {@code dev.rosa.metering},
 * the router's execution, and the benches' display and measure. Start reading at {@link
 * dev.rosa.bench.code.CodeBenchCommand}.
 */
package dev.rosa.bench.code;
