import { IconBraces } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { FilePreview } from '#shared/rpc/source-file.ts';
import { changeReading } from '../draft.ts';
import { changeDraft } from '../publish-store.ts';
import { Decision, Proposal } from './proposal.tsx';

type NestedObjectsProps = { readonly preview: Pick<FilePreview, 'notices' | 'options'> };

/** Offers a column for each value of the objects within records of JSON, and the way back. */
export function NestedObjects({ preview: { notices, options } }: NestedObjectsProps) {
  const { t } = useTranslation();
  const found = notices.find(({ code }) => code === 'json-nested');
  const flatten = (apply: boolean) => changeDraft((draft) => changeReading(draft, { flatten: apply || undefined }));
  if (options.flatten === true) {
    return (
      <Proposal icon={IconBraces} text={t('publish.flattened')} quiet>
        <Decision onClick={() => flatten(false)}>{t('publish.keepObjects')}</Decision>
      </Proposal>
    );
  }
  if (found?.code !== 'json-nested') return null;
  return (
    <Proposal icon={IconBraces} text={t('publish.nested', found.values)} quiet>
      <Decision onClick={() => flatten(true)}>{t('publish.flatten')}</Decision>
    </Proposal>
  );
}
