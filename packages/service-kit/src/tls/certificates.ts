import { readFileSync } from 'node:fs';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';

type TlsFiles = {
  TLS_CA_FILE?: string | undefined;
  TLS_CERT_FILE?: string | undefined;
  TLS_KEY_FILE?: string | undefined;
};

const pemCertificate = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

export type Certificate = { cert: string; key: string };

/**
 * Makes every connection of this process accept certificates of the operator's CAs, beside those of Node: to Postgres,
 * NATS, the collector and other services. Each checks the name. Commands call it too, by the connections that they open.
 */
export function trustOwnCa({ TLS_CA_FILE }: TlsFiles = process.env): void {
  if (!TLS_CA_FILE) return;
  const own = read('TLS_CA_FILE', TLS_CA_FILE).match(pemCertificate);
  if (!own) throw new Error(`TLS_CA_FILE: ${TLS_CA_FILE} has no certificate in PEM format.`);
  const present = getCACertificates('default');
  const known = new Set(present.map((one) => one.trim()));
  const added = own.filter((one) => !known.has(one));
  if (added.length > 0) setDefaultCACertificates([...present, ...added]);
}

/** Undefined: the process listens with plain HTTP. */
export function certificateOf({ TLS_CERT_FILE, TLS_KEY_FILE }: TlsFiles): Certificate | undefined {
  if (TLS_CERT_FILE === undefined || TLS_KEY_FILE === undefined) return undefined;
  return { cert: read('TLS_CERT_FILE', TLS_CERT_FILE), key: read('TLS_KEY_FILE', TLS_KEY_FILE) };
}

function read(setting: string, file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (cause) {
    throw new Error(`${setting}: cannot read ${file}.`, { cause });
  }
}
