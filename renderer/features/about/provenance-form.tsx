import { Autocomplete, Modal, Textarea, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { maxProvenanceLength, type Provenance } from '#shared/api/records/provenance.ts';
import type { DatasetReference } from '#shared/rpc/records.ts';
import { changeProvenance } from '../../backend/editing.ts';
import { MutationForm } from '../../ui/actions/form-actions.tsx';

/** Common licences of open data, named as in the Open Definition. */
const usualLicences = ['CC0-1.0', 'CC-BY-4.0', 'CC-BY-SA-4.0', 'ODC-PDDL-1.0', 'ODC-BY-1.0', 'ODbL-1.0'];

interface ProvenanceFormProps {
  readonly reference: DatasetReference;
  readonly stated: Provenance;
  /** The licence of the newest version; null if it states none. */
  readonly licenceOfVersion: string | null;
  readonly onClose: () => void;
}

/** The form for licence, source and contact of a dataset. */
export function ProvenanceForm({ reference, stated, licenceOfVersion, onClose }: ProvenanceFormProps) {
  const { t } = useTranslation();
  const [draft, setDraft] = useState(stated);
  const set = (part: Partial<Provenance>) => setDraft((before) => ({ ...before, ...part }));
  const save = useMutation({ mutationFn: () => changeProvenance(reference, stated, draft), onSuccess: onClose });
  return (
    <Modal data-help="publish" opened onClose={onClose} title={t('provenance.title')} size={480}>
      <MutationForm action={t('editing.save')} sending={save} onSubmit={save.mutate} onCancel={onClose}>
        <Autocomplete
          data-autofocus
          label={t('facts.licence')}
          description={
            licenceOfVersion === null
              ? t('provenance.licenceHint')
              : t('provenance.licenceOfVersion', { licence: licenceOfVersion })
          }
          data={usualLicences}
          openOnFocus={false}
          maxLength={maxProvenanceLength}
          value={draft.licence}
          onChange={(licence) => set({ licence })}
        />
        <Textarea
          label={t('provenance.source')}
          description={t('provenance.sourceHint')}
          autosize
          minRows={2}
          maxRows={6}
          maxLength={maxProvenanceLength}
          value={draft.source}
          onChange={(event) => set({ source: event.currentTarget.value })}
        />
        <TextInput
          label={t('provenance.contact')}
          description={t('provenance.contactHint')}
          maxLength={maxProvenanceLength}
          value={draft.contact}
          onChange={(event) => set({ contact: event.currentTarget.value })}
        />
      </MutationForm>
    </Modal>
  );
}
