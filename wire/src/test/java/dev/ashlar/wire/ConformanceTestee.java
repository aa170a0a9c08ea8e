// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.wire;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/// The program under test of protobuf's conformance suite: reads messages from its standard input
/// and writes them to its standard output, both behind four bytes of length.
///
/// It answers what is binary and of `TestAllTypesProto3`, and says of all else that it is skipped.
final class ConformanceTestee {
  private ConformanceTestee() {}

  public static void main(String[] arguments) throws IOException {
    serve(System.in, System.out);
  }

  static void serve(InputStream in, OutputStream out) throws IOException {
    for (byte[] head = in.readNBytes(Integer.BYTES);
        head.length > 0;
        head = in.readNBytes(Integer.BYTES)) {
      byte[] request = in.readNBytes(little(head).getInt());
      byte[] response = Conformance.RESPONSE.toByteArray(answer(request));
      out.write(little(new byte[Integer.BYTES]).putInt(response.length).array());
      out.write(response);
      out.flush();
    }
  }

  private static ByteBuffer little(byte[] head) throws EOFException {
    if (head.length < Integer.BYTES) {
      throw new EOFException("the length of a request ends after " + head.length + " bytes");
    }
    return ByteBuffer.wrap(head).order(ByteOrder.LITTLE_ENDIAN);
  }

  private static Conformance.Response answer(byte[] request) {
    return new Conformance.Response(result(Conformance.REQUEST.parse(request)));
  }

  static Conformance.Result result(Conformance.Request request) {
    if (!request.requestedOutputFormat().equals(ProtoEnum.of(Conformance.WireFormat.PROTOBUF))) {
      return new Conformance.Skipped("output that is not binary");
    }
    // The runner asks for its own list of failures, of which there are none.
    if (request.messageType().equals("conformance.FailureSet")) {
      return new Conformance.Written(new byte[0]);
    }
    if (!Conformance.ALL_TYPES_NAMES.contains(request.messageType())) {
      return new Conformance.Skipped("messages of another type");
    }
    return request.payload() instanceof Conformance.ProtobufPayload(byte[] payload)
        ? rewritten(payload)
        : new Conformance.Skipped("input that is not binary");
  }

  private static Conformance.Result rewritten(byte[] payload) {
    Conformance.TestAllTypesProto3 message;
    try {
      message = Conformance.ALL_TYPES.parse(payload);
    } catch (ProtoFormatException malformed) {
      return new Conformance.ParseError(String.valueOf(malformed.getMessage()));
    } catch (RuntimeException fault) {
      return new Conformance.RuntimeFault(fault.toString());
    }
    return new Conformance.Written(Conformance.ALL_TYPES.toByteArray(message));
  }
}
