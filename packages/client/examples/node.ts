import { openAsBlob } from 'node:fs';
import { createInterface } from 'node:readline/promises';
import { createTrustClient, isProblem } from '@trust/client';
import { fileStorage } from './file-storage.ts';

const [baseUrl = 'http://127.0.0.1:8080', identifier = 'claire@example.test', path] = process.argv.slice(2);
const client = createTrustClient({ baseUrl, storage: fileStorage('.trust') });

if (!(await client.session.tokens())) {
  const { challengeId } = await client.api.createChallenge({ body: { channel: 'email', identifier } });
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const code = await terminal.question('Code: ');
  terminal.close();
  await client.signIn(challengeId, { code: code.trim(), sessionLabel: 'Node example' });
}

try {
  const { provider, readiness } = await client.api.getWorkspace();
  console.log(`${provider.displayName}: ${readiness.tasks.map(({ code }) => code).join(', ') || 'nothing to do'}`);

  const { items } = await client.api.listVerificationCases({ params: { path: { providerId: provider.id } } });
  const open = items.find(({ state }) => state === 'awaiting_evidence');
  const requirement = open?.requirements.find(({ status }) => status === 'missing');
  if (path && open && requirement) {
    const document = await openAsBlob(path, { type: 'application/pdf' });
    const documentKind = requirement.documentKinds[0] ?? '';
    // Killed in the middle? Run it again: it sends only the parts that are missing.
    const { evidenceVersionId } = await client.uploads.upload(
      document,
      { caseId: open.id, requirementKey: requirement.key, documentKind },
      { onProgress: ({ sentBytes, totalBytes }) => console.log(`${sentBytes} of ${totalBytes} bytes`) },
    );
    console.log(`Confirmed as ${evidenceVersionId}`);
  }
} catch (error) {
  if (!isProblem(error, 'not-found') && !isProblem(error, 'no-active-workspace')) throw error;
  console.log('This person represents no provider yet.');
}
