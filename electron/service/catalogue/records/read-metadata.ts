/** The JSON value that a version's metadata encode in base64; null if they are invalid. */
export function readMetadata(metadata: string): unknown {
  try {
    return JSON.parse(Buffer.from(metadata, 'base64').toString('utf8'));
  } catch {
    return null;
  }
}
