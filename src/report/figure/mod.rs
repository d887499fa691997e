//! Figures as SVG text.
