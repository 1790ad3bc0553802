import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makePdf } from '../../demo/documents.ts';
import { newPhoneNumber } from '../../demo/steps/sign-in.ts';
import { repositoryRoot } from '../../deploy/local/environment.ts';
import { fileStorage } from '../../packages/client/examples/file-storage.ts';
import { createTrustClient } from '../../packages/client/src/client.ts';
import { openCase, readCode } from './people.ts';

const example = join(repositoryRoot, 'packages/client/examples/node.ts');
const resolveSource = import.meta.resolve('./resolve-source.ts');

export function testNodeExample(url: () => string): void {
  describe('the Node example of the README', () => {
    let folder: string;
    beforeAll(() => {
      folder = mkdtempSync(join(tmpdir(), 'trust-example-'));
    });
    afterAll(() => rmSync(folder, { recursive: true, force: true }));

    /** `answer` returns the line to type after the prompt. */
    async function run(args: string[], answer?: () => Promise<string>): Promise<string> {
      const child = spawn(process.execPath, ['--import', resolveSource, example, ...args], { cwd: folder });
      let output = '';
      for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk));
      child.stdout.once('data', async () => child.stdin.end(`${(await answer?.()) ?? ''}\n`));
      const code = await new Promise((resolve) => child.once('close', resolve));
      expect({ code, output }).toMatchObject({ code: 0 });
      return output;
    }

    test('signs in with a code, keeps the session in files, and uploads a document', async () => {
      const identifier = `example-${newPhoneNumber().slice(1)}@example.test`;
      expect(await run([url(), identifier], () => readCode(url(), identifier))).toBe(
        'Code: This person represents no provider yet.\n',
      );
      await openCase(createTrustClient({ baseUrl: url(), storage: fileStorage(join(folder, '.trust')) }));
      const { bytes } = makePdf('Sent by the example');
      writeFileSync(join(folder, 'document.pdf'), bytes);
      const output = await run([url(), identifier, 'document.pdf']);
      expect(output).toMatch(/^Lumière: .*submit_evidence/);
      expect(output).toContain(`${bytes.length} of ${bytes.length} bytes\nConfirmed as `);
    });
  });
}
