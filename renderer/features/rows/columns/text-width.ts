let context: CanvasRenderingContext2D | null | undefined;

/** Width of a text in pixels, in the font of `like`. */
export function textWidth(text: string, like: Element): number {
  context ??= document.createElement('canvas').getContext('2d');
  if (context === null) return text.length * 7.5;
  const style = getComputedStyle(like);
  context.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
  return context.measureText(text).width;
}
