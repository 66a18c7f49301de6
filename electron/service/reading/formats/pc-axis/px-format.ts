import { join } from 'node:path';
import { plannedEncoding } from '../../values/encoding/to-utf8.ts';
import { unpackedPath } from '../archive/unpacked-source.ts';
import type { Format } from '../format.ts';
import { openRecords } from '../open-records.ts';
import { examinedRecords } from '../write-records.ts';
import { isPx } from './px-header.ts';
import { pxEncodingOf, writePxRecords } from './px-records.ts';

/** PC-Axis: a cube of values with the texts of its variables. */
export const pxFormat: Format = {
  recognise: (_head, text) => (isPx(text.toString('utf8')) ? 'px' : null),
  async plan(asked, _head, detected, { folder, work }) {
    const file = await unpackedPath(asked, folder, work);
    const encoding = await pxEncodingOf(file, detected, work);
    const path = join(folder, 'head');
    const from = { path: file, encoding: plannedEncoding(asked.encoding, encoding) };
    const { title, ...written } = await writePxRecords(from, folder, path, work, {
      most: examinedRecords,
      placed: true,
    });
    const whole = written.records < examinedRecords;
    return {
      encoding,
      layout: { kind: 'stated' },
      beginning: { copy: path, whole, written, title },
      names: null,
    };
  },
  async read(session, plan, beginning, { folder, work }) {
    if (beginning?.written !== undefined)
      return openRecords(session, plan.path, { ...beginning.written, notes: [] }, plan);
    const path = join(folder, 'records.ndjson');
    const from = { path: plan.path, encoding: plan.decided.encoding };
    return openRecords(session, path, await writePxRecords(from, folder, path, work, { placed: true }), plan);
  },
};
