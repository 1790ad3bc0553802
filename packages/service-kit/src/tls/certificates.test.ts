import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { certificateAuthority } from '@trust/service-testing/certificate-authority';
import { afterAll, afterEach, expect, test } from 'vitest';
import { ownNats } from '../../test/own-nats.ts';
import { openBus } from '../bus/bus.ts';
import { closeServer, listen } from '../listen.ts';
import { certificateOf, trustOwnCa } from './certificates.ts';

const folder = mkdtempSync(join(tmpdir(), 'trust-tls-'));
const [ca, other] = [await certificateAuthority(folder), await certificateAuthority(folder, 'other-ca')];
const ours = await ca.issue('here');
const elsewhere = await ca.issue('elsewhere', [{ type: 'dns', value: 'elsewhere.test' }]);
const foreign = await other.issue('foreign');
const publicCas = getCACertificates('default');
afterEach(() => setDefaultCACertificates(publicCas));
afterAll(() => rmSync(folder, { recursive: true }));

/** Resolves to the status, or to the code of the error. */
function get(url: string): Promise<unknown> {
  return new Promise((resolve) => {
    const sent = request(url, { agent: false }, (response) => resolve(response.resume().statusCode));
    sent.once('error', (error: NodeJS.ErrnoException) => resolve(error.code)).end();
  });
}

async function statusWith(certificate: { TLS_CERT_FILE: string; TLS_KEY_FILE: string }): Promise<unknown> {
  const answer = (_request: unknown, response: { end(): void }) => response.end();
  const { server, url } = await listen(answer as never, 0, '127.0.0.1', { certificate: certificateOf(certificate) });
  await using _server = { [Symbol.asyncDispose]: () => closeServer(server) };
  return await get(url);
}

test('SC4 a process accepts a certificate of the own CA for the right name only', async () => {
  expect(await statusWith(ours)).toBe('UNABLE_TO_VERIFY_LEAF_SIGNATURE');
  trustOwnCa({ TLS_CA_FILE: ca.file });
  expect(await statusWith(ours)).toBe(200);
  expect(await statusWith(elsewhere)).toBe('ERR_TLS_CERT_ALTNAME_INVALID');
  expect(await statusWith(foreign)).toBe('UNABLE_TO_VERIFY_LEAF_SIGNATURE');
});

test('SC4 a file with the old and the new CA is accepted whole, and read again adds nothing', async () => {
  // Node leaves doubled ones out.
  setDefaultCACertificates(publicCas);
  const before = getCACertificates('default').length;
  const both = join(folder, 'both.pem');
  writeFileSync(both, `the old one\n${ca.pem}\nthe next one\n${other.pem}`);
  trustOwnCa({ TLS_CA_FILE: both });
  expect([await statusWith(ours), await statusWith(foreign)]).toEqual([200, 200]);
  const count = getCACertificates('default').length;
  trustOwnCa({ TLS_CA_FILE: both });
  expect(getCACertificates('default')).toHaveLength(count);
  expect(count).toBe(before + 2);
  expect(() => trustOwnCa({ TLS_CA_FILE: ours.TLS_KEY_FILE })).toThrow('has no certificate in PEM format');
});

test('SC4 a connection to NATS is encrypted, and refused with a wrong name, another CA or none', async () => {
  await using nats = await ownNats({ certificate: ours });
  await using wrong = await ownNats({ certificate: elsewhere });
  await using plain = await ownNats();
  const at = (url: string) => url.replace('nats://', 'tls://');
  const open = (url: string) => openBus({ url: at(url), name: 'encrypted' });
  await expect(open(nats.url)).rejects.toThrow('cannot be encrypted: unable to verify');
  trustOwnCa({ TLS_CA_FILE: ca.file });
  await using bus = await open(nats.url);
  expect(bus.healthy()).toBe(true);
  await expect(open(wrong.url)).rejects.toThrow('cannot be encrypted: Hostname/IP does not match');
  await expect(open(plain.url)).rejects.toThrow("cannot be encrypted: server does not support 'tls'");
});
