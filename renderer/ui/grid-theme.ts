import { colorSchemeVariable, createTheme, iconSetQuartzRegular } from 'ag-grid-community';
import colours from './grid-theme.json' with { type: 'json' };

/** Heights in pixels, by the density of the rows. */
export const rowHeights = { compact: 22, normal: 26, relaxed: 34 } as const;
export const filterRowHeight = 30;
export const headerHeight = 42;
/** Added to the height of headings with histograms. */
export const histogramHeight = 42;

/**
 * The grid's theme in the design's tokens, which cover light and dark. Without the parts for buttons, fields and tabs of the
 * grid's own, which are not used: every grid measures the parts it has when it is created.
 */
const parts = createTheme().withPart(colorSchemeVariable).withPart(iconSetQuartzRegular);
export const gridTheme = parts.withParams(colours as Parameters<typeof parts.withParams>[0]);
