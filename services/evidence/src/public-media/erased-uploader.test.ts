import { personErased } from '@trust/contracts/events/identity';
import { publicMediaChanged } from '@trust/contracts/events/public-media';
import { representativeEnded } from '@trust/contracts/events/representatives';
import { openLog } from '@trust/service-kit/observability/log';
import { representative } from '@trust/service-testing/actors';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { consent } from '../../test/make.ts';
import { decideMedia, makeGallery, makeMedia, makePending, makePublished, photo } from '../../test/make-media.ts';
import { type Evidence, pathOf, startEvidence } from '../../test/service.ts';
import { sweepStore } from '../retention/sweep/sweep-store.ts';
import { sandboxedExaminer } from '../scanning/examination/sandboxed-examiner.ts';

let evidence: Evidence;
beforeAll(async () => {
  evidence = await startEvidence({ examiner: sandboxedExaminer(), limits: { 'media-upload': 1000 } });
});
afterAll(() => evidence[Symbol.asyncDispose]());

const profile = { kind: 'profile', alt: 'Ondine in front of her van' };
const image = (colour: string) =>
  sharp({ create: { width: 900, height: 700, channels: 3, background: colour } })
    .jpeg()
    .toBuffer();
const rowOf = (id: string) =>
  evidence.db.selectFrom('public_media').select(['state', 'alt']).where('id', '=', id).executeTakeFirstOrThrow();
const fetchImage = async (url: string) => (await evidence.get(pathOf(url))).status;
const erase = (userId: string) =>
  evidence.deliver(personErased, { userId, contacts: [], erasedAt: evidence.clock.now.toISOString() });

const originalOf = (id: string) =>
  evidence.db
    .selectFrom('evidence_version as version')
    .innerJoin('evidence_processing as processing', 'processing.version_id', 'version.id')
    .select(['version.object_key', 'processing.state'])
    .where('version.intent_id', '=', id)
    .executeTakeFirstOrThrow();
async function objectsOf(id: string): Promise<string[]> {
  const drawn = await evidence.db
    .selectFrom('media_rendition')
    .select('object_key')
    .where('media_id', '=', id)
    .execute();
  const keys = [(await originalOf(id)).object_key, ...drawn.map((row) => row.object_key)];
  const stored = await evidence.app.store.objects({ after: '', limit: 1000 });
  return stored.map(({ objectKey }) => objectKey).filter((key) => keys.includes(key));
}

test('P2 portraits that an erased person uploaded are gone at once in every state, those of others stay', async () => {
  const gallery = await makeGallery(evidence);
  const colleague = { ...gallery, rep: representative(gallery.providerId) };
  await consent(evidence, colleague.rep.userId);
  const work = await makePublished(evidence, gallery, await image('red'));
  const published = await makePublished(evidence, gallery, await image('green'), profile);
  const open = await makeMedia(evidence, gallery, photo(), profile);
  const [url] = published.view.sizes.map((size: { url: string }) => size.url);
  const theirs = await makePending(evidence, colleague, await image('blue'), profile);
  expect(await fetchImage(url)).toBe(200);

  await erase(gallery.rep.userId);
  expect(await fetchImage(url)).toBe(410);
  for (const { id } of [published, open]) expect(await rowOf(id)).toEqual({ state: 'withdrawn', alt: null });
  const removed = (await evidence.emitted(publicMediaChanged)).filter(({ state }) => state === 'removed');
  expect(removed.map(({ mediaId }) => mediaId)).toEqual([published.id]);
  expect(await rowOf(work.id)).toMatchObject({ state: 'approved', alt: 'A new distribution board' });
  expect(await rowOf(theirs.id)).toMatchObject({ state: 'pending', alt: profile.alt });
  await erase(colleague.rep.userId);
  expect(await rowOf(theirs.id)).toEqual({ state: 'withdrawn', alt: null });
  await decideMedia(evidence, gallery, theirs.id);
  expect(await rowOf(theirs.id)).toEqual({ state: 'withdrawn', alt: null });
});

test('P2 originals and drawn images of portraits by an erased person go with the next sweep', async () => {
  const gallery = await makeGallery(evidence);
  const work = await makePublished(evidence, gallery, await image('olive'));
  const published = await makePublished(evidence, gallery, await image('orange'), profile);
  const withdrawn = await makePending(evidence, gallery, await image('purple'), profile);
  await withdrawn.withdraw();
  const withdrawnWork = await makePending(evidence, gallery, await image('maroon'));
  await withdrawnWork.withdraw();
  const stored = (await objectsOf(published.id)).length;
  expect(stored).toBeGreaterThan(1);
  await erase(gallery.rep.userId);
  for (const { id } of [published, withdrawn]) expect(await originalOf(id)).toMatchObject({ state: 'redacted' });
  expect(await originalOf(work.id)).toMatchObject({ state: 'available' });
  expect(await originalOf(withdrawnWork.id)).toMatchObject({ state: 'withdrawn' });
  // Files have the time of the machine.
  evidence.clock.now = new Date(Date.now() + 3 * 60 * 60 * 1000);
  await sweepStore(evidence.app, openLog('evidence', 'silent'));
  for (const { id } of [published, withdrawn]) expect(await objectsOf(id)).toEqual([]);
  expect((await objectsOf(work.id)).length).toBeGreaterThan(1);
});

test('P2 the portrait of an individual stays when a colleague who uploaded it is erased', async () => {
  const gallery = await makeGallery(evidence);
  await gallery.publish({ kind: 'individual' });
  const published = await makePublished(evidence, gallery, await image('teal'), profile);
  const [url] = published.view.sizes.map((size: { url: string }) => size.url);
  await erase(gallery.rep.userId);
  expect(await rowOf(published.id)).toMatchObject({ state: 'approved', alt: profile.alt });
  expect(await originalOf(published.id)).toMatchObject({ state: 'available' });
  expect(await fetchImage(url)).toBe(200);
});

test('T1 portraits that a representative uploaded go when they leave the organisation, images of work stay', async () => {
  const [gallery, other] = [await makeGallery(evidence), await makeGallery(evidence)];
  const work = await makePublished(evidence, gallery, await image('red'));
  const portrait = await makePublished(evidence, gallery, await image('green'), profile);
  const elsewhere = await makePublished(evidence, other, await image('blue'), profile);
  const { providerId, rep } = gallery;
  const leave = (userId: string) =>
    evidence.deliver(representativeEnded, { assignmentId: crypto.randomUUID(), providerId, userId });
  await leave(other.rep.userId);
  expect(await rowOf(portrait.id)).toMatchObject({ state: 'approved' });
  await leave(rep.userId);
  expect(await rowOf(portrait.id)).toEqual({ state: 'withdrawn', alt: null });
  for (const { id } of [work, elsewhere]) expect(await rowOf(id)).toMatchObject({ state: 'approved' });
});
