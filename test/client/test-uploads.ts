import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { makeJpeg, makePdf } from '../../demo/documents.ts';
import { fileStorage } from '../../packages/client/examples/file-storage.ts';
import {
  createTrustClient,
  memoryStorage,
  type TrustClient,
  type UploadProgress,
  type UploadTarget,
  type VerificationCase,
} from '../../packages/client/src/client.ts';
import { damageFirstPart, loseFirstResponse, openCase, recordingFetch, signInNewPerson } from './people.ts';

const isPart = (line: string) => line.startsWith('PUT /evidence-uploads/');
const twoParts = 5.5 * 1024 * 1024;

export function testUploads(url: () => string): void {
  describe('uploads', () => {
    const storage = memoryStorage();
    let owner: TrustClient;
    let open: VerificationCase;

    beforeAll(async () => {
      owner = await signInNewPerson(url(), { storage });
      open = await openCase(owner);
    });

    const target = (index: number): UploadTarget => {
      const requirement = open.requirements.filter(({ mediaTypes }) => mediaTypes.includes('application/pdf'))[index];
      if (!requirement) throw new Error('The category has too few requirements.');
      const { key: requirementKey, documentKinds } = requirement;
      return { caseId: open.id, requirementKey, documentKind: documentKinds[0] ?? '' };
    };
    const pdf = (bytes: number) => new Blob([makePdf('Upload', bytes).bytes], { type: 'application/pdf' });

    test('sends the parts, reports progress, confirms, and forgets the upload', async () => {
      const document = pdf(twoParts);
      const seen: UploadProgress[] = [];
      const { evidenceVersionId } = await owner.uploads.upload(document, target(0), {
        onProgress: (now) => seen.push(now),
      });
      expect(seen.map(({ sentBytes }) => sentBytes)).toEqual([0, 5 * 1024 ** 2, document.size]);
      const { items } = await owner.api.listUploadIntents();
      expect(items.map(({ state }) => state)).toEqual(['submitted']);
      expect(evidenceVersionId).toMatch(/^[0-9a-f-]{36}$/);
    });

    test('a process killed between two parts is continued by another, which sends only the second', async () => {
      const folder = mkdtempSync(join(tmpdir(), 'trust-upload-'));
      try {
        const { bytes } = makePdf('Killed', twoParts);
        const file = join(folder, 'document.pdf');
        writeFileSync(file, bytes);
        await fileStorage(folder).set('trust.session', (await storage.get('trust.session')) ?? '');
        const settings = JSON.stringify({
          baseUrl: url(),
          folder,
          file,
          target: { ...target(1), mediaType: 'application/pdf' },
        });
        const child = spawn(process.execPath, [join(import.meta.dirname, 'upload-child.ts'), settings], {
          stdio: ['ignore', 'pipe', 'inherit'],
        });
        const exited = once(child, 'exit');
        await Promise.race([once(child.stdout, 'data'), exited]);
        child.kill('SIGKILL');
        expect((await exited)[1]).toBe('SIGKILL');

        const { fetch, sent } = recordingFetch();
        const next = createTrustClient({ baseUrl: url(), storage: fileStorage(folder), fetch });
        const seen: UploadProgress[] = [];
        const document = new Blob([bytes], { type: 'application/pdf' });
        const confirmed = await next.uploads.upload(document, target(1), { onProgress: (now) => seen.push(now) });
        expect(sent.filter(isPart)).toHaveLength(1);
        expect(sent).not.toContain('POST /provider-workspace/me/upload-intents');
        expect(seen[0]).toEqual({ sentBytes: 5 * 1024 ** 2, totalBytes: document.size });
        expect(confirmed.processing).toBe('pending_scan');
      } finally {
        rmSync(folder, { recursive: true, force: true });
      }
    });

    test('parts that arrive damaged are sent again, of a document and of an image', async () => {
      const { fetch, sent } = damageFirstPart();
      const client = createTrustClient({ baseUrl: url(), storage, fetch });
      expect((await client.uploads.upload(pdf(60_000), target(0))).processing).toBe('pending_scan');
      expect(sent.filter(isPart)).toHaveLength(2);

      const damaged = damageFirstPart();
      const next = createTrustClient({ baseUrl: url(), storage, fetch: damaged.fetch });
      const { bytes, mediaType } = makeJpeg();
      const image = new Blob([bytes as Uint8Array<ArrayBuffer>], { type: mediaType });
      const { id } = await next.uploads.uploadImage(image, { kind: 'work', alt: 'A switch' });
      expect(damaged.sent.filter(isPart)).toHaveLength(2);
      await next.api.deleteMedia({ params: { path: { mediaId: id } } });
    });

    test('an image for the public profile is continued by another client, and a withdrawn one starts anew', async () => {
      const { bytes, mediaType } = makeJpeg();
      const image = new Blob([bytes as Uint8Array<ArrayBuffer>], { type: mediaType });
      const work = { kind: 'work' as const, alt: 'A new distribution board' };
      const pause = new AbortController();
      const interrupted = owner.uploads.uploadImage(image, work, {
        signal: pause.signal,
        onProgress: ({ sentBytes, totalBytes }) => sentBytes === totalBytes && pause.abort(),
      });
      await expect(interrupted).rejects.toThrow();

      const { fetch, sent } = loseFirstResponse('/confirm');
      const next = createTrustClient({ baseUrl: url(), storage, fetch });
      const { id, alt } = await next.uploads.uploadImage(image, work);
      expect([alt, sent.filter(isPart)]).toEqual([work.alt, []]);
      expect((await next.api.listMedia()).items.map((one) => one.id)).toEqual([id]);
      await next.api.deleteMedia({ params: { path: { mediaId: id } } });
      expect((await next.uploads.uploadImage(image, work)).id).not.toBe(id);
    });
  });
}
