//! Two faces of one program: in a browser it mounts the page, elsewhere it is the shell.

#[cfg(not(target_arch = "wasm32"))]
mod shell;

#[cfg(target_arch = "wasm32")]
fn main() {
    farsight::ui::mount();
}

#[cfg(not(target_arch = "wasm32"))]
fn main() -> std::process::ExitCode {
    shell::run()
}
