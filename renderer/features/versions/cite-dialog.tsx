import { Button, Flex, Modal } from '@mantine/core';
import { t } from 'i18next';
import type { Dataset } from '#shared/api/records/dataset.ts';
import type { Version } from '#shared/api/records/version.ts';
import { copyText } from '../../backend/shell.ts';
import { formatMoment, formatMomentDay } from '../../lib/format/format.ts';
import { useLocale } from '../../state/settings.ts';
import { CopyButton } from '../../ui/actions/icon-button.tsx';
import styles from './versions.module.css';

interface CiteDialogProps {
  readonly dataset: Dataset;
  readonly version: Version;
  readonly onClose: () => void;
}

/** Identifies a version so that others can find exactly the same data, and verify it. */
export function CiteDialog({ dataset, version, onClose }: CiteDialogProps) {
  const locale = useLocale();
  const text = citation(dataset, version);
  const parts = [
    [t('versions.citeAddress'), version.url || dataset.url],
    [t('versions.version'), version.label],
    [t('versions.checksum'), version.checksum],
    [t('versions.citeDate'), formatMoment(version.datetime, locale)],
    [t('versions.citeRead'), formatMomentDay(new Date().toISOString(), locale)],
  ] as const;
  return (
    <Modal opened onClose={onClose} title={t('versions.citeTitle', { version: version.label })} size="lg">
      <p className={styles.citeText}>{text}</p>
      <dl className={styles.citeParts}>
        {parts.map(([name, value], position) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              <span className={position < 3 ? 'mono' : ''}>{value}</span>
              <CopyButton label={t('common.copyNamed', { what: name })} text={value} copy={copyText} />
            </dd>
          </div>
        ))}
      </dl>
      <Flex justify="flex-end" pt="lg">
        <Button data-autofocus onClick={() => void copyText(text).then(onClose)}>
          {t('versions.citeCopyText')}
        </Button>
      </Flex>
    </Modal>
  );
}

/** A line that identifies a version so that it can be found and verified: title, date, version, address, checksum. */
export function citation(dataset: Dataset, version: Version): string {
  const day = version.datetime.slice(0, 10);
  const title = dataset.label || dataset.slug;
  return `${title}. Version ${version.label}, ${day}. ${version.url || dataset.url} (SHA-256 ${version.checksum}).`;
}
