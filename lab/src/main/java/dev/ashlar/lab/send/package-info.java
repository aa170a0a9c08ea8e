/// The experiment `send`: sending bytes from memory of every kind to a local socket.
@NullMarked
package dev.ashlar.lab.send;

import org.jspecify.annotations.NullMarked;
