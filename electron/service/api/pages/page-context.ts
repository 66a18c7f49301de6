import type { Dataset } from '#shared/api/records/dataset.ts';
import type { Namespace } from '#shared/api/records/namespace.ts';
import type { Statistics } from '#shared/api/records/statistics.ts';

export interface PageLink {
  readonly label: string;
  readonly url: string;
}

export interface FormField {
  readonly name: string;
  readonly label: string;
  readonly kind: 'text' | 'slug' | 'textarea' | 'checkbox' | 'file' | 'choices' | 'select' | 'password' | 'hidden';
  readonly required: boolean;
  readonly help: string;
  /** Current value: text, `true`/`false` for a checkbox; selected values for `choices` and `select`. */
  readonly value: string | boolean | readonly string[];
  /** Options to choose from; empty for the other kinds. `value` is sent. */
  readonly choices: readonly { readonly value: string; readonly label: string }[];
  readonly maxLength: number | null;
}

/**
 * A form for an action that the caller may perform here. It is sent as POST to `action` (with `_method` for another
 * method), first the `_csrf` field, then the others.
 */
export interface PageForm {
  readonly action: string;
  readonly title: string;
  readonly submit: string;
  /** Whether the action cannot be undone, which its style indicates. */
  readonly dangerous?: true;
  readonly fields: readonly FormField[];
}

/** Additional content of a page, depending on the response. */
export type PageDetails =
  | { readonly kind: 'plain' }
  | { readonly kind: 'namespace'; readonly namespace: Namespace }
  | {
      readonly kind: 'dataset';
      readonly dataset: Dataset;
      readonly statistics: Statistics;
      /** The first rows as a JSON array of objects, integers exact; null if the dataset has no data. */
      readonly firstRows: string | null;
    }
  /** A response of `data/`: the columns of its rows, in order. */
  | { readonly kind: 'rows'; readonly columns: readonly { readonly name: string; readonly label: string }[] }
  | { readonly kind: 'error'; readonly status: number };

/** Position of a page in a list. */
export interface PagePaging {
  readonly count: number;
  readonly limit: number;
  readonly offset: number;
  readonly next: string | null;
  readonly previous: string | null;
}

/** The content of a browsable page, not yet escaped. */
export interface PageContext {
  /** Name of the resource, as in the response to OPTIONS. */
  readonly title: string;
  readonly description: string;
  /** From the root of the API to here; the last one is this page. */
  readonly breadcrumbs: readonly PageLink[];
  readonly request: { readonly method: string; readonly url: string };
  readonly response: {
    readonly status: number;
    readonly reason: string;
    /** Headers of the JSON response with their usual spelling, in order. */
    readonly headers: readonly (readonly [name: string, value: string])[];
    /** The exact JSON text of the response, without line breaks; null if it has no body. */
    readonly json: string | null;
  };
  /** This resource in its other representations (`json`, and the formats of a download). */
  readonly formats: readonly PageLink[];
  readonly allow: readonly string[];
  /** The user who is logged in by a session; null for none. */
  readonly username: string | null;
  /** Sent as `_csrf` by every form; null when logged out. */
  readonly csrfToken: string | null;
  /** Login address (with `next` leading back here), logout address. */
  readonly login: string;
  readonly logout: string;
  readonly forms: readonly PageForm[];
  readonly paging: PagePaging | null;
  readonly details: PageDetails;
  /** Address of the service's root (`…/api/`) and name of the program with its version. */
  readonly home: string;
  readonly tool: string;
  /** For the `style` element of the page, as the Content-Security-Policy names it. */
  readonly nonce: string;
}

export interface LoginContext {
  readonly kind: 'login' | 'logout';
  readonly username: string | null;
  readonly csrfToken: string;
  /** Target of the form, with `next` if given. */
  readonly action: string;
  /** Messages by field, `non_field_errors` for the rest; empty at first. */
  readonly errors: Readonly<Record<string, readonly string[]>>;
  /** The name entered before. */
  readonly typedUsername: string;
  readonly home: string;
  readonly tool: string;
  readonly nonce: string;
}

/** Address of an image in a record (`images/showcase/….webp`). */
export function mediaAddress(name: string): string {
  return `/media/${name.split('/').map(encodeURIComponent).join('/')}`;
}
