import { mkdtempSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from 'vitest';
import { englishText } from '#shared/english/english-text.ts';
import { ExplainedError } from '#shared/english/explained-error.ts';
import type { Choice } from '#shared/follow.ts';
import { listEntries } from '../look.ts';
import type { DataSource, Fetched, Listing } from '../sources/data-source.ts';
import { testWeb } from './test-web.ts';

const { signal } = new AbortController();

export function choiceOf(
  source: DataSource,
  address: string,
  entry: string,
  parameters: Choice['parameters'] = {},
): Choice {
  return { kind: source.kind, address, entry, parameters };
}

/** With a signal of its own for each search, as the program has. */
export function find(source: DataSource, address: string): Promise<Listing | null> {
  return source.find(new URL(address), testWeb(address));
}

export function list(source: DataSource, address: string, search = '', more: string | null = null): Promise<Listing> {
  return listEntries(source, new URL(address), { search, more }, testWeb(address, signal));
}

export function describeEntry(source: DataSource, choice: Choice) {
  return source.describe(choice, testWeb(choice.address, signal));
}

export function stateOf(source: DataSource, choice: Choice) {
  return source.state(choice, testWeb(choice.address, signal));
}

/**
 * Fetches into a folder of its own; `texts` are the contents of the files.
 * @param sleep instead of waiting for what the source prepares
 */
export async function fetchEntry(
  source: DataSource,
  choice: Choice,
  sleep: (milliseconds: number) => Promise<void> = async () => {},
): Promise<Fetched & { texts: string[] }> {
  const folder = mkdtempSync(path.join(tmpdir(), 'follow-source-'));
  try {
    const fetched = await source.fetch(choice, folder, testWeb(choice.address, signal), { report() {}, sleep });
    const texts = await Promise.all(fetched.files.map((file) => readFile(file, 'utf8')));
    return { ...fetched, texts };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The lines of the first file of a fetch. */
export function linesOf({ texts }: { readonly texts: readonly string[] }): string[] | undefined {
  return texts[0]?.trimEnd().split('\n');
}

/** The text of the failure that a fetch ends with; fails if it succeeds. */
export async function failureOfFetch(source: DataSource, choice: Choice): Promise<string> {
  const error: unknown = await fetchEntry(source, choice).then(
    () => null,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(ExplainedError);
  return error instanceof ExplainedError ? englishText(error.reason) : '';
}
