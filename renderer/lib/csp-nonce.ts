/** The nonce with which this page's policy allows styles; empty if the page has none. */
export const cspNonce: string = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '';
