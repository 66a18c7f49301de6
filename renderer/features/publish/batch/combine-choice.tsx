import { Checkbox, TextInput } from '@mantine/core';
import { IconArrowsJoin } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { changeReading, type Draft } from '../draft.ts';
import { Decision, FileProposal } from '../preview/file-proposals.tsx';
import { changeDraft, takeCombined, takeFiles } from '../publish-store.ts';
import type { ListedItem } from './batch-list.tsx';

/**
 * Paths of the listed files that can become one dataset: whole files of one format with the same columns; empty
 * otherwise.
 */
export function combinable(listed: readonly ListedItem[]): string[] {
  const used = listed.filter(({ item }) => item.used);
  const shapes = used.map(({ preview }) =>
    preview === undefined
      ? null
      : JSON.stringify([preview.format, ...preview.columns.map(({ source }) => source).sort()]),
  );
  const paths = new Set(used.map(({ item }) => item.draft.path));
  const alike = shapes[0] !== null && shapes.every((shape) => shape === shapes[0]);
  return alike && paths.size > 1 && paths.size === used.length ? [...paths] : [];
}

/** Offers to combine the listed files in one dataset. */
export function CombineOffer({ listed }: { listed: readonly ListedItem[] }) {
  const { t } = useTranslation();
  const paths = combinable(listed);
  if (paths.length === 0) return null;
  return (
    <FileProposal icon={IconArrowsJoin} text={t('publish.combineSame', { count: paths.length })} quiet>
      <Decision onClick={() => takeCombined(paths)}>{t('publish.combine', { count: paths.length })}</Decision>
    </FileProposal>
  );
}

/** Several files that become one dataset: whether to add their names as a column, and the way back. */
export function CombineChoice({ draft }: { draft: Draft }) {
  const { t } = useTranslation();
  const { combine } = draft.reading;
  if (combine === undefined) return null;
  const { files, fileColumn } = combine;
  const text = files.length > 0 ? t('publish.combinedCount', { count: files.length }) : t('publish.combined');
  const apply = (name: string | undefined) =>
    changeDraft((one) =>
      changeReading(one, { combine: { files, ...(name === undefined || name === '' ? {} : { fileColumn: name }) } }),
    );
  return (
    <FileProposal icon={IconArrowsJoin} text={text} quiet>
      <Checkbox
        size="xs"
        label={t('publish.fileColumn')}
        checked={fileColumn !== undefined}
        onChange={(event) => apply(event.currentTarget.checked ? t('publish.fileColumnName') : undefined)}
      />
      {fileColumn !== undefined && (
        <TextInput
          size="xs"
          w={120}
          aria-label={t('publish.fileColumnLabel')}
          maxLength={255}
          defaultValue={fileColumn}
          onBlur={(event) => apply(event.currentTarget.value.trim())}
        />
      )}
      {files.length > 0 && <Decision onClick={() => takeFiles(files)}>{t('publish.combineNot')}</Decision>}
    </FileProposal>
  );
}
