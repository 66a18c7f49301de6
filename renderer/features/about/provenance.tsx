import { Autocomplete, Button, Flex, Modal, Textarea, TextInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { maxProvenanceLength, type Provenance } from '#shared/api/records/provenance.ts';
import type { Version } from '#shared/api/records/version.ts';
import type { DatasetReference } from '#shared/rpc/records.ts';
import { changeProvenance, provenanceQuery, rightsQuery } from '../../backend/editing.ts';
import { readVersionMetadata } from '../../lib/versions/version-metadata.ts';
import { MutationForm } from '../../ui/actions/form-actions.tsx';
import factsStyles from '../../ui/layout/facts.module.css';
import styles from './about.module.css';
import { Fact } from './about-facts.tsx';

interface ProvenanceProps {
  readonly reference: DatasetReference;
  readonly versions: readonly Version[];
  readonly version: string | null;
}

/** The licence, source and contact of the data: those of the dataset, otherwise those of the displayed version. */
export function ProvenanceSection({ reference, versions, version }: ProvenanceProps) {
  const { t } = useTranslation();
  const [isEdited, setEdited] = useState(false);
  const { data: stated } = useQuery(provenanceQuery(reference));
  const { data: rights } = useQuery(rightsQuery({ kind: 'dataset', ...reference }));
  const shown = versions.find((each) => each.ready && (version === null || each.slug === version));
  const { licence: ofVersion, origin, source: file, lines } = readVersionMetadata(shown?.metadata ?? '');
  const licence = stated?.licence || ofVersion;
  const source = stated?.source ?? '';
  const contact = stated?.contact ?? '';
  const isNothing = !licence && source === '' && contact === '' && origin === null && file === null;
  const mayEdit = stated !== undefined && stated !== null && rights !== undefined && rights.change !== 'no';
  return (
    <section aria-label={t('facts.provenance')}>
      <Flex align="baseline" gap="md">
        <h3>{t('facts.provenance')}</h3>
        {mayEdit && (
          <Button variant="default" size="compact-xs" onClick={() => setEdited(true)}>
            {t('provenance.edit')}
          </Button>
        )}
      </Flex>
      {isNothing ? (
        <p className={`quiet ${styles.description}`}>{t(mayEdit ? 'provenance.nothingYet' : 'facts.noProvenance')}</p>
      ) : (
        <dl className={factsStyles.facts}>
          <Fact label={t('facts.licence')}>
            {licence || <span className="quiet">{t(mayEdit ? 'provenance.notStated' : 'facts.notProvided')}</span>}
          </Fact>
          {source !== '' && <Fact label={t('provenance.source')}>{source}</Fact>}
          {contact !== '' && <Fact label={t('provenance.contact')}>{contact}</Fact>}
          {origin !== null && <Fact label={t('facts.origin')}>{origin}</Fact>}
          {file !== null && <Fact label={t('facts.sourceFile')}>{file}</Fact>}
          {lines.length > 0 && (
            <Fact label={t('facts.linesAround')}>
              <span className={styles.lines}>{withoutSeparators(lines).join('\n')}</span>
            </Fact>
          )}
        </dl>
      )}
      {isEdited && mayEdit && (
        <ProvenanceForm
          reference={reference}
          stated={stated}
          licenceOfVersion={ofVersion}
          onClose={() => setEdited(false)}
        />
      )}
    </section>
  );
}

/** Returns lines of a file of columns as they read: without the separators of empty cells at their ends. */
function withoutSeparators(lines: readonly string[]): string[] {
  const isText = (letter: string) => !';,|\t '.includes(letter);
  return lines.flatMap((line) => {
    const letters = [...line];
    const text = letters.slice(letters.findIndex(isText), letters.findLastIndex(isText) + 1).join('');
    return text === '' ? [] : [text];
  });
}

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
function ProvenanceForm({ reference, stated, licenceOfVersion, onClose }: ProvenanceFormProps) {
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
