import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Version } from '#shared/api/records/version.ts';
import type { DatasetReference } from '#shared/rpc/records.ts';
import { provenanceQuery, rightsQuery } from '../../backend/editing.ts';
import { readVersionMetadata } from '../../lib/versions/version-metadata.ts';
import factsStyles from '../../ui/layout/facts.module.css';
import styles from './about.module.css';
import { Fact } from './about-facts.tsx';
import { ProvenanceForm } from './provenance-form.tsx';

interface ProvenanceProps {
  readonly reference: DatasetReference;
  readonly versions: readonly Version[];
  readonly version: string | null;
}

/** The licence, source and contact of the data: those of the dataset, otherwise those of the displayed version. */
export function Provenance({ reference, versions, version }: ProvenanceProps) {
  const { t } = useTranslation();
  const [isEdited, setEdited] = useState(false);
  const { data: stated } = useQuery(provenanceQuery(reference));
  const { data: rights } = useQuery(rightsQuery({ kind: 'dataset', ...reference }));
  const shown = versions.find((each) => each.ready && (version === null || each.slug === version));
  const { licence: ofVersion, origin, source: file } = readVersionMetadata(shown?.metadata ?? '');
  const licence = stated?.licence || ofVersion;
  const source = stated?.source ?? '';
  const contact = stated?.contact ?? '';
  const isNothing = !licence && source === '' && contact === '' && origin === null && file === null;
  const mayEdit = stated !== undefined && stated !== null && rights !== undefined && rights.change !== 'no';
  return (
    <section aria-label={t('facts.provenance')}>
      <div className={styles.provenance}>
        <h3>{t('facts.provenance')}</h3>
        {mayEdit && (
          <Button variant="default" size="compact-xs" onClick={() => setEdited(true)}>
            {t('provenance.edit')}
          </Button>
        )}
      </div>
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
