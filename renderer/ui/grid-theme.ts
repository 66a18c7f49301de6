import { colorSchemeVariable, createTheme, iconSetQuartzRegular } from 'ag-grid-community';

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
export const gridTheme = parts.withParams({
  accentColor: 'var(--accent)',
  backgroundColor: 'var(--surface)',
  foregroundColor: 'var(--text)',
  borderColor: 'var(--hairline)',
  browserColorScheme: 'inherit',
  chromeBackgroundColor: 'var(--surface-sunken)',
  headerBackgroundColor: 'var(--surface-sunken)',
  headerTextColor: 'var(--text)',
  headerFontSize: 12.5,
  headerFontWeight: 600,
  headerColumnBorder: true,
  columnBorder: { color: 'color-mix(in srgb, var(--hairline) 60%, transparent)' },
  rowHoverColor: 'var(--surface-hover)',
  selectedRowBackgroundColor: 'var(--surface-selected)',
  rowBorder: { color: 'var(--hairline)' },
  fontFamily: 'inherit',
  fontSize: 13,
  cellHorizontalPadding: 10,
  spacing: 4,
  wrapperBorder: false,
  wrapperBorderRadius: 0,
  borderRadius: 0,
  focusShadow: 'none',
});
