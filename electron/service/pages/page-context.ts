import type { Dataset } from '#shared/api/records/dataset.ts';
import type { Namespace } from '#shared/api/records/namespace.ts';
import type { Statistics } from '#shared/api/records/statistics.ts';

/** A name with the address that it leads to. */
export interface PageLink {
  readonly label: string;
  readonly url: string;
}

/** One field of a form. */
export interface FormField {
  readonly name: string;
  readonly label: string;
  readonly kind: 'text' | 'slug' | 'textarea' | 'checkbox' | 'file' | 'choices' | 'select' | 'password' | 'hidden';
  readonly required: boolean;
  readonly help: string;
  /** What the field holds now: text, `true`/`false` for a checkbox; chosen values for `choices` and `select`. */
  readonly value: string | boolean | readonly string[];
  /** What can be chosen; empty for the other kinds. `value` is what is sent. */
  readonly choices: readonly { readonly value: string; readonly label: string }[];
  readonly maxLength: number | null;
}

/**
 * A form for something that the caller may do here. It is sent as POST to `action` (with `_method` for another method),
 * first the `_csrf` field, then the others.
 */
export interface PageForm {
  readonly method: 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly action: string;
  readonly encoding: 'application/x-www-form-urlencoded' | 'multipart/form-data';
  readonly title: string;
  readonly submit: string;
  /** The action cannot be undone: its style should say so. */
  readonly dangerous: boolean;
  readonly fields: readonly FormField[];
}

/** What a page shows beside the answer itself, by what the answer is. */
export type PageDetails =
  | { readonly kind: 'plain' }
  | { readonly kind: 'namespace'; readonly namespace: Namespace }
  | {
      readonly kind: 'dataset';
      readonly dataset: Dataset;
      readonly statistics: Statistics;
      /** The first rows as a JSON array of objects, integers exact; null where the dataset has no data. */
      readonly firstRows: string | null;
    }
  /** An answer of `data/`: the columns of its rows, in their order. */
  | { readonly kind: 'rows'; readonly columns: readonly { readonly name: string; readonly label: string }[] }
  | { readonly kind: 'error'; readonly status: number };

/** Where a page stands in a list. */
export interface PagePaging {
  readonly count: number;
  readonly limit: number;
  readonly offset: number;
  readonly next: string | null;
  readonly previous: string | null;
}

/** All that a browsable page is made of. Nothing in it is escaped yet. */
export interface PageContext {
  /** Name of the resource, as in the answer to OPTIONS. */
  readonly title: string;
  readonly description: string;
  /** From the root of the API to here; the last one is this page. */
  readonly breadcrumbs: readonly PageLink[];
  readonly request: { readonly method: string; readonly url: string };
  readonly response: {
    readonly status: number;
    readonly reason: string;
    /** Names as they are usually written, in the order of sending: those that the JSON answer has. */
    readonly headers: readonly (readonly [name: string, value: string])[];
    /** The exact JSON text of the answer, without line breaks; null where the answer has no body. */
    readonly json: string | null;
  };
  /** This resource in its other representations (`json`, and the formats of a download). */
  readonly formats: readonly PageLink[];
  readonly allow: readonly string[];
  /** The user who is logged in by a session; null for none. */
  readonly username: string | null;
  /** To be sent back as `_csrf` by every form; null when logged out. */
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
  /** For the `style` and `script` elements of the page, as the Content-Security-Policy names it. */
  readonly nonce: string;
}

/** What the login page and the logout page are made of. */
export interface LoginContext {
  readonly kind: 'login' | 'logout';
  readonly username: string | null;
  readonly csrfToken: string;
  /** Where the form is sent, with `next` where there is one. */
  readonly action: string;
  /** Messages by field, `non_field_errors` for the rest; empty at first. */
  readonly errors: Readonly<Record<string, readonly string[]>>;
  /** What was typed as the name before. */
  readonly typedUsername: string;
  readonly home: string;
  readonly tool: string;
  readonly nonce: string;
}
