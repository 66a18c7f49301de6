import { commentProblems } from './doc-comments.ts';
import { doubledNames } from './doubled-names.ts';
import { folderCircles } from './folder-circles.ts';
import { impatientWaits } from './impatient-waits.ts';
import { report } from './report.ts';
import { isProduct, listFiles, parseSource, readFile } from './source-files.ts';
import { classesOf, styleClassProblems } from './style-classes.ts';
import { superLinearExpressions } from './super-linear.ts';
import { untieredTests } from './untiered-tests.ts';

/** The checks of the code that parse it, together, so that each file is parsed once. */
const files = listFiles().filter((file) => /\.[cm]?[jt]sx?$/.test(file));
const sources = files.filter((file) => /\.tsx?$/.test(file)).map((file) => parseSource(file, readFile(file)));
const product = sources.filter(({ path }) => isProduct(path));
/** Folders whose subfolders import each other in one direction. */
const layered = ['electron/connector', 'electron/jobs', 'electron/service', 'electron/shell', 'shared'];
const node = product.filter(({ path }) => !path.startsWith('renderer/'));

report(
  untieredTests(files, readFile),
  'No runner finds these tests: name and place them as build/test-files.ts says.',
  'Every file with tests belongs to a tier.',
);
report(
  sources.flatMap(impatientWaits),
  'A busy machine takes longer than one second: state `timeout`.',
  'Tests that wait for a state have the time that a busy machine needs.',
);
report(
  product.flatMap(superLinearExpressions),
  'These expressions can take time with the square of a text: write a scanner, or `super-linear: ` and the reason in a comment above.',
  `Regular expressions of ${product.length} files take time that grows with their text alone.`,
);
report(doubledNames(node), 'Give each thing a name of its own.', 'No name of the Node side is exported twice.');
report(
  doubledNames(product.filter(({ path }) => path.startsWith('renderer/'))),
  'Give each thing of the window a name of its own.',
  'No name of the window is exported twice.',
);
report(
  layered.flatMap((folder) => folderCircles(folder, node)),
  'Move what two folders share to one of them or to a third.',
  'No imports between folders close a circle.',
);
const styles = listFiles().filter((file) => file.endsWith('.module.css'));
report(
  styleClassProblems(
    product,
    new Map(styles.map((file) => [file, readFile(file)])),
    classesOf(readFile('renderer/theme/theme.css')),
  ),
  'Define a class in the CSS module beside its component, remove it with its last use, and share looks as a component of `renderer/ui`.',
  `Components use all classes of ${styles.length} CSS modules, and no others.`,
);
report(
  commentProblems(sources),
  'Write a doc comment directly above the declaration that it describes, with its parameters, and links to names of the file.',
  `Doc comments of ${sources.length} files fit their declarations.`,
);
