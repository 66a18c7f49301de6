import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { ExplainedError } from '#shared/english/explained-error.ts';
import { backendCalls } from '#shared/rpc/backend.ts';
import { serveBackendCalls } from '../../../electron/backend/rpc-server.ts';
import { readSettingsDocument } from '../../../electron/backend/settings-document.ts';
import { readDescriptor, readResource } from '../../../electron/follow/sources/data-package/descriptor.ts';
import { readGraph } from '../../../electron/follow/sources/dcat/catalogue.ts';
import { crawlDelayMs } from '../../../electron/follow/web/robots.ts';
import { findDescription } from '../../../electron/jobs/descriptor/descriptor-file.ts';
import { readXmlTree } from '../../../electron/lib/xml-tree.ts';
import { SettingsFile } from '../../../electron/shell/settings/settings.ts';
import { bytesOf, type FuzzTarget, textOf, unlessNamed } from '../fuzz-target.ts';

const jsonWords = ['"', '":', '{}', '[]', 'null', 'true', '-1', '1e9', ','];

function parsed(bytes: Uint8Array): { readonly value: unknown } | null {
  try {
    return { value: JSON.parse(textOf(bytes)) };
  } catch {
    return null;
  }
}

/** Messages of the window, of which each must get a named answer or none. */
export const messages: FuzzTarget = {
  seeds: () =>
    bytesOf(
      ...Object.keys(backendCalls).map((name, id) => JSON.stringify({ kind: 'call', id, name, parameters: {} })),
      '{"kind":"abort","id":3}',
      '{"data":{"kind":"call","id":1,"name":"listConnections","parameters":{}},"ports":[]}',
      '{"kind":"call","id":1,"name":"readRows","parameters":{"reference":{"connection":"local","namespace":"n","dataset":"d"},"query":{"filters":[{"column":"a","test":"=","value":"1"}],"ordering":[],"search":"","fields":null},"from":0,"to":10}}',
    ),
  words: [
    ...jsonWords,
    ...Object.keys(backendCalls),
    '"parameters":',
    '"connection":',
    '"reference":',
    '"kind":"call"',
    '__proto__',
  ],
  async run(bytes) {
    const message = parsed(bytes);
    if (message === null) return;
    let listener: (message: unknown) => void = () => {};
    const unexpected: unknown[] = [];
    const port = {
      on: (type: string, act: (message: unknown) => void) => {
        if (type === 'message') listener = act;
      },
      postMessage: (answer: unknown) => void structuredClone(answer),
      start: () => {},
    };
    const functions = Object.fromEntries(Object.keys(backendCalls).map((name) => [name, async () => null]));
    serveBackendCalls(port, functions, (_, error) => unexpected.push(error));
    listener(message.value);
    await setImmediate();
    if (unexpected.length > 0) throw unexpected[0];
  },
};

let folder = '';
const inFolder = async (name: string) => {
  if (folder === '') folder = await mkdtemp(path.join(tmpdir(), 'almanac-fuzz-'));
  return path.join(folder, name);
};
const removeFolder = async () => {
  if (folder !== '') await rm(folder, { recursive: true, force: true });
  folder = '';
};

/** The window's settings, which fall back to the usual ones, and a settings document, which is read whole or refused. */
export const settings: FuzzTarget = {
  seeds: () =>
    bytesOf(
      '{"format":"almanac-settings","version":1,"settings":{"theme":"dark"},"connections":[{"name":"A","colour":"","address":"https://a.example/","signIn":true}]}',
      '{"theme":"dark","cacheMegabytes":77,"service":{"port":0,"network":false},"windows":[{"bounds":{"x":0,"y":0,"width":800,"height":600}}]}',
    ),
  words: [
    ...jsonWords,
    '"format":"almanac-settings"',
    '"version":',
    '"connections":',
    '"address":',
    '"theme":',
    '"following":',
    '"bounds":',
  ],
  async run(bytes) {
    const file = await inFolder('settings.json');
    await writeFile(file, bytes);
    await readSettingsDocument(file).catch((error: unknown) => unlessNamed(error, ExplainedError));
    const kept = new SettingsFile(file, () => {});
    kept.change({ cacheMegabytes: kept.read().cacheMegabytes });
  },
  close: removeFolder,
};

/** Descriptors: of our own exports, of Data Packages, and in linked data. */
export const descriptors: FuzzTarget = {
  seeds: () =>
    bytesOf(
      '{"name":"a","resources":[{"name":"r","path":"rows.csv","format":"csv","mediatype":"text/csv","encoding":"utf-8","bytes":10,"hash":"sha256:ab","dialect":{"delimiter":";","header":true,"nullSequence":"NA"},"schema":{"fields":[{"name":"x","type":"number","decimalChar":",","constraints":{}}],"missingValues":["","NA"]}}],"licenses":[{"name":"CC0-1.0","path":"x","title":"y"}],"contributors":[{"title":"A","role":"publisher","roles":["author"]}]}',
      '{"@context":{"dct":"http://purl.org/dc/terms/"},"@graph":[{"@id":"a","@type":"dcat:Dataset","dct:title":[{"@value":"T","@language":"en"}],"dcat:distribution":{"@id":"b"}},{"@id":"b"}]}',
    ),
  words: [
    ...jsonWords,
    '"path":',
    '"data":',
    '"schema":',
    '"dialect":',
    '"fields":',
    '"@id":',
    '"@graph":',
    '"@value":',
    '"licenses":',
    '"profile":',
  ],
  async run(bytes) {
    const file = await inFolder('rows.csv');
    await writeFile(`${file}.datapackage.json`, bytes);
    await findDescription(file);
    const json = parsed(bytes);
    if (json === null) return;
    readGraph(json.value);
    const resources = readDescriptor(json.value) === null ? [] : (json.value as { resources: unknown[] }).resources;
    for (const [position, resource] of resources.entries()) {
      const { schema, dialect } = (resource ?? {}) as Record<string, unknown>;
      const recordOf = (value: unknown) =>
        typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {};
      readResource(resource, position, recordOf(schema), recordOf(dialect));
    }
  },
  close: removeFolder,
};

/** Small texts that sources send: XML of SDMX, and `robots.txt`. */
export const sourceTexts: FuzzTarget = {
  seeds: () =>
    bytesOf(
      '<?xml version="1.0"?><a:b xmlns:a="x" c="&lt;1"><d><![CDATA[e]]></d><!-- f --></a:b>',
      'User-agent: *\nCrawl-delay: 2\n\nUser-agent: almanac\nDisallow: /x\nCrawl-delay: 0.5\n',
    ),
  words: [
    '<![CDATA[',
    ']]>',
    '<!--',
    '-->',
    '<!DOCTYPE',
    '<!ENTITY',
    '&amp;',
    '/>',
    'xmlns:',
    'User-agent:',
    'Crawl-delay:',
  ],
  run(bytes) {
    readXmlTree(textOf(bytes));
    const delay = crawlDelayMs(textOf(bytes));
    if (!(delay >= 0)) throw new Error(`The delay is ${delay}.`);
  },
};
