import { Modal } from '@mantine/core';
import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { closeQueryDialog, type QueryDialog, useQueryDialog } from '../../dialogs/query-dialogs.ts';
import { DeleteQuery } from './delete-query.tsx';
import { IncompleteView } from './incomplete-view.tsx';
import { PartlySaved } from './lost-parts.tsx';
import { RenameQuery } from './rename-query.tsx';
import { RunQuery } from './run-query.tsx';
import { SaveQuery } from './save-query.tsx';
import { UnsupportedQuery } from './unsupported-query.tsx';

interface Content {
  readonly title: string;
  readonly body: ReactNode;
}

function contentOf(t: TFunction, dialog: QueryDialog): Content {
  switch (dialog.kind) {
    case 'save':
      return {
        title: t(dialog.drawn === undefined ? 'queries.saveTitle' : 'queries.saveChartTitle'),
        body: <SaveQuery tab={dialog.tab} drawn={dialog.drawn} />,
      };
    case 'run':
      return { title: t('queries.runTitle', { label: dialog.query.label }), body: <RunQuery query={dialog.query} /> };
    case 'rename':
      return { title: t('queries.renameTitle'), body: <RenameQuery query={dialog.query} /> };
    case 'delete':
      return { title: t('queries.deleteTitle'), body: <DeleteQuery query={dialog.query} /> };
    case 'unsupported':
      return { title: t('queries.unsupportedTitle'), body: <UnsupportedQuery query={dialog.query} /> };
    case 'partly-saved':
      return { title: t('queries.saveTitle'), body: <PartlySaved {...dialog} /> };
    case 'incomplete':
      return { title: t('queries.incompleteTitle'), body: <IncompleteView {...dialog} /> };
  }
}

/** The dialogs about saved queries and shared views, one at a time. */
export function QueryDialogs() {
  const { t } = useTranslation();
  const dialog = useQueryDialog((store) => store.dialog);
  const content = dialog === null ? null : contentOf(t, dialog);
  return (
    <Modal
      opened={content !== null}
      onClose={closeQueryDialog}
      title={content?.title}
      size={dialog?.kind === 'run' ? 760 : 480}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      {content?.body}
    </Modal>
  );
}
