// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.access;

import static java.lang.constant.ConstantDescs.CD_Object;
import static java.lang.constant.ConstantDescs.CD_byte;
import static java.lang.constant.ConstantDescs.CD_int;
import static java.lang.constant.ConstantDescs.CD_long;
import static java.lang.constant.ConstantDescs.CD_void;

import dev.ashlar.lab.access.Adapters.Layouts;
import dev.ashlar.lab.access.Adapters.UnsafeMemory;
import dev.ashlar.lab.access.Adapters.Views;
import dev.ashlar.lab.access.StraightLine.Operation;
import dev.ashlar.lab.experiment.Proof;
import dev.ashlar.lab.experiment.Workload;
import dev.ashlar.memory.Bytes;
import dev.ashlar.memory.Segments;
import java.lang.classfile.ClassFile;
import java.lang.classfile.CodeBuilder;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.invoke.VarHandle;
import java.lang.reflect.AccessFlag;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import org.agrona.concurrent.UnsafeBuffer;
import org.jspecify.annotations.Nullable;
import sun.misc.Unsafe;

/// A method without a loop that reads or writes several neighboring `long` values, as generated
/// codecs do.
///
/// The methods are generated, so that they differ between contenders only in the call that makes
/// the access.
@SuppressWarnings("removal") // Unsafe is the reference for the others.
public abstract class StraightLine {
  /// The operation at each site of a method.
  enum Operation {
    GET,
    PUT
  }

  /// The slots of the local variables: the parameters of [#run], the holder cast to its type, and
  /// the sum. Slot 0 is `this`.
  private static final int HOLDER = 1;

  private static final int BASE = 2;
  private static final int VALUE = 4;
  private static final int TYPED = 6;
  private static final int SUM = 7;

  private static final String OF_NATIVE = "ofNative";
  private static final String OF_BYTES = "ofBytes";
  private static final ClassDesc THIS = describe(StraightLine.class);
  private static final MethodTypeDesc RUN = MethodTypeDesc.of(CD_long, CD_Object, CD_long, CD_long);

  /// {@return the sum of the values that are read, or `value` if values are written}
  ///
  /// @param holder the object from [Memory#holder]
  /// @param base the number from [Memory#base]
  /// @param value the value to write at the first site; each next site adds one
  public abstract long run(@Nullable Object holder, long base, long value);

  /// {@return a method with `sites` accesses}
  static StraightLine generate(Memories contender, Operation operation, int sites) {
    String name =
        "%s.StraightLine%d%s%s"
            .formatted(StraightLine.class.getPackageName(), sites, operation, contender);
    ClassDesc described = ClassDesc.of(name);
    byte[] classFile =
        ClassFile.of()
            .build(
                described,
                type -> {
                  type.withSuperclass(THIS).withFlags(AccessFlag.FINAL, AccessFlag.SUPER);
                  type.withMethodBody(
                      ConstantDescs.INIT_NAME,
                      ConstantDescs.MTD_void,
                      0,
                      code ->
                          code.aload(0)
                              .invokespecial(THIS, ConstantDescs.INIT_NAME, ConstantDescs.MTD_void)
                              .return_());
                  if (contender == Memories.SEGMENT_KNOWN) {
                    type.withMethodBody(
                        "run", RUN, ClassFile.ACC_PUBLIC, code -> emitChoice(code, described));
                    for (String known : List.of(OF_NATIVE, OF_BYTES)) {
                      type.withMethodBody(
                          known,
                          RUN,
                          ClassFile.ACC_PRIVATE,
                          code -> new Sites(code, contender, operation, known).emit(sites));
                    }
                  } else {
                    type.withMethodBody(
                        "run",
                        RUN,
                        ClassFile.ACC_PUBLIC,
                        code -> new Sites(code, contender, operation, "").emit(sites));
                  }
                });
    try {
      MethodHandles.Lookup generated = MethodHandles.lookup().defineHiddenClass(classFile, true);
      return (StraightLine)
          generated
              .findConstructor(generated.lookupClass(), MethodType.methodType(void.class))
              .invoke();
    } catch (Throwable e) {
      throw new LinkageError(name, e);
    }
  }

  /// Calls the method for the kind of memory.
  private static void emitChoice(CodeBuilder code, ClassDesc type) {
    ClassDesc segment = describe(MemorySegment.class);
    code.aload(0).aload(HOLDER).lload(BASE).lload(VALUE);
    code.aload(HOLDER).checkcast(segment);
    code.invokeinterface(segment, "isNative", MethodTypeDesc.of(ConstantDescs.CD_boolean));
    code.ifThenElse(
        then -> then.invokevirtual(type, OF_NATIVE, RUN),
        otherwise -> otherwise.invokevirtual(type, OF_BYTES, RUN));
    code.lreturn();
  }

  private static ClassDesc describe(Class<?> type) {
    return type.describeConstable().orElseThrow();
  }

  /// The code of one method.
  ///
  /// @param known the method of [Segments] that casts the segment; empty if there is none
  private record Sites(CodeBuilder code, Memories contender, Operation operation, String known) {
    private void emit(int sites) {
      ClassDesc type =
          switch (contender) {
            case ASHLAR -> describe(Bytes.class);
            case SEGMENT, SEGMENT_KNOWN, SEGMENT_SPECIALIZED -> describe(MemorySegment.class);
            case BYTEBUFFER -> describe(ByteBuffer.class);
            case VARHANDLE -> CD_byte.arrayType();
            case UNSAFE -> CD_Object;
            case AGRONA -> describe(UnsafeBuffer.class);
          };
      code.aload(HOLDER);
      if (!type.equals(CD_Object)) {
        code.checkcast(type);
      }
      if (!known.isEmpty()) {
        code.invokestatic(describe(Segments.class), known, MethodTypeDesc.of(type, type));
      }
      code.astore(TYPED);
      if (operation == Operation.GET) {
        code.lconst_0().lstore(SUM);
        for (int site = 0; site < sites; site++) {
          code.lload(SUM);
          access(type, site);
          code.ladd().lstore(SUM);
        }
        code.lload(SUM).lreturn();
      } else {
        for (int site = 0; site < sites; site++) {
          access(type, site);
        }
        code.lload(VALUE).lreturn();
      }
    }

    private void access(ClassDesc type, int site) {
      int offset = site * Long.BYTES;
      switch (contender) {
        case ASHLAR -> {
          code.aload(TYPED).loadConstant(offset);
          invoke(type, "getLong", "setLong", site, CD_int);
        }
        case BYTEBUFFER -> {
          code.aload(TYPED).loadConstant(offset);
          if (operation == Operation.GET) {
            code.invokevirtual(type, "getLong", MethodTypeDesc.of(CD_long, CD_int));
          } else {
            value(site);
            code.invokevirtual(type, "putLong", MethodTypeDesc.of(type, CD_int, CD_long)).pop();
          }
        }
        case AGRONA -> {
          ClassDesc order = describe(ByteOrder.class);
          code.aload(TYPED).loadConstant(offset);
          if (operation == Operation.PUT) {
            value(site);
          }
          code.getstatic(order, "LITTLE_ENDIAN", order);
          if (operation == Operation.GET) {
            code.invokevirtual(type, "getLong", MethodTypeDesc.of(CD_long, CD_int, order));
          } else {
            code.invokevirtual(type, "putLong", MethodTypeDesc.of(CD_void, CD_int, CD_long, order));
          }
        }
        case VARHANDLE -> {
          ClassDesc handle = describe(VarHandle.class);
          code.getstatic(describe(Views.class), "LONG", handle);
          code.aload(TYPED).loadConstant(offset);
          invoke(handle, "get", "set", site, type, CD_int);
        }
        case SEGMENT, SEGMENT_KNOWN, SEGMENT_SPECIALIZED -> {
          ClassDesc layout = describe(ValueLayout.OfLong.class);
          code.aload(TYPED).getstatic(describe(Layouts.class), "LONG", layout);
          code.loadConstant((long) offset);
          if (operation == Operation.GET) {
            code.invokeinterface(type, "get", MethodTypeDesc.of(CD_long, layout, CD_long));
          } else {
            value(site);
            code.invokeinterface(type, "set", MethodTypeDesc.of(CD_void, layout, CD_long, CD_long));
          }
        }
        case UNSAFE -> {
          ClassDesc unsafe = describe(Unsafe.class);
          code.getstatic(describe(UnsafeMemory.class), "UNSAFE", unsafe).aload(TYPED);
          code.lload(BASE).loadConstant((long) offset).ladd();
          invoke(unsafe, "getLong", "putLong", site, CD_Object, CD_long);
        }
      }
    }

    /// Calls the getter or the setter. All parameters except the value are already on the stack.
    private void invoke(ClassDesc type, String get, String put, int site, ClassDesc... parameters) {
      MethodTypeDesc reading = MethodTypeDesc.of(CD_long, parameters);
      if (operation == Operation.GET) {
        code.invokevirtual(type, get, reading);
      } else {
        value(site);
        code.invokevirtual(
            type,
            put,
            reading.changeReturnType(CD_void).insertParameterTypes(parameters.length, CD_long));
      }
    }

    private void value(int site) {
      code.lload(VALUE).loadConstant((long) site).ladd();
    }
  }

  /// Runs one straight-line method over many messages. Each message has its own memory.
  static final class StraightLineWorkload implements Workload {
    static final int COUNT = 256;

    private static final long MIXER = 0x9E37_79B9_7F4A_7C15L;

    private final StraightLine code;
    private final Memory[] messages;
    private final Operation operation;
    private final int sites;
    private long proofs;

    /// @param messages [#COUNT] messages, each with room for all sites
    StraightLineWorkload(StraightLine code, List<Memory> messages, Operation operation, int sites) {
      this.code = code;
      this.messages = messages.toArray(Memory[]::new);
      this.operation = operation;
      this.sites = sites;
    }

    @Override
    public void verify() {
      Proof.repeat(() -> {
        for (Memory message : messages) {
          if (operation == Operation.GET) {
            verifyGet(message);
          } else {
            verifyPut(message);
          }
        }
      });
    }

    private void verifyGet(Memory message) {
      long first = ++proofs;
      long expected = 0;
      for (int site = 0; site < sites; site++) {
        long value = (first + site) * MIXER;
        message.putLong((long) site * Long.BYTES, value);
        expected += value;
      }
      long sum = code.run(message.holder(), message.base(), 0);
      Proof.requireEqual(sum, expected, "the sum");
    }

    private void verifyPut(Memory message) {
      long first = ++proofs * MIXER;
      long returned = code.run(message.holder(), message.base(), first);
      for (int site = 0; site < sites; site++) {
        Proof.requireEqual(message.getLong((long) site * Long.BYTES), first + site, "a site");
      }
      Proof.requireEqual(returned, first, "the value returned");
    }

    @Override
    public long run() {
      long all = 0;
      for (Memory message : messages) {
        all += code.run(message.holder(), message.base(), all);
      }
      return all;
    }
  }
}
