import { existsSync } from 'node:fs';
import { type Browser, type CDPSession, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { enrol, newOperator } from '../../../test/passkey-sessions.ts';
import { startIdentity } from '../../../test/service.ts';

/** Debian's package. */
const executablePath = '/usr/bin/chromium';
const origin = 'http://localhost:4321';

let identity: Awaited<ReturnType<typeof startIdentity>>;
let browser: Browser;
beforeAll(async () => {
  if (!existsSync(executablePath)) throw new Error('Chromium is missing. Install it: apt-get install chromium');
  identity = await startIdentity();
  identity.app.passkeys = { rpId: 'localhost', origins: [origin], areRequired: true };
  browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
});
afterAll(async () => {
  await browser?.close();
  await identity?.[Symbol.asyncDispose]();
});

/** An empty page of the origin, whose requests never leave the browser. */
async function open(url: string): Promise<{ page: Page; devtools: CDPSession }> {
  const page = await (await browser.newContext()).newPage();
  await page.route('**/*', (route) => route.fulfill({ contentType: 'text/html', body: '<!doctype html>' }));
  await page.goto(url);
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  return { page, devtools };
}

async function addAuthenticator(devtools: CDPSession): Promise<string> {
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
    },
  });
  return authenticatorId;
}

type Ceremony = { kind: 'create' | 'get'; parser: string };
const creation: Ceremony = { kind: 'create', parser: 'parseCreationOptionsFromJSON' };
const request: Ceremony = { kind: 'get', parser: 'parseRequestOptionsFromJSON' };

const run = (page: Page, { kind, parser }: Ceremony, options: unknown) =>
  page.evaluate(
    `navigator.credentials.${kind}({ publicKey: PublicKeyCredential.${parser}(${JSON.stringify(options)}) })
      .then((credential) => credential.toJSON())`,
  );

test('A9 registers and signs in in Chromium; rejects a page of another origin and a copied authenticator', async () => {
  const { actor, identifier } = await newOperator(identity, 'decider');
  const { page, devtools } = await open(origin);
  const authenticatorId = await addAuthenticator(devtools);

  const enrolmentToken = await enrol(identity, identifier);
  const start = await identity.post('/account/passkeys/challenges', { actor, body: { enrolmentToken } });
  const made = { challengeId: start.body.challengeId, credential: await run(page, creation, start.body.publicKey) };
  expect(await identity.post('/account/passkeys', { actor, body: made })).toMatchObject({ status: 201 });

  const signIn = async (from: Page) => {
    const { challengeId, publicKey } = (await identity.post('/auth/passkeys/challenges')).body;
    return identity.post('/auth/passkeys/verify', {
      body: { challengeId, credential: await run(from, request, publicKey) },
    });
  };
  expect(await signIn(page)).toMatchObject({ status: 200, body: { accessToken: expect.any(String) } });

  const { credentials } = await devtools.send('WebAuthn.getCredentials', { authenticatorId });
  const [credential] = credentials;
  if (!credential) throw new Error('The authenticator stores no passkey.');
  const phishing = await open('http://localhost:4322');
  const copyId = await addAuthenticator(phishing.devtools);
  await phishing.devtools.send('WebAuthn.addCredential', { authenticatorId: copyId, credential });
  const refused = (code: string) => ({ status: 401, body: { errors: [expect.objectContaining({ code })] } });
  expect(await signIn(phishing.page)).toMatchObject(refused('origin_not_allowed'));

  await devtools.send('WebAuthn.removeCredential', { authenticatorId, credentialId: credential.credentialId });
  const copied = { ...credential, signCount: 0 };
  await devtools.send('WebAuthn.addCredential', { authenticatorId, credential: copied });
  expect(await signIn(page)).toMatchObject(refused('counter_not_greater'));

  const foreign = await open('https://evil.example');
  await addAuthenticator(foreign.devtools);
  await expect(signIn(foreign.page)).rejects.toThrow(/SecurityError|relying party ID/i);

  await devtools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false });
  await expect(signIn(page)).rejects.toThrow(/NotAllowedError/);
});
