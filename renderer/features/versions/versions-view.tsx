import '../../ui/sheet.css';
import './versions.css';
import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconQuote } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Dataset } from '#shared/api/dataset.ts';
import type { Version } from '#shared/api/version.ts';
import type { DatasetDetails } from '#shared/rpc/records.ts';
import { copyText } from '../../api/shell.ts';
import { citation } from '../../lib/citation.ts';
import { formatBytes, formatCount, formatDifference, formatMoment } from '../../lib/format.ts';
import { readVersionMetadata } from '../../lib/version-metadata.ts';
import { type DatasetTab, openDataset } from '../../session.ts';
import { useLocale } from '../../settings.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { Timeline } from './timeline.tsx';

interface VersionsViewProps {
  readonly tab: DatasetTab;
  readonly details: DatasetDetails;
  /** Whether the bytes of a version, named by its slug, were compared with its checksum, and the way to do so. */
  readonly checkOf: (version: string) => ReactNode;
}

/** The versions of a dataset, newest first; each opens read-only in a tab of its own. */
export function VersionsView({ tab, details, checkOf }: VersionsViewProps) {
  const { t } = useTranslation();
  const [chosen, setChosen] = useState<string | null>(null);
  const { versions } = details.dataset;
  if (versions.length === 0) return <EmptyState title={t('versions.emptyTitle')} text={t('versions.emptyText')} />;
  const newest = versions.find((version) => version.ready)?.slug;
  const columns = ['published', 'version', 'rows', 'change', 'size', 'checksum', 'state', 'actions'] as const;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by the keyboard.
    <section className="sheet sheet-scroller" aria-label={t('views.versions')} tabIndex={0}>
      <Timeline versions={versions} chosen={chosen} onChoose={setChosen} />
      <table className="sheet-table version-table" aria-label={t('versions.table', { name: details.dataset.label })}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th
                key={column}
                scope="col"
                className={column === 'rows' || column === 'change' || column === 'size' ? 'sheet-number' : ''}
              >
                {t(`versions.${column}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {versions.map((version, position) => (
            <VersionLine
              key={version.slug}
              version={version}
              newest={version.slug === newest}
              tab={tab}
              dataset={details.dataset}
              before={versions[position + 1]}
              chosen={version.slug === chosen}
              check={version.ready ? checkOf(version.slug) : null}
            />
          ))}
        </tbody>
      </table>
    </section>
  );
}

interface VersionLineProps {
  readonly version: Version;
  readonly newest: boolean;
  readonly tab: DatasetTab;
  readonly check: ReactNode;
  readonly dataset: Dataset;
  /** The version published before this one. */
  readonly before: Version | undefined;
  /** Chosen on the timeline. */
  readonly chosen: boolean;
}

function VersionLine({ version, newest, tab, check, dataset, before, chosen }: VersionLineProps) {
  const { t } = useTranslation();
  const locale = useLocale();
  const { rows, bytes } = readVersionMetadata(version.metadata);
  const line = useRef<HTMLTableRowElement>(null);
  useEffect(() => {
    if (chosen) line.current?.scrollIntoView({ block: 'nearest' });
  }, [chosen]);
  return (
    <tr ref={line} data-chosen={chosen || undefined}>
      <td>
        {formatMoment(version.datetime, locale)}
        {newest && <span className="version-newest">{t('versions.newest')}</span>}
      </td>
      <td className="mono">{version.label}</td>
      <td className="sheet-number">{rows === null ? '–' : formatCount(rows, locale)}</td>
      <td className="sheet-number">
        <Change rows={rows} before={before} />
      </td>
      <td className="sheet-number">{bytes === null ? '–' : formatBytes(bytes, locale)}</td>
      <td className="mono">
        <span className="version-checksum" title={version.checksum}>
          {version.checksum.slice(0, 8)}…
          <CopyButton
            label={t('common.copyNamed', { what: t('versions.checksum') })}
            text={version.checksum}
            copy={copyText}
          />
        </span>
      </td>
      <td>{version.ready ? check : t('versions.importing')}</td>
      <td>
        <Button
          size="compact-xs"
          variant="default"
          disabled={!version.ready}
          aria-label={t('versions.openNamed', { version: version.label })}
          onClick={() => openDataset(tab.reference, tab.label, newest ? null : version.slug)}
        >
          {t('versions.open')}
        </Button>
        <IconButton
          ml={4}
          label={t('versions.citeNamed', { version: version.label })}
          onClick={() =>
            void copyText(citation(dataset, version)).then(() => notifications.show({ message: t('common.copied') }))
          }
          icon={<IconQuote size={15} stroke={1.5} aria-hidden />}
        />
      </td>
    </tr>
  );
}

/** How many rows more or fewer than the version before. */
function Change({ rows, before }: { rows: number | null; before: Version | undefined }) {
  const { t } = useTranslation();
  const locale = useLocale();
  if (before === undefined) return <span className="quiet">{t('versions.first')}</span>;
  const earlier = readVersionMetadata(before.metadata).rows;
  if (rows === null || earlier === null) return '–';
  if (rows === earlier) return <span className="quiet">{t('versions.same')}</span>;
  return formatDifference(rows - earlier, locale);
}
