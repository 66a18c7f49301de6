import { Autocomplete, Flex, Modal, SegmentedControl, Textarea, TextInput } from '@mantine/core';
import { IconExternalLink } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { t } from 'i18next';
import { type ReactNode, useState } from 'react';
import type { Dataset } from '#shared/api/records/dataset.ts';
import { maxProvenanceLength, type Provenance } from '#shared/api/records/provenance.ts';
import type { Version } from '#shared/api/records/version.ts';
import { rowQueryToParameters } from '#shared/row-query.ts';
import type { DatasetDetails, DatasetReference } from '#shared/rpc/records.ts';
import { codeSnippet, type SnippetLanguage, snippetLanguages } from '#shared/text/code-snippets.ts';
import { useUnlistedCodes } from '../../backend/codes.ts';
import { changeProvenance, provenanceQuery, rightsQuery } from '../../backend/editing.ts';
import { reportFailure } from '../../backend/failure.ts';
import { callQuery } from '../../backend/port.ts';
import { imageQuery } from '../../backend/queries.ts';
import { servesWindowQuery, useConnection } from '../../backend/records.ts';
import { copyText, shell } from '../../backend/shell.ts';
import { explained } from '../../lib/format/failure-texts.ts';
import { formatCount } from '../../lib/format/format.ts';
import { viewAddress } from '../../lib/query/filter-text.ts';
import { queryLine } from '../../lib/query/query-text.ts';
import { viewOf } from '../../lib/query/saved-view.ts';
import { newestReady, readVersionMetadata } from '../../lib/versions/version-metadata.ts';
import { useLocale } from '../../state/settings.ts';
import { linkToView } from '../../state/share-view.ts';
import type { DatasetTab } from '../../state/tab.ts';
import { MutationForm } from '../../ui/actions/form-actions.tsx';
import { CopyButton, IconButton, SmallButton } from '../../ui/actions/icon-button.tsx';
import factsStyles from '../../ui/layout/facts.module.css';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { UnlistedCodes } from '../../ui/states/unlisted-codes.tsx';
import styles from './about.module.css';

interface AboutViewProps {
  readonly tab: DatasetTab;
  readonly details: DatasetDetails;
  /** The source that the dataset follows. */
  readonly followed: ReactNode;
  /** The dataset's saved queries. */
  readonly queries: ReactNode;
}

/** Describes a dataset: description, figures, saved queries, addresses, and how to read it elsewhere. */
export function AboutView({ tab, details, followed, queries }: AboutViewProps) {
  const { dataset } = details;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by the keyboard.
    <section className={styles.about} aria-label={t('views.about')} tabIndex={0}>
      <div className={styles.inner}>
        <section className={styles.opening}>
          <div>
            <h3>{t('about.description')}</h3>
            <p className={dataset.description === '' ? `${styles.description} quiet` : styles.description}>
              {dataset.description || t('about.noDescription')}
            </p>
            {dataset.hidden === true && <p className="quiet">{`${t('editing.hidden')}. ${t('editing.hiddenText')}`}</p>}
          </div>
          <DatasetImage
            connection={tab.reference.connection}
            image={dataset.showcase_image || dataset.image}
            name={dataset.label || dataset.slug}
          />
        </section>
        <AboutFigures reference={tab.reference} details={details} />
        <CodesSection tab={tab} />
        {followed}
        <section>
          <h3>{t('queries.title')}</h3>
          {queries}
        </section>
        <ProvenanceSection reference={tab.reference} versions={dataset.versions} version={tab.query.version} />
        <AboutAddresses tab={tab} dataset={dataset} />
        <AboutSnippets tab={tab} dataset={dataset} />
      </div>
    </section>
  );
}

/** Values of coded columns that are in no list; nothing if there are none. */
function CodesSection({ tab }: { tab: DatasetTab }) {
  const unlisted = useUnlistedCodes(tab.reference, tab.query.version);
  if (unlisted.length === 0) return null;
  return (
    <section>
      <h3>{t('codes.title')}</h3>
      <UnlistedCodes unlisted={unlisted} />
    </section>
  );
}

/** The image reserves its space while loading; without an image no space is reserved. */
function DatasetImage({ connection, image, name }: { connection: string; image: string; name: string }) {
  const { data, isPending } = useQuery(imageQuery(connection, image));
  if (image === '' || (!isPending && !data)) return null;
  return (
    <div className={styles.image}>
      {data !== undefined && data !== null && <img src={data} alt={t('facts.image', { name })} />}
    </div>
  );
}

function AboutSnippets({ tab, dataset }: { tab: DatasetTab; dataset: Dataset }) {
  const [language, setLanguage] = useState<SnippetLanguage>('curl');
  const view = viewOf(tab, dataset.columns);
  const parameters = rowQueryToParameters(view);
  const text = codeSnippet(language, { data: dataset.data, parameters });
  return (
    <section>
      <h3 id="about-snippets">{t('about.snippets')}</h3>
      <SegmentedControl
        aria-labelledby="about-snippets"
        data={[...snippetLanguages]}
        value={language}
        onChange={setLanguage}
      />
      <p className={`${styles.description} quiet`}>
        {parameters.length === 0
          ? t('facts.snippetAll')
          : t('facts.snippetView', { view: queryLine(t, view, dataset.columns) })}{' '}
        {t('facts.snippetToken')}
      </p>
      <div className={styles.snippet}>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls sideways, which the keyboard must reach. */}
        <pre className="mono" tabIndex={0}>
          {text}
        </pre>
        <CopyButton label={t('common.copyNamed', { what: language })} text={text} copy={copyText} />
      </div>
    </section>
  );
}

interface ProvenanceProps {
  readonly reference: DatasetReference;
  readonly versions: readonly Version[];
  readonly version: string | null;
}

/** The licence, source and contact of the data: those of the dataset, otherwise those of the displayed version. */
function ProvenanceSection({ reference, versions, version }: ProvenanceProps) {
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
        {mayEdit && <SmallButton text={t('provenance.edit')} onClick={() => setEdited(true)} />}
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

/** The figures of a dataset: those of its record at once, those that the service calculates as they arrive. */
function AboutFigures({ reference, details }: { reference: DatasetReference; details: DatasetDetails }) {
  const locale = useLocale();
  const { dataset, namespaceLabel, rows, notices } = details;
  const { data, isPending } = useQuery(callQuery('readFigures', reference, { staleTime: 0 }));
  const figures = data?.figures;
  const newest = newestReady(dataset)?.datetime ?? figures?.latest ?? '';
  const counted = (value: number | null | undefined) => {
    if (value !== null && value !== undefined) return formatCount(value, locale);
    return <span className="quiet">{isPending ? '…' : t('facts.notProvided')}</span>;
  };
  return (
    <section>
      <h3>{t('about.statistics')}</h3>
      <dl className={factsStyles.facts}>
        <Fact label={t('about.namespace')}>{namespaceLabel}</Fact>
        <Fact label={t('about.latest')}>
          {newest === '' ? t('common.none') : <RelativeTime iso={newest} locale={locale} />}
        </Fact>
        <Fact label={t('facts.elements')}>{counted(rows ?? figures?.elements)}</Fact>
        <Fact label={t('about.columns')}>{formatCount(dataset.columns.length, locale)}</Fact>
        <Fact label={t('about.versions')}>{formatCount(dataset.versions.length, locale)}</Fact>
        <Fact label={t('facts.queries')}>{counted(figures?.queries)}</Fact>
        <Fact label={t('facts.views')}>{counted(figures?.views)}</Fact>
      </dl>
      {notices.map((notice) => (
        <p key={notice.code} className={`${styles.description} quiet`}>
          {explained(t, notice)}
        </p>
      ))}
    </section>
  );
}

/** The addresses of a dataset, and of its tab's current view, to copy or open. */
function AboutAddresses({ tab, dataset }: { tab: DatasetTab; dataset: Dataset }) {
  const connection = useConnection(tab.reference.connection);
  const view = viewOf(tab, dataset.columns);
  const shownAddress = viewAddress(dataset.data, view);
  const { data: inBrowsers } = useQuery(servesWindowQuery(tab.reference.connection));
  const { link } = linkToView(connection, tab.reference, dataset.versions, { view }, inBrowsers);
  return (
    <section>
      <h3>{t('about.addresses')}</h3>
      <dl className={factsStyles.facts}>
        <Address label={t('about.address')} address={dataset.url} />
        <Address label={t('about.data')} address={dataset.data} />
        {shownAddress !== dataset.data && <Address label={t('facts.apiAddress')} address={shownAddress} />}
        <Address label={t('about.download')} address={dataset.download} />
        <Address label={t('facts.link')} address={link} />
      </dl>
    </section>
  );
}

function Address({ label, address }: { label: string; address: string }) {
  if (address === '') return null;
  return (
    <Fact label={label}>
      <span className={`${factsStyles.address} mono`}>{address}</span>
      <CopyButton label={t('about.copyAddress', { what: label })} text={address} copy={copyText} />
      {/^https?:/i.test(address) && (
        <IconButton
          size="xs"
          label={t('facts.openAddress', { what: label })}
          onClick={() => void shell.call('openAddress', { address }).catch(reportFailure)}
          icon={IconExternalLink}
        />
      )}
    </Fact>
  );
}

/** A line in a list of facts. */
function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </>
  );
}
