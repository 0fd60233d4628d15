"""The run's report: figures as SVG and one self-contained HTML page."""
