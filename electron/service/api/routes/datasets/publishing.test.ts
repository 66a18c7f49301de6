import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { form, publishingTo } from '../../../conformance/testing/publishing.ts';
import { underTest } from '../../../conformance/testing/service-under-test.ts';

const { newDataset, publish } = publishingTo(underTest());

/** JSON that is too deep, and that could also be text with one column. */
const lines = `{"a":1}\n{"a":${'['.repeat(300)}${']'.repeat(300)}}\n`;
const failed = { state: 'failed', message: expect.stringContaining('nested deeper than 256 levels') };
const ready = { state: 'ready', message: '' };

it.each([
  ['lines.ndjson', lines, failed],
  ['lines.JSONL', lines, failed],
  ['lines.json', lines, failed],
  ['lines.ndjson.gz', gzipSync(lines), failed],
  ['lines.csv', lines, ready],
  ['lines', lines, ready],
] as const)('the name of a file decides what its content leaves open: %s', async (name, content, outcome) => {
  const { report } = await publish(await newDataset(), { body: form(content, name) });
  expect(report.json).toMatchObject(outcome);
});

it.each([
  ['application/x-ndjson', failed],
  ['application/json; charset=utf-8', failed],
  ['application/octet-stream', ready],
  ['text/csv', ready],
] as const)('so does the media type of a body without a name: %s', async (type, outcome) => {
  const { report } = await publish(await newDataset(), { headers: { 'content-type': type }, body: lines });
  expect(report.json).toMatchObject(outcome);
});
