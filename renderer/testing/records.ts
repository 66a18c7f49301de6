import type { Column } from '#shared/api/column.ts';
import type { Dataset } from '#shared/api/records/dataset.ts';
import type { Namespace } from '#shared/api/records/namespace.ts';
import type { Version } from '#shared/api/records/version.ts';
import { everyRow } from '#shared/row-query.ts';
import type { ViewedFile } from '#shared/rpc/calls/viewed-files.ts';
import type { Connection, DatasetDetails, DatasetReference } from '#shared/rpc/records.ts';
import { usualFollowing } from '#shared/rpc/shell/following-settings.ts';
import type { ShellSettings } from '#shared/rpc/shell/shell-settings.ts';
import { type DatasetTab, useTabs } from '../state/tab.ts';
import { openTab } from '../state/tabs.ts';

const noImages = { image: '', showcase_image: '', thumbnail_image: '' };
const service = 'https://statistics.example/';

/** A remote service that is there, read without signing in, with some members changed. */
export function testConnection(changed: Partial<Connection> = {}): Connection {
  return {
    id: 'remote',
    capabilities: { signIn: true, changeAddress: true, remove: true, pin: true, filesOnThisComputer: false },
    name: 'Statistics office',
    colour: '',
    address: service,
    state: 'ready',
    failure: null,
    session: { kind: 'anonymous' },
    transport: 'safe',
    ...changed,
  };
}

/** This computer's own service, with some members changed. */
export function ownConnection(changed: Partial<Connection> = {}): Connection {
  return testConnection({
    id: 'local',
    capabilities: { signIn: false, changeAddress: false, remove: false, pin: false, filesOnThisComputer: true },
    name: '',
    address: 'http://127.0.0.1:8000/',
    ...changed,
  });
}

/** A text column, with some members changed. */
export function testColumn(name: string, changed: Partial<Column> = {}): Column {
  return { name, label: name, description: '', type: 'text', ...changed };
}

/** A version that is ready. @param day its day in March 2026 */
export function testVersion(day: number, changed: Partial<Version> = {}): Version {
  const date = `2026-03-${String(day).padStart(2, '0')}`;
  const slug = `${date.replaceAll('-', '')}120000000000`;
  const dataset = `${service}geo/towns/`;
  return {
    id: day,
    dataset,
    label: slug,
    slug,
    datetime: `${date}T12:00:00.000Z`,
    checksum: String(day).padStart(2, '0').repeat(32),
    metadata: '',
    ready: true,
    url: `${dataset}versions/${slug}/`,
    ...changed,
  };
}

/** The dataset geo/towns with a name and a population, at one version, with some members changed. */
export function testDataset(changed: Partial<Dataset> = {}): Dataset {
  const slug = changed.slug ?? 'towns';
  const url = `${service}geo/${slug}/`;
  return {
    ...noImages,
    id: 1,
    label: 'Towns',
    slug,
    namespace: `${service}geo/`,
    description: 'Every town with its population.',
    url,
    versions: [testVersion(1)],
    data: `${url}data/`,
    columns: [
      testColumn('name', { label: 'Name' }),
      testColumn('population', { label: 'Population', type: 'integer' }),
    ],
    download: `${url}download/`,
    ...changed,
  };
}

/** A published namespace with the dataset of {@link testDataset}, with some members changed. */
export function testNamespace(changed: Partial<Namespace> = {}): Namespace {
  const slug = changed.slug ?? 'geo';
  return {
    ...noImages,
    id: 1,
    label: 'Geography',
    slug,
    description: '',
    published: true,
    url: `${service}${slug}/`,
    allowed_groups: [],
    datasets: [testDataset()],
    ...changed,
  };
}

/** The dataset of {@link testDataset} on the remote service. */
export const towns: DatasetReference = { connection: 'remote', namespace: 'geo', dataset: 'towns' };

/** What the connector knows of a dataset of three rows, with some members changed. */
export function testDetails(changed: Partial<DatasetDetails> = {}): DatasetDetails {
  return { dataset: testDataset(), namespaceLabel: 'Geography', rows: 3, notices: [], ...changed };
}

/** Opens {@link towns} in a tab, the only one there is. */
export function openTowns(changed: Partial<DatasetTab> = {}): DatasetTab {
  useTabs.setState({ tabs: [], activeTab: null, closed: [] });
  openTab({ reference: towns, label: 'Towns', query: everyRow });
  useTabs.setState(({ tabs }) => ({ tabs: tabs.map((tab) => ({ ...tab, ...changed })) }));
  const [tab] = useTabs.getState().tabs;
  if (tab === undefined) throw new Error('No tab was opened.');
  return tab;
}

/** The file towns.csv, viewed without being published and half read, with some members changed. */
export function testViewedFile(changed: Partial<ViewedFile> = {}): ViewedFile {
  return {
    id: 'f1',
    path: '/home/anna/towns.csv',
    reference: { connection: 'scratch', namespace: 'files', dataset: 'f1' },
    options: {},
    state: 'reading',
    stored: false,
    progress: { rows: 2000, fraction: 0.5 },
    rows: null,
    rejected: 0,
    sheets: [],
    failure: null,
    onDisk: 'same',
    ...changed,
  };
}

/** The settings of the desktop program. */
export function testShellSettings(): ShellSettings {
  return {
    theme: 'system',
    language: 'system',
    shortcuts: {},
    notifications: true,
    updates: false,
    cacheMegabytes: 500,
    canUpdate: false,
    onBattery: false,
    following: usualFollowing,
    mapBackground: null,
    service: { port: 8000, network: false },
    places: { data: '/d', config: '/c', cache: '/k', logs: '/l' },
  };
}
