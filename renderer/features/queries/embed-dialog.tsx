import { Button, Textarea } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { t } from 'i18next';
import { useState } from 'react';
import type { Dataset } from '#shared/api/records/dataset.ts';
import { type EmbeddedView, embeddedViews, embedParameters, embedPath } from '#shared/embed.ts';
import { linkParameters } from '#shared/open-link.ts';
import { datasetQuery, useConnection } from '../../backend/records.ts';
import { can, copyText } from '../../backend/shell.ts';
import { languageNames, languages } from '../../locales/language.ts';
import { closeDialog } from '../../state/dialogs.ts';
import { themes } from '../../state/settings.ts';
import { linkOfTab } from '../../state/share-view.ts';
import { type DatasetTab, useTabs } from '../../state/tab.ts';
import formStyles from '../../ui/actions/form.module.css';
import { PlainButton } from '../../ui/actions/icon-button.tsx';
import { ChoiceField } from '../../ui/fields.tsx';
import styles from './embed-dialog.module.css';

interface EmbedChoice {
  readonly view: EmbeddedView;
  readonly theme: (typeof themes)[number];
  readonly language: 'system' | (typeof languages)[number];
  readonly version: 'newest' | 'pinned';
}

function viewsOf({ charts, summary }: DatasetTab, { columns }: Dataset): readonly EmbeddedView[] {
  const possible: Readonly<Record<EmbeddedView, boolean>> = {
    grid: true,
    chart: charts.length > 0,
    map: columns.some(({ type }) => type === 'geometry'),
    summary: summary.rows.length + summary.columns.length > 0,
    number: true,
  };
  return embeddedViews.filter((view) => possible[view]);
}

/** The address of a page that shows one thing of a tab. @param service address of its service */
function embedAddress(service: string, tab: DatasetTab, dataset: Dataset, choice: EmbedChoice): string {
  const newest = dataset.versions.find(({ ready }) => ready)?.slug ?? null;
  const version = choice.version === 'newest' ? null : (tab.query.version ?? newest);
  const parameters = new URLSearchParams([
    [embedParameters.view, choice.view],
    [embedParameters.theme, choice.theme],
    [embedParameters.language, choice.language],
  ]);
  const link = linkParameters(linkOfTab({ ...tab, query: { ...tab.query, version } }));
  return `${service}${embedPath}?${link}&${parameters}`;
}

const heights: Readonly<Record<EmbeddedView, number>> = { grid: 420, chart: 420, map: 420, summary: 320, number: 150 };

function codeOf(service: string, address: string, title: string, view: EmbeddedView): string {
  const quoted = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
  const frame = `<iframe src="${quoted(address)}" title="${quoted(title)}" width="100%" height="${heights[view]}" style="border:0" loading="lazy"></iframe>`;
  return `${frame}\n<script async src="${quoted(`${service}${embedPath}fit.js`)}"></script>`;
}

/** Makes the code that embeds a chart, a map, a table or a number in a page, with a preview. */
export function EmbedForm({ tab: id }: { tab: string }) {
  const tab = useTabs(({ tabs }) => tabs.find((each) => each.id === id));
  const reference = tab?.reference ?? { connection: '', namespace: '', dataset: '' };
  const { data: details } = useQuery({ ...datasetQuery(reference), enabled: tab !== undefined });
  const address = useConnection(reference.connection)?.address ?? null;
  if (tab === undefined || details === undefined || address === null) return null;
  return <EmbedOptions tab={tab} dataset={details.dataset} service={address} />;
}

function EmbedOptions({ tab, dataset, service }: { tab: DatasetTab; dataset: Dataset; service: string }) {
  const offered = viewsOf(tab, dataset);
  const first = offered.find((view) => (view === 'grid' ? 'rows' : view === 'chart' ? 'charts' : view) === tab.view);
  const [choice, setChoice] = useState<EmbedChoice>({
    view: first ?? 'grid',
    theme: 'system',
    language: 'system',
    version: tab.query.version === null ? 'newest' : 'pinned',
  });
  const field = <Name extends keyof EmbedChoice>(
    name: Name,
    choices: readonly EmbedChoice[Name][],
    nameOf: (value: EmbedChoice[Name]) => string,
  ) => (
    <ChoiceField
      label={t(`embed.${name}`)}
      choices={choices}
      nameOf={nameOf}
      value={choice[name]}
      onChange={(value) => setChoice((before) => ({ ...before, [name]: value }))}
    />
  );
  const address = embedAddress(service, tab, dataset, choice);
  const code = codeOf(service, address, dataset.label || dataset.slug, choice.view);
  return (
    <div className={formStyles.form}>
      <div className={styles.options}>
        {field('view', offered, (view) => t(`embed.${view}`))}
        {field('version', ['newest', 'pinned'], (version) => t(`embed.${version}`))}
        {field('theme', themes, (theme) => t(`settings.${theme}`))}
        {field('language', ['system', ...languages], (each) =>
          each === 'system' ? t('embed.ofReader') : languageNames[each],
        )}
      </div>
      {can('addresses') && (
        <iframe
          key={address}
          className={styles.preview}
          title={t('embed.preview')}
          src={address}
          height={heights[choice.view]}
        />
      )}
      <Code code={code} />
      <div className={formStyles.actions}>
        <PlainButton text={t('common.close')} onClick={() => closeDialog('queries')} />
        <Button data-autofocus onClick={() => void copyText(code).then(() => closeDialog('queries'))}>
          {t('embed.copy')}
        </Button>
      </div>
    </div>
  );
}

function Code({ code }: { code: string }) {
  const rows = { autosize: true, minRows: 3, maxRows: 6 } as const;
  return (
    <>
      <Textarea label={t('embed.code')} value={code} readOnly {...rows} classNames={{ input: 'mono' }} />
      <p className="quiet">{t('embed.hint')}</p>
    </>
  );
}
