"""What every page shares: score tables, paired tests, figures as SVG, wording, templates."""
