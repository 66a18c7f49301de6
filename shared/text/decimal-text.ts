const decimal = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/;

/** Whether a text is a number in decimal or scientific notation with a point, such as `-1.5e3`, `.5` or `2.`. */
export function isDecimalText(text: string): boolean {
  return decimal.test(text);
}
