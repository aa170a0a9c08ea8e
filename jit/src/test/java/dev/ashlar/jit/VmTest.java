// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.jit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ashlar.jit.compilation.Vm;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class VmTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          -Dhttp.proxyPassword=s3cret -Xint    | -Dhttp.proxyPassword=*** -Xint
          -DdbPwd=two s3cret words -Da=b       | -DdbPwd=*** -Da=b
          -javaagent:a.jar=license:s3cret      | -javaagent:a.jar=***
          -javaagent:a.jar b.Main              | -javaagent:a.jar b.Main
          app.jar --token s3cret --port 80     | app.jar --token *** --port 80
          a.Main API_KEY=s3cret                | a.Main API_KEY=***
          a.Main https://me:s3c@ret@host/x     | a.Main https://***@host/x
          a.Main https://host/x me@host        | a.Main https://host/x me@host
          a.TokenReader keys.txt               | a.TokenReader keys.txt
          -XX:CompileCommand=inline,a.Key::get | -XX:CompileCommand=inline,a.Key::get
          -XX:+UseKeyHole b                    | -XX:+UseKeyHole b
          """)
  void whatLooksLikeASecretIsHidden(String line, String shown) {
    assertThat(Vm.withoutSecrets(line)).isEqualTo(shown);
  }

  @Test
  void noPartOfItHasSecrets() {
    String flag = "-Djavax.net.ssl.keyStorePassword=s3cret";
    Vm vm =
        new Vm(
            "VM",
            "25",
            "amd64",
            List.of(flag),
            "a.Main --token s3cret",
            Map.of("db.password", "s3cret"),
            7,
            0);
    assertThat(vm.arguments() + vm.command() + vm).doesNotContain("s3cret");
  }
}
