/* The texts whose contrast with their ground is below what WCAG 2.2 AA asks for: 4.5, and 3 for large text. */
const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });

/* Red, green and blue from 0 to 255, and opacity from 0 to 1, of any colour that CSS knows. */
function channels(colour) {
  canvas.clearRect(0, 0, 1, 1);
  canvas.fillStyle = colour;
  canvas.fillRect(0, 0, 1, 1);
  const [r, g, b, a] = canvas.getImageData(0, 0, 1, 1).data;
  return { rgb: [r, g, b], opacity: a / 255 };
}

function ground(element) {
  for (let e = element; e !== null; e = e.parentElement) {
    const { rgb, opacity } = channels(getComputedStyle(e).backgroundColor);
    if (opacity > 0.99) {
      return rgb;
    }
  }
  return [255, 255, 255];
}

function luminance(rgb) {
  const [r, g, b] = rgb.map((c) => (c / 255 <= 0.04045 ? c / 255 / 12.92 : Math.pow((c / 255 + 0.055) / 1.055, 2.4)));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(one, other) {
  const [low, high] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

const poor = new Map();
const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
while (texts.nextNode()) {
  const element = texts.currentNode.parentElement;
  const text = texts.currentNode.textContent.trim();
  if (text === "" || element.closest("script, style, noscript") || !element.checkVisibility()) {
    continue;
  }
  const style = getComputedStyle(element);
  const size = parseFloat(style.fontSize);
  const large = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700);
  const ratio = contrast(channels(element.closest("svg") ? style.fill : style.color).rgb, ground(element));
  if (ratio < (large ? 3 : 4.5)) {
    poor.set(element.tagName + "." + (element.getAttribute("class") || "") + " " + ratio.toFixed(2), text.slice(0, 40));
  }
}
return [...poor].map(([where, text]) => where + ": " + text);
