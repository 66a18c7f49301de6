/** Number of smallest hashes to keep; the relative error is about one over the square root of this. */
const maxHashes = 2048;

/** A 53-bit hash of a text: two multiplicative hashes side by side. */
function hashOf(text: string): number {
  let one = 0xdeadbeef;
  let other = 0x41c6ce57;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    one = Math.imul(one ^ unit, 2654435761);
    other = Math.imul(other ^ unit, 1597334677);
  }
  one = Math.imul(one ^ (one >>> 16), 2246822507) ^ Math.imul(other ^ (other >>> 13), 3266489909);
  other = Math.imul(other ^ (other >>> 16), 2246822507) ^ Math.imul(one ^ (one >>> 13), 3266489909);
  return 4294967296 * (2097151 & other) + (one >>> 0);
}

const hashes = 2 ** 53;

/**
 * Estimates the number of distinct texts in little memory: with evenly distributed hashes, the k-th smallest shows
 * their density. Exact up to {@link maxHashes}.
 */
export class DistinctEstimate {
  #smallest = new Set<number>();
  #limit = hashes;

  add(text: string): void {
    const hash = hashOf(text);
    if (hash >= this.#limit) return;
    this.#smallest.add(hash);
    if (this.#smallest.size < maxHashes * 2) return;
    const kept = [...this.#smallest].sort((a, b) => a - b).slice(0, maxHashes);
    this.#smallest = new Set(kept);
    this.#limit = (kept.at(-1) ?? hashes) + 1;
  }

  count(): number {
    if (this.#smallest.size <= maxHashes && this.#limit === hashes) return this.#smallest.size;
    const place = [...this.#smallest].sort((a, b) => a - b)[maxHashes - 1] ?? hashes;
    return Math.round((maxHashes - 1) / (place / hashes));
  }
}
