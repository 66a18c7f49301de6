import { createHash } from 'node:crypto';
import type { describeAccounts, describeDataset, describeNamespace, describeVersion } from './describe.ts';

type Described<Describe extends (...given: never[]) => Promise<unknown>> = NonNullable<Awaited<ReturnType<Describe>>>;

export type NamespaceDocument = Described<typeof describeNamespace>;
/** A dataset with the descriptions of its columns, and its saved queries. */
export type DatasetDocument = Described<typeof describeDataset>;
/** A version, with its dataset and namespace as they were then: sufficient if their documents are lost. */
export type VersionDocument = Described<typeof describeVersion>;
/** Accounts and groups, without passwords, tokens and sessions. */
export type AccountsDocument = Described<typeof describeAccounts>;

type SidecarDocument = NamespaceDocument | DatasetDocument | VersionDocument | AccountsDocument;
export type SidecarKind = SidecarDocument['kind'];
export type DocumentOf<Kind extends SidecarKind> = Extract<SidecarDocument, { readonly kind: Kind }>;

const digestOf = (document: unknown) => createHash('sha256').update(JSON.stringify(document)).digest('hex');

/** The file content of a document, with a checksum, so that a flipped bit cannot make anything public. */
export function documentText(document: { readonly kind: string }): string {
  return `${JSON.stringify({ format: 1, sha256: digestOf(document), document }, null, 1)}\n`;
}

/** Parses a document; null if it is damaged, of another kind, or in an unknown format. */
export function readDocument<Kind extends SidecarKind>(kind: Kind, text: string): DocumentOf<Kind> | null {
  try {
    const { format, sha256, document } = JSON.parse(text) as Record<string, unknown>;
    if (format !== 1 || sha256 !== digestOf(document)) return null;
    const described = document as SidecarDocument;
    return described.kind === kind ? (described as DocumentOf<Kind>) : null;
  } catch {
    return null;
  }
}
