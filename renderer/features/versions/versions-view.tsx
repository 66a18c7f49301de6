import '../../ui/sheet.css';
import './versions.css';
import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Version } from '#shared/api/version.ts';
import type { DatasetDetails } from '#shared/rpc/records.ts';
import { copyText } from '../../api/shell.ts';
import { formatBytes, formatCount, formatMoment } from '../../lib/format.ts';
import { readVersionMetadata } from '../../lib/version-metadata.ts';
import { type DatasetTab, openDataset } from '../../session.ts';
import { useLocale } from '../../settings.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { EmptyState } from '../../ui/states.tsx';

interface VersionsViewProps {
  readonly tab: DatasetTab;
  readonly details: DatasetDetails;
  /** Whether the bytes of a version, named by its slug, were compared with its checksum, and the way to do so. */
  readonly checkOf: (version: string) => ReactNode;
}

/** The versions of a dataset, newest first; each opens read-only in a tab of its own. */
export function VersionsView({ tab, details, checkOf }: VersionsViewProps) {
  const { t } = useTranslation();
  const { versions } = details.dataset;
  if (versions.length === 0) return <EmptyState title={t('versions.emptyTitle')} text={t('versions.emptyText')} />;
  const newest = versions.find((version) => version.ready)?.slug;
  const columns = ['published', 'version', 'rows', 'size', 'checksum', 'state', 'actions'] as const;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by the keyboard.
    <section className="sheet sheet-scroller" aria-label={t('views.versions')} tabIndex={0}>
      <table className="sheet-table" aria-label={t('versions.table', { name: details.dataset.label })}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col" className={column === 'rows' || column === 'size' ? 'sheet-number' : ''}>
                {t(`versions.${column}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {versions.map((version) => (
            <VersionLine
              key={version.slug}
              version={version}
              newest={version.slug === newest}
              tab={tab}
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
}

function VersionLine({ version, newest, tab, check }: VersionLineProps) {
  const { t } = useTranslation();
  const locale = useLocale();
  const { rows, bytes } = readVersionMetadata(version.metadata);
  return (
    <tr>
      <td>
        {formatMoment(version.datetime, locale)}
        {newest && <span className="version-newest">{t('versions.newest')}</span>}
      </td>
      <td className="mono">{version.label}</td>
      <td className="sheet-number">{rows === null ? '–' : formatCount(rows, locale)}</td>
      <td className="sheet-number">{bytes === null ? '–' : formatBytes(bytes, locale)}</td>
      <td className="mono">
        <span className="version-checksum" title={version.checksum}>
          {version.checksum.slice(0, 12)}…
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
      </td>
    </tr>
  );
}
