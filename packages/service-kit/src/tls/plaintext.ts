import type { z } from 'zod';

const remedy = 'or set TRUSTED_NETWORK=true if nobody else can read or change what the network carries';

/** Addresses that people's devices call. */
const publicAddresses = ['PUBLIC_URL', 'S3_PUBLIC_ENDPOINT', 'APP_URL'];

/** Of each kind of setting, what is encrypted. Clamd has no TLS, so it needs a socket. */
const encrypted: [name: RegExp, isEncrypted: (address: string) => boolean, wanted: string][] = [
  [
    /^DATABASE(_DIRECT)?_URL$/,
    (url) => new URL(url).searchParams.get('sslmode') === 'verify-full',
    'sslmode=verify-full',
  ],
  [/^NATS_URL$/, (url) => url.split(',').every((one) => one.startsWith('tls:')), 'tls://'],
  [/^CLAMD_ADDRESS$/, (address) => address.startsWith('/'), 'the path of a socket'],
  [/(_URL|_ENDPOINT)$/, (url) => !url.startsWith('http:'), 'https://'],
];

/**
 * In production refuses a public `http://` address, and plaintext between the parts of the platform unless the operator
 * says that the network is trusted (ADR 0124). A machine may talk to itself.
 */
export function refusePlaintext(config: object, context: z.core.$RefinementCtx): void {
  const settings = config as Record<string, unknown>;
  const refuse = (name: string, message: string) =>
    context.addIssue({ code: 'custom', path: [name], message, input: config });
  const { TRUST_MODE, TRUSTED_NETWORK, TLS_CERT_FILE, TLS_KEY_FILE, HOST } = settings;
  if ((TLS_CERT_FILE === undefined) !== (TLS_KEY_FILE === undefined))
    refuse('TLS_KEY_FILE', 'set TLS_CERT_FILE and TLS_KEY_FILE, or neither');
  if (TRUST_MODE !== 'production') return;
  for (const name of publicAddresses)
    if (isPlainHttp(settings[name])) refuse(name, 'must begin with https:// in production');
  if (TRUSTED_NETWORK) return;
  if (TLS_CERT_FILE === undefined && !isLoopback(String(HOST)))
    refuse('TLS_CERT_FILE', `is required in production: set it with TLS_KEY_FILE, ${remedy}`);
  for (const [name, value] of Object.entries(settings)) {
    const rule = !publicAddresses.includes(name) && encrypted.find(([names]) => names.test(name));
    if (rule && [value].flat().some((one) => typeof one === 'string' && !isOnThisMachine(one) && !rule[1](one)))
      refuse(name, `is not encrypted: use ${rule[2]}, ${remedy}`);
  }
}

function isPlainHttp(url: unknown): boolean {
  return typeof url === 'string' && url.startsWith('http:') && !isOnThisMachine(url);
}

/** Every server of a list, such as those of a NATS cluster. */
function isOnThisMachine(addresses: string): boolean {
  return addresses.split(',').every((address) => {
    if (address.startsWith('/')) return true;
    const url = address.includes('://') ? address : `tcp://${address}`;
    return URL.canParse(url) && isLoopback(new URL(url).hostname);
  });
}

function isLoopback(host: string): boolean {
  return /^(127(\.\d+){3}|\[?::1\]?|localhost)$/.test(host);
}
