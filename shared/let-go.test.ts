import { expect, test } from 'vitest';
import { letGo } from './let-go.ts';

const canLetGo = 'transfer' in ArrayBuffer.prototype;

test('bytes that have their memory to themselves give it back', () => {
  const bytes = new Uint8Array(1_000_000).fill(7);
  letGo(bytes);
  expect(bytes.buffer.byteLength).toBe(canLetGo ? 0 : 1_000_000);
  letGo(bytes);
});

test('bytes that share their memory stay as they are', () => {
  const whole = Uint8Array.of(1, 2, 3, 4);
  letGo(whole.subarray(0, 3));
  letGo(whole.subarray(1));
  expect([...whole]).toEqual([1, 2, 3, 4]);
  const shared = new Uint8Array(new SharedArrayBuffer(4)).fill(5);
  letGo(shared);
  expect([...shared]).toEqual([5, 5, 5, 5]);
});
