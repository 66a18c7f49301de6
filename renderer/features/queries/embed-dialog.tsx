import { Button, Textarea } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import i18next, { t } from 'i18next';
import { useState } from 'react';
import type { Dataset } from '#shared/api/records/dataset.ts';
import {
  type EmbeddedView,
  embeddedViews,
  embedParameters,
  embedPath,
  type PictureFormat,
  pictureFormats,
  picturePath,
} from '#shared/embed.ts';
import { languages } from '#shared/locales/languages.ts';
import { linkParameters } from '#shared/open-link.ts';
import { datasetQuery, useConnection } from '../../backend/records.ts';
import { can, copyText } from '../../backend/shell.ts';
import { languageNames } from '../../locales/language.ts';
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
  /** Charts alone may be pictures. */
  readonly format: 'page' | PictureFormat;
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

/** The address of a page or a picture that shows one thing of a tab. @param service address of its service */
function embedAddress(service: string, tab: DatasetTab, dataset: Dataset, choice: EmbedChoice): string {
  const newest = dataset.versions.find(({ ready }) => ready)?.slug ?? null;
  const version = choice.version === 'newest' ? null : (tab.query.version ?? newest);
  const shown = linkOfTab({ ...tab, query: { ...tab.query, version } });
  const { format } = choice;
  if (format !== 'page') {
    const parameters = new URLSearchParams([
      [embedParameters.theme, choice.theme === 'dark' ? 'dark' : 'light'],
      [embedParameters.language, choice.language === 'system' ? i18next.language : choice.language],
    ]);
    const link = linkParameters({ ...shown, parts: { charts: tab.charts.slice(0, 1) } });
    return `${service}${picturePath(format)}?${link}&${parameters}`;
  }
  const parameters = new URLSearchParams([
    [embedParameters.view, choice.view],
    [embedParameters.theme, choice.theme],
    [embedParameters.language, choice.language],
  ]);
  return `${service}${embedPath}?${linkParameters(shown)}&${parameters}`;
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
  const [chosen, setChoice] = useState<EmbedChoice>({
    view: first ?? 'grid',
    format: 'page',
    theme: 'system',
    language: 'system',
    version: tab.query.version === null ? 'newest' : 'pinned',
  });
  const choice: EmbedChoice = chosen.view === 'chart' ? chosen : { ...chosen, format: 'page' };
  const isPicture = choice.format !== 'page';
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
  const title = dataset.label || dataset.slug;
  const code = isPicture ? address : codeOf(service, address, title, choice.view);
  return (
    <div className={formStyles.form}>
      <div className={styles.options}>
        {field('view', offered, (view) => t(`embed.${view}`))}
        {choice.view === 'chart' && field('format', ['page', ...pictureFormats], (format) => t(`embed.${format}`))}
        {field('version', ['newest', 'pinned'], (version) => t(`embed.${version}`))}
        {field('theme', themes, (theme) => t(`settings.${theme}`))}
        {field('language', ['system', ...languages], (each) =>
          each === 'system' ? t('embed.ofReader') : languageNames[each],
        )}
      </div>
      {can('addresses') && isPicture && <img key={address} className={styles.preview} alt={title} src={address} />}
      {can('addresses') && !isPicture && (
        <iframe
          key={address}
          className={styles.preview}
          title={t('embed.preview')}
          src={address}
          height={heights[choice.view]}
        />
      )}
      <Code code={code} isPicture={isPicture} />
      <div className={formStyles.actions}>
        <PlainButton text={t('common.close')} onClick={() => closeDialog('queries')} />
        <Button data-autofocus onClick={() => void copyText(code).then(() => closeDialog('queries'))}>
          {t(isPicture ? 'embed.copyAddress' : 'embed.copy')}
        </Button>
      </div>
    </div>
  );
}

function Code({ code, isPicture }: { code: string; isPicture: boolean }) {
  return (
    <>
      <Textarea
        label={t(isPicture ? 'embed.address' : 'embed.code')}
        value={code}
        readOnly
        autosize
        minRows={3}
        maxRows={4}
        classNames={{ input: 'mono' }}
      />
      <p className="quiet">{t(isPicture ? 'embed.pictureHint' : 'embed.hint')}</p>
    </>
  );
}
