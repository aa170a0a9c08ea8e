// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.memory.internal;

/// Throws [StackOverflowError] before anything has changed, if little of the calling thread's stack
/// is left. Otherwise the error might come in the middle of a change. Or it might come in the
/// initialization of a class, which is then unusable in the whole JVM.
///
/// The locals below need no code. In the interpreter their slots make up the frame, whose size is
/// checked on entry. C1 and C2 check on entry of a compiled method the size of the largest
/// interpreter frames that it could be deoptimized to (`bang_size_in_bytes` in HotSpot's
/// `compile.cpp` and `c1_Compilation.cpp`). The call that is never made is such a deoptimization
/// point, and its frame has these locals. So compiled code only loads one field.
@SuppressWarnings("UnusedVariable") // Only their slots matter.
public final class StackHeadroom {
  /// Never true, which no compiler can know.
  private static boolean never;

  /// The number of frames, of 100 to 250 bytes each. This is several times the stack that the JDK
  /// takes to force or close a file, or to link a method handle.
  private static final int DEPTH = 600;

  private StackHeadroom() {}

  /// Requires 60 KiB or more. Takes about a microsecond when compiled.
  ///
  /// @throws StackOverflowError if there is not as much stack left
  public static void require() {
    if (descend(DEPTH, 1, 2, 3, 4, 5, 6) == 0) {
      throw new AssertionError();
    }
  }

  /// Needs its parameters after the call, so that compiled frames have them too.
  private static long descend(int depth, long a, long b, long c, long d, long e, long f) {
    if (depth == 0) {
      return 1;
    }
    long below = descend(depth - 1, b + 1, c + 1, d + 1, e + 1, f + 1, a + 1);
    return 1 | (below ^ a ^ b ^ c ^ d ^ e ^ f);
  }

  /// Requires 4 KiB: enough for the calls that a method of this module makes while it changes
  /// state.
  ///
  /// @throws StackOverflowError if there is not as much stack left
  public static void requireLittle() {
    long a00, a01, a02, a03, a04, a05, a06, a07, a08, a09, a0a, a0b, a0c, a0d, a0e, a0f;
    long a10, a11, a12, a13, a14, a15, a16, a17, a18, a19, a1a, a1b, a1c, a1d, a1e, a1f;
    long a20, a21, a22, a23, a24, a25, a26, a27, a28, a29, a2a, a2b, a2c, a2d, a2e, a2f;
    long a30, a31, a32, a33, a34, a35, a36, a37, a38, a39, a3a, a3b, a3c, a3d, a3e, a3f;
    long a40, a41, a42, a43, a44, a45, a46, a47, a48, a49, a4a, a4b, a4c, a4d, a4e, a4f;
    long a50, a51, a52, a53, a54, a55, a56, a57, a58, a59, a5a, a5b, a5c, a5d, a5e, a5f;
    long a60, a61, a62, a63, a64, a65, a66, a67, a68, a69, a6a, a6b, a6c, a6d, a6e, a6f;
    long a70, a71, a72, a73, a74, a75, a76, a77, a78, a79, a7a, a7b, a7c, a7d, a7e, a7f;
    long a80, a81, a82, a83, a84, a85, a86, a87, a88, a89, a8a, a8b, a8c, a8d, a8e, a8f;
    long a90, a91, a92, a93, a94, a95, a96, a97, a98, a99, a9a, a9b, a9c, a9d, a9e, a9f;
    long aa0, aa1, aa2, aa3, aa4, aa5, aa6, aa7, aa8, aa9, aaa, aab, aac, aad, aae, aaf;
    long ab0, ab1, ab2, ab3, ab4, ab5, ab6, ab7, ab8, ab9, aba, abb, abc, abd, abe, abf;
    long ac0, ac1, ac2, ac3, ac4, ac5, ac6, ac7, ac8, ac9, aca, acb, acc, acd, ace, acf;
    long ad0, ad1, ad2, ad3, ad4, ad5, ad6, ad7, ad8, ad9, ada, adb, adc, add, ade, adf;
    long ae0, ae1, ae2, ae3, ae4, ae5, ae6, ae7, ae8, ae9, aea, aeb, aec, aed, aee, aef;
    long af0, af1, af2, af3, af4, af5, af6, af7, af8, af9, afa, afb, afc, afd, afe, aff;
    if (never) {
      NeverCalled.call();
    }
  }

  /// Requires 8 KiB: then [#requireLittle] succeeds in another method that is called later from the
  /// same place.
  ///
  /// It has all its locals itself, and does not call [#requireLittle]. C1 would not inline that
  /// call (`C1InlineStackLimit`), and two compiled frames without locals take next to nothing.
  ///
  /// @throws StackOverflowError if there is not as much stack left
  public static void requireTwiceAsMuch() {
    long a00, a01, a02, a03, a04, a05, a06, a07, a08, a09, a0a, a0b, a0c, a0d, a0e, a0f;
    long a10, a11, a12, a13, a14, a15, a16, a17, a18, a19, a1a, a1b, a1c, a1d, a1e, a1f;
    long a20, a21, a22, a23, a24, a25, a26, a27, a28, a29, a2a, a2b, a2c, a2d, a2e, a2f;
    long a30, a31, a32, a33, a34, a35, a36, a37, a38, a39, a3a, a3b, a3c, a3d, a3e, a3f;
    long a40, a41, a42, a43, a44, a45, a46, a47, a48, a49, a4a, a4b, a4c, a4d, a4e, a4f;
    long a50, a51, a52, a53, a54, a55, a56, a57, a58, a59, a5a, a5b, a5c, a5d, a5e, a5f;
    long a60, a61, a62, a63, a64, a65, a66, a67, a68, a69, a6a, a6b, a6c, a6d, a6e, a6f;
    long a70, a71, a72, a73, a74, a75, a76, a77, a78, a79, a7a, a7b, a7c, a7d, a7e, a7f;
    long a80, a81, a82, a83, a84, a85, a86, a87, a88, a89, a8a, a8b, a8c, a8d, a8e, a8f;
    long a90, a91, a92, a93, a94, a95, a96, a97, a98, a99, a9a, a9b, a9c, a9d, a9e, a9f;
    long aa0, aa1, aa2, aa3, aa4, aa5, aa6, aa7, aa8, aa9, aaa, aab, aac, aad, aae, aaf;
    long ab0, ab1, ab2, ab3, ab4, ab5, ab6, ab7, ab8, ab9, aba, abb, abc, abd, abe, abf;
    long ac0, ac1, ac2, ac3, ac4, ac5, ac6, ac7, ac8, ac9, aca, acb, acc, acd, ace, acf;
    long ad0, ad1, ad2, ad3, ad4, ad5, ad6, ad7, ad8, ad9, ada, adb, adc, add, ade, adf;
    long ae0, ae1, ae2, ae3, ae4, ae5, ae6, ae7, ae8, ae9, aea, aeb, aec, aed, aee, aef;
    long af0, af1, af2, af3, af4, af5, af6, af7, af8, af9, afa, afb, afc, afd, afe, aff;
    long b00, b01, b02, b03, b04, b05, b06, b07, b08, b09, b0a, b0b, b0c, b0d, b0e, b0f;
    long b10, b11, b12, b13, b14, b15, b16, b17, b18, b19, b1a, b1b, b1c, b1d, b1e, b1f;
    long b20, b21, b22, b23, b24, b25, b26, b27, b28, b29, b2a, b2b, b2c, b2d, b2e, b2f;
    long b30, b31, b32, b33, b34, b35, b36, b37, b38, b39, b3a, b3b, b3c, b3d, b3e, b3f;
    long b40, b41, b42, b43, b44, b45, b46, b47, b48, b49, b4a, b4b, b4c, b4d, b4e, b4f;
    long b50, b51, b52, b53, b54, b55, b56, b57, b58, b59, b5a, b5b, b5c, b5d, b5e, b5f;
    long b60, b61, b62, b63, b64, b65, b66, b67, b68, b69, b6a, b6b, b6c, b6d, b6e, b6f;
    long b70, b71, b72, b73, b74, b75, b76, b77, b78, b79, b7a, b7b, b7c, b7d, b7e, b7f;
    long b80, b81, b82, b83, b84, b85, b86, b87, b88, b89, b8a, b8b, b8c, b8d, b8e, b8f;
    long b90, b91, b92, b93, b94, b95, b96, b97, b98, b99, b9a, b9b, b9c, b9d, b9e, b9f;
    long ba0, ba1, ba2, ba3, ba4, ba5, ba6, ba7, ba8, ba9, baa, bab, bac, bad, bae, baf;
    long bb0, bb1, bb2, bb3, bb4, bb5, bb6, bb7, bb8, bb9, bba, bbb, bbc, bbd, bbe, bbf;
    long bc0, bc1, bc2, bc3, bc4, bc5, bc6, bc7, bc8, bc9, bca, bcb, bcc, bcd, bce, bcf;
    long bd0, bd1, bd2, bd3, bd4, bd5, bd6, bd7, bd8, bd9, bda, bdb, bdc, bdd, bde, bdf;
    long be0, be1, be2, be3, be4, be5, be6, be7, be8, be9, bea, beb, bec, bed, bee, bef;
    long bf0, bf1, bf2, bf3, bf4, bf5, bf6, bf7, bf8, bf9, bfa, bfb, bfc, bfd, bfe, bff;
    if (never) {
      NeverCalled.call();
    }
  }

  /// Not initialized, so that neither compiler inlines the call.
  private static final class NeverCalled extends Error {
    private static final long serialVersionUID = 1;

    private NeverCalled() {}

    static void call() {}
  }
}
