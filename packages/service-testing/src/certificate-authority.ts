import 'reflect-metadata';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  BasicConstraintsExtension,
  PemConverter,
  SubjectAlternativeNameExtension,
  X509CertificateGenerator,
} from '@peculiar/x509';

type Name = { type: 'dns' | 'ip'; value: string };
type Files = { TLS_CERT_FILE: string; TLS_KEY_FILE: string };

const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
const validity = { notBefore: new Date(Date.now() - 3_600_000), notAfter: new Date(Date.now() + 86_400_000) };

/** A private CA of a test, with the files of its certificates in `folder`. */
export async function certificateAuthority(folder: string, name = 'ca') {
  const keys = await newKeys();
  const root = await X509CertificateGenerator.createSelfSigned({
    ...{ name: `CN=${name}`, keys, signingAlgorithm: algorithm },
    ...validity,
    extensions: [new BasicConstraintsExtension(true, 0, true)],
  });
  const file = join(folder, `${name}.pem`);
  writeFileSync(file, root.toString('pem'));
  return {
    file,
    pem: root.toString('pem'),
    /** Files of a certificate for these names, by default this machine's. */
    async issue(title: string, names: readonly Name[] = ofThisMachine): Promise<Files> {
      const own = await newKeys();
      const certificate = await X509CertificateGenerator.create({
        ...{ subject: `CN=${title}`, issuer: root.subject, publicKey: own.publicKey },
        ...{ signingKey: keys.privateKey, signingAlgorithm: algorithm },
        ...validity,
        extensions: [new SubjectAlternativeNameExtension([...names])],
      });
      const files = { TLS_CERT_FILE: join(folder, `${title}.crt`), TLS_KEY_FILE: join(folder, `${title}.key`) };
      const key = await crypto.subtle.exportKey('pkcs8', own.privateKey);
      writeFileSync(files.TLS_CERT_FILE, certificate.toString('pem'));
      writeFileSync(files.TLS_KEY_FILE, PemConverter.encode(key, 'PRIVATE KEY'), { mode: 0o600 });
      return files;
    },
  };
}

const ofThisMachine: readonly Name[] = [
  { type: 'dns', value: 'localhost' },
  { type: 'ip', value: '127.0.0.1' },
];

function newKeys() {
  return crypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
}
