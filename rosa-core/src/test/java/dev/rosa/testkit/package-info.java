/** What tests of all rooms share: captured logs. Depends on JUnit's neighbours only. */
package dev.rosa.testkit;
