import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { objectAddressText, parseObjectAddress, readObjectKey } from './object-address.ts';

describe('an address of objects', () => {
  it.each([
    [
      's3://statistics',
      { bucket: 'statistics', prefix: '', endpoint: 'https://s3.us-east-1.amazonaws.com', region: 'us-east-1' },
    ],
    [
      's3://b1x/a/b/?region=eu-west-3',
      { bucket: 'b1x', prefix: 'a/b/', endpoint: 'https://s3.eu-west-3.amazonaws.com', region: 'eu-west-3' },
    ],
    [
      's3://b1x?endpoint=http://127.0.0.1:9000&region=default',
      { bucket: 'b1x', prefix: '', endpoint: 'http://127.0.0.1:9000', region: 'default' },
    ],
  ])('is parsed, and the same as text: %s', (text, address) => {
    expect(parseObjectAddress(text)).toEqual(address);
    expect(parseObjectAddress(objectAddressText(address))).toEqual(address);
  });

  it.each([
    ['https://host/bucket', 's3://bucket'],
    ['s3://', 'not the name of a bucket'],
    ['s3://B_d', 'not the name of a bucket'],
    ['s3://key:secret@bucket', 'AWS_ACCESS_KEY_ID'],
    ['s3://bucket?endpoint=host', 'not an endpoint'],
    ['s3://bucket?endpoint=http://host/path', 'not an endpoint'],
    ['s3://bucket?secret=x', '"secret" is not an option'],
    ['s3://bucket/%20', 'prefix may contain'],
  ])('is refused with a reason: %s', (text, reason) => {
    expect(() => parseObjectAddress(text)).toThrow(reason);
  });
});

describe('the key', () => {
  it('is read from the environment or from a profile of a file', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'almanac-key-'));
    try {
      const file = path.join(folder, 'credentials');
      await writeFile(
        file,
        '[default]\naws_access_key_id = one\naws_secret_access_key=two\n[other]\naws_access_key_id=three\naws_secret_access_key=four\naws_session_token=five\n',
      );
      const key = { accessKeyId: 'a', secretAccessKey: 'b' };
      expect(await readObjectKey({ AWS_ACCESS_KEY_ID: 'a', AWS_SECRET_ACCESS_KEY: 'b' })).toEqual(key);
      const named = { AWS_SHARED_CREDENTIALS_FILE: file };
      expect(await readObjectKey(named)).toEqual({ accessKeyId: 'one', secretAccessKey: 'two' });
      const other = { accessKeyId: 'three', secretAccessKey: 'four', sessionToken: 'five' };
      expect(await readObjectKey({ ...named, AWS_PROFILE: 'other' })).toEqual(other);
      await expect(readObjectKey({ ...named, AWS_PROFILE: 'none' })).rejects.toThrow('no key for the object storage');
      await expect(readObjectKey({ AWS_ACCESS_KEY_ID: 'a' })).rejects.toThrow('AWS_SECRET_ACCESS_KEY');
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
});
