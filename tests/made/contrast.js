// List the texts of a page whose contrast with their ground is below WCAG's 4.5 (3 if large): those in
// opened folds too, but neither charts nor what a style sheet adds.
() => {
  const parse = (text) => {
    if (!/^(rgba?|color)\((srgb )?[\d.e, /-]+\)$/.test(text)) throw new Error(`What colour is ${text}?`);
    const [r, g, b, a = 1] = text.match(/[\d.]+(e-\d+)?/g).map(Number);
    const unit = text.startsWith("color(") ? 255 : 1; // of color-mix: 0 to 1
    return [r * unit, g * unit, b * unit, a];
  };
  const over = (top, below) => [0, 1, 2].map((i) => top[i] * top[3] + below[i] * (1 - top[3]));
  const channel = (v) => (v <= 10 ? v / 255 / 12.92 : ((v / 255 + 0.055) / 1.055) ** 2.4);
  const luminance = (rgb) => {
    const [r, g, b] = rgb.map(channel);
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const above = (node) => (node ? [...above(node.parentElement), getComputedStyle(node)] : []);
  document.querySelectorAll("details").forEach((fold) => (fold.open = true));
  const found = new Set();
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const node = texts.currentNode.parentElement, text = texts.currentNode.data.trim();
    if (!text || !node.getClientRects().length || node.closest("svg, script, style")) continue;
    const styles = above(node), style = styles.at(-1);
    const ground = styles.reduce((below, one) => over(parse(one.backgroundColor), below), [255, 255, 255]);
    const ink = parse(style.color);
    ink[3] *= styles.reduce((product, one) => product * one.opacity, 1);
    const [light, dark] = [over(ink, ground), ground].map(luminance).sort((a, b) => b - a);
    const ratio = (light + 0.05) / (dark + 0.05);
    const size = parseFloat(style.fontSize);
    const least = size >= 24 || (size >= 18.66 && style.fontWeight >= 700) ? 3 : 4.5;
    if (ratio < least) found.add(`${ratio.toFixed(2)} ${node.tagName}.${node.className}: ${text.slice(0, 40)}`);
  }
  return [...found];
}
