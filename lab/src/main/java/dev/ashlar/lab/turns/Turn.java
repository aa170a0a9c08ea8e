// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.turns;

import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.util.Optional;

/// The turns that [Turns] gives to this JVM. Only one thread may use an instance.
public final class Turn {
  /// The system property with the address of [Turns], as `PORT:PARTICIPANT`; absent in a JVM that
  /// is alone.
  public static final String ADDRESS = "ashlar.lab.turns";

  /// The byte that a JVM writes when it has nothing left to do before its next slice. [Turns]
  /// answers with the same byte when the turn of the JVM begins.
  static final int READY = 'r';

  private final Socket socket;
  private final InputStream input;
  private final OutputStream output;

  private Turn(Socket socket) throws IOException {
    this.socket = socket;
    input = socket.getInputStream();
    output = socket.getOutputStream();
  }

  /// {@return the turns of this JVM; empty if this JVM is alone}
  public static Optional<Turn> ofThisJvm() throws IOException {
    String address = System.getProperty(ADDRESS);
    return address == null ? Optional.empty() : Optional.of(at(address));
  }

  static Turn at(String address) throws IOException {
    int colon = address.indexOf(':');
    Socket socket =
        new Socket(InetAddress.getLoopbackAddress(), Integer.parseInt(address.substring(0, colon)));
    socket.setTcpNoDelay(true);
    DataOutputStream hello = new DataOutputStream(socket.getOutputStream());
    hello.writeInt(Integer.parseInt(address.substring(colon + 1)));
    hello.writeLong(ProcessHandle.current().pid());
    return new Turn(socket);
  }

  /// Ends the turn of this JVM, if there is one, and blocks until the next turn or the end of the
  /// round. Returns at once if the round has ended, or if the run was killed.
  public void await() {
    try {
      output.write(READY);
      if (input.read() < 0) {
        socket.close();
      }
    } catch (IOException e) {
      // The run has ended, or was killed.
    }
  }
}
