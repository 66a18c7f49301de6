import { expect, test } from 'vitest';
import { parseSource } from './source-files.ts';
import { styleClassProblems } from './style-classes.ts';

const card = 'renderer/features/home/card.tsx';
const css = 'renderer/features/home/card.module.css';

function problems(text: string, style: string, path = card, module = css): string[] {
  const source = parseSource(path, text);
  return styleClassProblems([source], new Map([[module, style]]), new Set(['quiet']));
}

test('accepts classes that are defined and used', () => {
  const text = "import styles from './card.module.css';\nexport const view = <p className={styles.title} />;";
  expect(
    problems(text, '.title { margin: 0.5em; }\n@media (width < 9px) {\n  .title:global(.ag-row) { top: 0; }\n}'),
  ).toEqual([]);
});

test('finds a class that no rule defines, and a rule that no component uses', () => {
  const text = "import styles from './card.module.css';\nexport const view = <p className={styles.title} />;";
  expect(problems(text, '.head > .title-old { margin: 0; }')).toEqual([
    `${card}: ${css} has no class title`,
    `${css}: no component uses the class head`,
    `${css}: no component uses the class title-old`,
  ]);
});

test('finds a class as text that is not one of the whole window', () => {
  expect(problems('export const view = <p className="quiet head" />;', '')).toEqual([
    `${card}: no style sheet of the window has the class head`,
  ]);
});

test('finds the classes of another feature, but not those of shared components', () => {
  const other = "import styles from '../home/card.module.css';\nexport const view = <p className={styles.title} />;";
  const map = 'renderer/features/map/legend.tsx';
  expect(problems(other, '.title { top: 0; }', map)).toEqual([`${map}: ${css} belongs to another feature`]);
  const shared = "import styles from '../../ui/note.module.css';\nexport const view = <p className={styles.title} />;";
  expect(problems(shared, '.title { top: 0; }', map, 'renderer/ui/note.module.css')).toEqual([]);
});
