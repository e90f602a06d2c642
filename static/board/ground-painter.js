/**
 * Paints the ground of a board in the background, strip by strip, and hands each over as a picture. It runs as a worker,
 * which has neither the page nor its style sheets: whoever starts it says how each shape looks (ground-layer.js).
 */

/**
 * @typedef {object} Shape a path, or a group of them with one opacity for all
 * @property {number} opacity
 * @property {string} d
 * @property {{colour: string, opacity: number, rule: CanvasFillRule}|null} fill
 * @property {{colour: string, opacity: number, width: number, cap: CanvasLineCap, join: CanvasLineJoin, dashes: number[]}|null} stroke
 * @property {Shape[]} of
 *
 * @typedef {{relief: string, width: number, height: number, scale: number, shapes: Shape[]}} Painting its size in units of the board, and how many pixels one of them is at most
 * @typedef {{blob: Blob, top: number, height: number, last: boolean}} Strip where it lies, in units of the board
 * @typedef {{addEventListener: (kind: 'message', act: (event: MessageEvent<Painting>) => void) => void, postMessage: (what: Strip|{trouble: string}) => void}} Page
 * @typedef {{shape: Shape, path: Path2D|null, of: Drawn[]}} Drawn its path is read only once
 */

const page = /** @type {Page} */ (/** @type {unknown} */ (self));

/** Rows of pixels of one picture. */
const STRIP_ROWS = 128;
/** Rows that a picture has in common with the next: no seam is seen where the map is scaled. */
const OVERLAP_ROWS = 2;
/** There is nothing to be seen through, and no line as sharp as those of the layers above. */
const PICTURE = { type: 'image/jpeg', quality: 0.92 };

/** @param {Shape} shape @returns {Drawn} */
const read = (shape) => ({ shape, path: shape.d ? new Path2D(shape.d) : null, of: shape.of.map(read) });

/** @param {number} width @param {number} rows @param {boolean} opaque @returns {OffscreenCanvasRenderingContext2D} */
function sheet(width, rows, opaque) {
  const context = new OffscreenCanvas(width, rows).getContext('2d', { alpha: !opaque });
  if (!context) throw new Error('no canvas');
  return context;
}

/** @param {OffscreenCanvasRenderingContext2D} context @param {Drawn} drawn @param {number} opacity */
function stroke(context, { shape, path, of }, opacity) {
  if (path && shape.fill) {
    context.globalAlpha = opacity * shape.fill.opacity;
    context.fillStyle = shape.fill.colour;
    context.fill(path, shape.fill.rule);
  }
  if (path && shape.stroke) {
    const { colour, width, cap, join, dashes } = shape.stroke;
    Object.assign(context, { globalAlpha: opacity * shape.stroke.opacity, strokeStyle: colour, lineWidth: width, lineCap: cap, lineJoin: join });
    context.setLineDash(dashes);
    context.stroke(path);
  }
  for (const each of of) paint(context, each);
}

/** What lies one over another in a group, or as fill and line of one path, is no denser there. @param {OffscreenCanvasRenderingContext2D} context @param {Drawn} drawn */
function paint(context, drawn) {
  const { shape, of } = drawn;
  if (shape.opacity === 1 || (!of.length && !(shape.fill && shape.stroke))) {
    stroke(context, drawn, shape.opacity);
    return;
  }
  const { width, height } = context.canvas;
  const apart = sheet(width, height, false);
  const place = context.getTransform();
  apart.setTransform(place);
  stroke(apart, drawn, 1);
  context.globalAlpha = shape.opacity;
  context.resetTransform();
  context.drawImage(apart.canvas, 0, 0);
  context.setTransform(place);
}

/** @param {Painting} painting @returns {Promise<void>} */
async function paintAll({ relief, width, height, scale, shapes }) {
  const answer = await fetch(relief);
  if (!answer.ok) throw new Error(`${relief}: ${answer.status}`);
  const below = await createImageBitmap(await answer.blob());
  const all = shapes.map(read);
  const [across, down] = [Math.round(width * scale), Math.round(height * scale)];
  for (let top = 0; top < down; top += STRIP_ROWS) {
    const rows = Math.min(STRIP_ROWS + OVERLAP_ROWS, down - top);
    const context = sheet(across, rows, true);
    context.imageSmoothingQuality = 'high';
    context.drawImage(below, 0, -top, across, down);
    context.setTransform(across / width, 0, 0, down / height, 0, -top);
    for (const each of all) paint(context, each);
    const blob = await context.canvas.convertToBlob(PICTURE);
    page.postMessage({ blob, top: (top / down) * height, height: (rows / down) * height, last: top + STRIP_ROWS >= down });
  }
}

page.addEventListener('message', ({ data }) => {
  // What fails here is told there: nobody sees an error of a worker.
  paintAll(data).catch((error) => page.postMessage({ trouble: String(error) }));
});

export {};
