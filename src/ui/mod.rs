//! The page: Leptos components, and no arithmetic. Only `browser` touches `web_sys`.

#![allow(unreachable_pub, reason = "the component macro makes its property types public")]

mod browser;
mod commands;
mod figures;
mod form;
mod header;
mod help;
mod losses;
mod scenarios;
mod state;
mod tables;
mod verdicts;

use leptos::prelude::*;

use state::State;

/// Mounts the page and marks the body as ready.
pub fn mount() {
    leptos::mount::mount_to_body(Page);
    browser::mark_ready();
}

/// The whole page.
#[component]
pub fn Page() -> impl IntoView {
    let state = State::start();
    view! {
        <a class="skip" href="#results">"Skip to results"</a>
        <header::Header state=state />
        <main>
            <header::Notices state=state />
            <header::Intro state=state />
            <scenarios::Tabs state=state />
            <verdicts::Verdicts state=state />
            <div class="workspace">
                <form::Form state=state />
                <section id="results" class="results" aria-label="Results" tabindex="-1">
                    <figures::Topology state=state />
                    <figures::Percentiles state=state />
                    <figures::Parts state=state />
                    <losses::Losses state=state />
                    <figures::Lag state=state />
                    <tables::Comparison state=state />
                    <tables::Measured state=state />
                    <commands::Commands state=state />
                    <tables::Provenance state=state />
                </section>
            </div>
            <help::Help />
        </main>
        <footer>
            <p>"Farsight computes in this page. Nothing you enter leaves your machine: no request is made after the page has loaded."</p>
        </footer>
    }
}
