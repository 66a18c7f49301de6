import type { Exact } from '../../lib/exact-json.ts';

/** What a server answered, read to its end. */
export interface WebAnswer {
  /** 200–299, 304, or 400, 404, 405, 406, 409, 410, 422, which a source may interpret; every other status is thrown. */
  readonly status: number;
  readonly headers: Headers;
  /** After redirects. */
  readonly address: URL;
  readonly bytes: Buffer;
  /** The text in the declared encoding, in UTF-8 if there is none. */
  text(): string;
  /** @throws {JobError} if it is not JSON, a page of HTML for example */
  json(): unknown;
  /**
   * The JSON of rows of data: integers beyond 2^53, which JavaScript's numbers would round, are bigint.
   * @throws {ServiceError} also for what would be read with a loss, such as a member that an object has twice
   */
  exactJson(): Exact;
}

export interface WebGet {
  readonly accept?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** `HEAD`: headers alone. Many servers refuse it; then the status is 405, or as they like. */
  readonly method?: 'GET' | 'HEAD';
  /** Sent as JSON with `POST`, to an interface that is asked so; asking changes nothing there, so it may be repeated. */
  readonly question?: unknown;
  /** The default is 32 MiB, after decompression of the transfer. More is an error. */
  readonly maxBytes?: number;
  /**
   * Stop after `maxBytes` and return what has been read, instead of failing: to look at how something starts.
   */
  readonly cut?: boolean;
}

export interface WebDownload {
  readonly headers?: Readonly<Record<string, string>>;
  report(bytes: number, total: number | null): void;
}

export interface Downloaded {
  readonly bytes: number;
  /** `ETag`, `Last-Modified` and length as the server sent them, null where it did not. */
  readonly state: Readonly<Record<'etag' | 'modified' | 'bytes', string | number | null>>;
  /** Media type without parameters, in lower case. */
  readonly contentType: string | null;
  /** File name from `Content-Disposition`, otherwise from the last segment of the address; without folders. */
  readonly fileName: string | null;
  /** After redirects. */
  readonly address: URL;
}

/**
 * The only way to the web for sources. Only http and https; addresses of private networks and of this computer only
 * where the user has allowed it, also after redirects and resolving names. Secrets are sent to their origin alone. One
 * request at a time for each host, no sooner than `Retry-After` and the `Crawl-delay` of its robots.txt say; polite
 * `User-Agent`. Interrupted requests, 429 and 5xx are repeated a few times. What fails in the end is a
 * `JobError` or `ServiceError`, explained; other statuses are returned as `WebAnswer.status` describes.
 */
export interface Web {
  /** Ends its requests when it is aborted. */
  readonly signal: AbortSignal;
  get(address: URL | string, options?: WebGet): Promise<WebAnswer>;
  /**
   * Downloads to a file; after an interruption it continues by `Range` with `If-Range`, or starts again where the server
   * cannot. The length is compared with `Content-Length`. A status other than 2xx is an error.
   */
  download(address: URL | string, target: string, options: WebDownload): Promise<Downloaded>;
}
