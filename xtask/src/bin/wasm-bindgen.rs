//! `wasm-bindgen` for Trunk to find on PATH: the library's command line, in the version of our Cargo.lock.

fn main() {
    if let Err(error) = wasm_bindgen_cli::wasm_bindgen::run_cli_with_args(std::env::args_os()) {
        eprintln!("error: {error:?}");
        std::process::exit(1);
    }
}
