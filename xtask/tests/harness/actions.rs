//! What a person does on the page and sees there, element by element. Selectors are CSS.

use super::{PATIENCE, PAUSE, Page, brief};
use serde_json::json;
use std::future::Future;
use std::path::Path;
use std::thread;
use std::time::Instant;
use thirtyfour::error::WebDriverResult;
use thirtyfour::{By, Key, TypingData, WebElement};

impl Page {
    /// The text as displayed.
    #[track_caller]
    pub(crate) fn text(&self, selector: &str) -> String {
        self.with(selector, "read the text of", |element| async move { element.text().await })
    }

    /// The displayed texts of all elements that match now; none is no failure.
    #[track_caller]
    pub(crate) fn texts(&self, selector: &str) -> Vec<String> {
        self.now("read texts", async {
            let mut texts = Vec::new();
            for element in self.browser.find_all(By::Css(selector)).await? {
                texts.push(element.text().await?);
            }
            Ok(texts)
        })
    }

    /// How many elements match now.
    #[track_caller]
    pub(crate) fn count(&self, selector: &str) -> usize {
        self.now("count elements", self.browser.find_all(By::Css(selector))).len()
    }

    /// The current value of an input.
    #[track_caller]
    pub(crate) fn value(&self, selector: &str) -> String {
        self.with(selector, "read the value of", |element| async move { element.value().await })
            .unwrap_or_default()
    }

    /// An attribute as it stands in the document.
    #[track_caller]
    pub(crate) fn attribute(&self, selector: &str, name: &str) -> Option<String> {
        self.with(selector, "read an attribute of", |element| async move { element.attr(name).await })
    }

    /// Whether a person could see it.
    #[track_caller]
    pub(crate) fn is_displayed(&self, selector: &str) -> bool {
        self.with(selector, "look for", |element| async move { element.is_displayed().await })
    }

    /// Clicks in the middle of the element, after scrolling to it.
    #[track_caller]
    pub(crate) fn click(&self, selector: &str) {
        self.with(selector, "click", |element| async move { element.click().await });
    }

    /// Replaces the text of an input, key by key.
    #[track_caller]
    pub(crate) fn type_into(&self, selector: &str, text: &str) {
        self.with(selector, "type into", |element| async move {
            element.send_keys(Key::Control + "a").await?;
            if text.is_empty() {
                element.send_keys(Key::Backspace).await
            } else {
                element.send_keys(text).await
            }
        });
    }

    /// Replaces the text of an input in one go, as pasting does; for long texts.
    #[track_caller]
    pub(crate) fn paste_into(&self, selector: &str, text: &str) {
        self.press(selector, Key::Control + "a");
        self.devtools("Input.insertText", json!({ "text": text }));
    }

    /// Sends keys to the element: `page.press("#chart", Key::Right)`, `page.press("body", Key::Control + "z")`.
    #[track_caller]
    pub(crate) fn press(&self, selector: &str, keys: impl Into<TypingData>) {
        let keys = keys.into().to_string();
        self.with(selector, "send keys to", |element| {
            let keys = keys.clone();
            async move { element.send_keys(keys).await }
        });
    }

    /// Chooses the option with that label in a <select>.
    #[track_caller]
    pub(crate) fn choose(&self, selector: &str, label: &str) {
        let option = format!(".//option[normalize-space() = '{label}']");
        self.with(selector, &format!("choose '{label}' in"), |element| {
            let option = By::XPath(option.clone());
            async move { element.find(option).await?.click().await }
        });
    }

    /// Gives a file to an <input type="file">.
    #[track_caller]
    pub(crate) fn upload(&self, selector: &str, file: &Path) {
        let path = file.canonicalize().unwrap_or_else(|error| panic!("{}: {error}", file.display()));
        self.with(selector, "give a file to", |element| {
            let path = path.display().to_string();
            async move { element.send_keys(path).await }
        });
    }

    /// Waits until something matches.
    #[track_caller]
    pub(crate) fn wait_for(&self, selector: &str) {
        self.with(selector, "find", |_| async { Ok(()) });
    }

    /// Waits until nothing matches any more.
    #[track_caller]
    pub(crate) fn wait_for_end_of(&self, selector: &str) {
        self.wait_until(&format!("{selector} goes away"), || self.count(selector) == 0);
    }

    /// Waits until the displayed text contains `part`.
    #[track_caller]
    pub(crate) fn wait_for_text(&self, selector: &str, part: &str) {
        let start = Instant::now();
        loop {
            let text = self.text(selector);
            if text.contains(part) {
                return;
            }
            assert!(
                start.elapsed() < PATIENCE,
                "{selector} does not say \"{part}\" within {PATIENCE:?}, but: {text}"
            );
            thread::sleep(PAUSE);
        }
    }

    /// Finds the element and acts on it; starts anew while it is missing, covered or just being replaced.
    #[track_caller]
    pub(crate) fn with<T, F>(&self, selector: &str, doing: &str, act: impl Fn(WebElement) -> F) -> T
    where
        F: Future<Output = WebDriverResult<T>>,
    {
        let start = Instant::now();
        loop {
            let attempt = async { act(self.browser.find(By::Css(selector)).await?).await };
            match self.runtime.block_on(attempt) {
                Ok(result) => return result,
                Err(error) if start.elapsed() > PATIENCE => {
                    panic!("It failed to {doing} {selector} for {PATIENCE:?}: {}", brief(&error))
                }
                Err(_) => thread::sleep(PAUSE),
            }
        }
    }
}
