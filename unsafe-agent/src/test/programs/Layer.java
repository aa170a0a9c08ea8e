// SPDX-License-Identifier: Apache-2.0
import java.lang.module.Configuration;
import java.lang.module.ModuleFinder;
import java.lang.reflect.Method;
import java.nio.file.Path;
import java.util.Set;

/// Runs the program `Small` in a named module of a layer of its own.
class Layer {
  public static void main(String[] args) throws Exception {
    ModuleLayer boot = ModuleLayer.boot();
    Configuration configuration =
        boot.configuration()
            .resolve(ModuleFinder.of(Path.of(args[0])), ModuleFinder.of(), Set.of("small"));
    ModuleLayer layer =
        boot.defineModulesWithOneLoader(configuration, ClassLoader.getPlatformClassLoader());
    Class<?> small = layer.findLoader("small").loadClass("small.Small");
    Method main = small.getMethod("main", String[].class);
    main.invoke(null, (Object) args);
    System.out.println(small.getModule());
  }
}
