import { randomUUID } from 'node:crypto';
import { auditRecorded, notificationRequested } from '@trust/contracts/events/any';
import { evidenceLost } from '@trust/contracts/events/evidence';
import { openLog } from '@trust/service-kit/observability/log';
import { operator } from '@trust/service-testing/actors';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { evidenceOf, makeCase, makeReviewable, pdf } from '../../../test/make.ts';
import { type Evidence, pathOf, startEvidence } from '../../../test/service.ts';
import { openSwift } from '../../../test/stores/swift.ts';
import type { ObjectStore } from '../../object-store.ts';
import { openFolderStore } from '../../storage/folder-store.ts';
import { S3Client } from '../../storage/s3-client.ts';
import { openS3Store } from '../../storage/s3-store.ts';
import { markLostVersions } from './mark-lost-versions.ts';
import { sweepStore } from './sweep-store.ts';

type Subject = { evidence: Evidence; another: ObjectStore };
const subjects: Record<string, Subject> = {};
const opened = new AsyncDisposableStack();
beforeAll(async () => {
  const folder = opened.use(await startEvidence({ connections: 6 }));
  const options = { folder: `${folder.folder}/another`, publicUrl: 'http://trust.test', secret: 'for tests only' };
  subjects.folder = { evidence: folder, another: await openFolderStore(options) };

  const swift = await openSwift();
  await new S3Client(swift).makeBucket('another');
  const now = () => new Date();
  const s3 = opened.use(await startEvidence({ s3: openS3Store(swift, now), connections: 6 }));
  subjects.s3 = { evidence: s3, another: openS3Store({ ...swift, evidence: 'another' }, now) };
}, 300_000);
afterAll(() => opened.disposeAsync());

describe.each(['folder', 's3'])('%s', (name) => {
  const its = () => subjects[name] as Subject;
  const logged: { level: string; count: number }[] = [];
  const log = openLog('evidence', 'info', {
    write: (line) => {
      const { level, count } = JSON.parse(line);
      logged.push({ level, count });
    },
  });
  const look = async (minutes = 0, changes: Partial<Evidence['app']> = {}) => {
    const { evidence } = its();
    evidence.advanceClock(60 * minutes);
    const app = { ...evidence.app, ...changes };
    logged.length = 0;
    await sweepStore(app, log);
    await markLostVersions(app, log);
    return logged;
  };
  const reviewer = operator('reviewer');
  const makeOne = async () => {
    const { evidence } = its();
    evidence.clock.now = new Date();
    const made = await makeCase(evidence);
    const one = await makeReviewable(evidence, made, reviewer.userId);
    const { object_key } = await evidence.db
      .selectFrom('evidence_version')
      .select('object_key')
      .where('id', '=', one.evidenceVersionId)
      .executeTakeFirstOrThrow();
    const readVersion = async (language = 'en') => {
      const headers = { 'accept-language': language };
      const path = `${evidenceOf(made)}/${one.evidenceId}`;
      return (await evidence.get(path, { actor: made.rep, headers })).body.version;
    };
    return { ...one, made, objectKey: object_key, readVersion };
  };
  const state = async (one: { readVersion(): Promise<{ processing: string }> }) => (await one.readVersion()).processing;
  const grant = (one: { grantsPath: string }) =>
    its().evidence.post(one.grantsPath, { actor: reviewer, body: { reason: 'To check the document.' } });

  test('U7 a document that is still missing after ten minutes is lost, audited and announced', async () => {
    const { evidence } = its();
    const one = await makeOne();
    const given = await grant(one);
    expect(await look()).toEqual([]);
    await evidence.app.store.remove(one.objectKey);

    expect(await look()).toEqual([]);
    expect(await look(9)).toEqual([]);
    expect(await state(one)).toBe('available');
    expect(await look(1)).toEqual([{ level: 'error', count: 1 }]);

    expect(await one.readVersion()).toMatchObject({ processing: 'lost', refusal: { code: 'lost' } });
    expect((await one.readVersion('fr')).refusal.advice).toContain('envoyez-le de nouveau');
    const events = (await evidence.emitted(evidenceLost)).filter(
      (event) => event.evidenceVersionId === one.evidenceVersionId,
    );
    expect(events).toMatchObject([
      { caseId: one.made.caseId, providerId: one.made.providerId, requirementKey: 'identity' },
    ]);
    const notified = (await evidence.emitted(notificationRequested.evidence)).filter(
      ({ providerId, template }) => providerId === one.made.providerId && template === 'evidence_lost',
    );
    expect(notified).toMatchObject([{ userId: one.made.rep.userId }]);
    const audited = (await evidence.emitted(auditRecorded.evidence)).filter(({ action }) => action === 'loseEvidence');
    expect(audited).toMatchObject([{ objectId: one.evidenceVersionId, before: { state: 'available' }, actorId: null }]);

    const read = await evidence.get(pathOf(given.body.url), { actor: reviewer });
    for (const answer of [read, await grant(one)])
      expect(answer).toMatchObject({
        status: 409,
        body: { detail: expect.stringContaining('We have lost this document') },
      });
    expect(await look(60)).toEqual([]);
  });

  test('U7 a reviewer who reads a missing document before the sweep gets 409, and it becomes lost', async () => {
    const { evidence } = its();
    const one = await makeOne();
    const given = await grant(one);
    await evidence.app.store.remove(one.objectKey);
    expect(await evidence.get(pathOf(given.body.url), { actor: reviewer })).toMatchObject({ status: 409 });
    await markLostVersions(evidence.app, log);
    expect(await state(one)).toBe('available');
    evidence.advanceClock(600);
    await markLostVersions(evidence.app, log);
    expect(await state(one)).toBe('lost');
  });

  test('U7 a document that was missing briefly is not lost', async () => {
    const { evidence } = its();
    const one = await makeOne();
    const { store } = evidence.app;
    const objects: ObjectStore['objects'] = async (stretch) =>
      (await store.objects(stretch)).filter(({ objectKey }) => objectKey !== one.objectKey);
    await look(0, { store: { ...store, objects, has: async () => false } });
    await look(11, { store: { ...store, objects } });
    await look(11);
    expect(await state(one)).toBe('available');
    // A listing alone does not make a document missing.
    await look(0, { store: { ...store, objects } });
    await look(11);
    expect(await state(one)).toBe('available');
  });

  test('U7 a missing document that was withdrawn is not lost', async () => {
    const { evidence } = its();
    const one = await makeOne();
    await evidence.app.store.remove(one.objectKey);
    await look();
    await evidence.delete(`${evidenceOf(one.made)}/${one.evidenceId}`, { actor: one.made.rep });
    expect(await look(11)).toEqual([]);
    expect(await state(one)).toBe('withdrawn');
  });

  test('U7 marks no document lost above the limit, until fewer are missing or the limit is raised', async () => {
    const { evidence } = its();
    const some = [await makeOne(), await makeOne(), await makeOne()];
    for (const { objectKey } of some) await evidence.app.store.remove(objectKey);
    await look(0, { maxStoreMismatches: 2 });
    expect(await look(11, { maxStoreMismatches: 2 })).toEqual([{ level: 'error', count: 3 }]);
    expect(await Promise.all(some.map(state))).toEqual(['available', 'available', 'available']);
    await look(1, { maxStoreMismatches: 3 });
    expect(await Promise.all(some.map(state))).toEqual(['lost', 'lost', 'lost']);
  });

  test('U7 marks and deletes nothing with another, an empty or an unavailable store', async () => {
    const { evidence, another } = its();
    const one = await makeOne();
    await look();
    const stranger = await another.save(pdf());
    const gone = { ...evidence.app.store, mark: () => Promise.reject(new Error('The store does not answer.')) };
    for (const mark of [undefined, randomUUID()]) {
      if (mark) await another.setMark(mark);
      await look(0, { store: another });
      expect(await look(180, { store: another })).toEqual([{ level: 'error', count: 0 }]);
    }
    for (const minutes of [0, 180]) await expect(look(minutes, { store: gone })).rejects.toThrow('does not answer');
    expect(await state(one)).toBe('available');
    expect(await another.has(stranger)).toBe(true);
  });
});
