import { parquetWriteBuffer } from 'hyparquet-writer';
import { openStandIn, type Reply, type StandIn } from '../stand-in.ts';

/*
 * The Hub and its dataset viewer ("Dataset viewer documentation", "Hub API Endpoints"): shards on the branch
 * `refs/convert/parquet` behind redirects to signed addresses; quirks: partial conversion of large datasets, conversion that
 * is pending after a change, a list that lacks the last shard.
 */
export interface HuggingFaceHub extends StandIn {
  shards: Uint8Array[];
  partial: boolean;
  pending: boolean;
  /** Rows that `/size` claims; null for the truth. */
  claimedRows: number | null;
  sha: string;
}

function shard(from: number, rows: number): Uint8Array {
  const ids = Array.from({ length: rows }, (_, at) => from + at);
  return new Uint8Array(
    parquetWriteBuffer({
      columnData: [
        { name: 'id', data: ids, type: 'INT32' },
        { name: 'text', data: ids.map((id) => `text ${id}`), type: 'STRING' },
      ],
    }),
  );
}

export async function openHuggingFaceHub(): Promise<HuggingFaceHub> {
  const standIn = await openStandIn(({ url, method }, own): Reply | null => {
    const path = decodeURIComponent(url.pathname);
    if (path === '/api/datasets/city/permits') {
      return {
        body: {
          id: 'city/permits',
          author: 'city',
          sha: 'main-revision',
          lastModified: '2026-03-01T10:00:00.000Z',
          description: 'Permits of the city',
          tags: ['license:cc-by-4.0'],
          cardData: { pretty_name: 'City permits', license: 'cc-by-4.0' },
        },
      };
    }
    if (path === '/api/datasets/city/permits/revision/refs/convert/parquet') return { body: { sha: hub.sha } };
    const dataset = url.searchParams.get('dataset');
    if (['/parquet', '/size', '/info'].includes(path) && dataset !== 'city/permits') {
      return {
        status: 404,
        body: { error: 'The dataset does not exist, or is not accessible without authentication.' },
      };
    }
    const split = hub.partial ? 'partial-train' : 'train';
    if (path === '/parquet') {
      return {
        body: {
          parquet_files: hub.shards.map((bytes, at) => ({
            dataset,
            config: 'default',
            split: 'train',
            url: `${own}datasets/city/permits/resolve/refs%2Fconvert%2Fparquet/default/${split}/000${at}.parquet`,
            filename: `000${at}.parquet`,
            size: bytes.length,
          })),
          pending: hub.pending ? [{ kind: 'config-parquet', dataset, config: 'default' }] : [],
          failed: [],
          partial: hub.partial,
        },
      };
    }
    if (path === '/size') {
      return {
        body: {
          size: { splits: [{ dataset, config: 'default', split: 'train', num_rows: hub.claimedRows ?? 5 }] },
          partial: hub.partial,
        },
      };
    }
    if (path === '/info') {
      return {
        body: {
          dataset_info: {
            features: { id: { dtype: 'int32', _type: 'Value' }, text: { dtype: 'string', _type: 'Value' } },
          },
        },
      };
    }
    const number = /\/default\/(?:partial-)?train\/(\d{4})\.parquet$/.exec(path)?.[1];
    if (number !== undefined && path.startsWith('/datasets/')) {
      return { status: 302, headers: { location: `${own}cdn/${number}?Signature=abc` } };
    }
    const cdn = /^\/cdn\/(\d{4})$/.exec(path)?.[1];
    if (cdn !== undefined) {
      const body = hub.shards[Number(cdn)];
      return body === undefined || method !== 'GET' ? { status: 403, body: 'AccessDenied' } : { body };
    }
    return null;
  });
  const hub: HuggingFaceHub = Object.assign(standIn, {
    shards: [shard(0, 3), shard(3, 2)],
    partial: false,
    pending: false,
    claimedRows: null as number | null,
    sha: 'parquet-1',
  });
  return hub;
}
