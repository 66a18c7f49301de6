import css from './theme.css?raw';

/** The value of a custom property in a theme, where there is no page that has it. */
export function themeToken(scheme: 'light' | 'dark', name: string): string {
  const block = css.split(`:root[data-mantine-color-scheme="${scheme}"] {`)[1]?.split('}')[0] ?? '';
  return (block.split(`${name}:`)[1] ?? '').split(';')[0]?.trim() ?? '';
}
