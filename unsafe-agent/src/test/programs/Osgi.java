// SPDX-License-Identifier: Apache-2.0
import java.lang.reflect.Method;
import java.nio.file.Path;
import java.util.Map;
import java.util.ServiceLoader;
import org.osgi.framework.Bundle;
import org.osgi.framework.launch.Framework;
import org.osgi.framework.launch.FrameworkFactory;

/// Runs the program `Small` in a bundle, whose class loader delegates `java.*` and what it imports.
class Osgi {
  public static void main(String[] args) throws Exception {
    Framework framework =
        ServiceLoader.load(FrameworkFactory.class)
            .findFirst()
            .orElseThrow()
            .newFramework(Map.of("org.osgi.framework.storage", args[1]));
    framework.start();
    Bundle bundle =
        framework.getBundleContext().installBundle(Path.of(args[0]).toUri().toString());
    bundle.start();
    Method main = bundle.loadClass("Small").getDeclaredMethod("main", String[].class);
    main.setAccessible(true);
    main.invoke(null, (Object) args);
    framework.stop();
    framework.waitForStop(10_000);
  }
}
