/** How often a source is checked: a number with `h`, `d`, `w` or `mo` (hours, days, weeks, months), or `manual`. */
export const everyPattern = /^([1-9]\d{0,3}(h|d|w|mo)|manual)$/;
