import { Button } from '@mantine/core';
import { IconFileZip } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Failure } from '#shared/failures.ts';
import { archiveFilesQuery } from '../../../backend/files.ts';
import statesStyles from '../../../ui/states/states.module.css';
import { EmptyState, FailureState } from '../../../ui/states/states.tsx';
import { changeReading, type Draft } from '../draft.ts';
import styles from '../publish.module.css';
import { changeDraft, takeArchiveFiles } from '../publish-store.ts';
import { ReadingOptions } from './reading-options.tsx';

interface UnreadFileProps {
  readonly draft: Draft;
  /** Why the file cannot be read. */
  readonly problem: Failure;
  /** Whether the file belongs to a list. */
  readonly listed: boolean;
  readonly onRetry: () => void;
}

/** A file that cannot be shown: the problem, or its content if it is an archive of several files. */
export function UnreadFile({ draft, problem, listed, onRetry }: UnreadFileProps) {
  const { combine, entry } = draft.reading;
  const isArchive = /\.zip$/i.test(draft.path) && combine === undefined && entry === undefined;
  const { data: files = [], isLoading } = useQuery({ ...archiveFilesQuery(draft.path), enabled: isArchive });
  if (isLoading) return null;
  if (files.length > 1) return <ArchiveOfSeveral files={files} listed={listed} />;
  return (
    <>
      <ReadingOptions reading={draft.reading} />
      <FailureState failure={problem} onRetry={onRetry} />
    </>
  );
}

/** Maximum number of file names to list. */
const maxNamed = 8;

function ArchiveOfSeveral({ files, listed }: { files: readonly string[]; listed: boolean }) {
  const { t } = useTranslation();
  return (
    <EmptyState
      icon={<IconFileZip size={28} stroke={1.5} aria-hidden />}
      title={t('publish.archiveTitle', { count: files.length })}
      text={t(listed ? 'publish.archiveListed' : 'publish.archiveText')}
    >
      <ul className={styles.archiveFiles} aria-label={t('publish.archiveTitle', { count: files.length })}>
        {files.slice(0, maxNamed).map((name) => (
          <li key={name}>{name}</li>
        ))}
        {files.length > maxNamed && <li>{t('publish.archiveMore', { count: files.length - maxNamed })}</li>}
      </ul>
      <div className={statesStyles.actions}>
        {!listed && <Button onClick={() => takeArchiveFiles(files)}>{t('publish.archiveChoose')}</Button>}
        <Button variant="default" onClick={() => changeDraft((one) => changeReading(one, { combine: { files: [] } }))}>
          {t('publish.combineArchive')}
        </Button>
      </div>
    </EmptyState>
  );
}
