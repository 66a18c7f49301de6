/**
 * Height in pixels beyond which the grid stretches its scrolling; rows.css sets the same limit. The browser could lay
 * out twice that, but it paints with 32-bit floats, and beyond 2^24 lines and text fall between pixels.
 */
export const tallestElement = 16_000_000;

/** Pixels of rows per pixel of scrolling: 1 until the rows exceed the browser's limit. */
export function scrollScale(rows: number, rowHeight: number): number {
  return Math.max(1, (rows * rowHeight) / tallestElement);
}

/** A wheel step in pixels; `deltaMode` 1 counts lines and 2 counts pages (UI Events, WheelEvent). */
export function wheelPixels(delta: number, deltaMode: number, lineHeight: number, pageHeight: number): number {
  if (deltaMode === 1) return delta * lineHeight;
  return deltaMode === 2 ? delta * pageHeight : delta;
}

/**
 * Makes a turn of the wheel move the same number of rows whatever their total. With stretched scrolling, the browser
 * would move thousands of rows per notch. The viewport must keep fractions of a pixel: see `exact-scroll.ts`.
 */
export function steadyWheel(
  viewport: HTMLElement,
  sizes: () => { readonly rows: number; readonly rowHeight: number },
): () => void {
  const onWheel = (event: WheelEvent) => {
    const { rows, rowHeight } = sizes();
    const scale = scrollScale(rows, rowHeight);
    if (scale === 1 || event.deltaY === 0 || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    event.stopPropagation();
    viewport.scrollTop += wheelPixels(event.deltaY, event.deltaMode, rowHeight, viewport.clientHeight) / scale;
  };
  viewport.addEventListener('wheel', onWheel, { capture: true, passive: false });
  return () => viewport.removeEventListener('wheel', onWheel, { capture: true });
}
