import { Box, NativeSelect } from '@mantine/core';
import { IconEye } from '@tabler/icons-react';
import { t } from 'i18next';
import { fileName } from '#shared/file-name.ts';
import type { ViewedFile } from '#shared/rpc/calls/viewed-files.ts';
import { calling, reportFailure } from '../../backend/failure.ts';
import { callBackend } from '../../backend/port.ts';
import { openDialog } from '../../state/dialogs.ts';
import { changeQuery, type DatasetTab, setLayout } from '../../state/tab.ts';
import { closeTab } from '../../state/tabs.ts';
import { SmallButton } from '../../ui/actions/icon-button.tsx';
import { ProgressLine } from '../../ui/states/progress-line.tsx';
import { FailureNotice } from '../../ui/states/states.tsx';
import styles from './viewed-files.module.css';

interface ViewedFileBarProps {
  readonly tab: DatasetTab;
  readonly file: ViewedFile;
}

/** States that a file is not published, the state of its reading, and its actions. */
export function ViewedFileBar({ tab, file }: ViewedFileBarProps) {
  const { id, path, options, reference, state, stored, failure } = file;
  const readAgain = calling('readViewedFileAgain', { id });
  const publish = () => openDialog({ kind: 'publish-viewed', viewed: { reference, path, options } });
  const reading = state === 'reading';
  return (
    <>
      <section className={styles.bar} aria-label={t('viewed.notPublished')}>
        <IconEye size={16} stroke={1.5} aria-hidden />
        <span className={styles.words}>
          <strong>{t('viewed.notPublished')}</strong> <span className="quiet">{t('viewed.onlyHere')}</span>
        </span>
        {!reading && <ViewedNews file={file} />}
        {!reading && (state !== 'ready' || file.onDisk === 'changed') && (
          <SmallButton text={t('viewed.readAgain')} onClick={readAgain} />
        )}
        <Box flex={1} />
        {file.sheets.length > 1 && <SheetChoice tab={tab} file={file} />}
        {reading && <SmallButton text={t('viewed.cancel')} onClick={calling('cancelViewedFile', { id })} />}
        <SmallButton text={t('viewed.publish')} variant="filled" onClick={publish} />
        <SmallButton text={t('common.close')} onClick={() => closeTab(tab.id)} />
      </section>
      {reading && <ViewedProgress file={file} />}
      {stored && failure !== null && (
        <FailureNotice text={t('viewed.notReadAgain')} failure={failure} onRetry={readAgain} />
      )}
    </>
  );
}

function ViewedNews({ file }: { file: ViewedFile }) {
  const { onDisk, rejected, stored } = file;
  const news = [
    ...(stored && rejected > 0 ? [t('viewed.rejected', { count: rejected })] : []),
    ...(onDisk === 'changed' ? [t('viewed.changed')] : []),
    ...(onDisk === 'missing' ? [t('viewed.missing')] : []),
  ];
  return <span role="status">{news.join(' ')}</span>;
}

/** Another sheet of a workbook has other columns, so none of the query's conditions would fit. */
function SheetChoice({ tab, file }: ViewedFileBarProps) {
  const choose = (sheet: string) => {
    changeQuery(tab.id, { filters: [], ordering: [], search: '', fields: null });
    setLayout(tab.id, null);
    void callBackend('readViewedFileAgain', { id: file.id, options: { ...file.options, sheet } }).catch(reportFailure);
  };
  return (
    <NativeSelect
      aria-label={t('publish.sheet')}
      data={[...file.sheets]}
      value={file.options.sheet ?? file.sheets[0] ?? ''}
      disabled={file.state === 'reading'}
      onChange={(event) => choose(event.currentTarget.value)}
    />
  );
}

function ViewedProgress({ file: { path, progress, stored } }: { file: ViewedFile }) {
  const { rows = 0, fraction = null } = progress ?? {};
  const what = t(stored ? 'viewed.readingAgain' : 'viewed.reading');
  return (
    <Box flex="none" py="xs" px="md">
      <ProgressLine
        label={t('viewed.readingNamed', { file: fileName(path) })}
        fraction={fraction}
        words={rows > 0 ? `${what} · ${t('common.rows', { count: rows })}` : what}
      />
    </Box>
  );
}
