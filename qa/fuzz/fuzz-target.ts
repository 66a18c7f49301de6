/** Code that reads untrusted bytes. */
export interface FuzzTarget {
  /** Inputs to start with. */
  seeds(): Promise<readonly Uint8Array[]> | readonly Uint8Array[];
  /** Words of the format, which changes put in. */
  readonly words: readonly string[];
  /**
   * Reads an input. Named errors are caught here; what is thrown is a finding.
   * @throws if the rule does not hold: an error without a name, or a round trip that ends elsewhere
   */
  run(bytes: Uint8Array): Promise<void> | void;
  /** Changes a part within a container, whose checksums would not hold otherwise. */
  readonly within?: (bytes: Uint8Array, change: (part: Uint8Array) => Uint8Array, random: () => number) => Uint8Array;
  close?(): Promise<void>;
}

export const textOf = (bytes: Uint8Array) => Buffer.from(bytes).toString('utf8');
export const bytesOf = (...texts: readonly string[]) => texts.map((text) => Buffer.from(text));

/** Throws anything but an error of these kinds. */
export function unlessNamed(error: unknown, ...kinds: readonly (abstract new (...values: never[]) => Error)[]): void {
  if (!kinds.some((kind) => error instanceof kind)) throw error;
}
