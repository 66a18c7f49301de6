import type { ObjectAddress, ObjectKey } from './object-address.ts';
import { addressOf, type Signing, signForReading } from './s3-request.ts';

/** The response to an address for readers, besides the content. */
export interface ReaderHeaders {
  readonly contentType: string;
  readonly contentDisposition: string;
}

/** Signs addresses at which readers without a key get one object each. */
export interface ReaderAddresses {
  /** @param seconds for which a request may begin */
  sign(key: string, headers: ReaderHeaders, seconds: number): Promise<string>;
}

/** @param address with the endpoint by which readers reach the store */
export function readerAddresses(address: ObjectAddress, key: ObjectKey): ReaderAddresses {
  const signing: Signing = { ...key, service: 's3', region: address.region, method: 'GET', cache: new Map() };
  return {
    async sign(name, { contentType, contentDisposition }, seconds) {
      const url = addressOf(address, name);
      url.searchParams.set('response-content-type', contentType);
      url.searchParams.set('response-content-disposition', contentDisposition);
      return (await signForReading(url, signing, seconds)).href;
    },
  };
}
