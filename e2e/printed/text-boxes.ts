import type { ElectronApplication } from '@playwright/test';

/** Where a text of a picture stands, in pixels. */
export interface TextBox {
  readonly text: string;
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  /** Whether it leaves the picture, or the drawing within it that it belongs to. */
  readonly isCut: boolean;
}

/** Where an SVG picture has its upright texts, as the window's own browser draws them. */
export async function textBoxes(electron: ElectronApplication, svg: string): Promise<readonly TextBox[]> {
  return electron.evaluate(async ({ BrowserWindow }, source) => {
    const page = new BrowserWindow({ show: false, width: 1400, height: 900 });
    try {
      await page.loadURL(`data:text/html;charset=utf-8,<body style="margin:0">${encodeURIComponent(source)}</body>`);
      return (await page.webContents.executeJavaScript(`[...document.querySelectorAll('text')].flatMap((text) => {
        const { a, b } = text.getScreenCTM();
        if (text.textContent.trim() === '' || Math.abs(b) > 0.01 * Math.abs(a)) return [];
        const { left, top, right, bottom } = text.getBoundingClientRect();
        const { x, y, width, height, parentNode, ownerSVGElement } = text.closest('svg');
        const within = ownerSVGElement === null ? { a: 1, d: 1, e: 0, f: 0 } : parentNode.getScreenCTM();
        const start = [within.e + within.a * x.baseVal.value, within.f + within.d * y.baseVal.value];
        const end = [start[0] + within.a * width.baseVal.value, start[1] + within.d * height.baseVal.value];
        // The boxes of lines have room above and below their letters.
        const isCut = left < start[0] - 1 || right > end[0] + 1 || top < start[1] - 2 || bottom > end[1] + 2;
        return [{ text: text.textContent, left, top, right, bottom, isCut }];
      })`)) as TextBox[];
    } finally {
      page.destroy();
    }
  }, svg);
}

/** What is wrong with the places of texts: outside their drawing, or over each other. */
export function misplacedTexts(boxes: readonly TextBox[]): string[] {
  const outside = boxes.filter(({ isCut }) => isCut).map(({ text }) => `“${text}” leaves its drawing`);
  const over = boxes.flatMap((one, at) =>
    boxes.slice(at + 1).flatMap((other) => {
      const across = Math.min(one.right, other.right) - Math.max(one.left, other.left);
      const down = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
      // The boxes of lines have room above and below their letters.
      return across > 1 && down > 4 ? [`“${one.text}” is over “${other.text}”`] : [];
    }),
  );
  return [...outside, ...over];
}
