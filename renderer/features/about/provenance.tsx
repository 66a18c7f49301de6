import { useTranslation } from 'react-i18next';
import type { Version } from '#shared/api/records/version.ts';
import { readVersionMetadata } from '../../lib/versions/version-metadata.ts';
import { Fact } from './fact.tsx';

/** The licence and origin of the data, as stated in the displayed version. */
export function Provenance({ versions, version }: { versions: readonly Version[]; version: string | null }) {
  const { t } = useTranslation();
  const shown = versions.find((each) => each.ready && (version === null || each.slug === version));
  const { licence, origin, source } = readVersionMetadata(shown?.metadata ?? '');
  return (
    <section>
      <h3>{t('facts.provenance')}</h3>
      {licence === null && origin === null && source === null ? (
        <p className="quiet about-description">{t('facts.noProvenance')}</p>
      ) : (
        <dl className="about-facts">
          <Fact label={t('facts.licence')}>
            {licence === null ? <span className="quiet">{t('facts.notProvided')}</span> : licence}
          </Fact>
          {origin !== null && <Fact label={t('facts.origin')}>{origin}</Fact>}
          {source !== null && <Fact label={t('facts.sourceFile')}>{source}</Fact>}
        </dl>
      )}
    </section>
  );
}
