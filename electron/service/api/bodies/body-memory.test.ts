import { describe, expect, it } from 'vitest';
import { BodyMemory, bodyBytes, maxOpenBodyBytes } from './body-memory.ts';

const mebibyte = 2 ** 20;

describe('bodies in memory', () => {
  it('of one caller have a limit, which does not affect others', () => {
    const memory = new BodyMemory({ ofCaller: 2 * mebibyte, inAll: 5 * mebibyte });
    const end = memory.admit('anna', mebibyte);
    memory.admit('anna', mebibyte);
    expect(() => memory.admit('anna', mebibyte)).toThrow(expect.objectContaining({ status: 429 }));
    memory.admit('ben', mebibyte);
    end();
    expect(() => memory.admit('anna', mebibyte)).not.toThrow();
  });

  it('of all callers have one too', () => {
    const memory = new BodyMemory({ ofCaller: 2 * mebibyte, inAll: 3 * mebibyte });
    memory.admit('anna', 2 * mebibyte);
    memory.admit('ben', mebibyte);
    expect(() => memory.admit('carla', mebibyte)).toThrow(expect.objectContaining({ status: 503 }));
  });

  it('no longer than a log-in are never refused', () => {
    const memory = new BodyMemory({ ofCaller: 1, inAll: 1 });
    expect(() => memory.admit('anna', maxOpenBodyBytes)).not.toThrow();
  });

  it('count by their declared length, or else as the maximum', () => {
    expect(bodyBytes({ headers: { 'content-length': '70000' } })).toBe(70_000);
    expect(bodyBytes({ headers: {} })).toBe(0);
    for (const headers of [{ 'transfer-encoding': 'chunked' }, { 'content-length': '99999999999999' }]) {
      expect(bodyBytes({ headers })).toBe(mebibyte);
      expect(bodyBytes({ headers: { ...headers, 'content-type': 'multipart/form-data; boundary=x' } })).toBe(
        41 * mebibyte,
      );
    }
  });
});
