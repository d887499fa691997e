// Starts the page. Trunk writes the two hashed file names on this script's own tag (Trunk.toml, pattern_script).
const { js, wasm } = document.querySelector("script[data-js]").dataset;
const start = await import(new URL(js, document.baseURI));
await start.default({ module_or_path: new URL(wasm, document.baseURI) });
