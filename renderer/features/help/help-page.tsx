import Markdown from 'markdown-to-jsx/react';
import type { ComponentPropsWithoutRef } from 'react';
import { guidePages, openHelp } from '../../dialogs/help.ts';
import { pictureAddress } from './guide.ts';
import styles from './help.module.css';

/** A link to another page of the guide; there are no others. */
function PageLink({ href = '', children }: ComponentPropsWithoutRef<'a'>) {
  const page = guidePages.find((each) => href === `${each}.md`);
  if (page === undefined) return <span>{children}</span>;
  return (
    <button type="button" className={styles.link} onClick={() => openHelp(page)}>
      {children}
    </button>
  );
}

function Picture({ src = '', alt = '' }: ComponentPropsWithoutRef<'img'>) {
  const address = pictureAddress(src);
  return address === undefined ? <span>{alt}</span> : <img className={styles.picture} src={address} alt={alt} />;
}

/** The headings of the window and of the dialog precede the page's. */
const options = {
  disableParsingRawHTML: true,
  forceBlock: true,
  wrapper: 'article',
  overrides: {
    h1: { component: 'h3' },
    h2: { component: 'h4' },
    h3: { component: 'h5' },
    a: { component: PageLink },
    img: { component: Picture },
  },
} as const;

/** A rendered text of the guide. It is in English, whatever the language of the window. */
export function HelpPage({ text }: { readonly text: string }) {
  return (
    <div className={styles.text} lang="en" dir="ltr">
      <Markdown options={options}>{text}</Markdown>
    </div>
  );
}
