//! How long the engine's kernels take: natively `cargo bench --bench engine`, in Chromium
//! `cargo bench --target wasm32-unknown-unknown --bench engine`. It prints figures and asserts none.

mod bare_loop;
mod kernels;
mod stopwatch;

use kernels::Kernel;

/// Times every kernel whose name contains `filter` and hands each line of the table to `print`.
fn run(filter: &str, print: impl Fn(&str)) {
    print(&format!("{:<58} {:>12} {:>12} {:>8}", "us a call", "median", "minimum", "calls"));
    let picked = kernels::all().into_iter().filter(|kernel| kernel.name.contains(filter));
    for Kernel { name, mut call } in picked {
        let times = stopwatch::time(&mut *call);
        print(&format!("{name:<58} {:>12.1} {:>12.1} {:>8}", times.median, times.minimum, times.calls));
    }
}

/// A word on the command line picks the kernels whose name contains it.
#[cfg(not(target_arch = "wasm32"))]
fn main() {
    let filter = std::env::args().skip(1).find(|argument| !argument.starts_with('-'));
    run(&filter.unwrap_or_default(), |line| println!("{line}"));
}

/// The runner calls the benchmark itself.
#[cfg(target_arch = "wasm32")]
fn main() {}

#[cfg(target_arch = "wasm32")]
mod browser {
    use wasm_bindgen_test::{Criterion, console_log, wasm_bindgen_bench, wasm_bindgen_test_configure};

    wasm_bindgen_test_configure!(run_in_browser);

    /// The runner looks for benchmarks of this form; the stopwatch is our own, the same as natively.
    #[wasm_bindgen_bench]
    fn engine(_: &mut Criterion) {
        super::run("", |line| console_log!("{line}"));
    }
}
