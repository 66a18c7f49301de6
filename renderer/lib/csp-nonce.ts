/** The nonce that this page's policy allows styles with; empty where the page came without one. */
export const cspNonce: string = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '';
