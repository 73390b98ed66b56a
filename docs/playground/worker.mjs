// Runs Python in a thread of its own, so that the page stays responsive. Nothing is sent anywhere.
import { loadPyodide } from "./pyodide/pyodide.mjs";

const ready = (async () => {
  const python = await loadPyodide({ indexURL: new URL("./pyodide/", import.meta.url).href });
  const packages = await fetch(new URL("./packages.zip", import.meta.url));
  python.FS.mkdirTree("/packages");
  python.unpackArchive(await packages.arrayBuffer(), "zip", { extractDir: "/packages" });
  python.FS.mkdirTree("/documents/profiles");
  python.runPython("import os, sys\nos.chdir('/documents')\nsys.path.insert(0, '/packages')\nos.environ['CVRENDER_CACHE'] = '/tmp/cache'");
  return { python, playground: python.pyimport("playground") };
})();

onmessage = async ({ data: { id, call, values } }) => {
  try {
    const { python, playground } = await ready;
    const result = playground[call](...values.map((value) => (value instanceof Uint8Array ? python.toPy(value) : value)));
    postMessage({ id, result: result?.toJs ? result.toJs({ dict_converter: Object.fromEntries }) : result });
  } catch (error) {
    postMessage({ id, error: String(error) });
  }
};
