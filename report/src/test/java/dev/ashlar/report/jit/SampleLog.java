// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.report.jit;

import dev.ashlar.jit.CompilationLog;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jsoup.nodes.Document;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// A small compilation log, and what its page has of it as data.
public final class SampleLog {
  /// Without it a log is cut off.
  public static final String END = "<hotspot_log_done stamp='9.0'/>\n</hotspot_log>\n";

  private SampleLog() {}

  /// A log in which `root` of `holder` calls a large method, a virtual and an inlined one.
  public static String of(String holder) {
    String name = holder.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    return """
    <hotspot_log version='160 1' process='1' time_ms='1'>
    <vm_version>
    <release>
    25.0.3+9-LTS
    </release>
    </vm_version>
    <vm_arguments>
    <args>
    -Xmx64m
    </args>
    <command>
    a.Main --fast
    </command>
    </vm_arguments>
    <task compile_id='1' method='HOLDER root ()V' bytes='20' count='9000' stamp='1.0'>
    <type id='1' name='void'/>
    <klass id='2' name='HOLDER' flags='1'/>
    <klass id='3' name='a.First' flags='1'/>
    <klass id='4' name='a.Second' flags='1'/>
    <method id='10' holder='2' name='root' return='1' flags='1' bytes='20'/>
    <method id='11' holder='2' name='big' return='1' flags='1' bytes='424'/>
    <method id='12' holder='2' name='shape' return='1' flags='1' bytes='5'/>
    <method id='13' holder='2' name='small' return='1' flags='1' bytes='7'/>
    <method id='14' holder='2' name='inner' return='1' flags='1' bytes='3'/>
    <parse method='10' uses='9000'>
    <bc code='184' bci='7'/>
    <call method='11' count='9000' prof_factor='1.0' inline='1'/>
    <inline_fail reason='hot method too big'/>
    <bc code='182' bci='9'/>
    <call method='12' count='9000' prof_factor='1.0' virtual='1' inline='1' receiver='3' \
    receiver_count='4500' receiver2='4' receiver2_count='2700'/>
    <virtual_call bci='9'/>
    <bc code='184' bci='12'/>
    <call method='13' count='9000' prof_factor='1.0' inline='1'/>
    <inline_success reason='accessor'/>
    <parse method='13' uses='9000'>
    <bc code='184' bci='1'/>
    <call method='14' count='9000' prof_factor='1.0' inline='1'/>
    <inline_success reason='accessor'/>
    <parse method='14' uses='9000'>
    </parse>
    </parse>
    </parse>
    <task_done success='1' nmsize='100' count='9000' stamp='1.1'/>
    </task>
    """
        .replace("HOLDER", name);
  }

  /// {@return the log without what stands before its tasks}
  static String task(String log) {
    return log.substring(log.indexOf("<task "));
  }

  /// The same, with a call that is replaced by instructions.
  public static String withIntrinsic() {
    return of("a.B")
        .replace(
            "<inline_success reason='accessor'/>\n<parse method='14' uses='9000'>\n</parse>",
            "<intrinsic id='_x' nodes='1'/>");
  }

  /// {@return what is read from a file of that content in `folder`}
  public static CompilationLog read(Path folder, String content) throws IOException {
    return CompilationLog.read(
        Files.writeString(Files.createTempFile(folder, "jit", ".log"), content));
  }

  /// {@return the call trees of a page}
  static JsonNode data(Document page) {
    return new JsonMapper().readTree(page.expectFirst("#data").data());
  }
}
