/** The JSON value that a version's metadata are the base64 of; null where they are anything else. */
export function readMetadata(metadata: string): unknown {
  try {
    return JSON.parse(Buffer.from(metadata, 'base64').toString('utf8'));
  } catch {
    return null;
  }
}
