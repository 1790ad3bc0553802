import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { auditRecorded, notificationRequested } from '@trust/contracts/events/any';
import { emergencyActionChanged } from '@trust/contracts/events/operations';
import { providerErased } from '@trust/contracts/events/provider';
import { publicMediaChanged, publicMediaRead } from '@trust/contracts/events/public-media';
import { openLog } from '@trust/service-kit/observability/log';
import { operator, representative } from '@trust/service-testing/actors';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Clamd, startClamd } from '../../test/documents/clamd.ts';
import { openExiftool } from '../../test/documents/exiftool.ts';
import { blackPng } from '../../test/documents/hostile-documents.ts';
import {
  decideMedia,
  makeGallery,
  makeMedia,
  makePending,
  makePublished,
  mediaPath,
  photo,
  viewOf,
} from '../../test/make-media.ts';
import { type Evidence, pathOf, startEvidence } from '../../test/service.ts';
import { sweepStore } from '../retention/sweep/sweep-store.ts';
import { sandboxedExaminer } from '../scanning/examination/sandboxed-examiner.ts';
import { scanDueVersions } from '../scanning/scan-versions.ts';
import { clamdScanner } from '../scanning/scanners/clamd-scanner.ts';
import { eicar } from '../scanning/scanners/eicar.ts';
import { publishDueMedia } from './publication/publish-media.ts';

let clamd: Clamd;
let evidence: Evidence;
beforeAll(async () => {
  clamd = await startClamd();
  evidence = await startEvidence({
    connections: 6,
    scanner: clamdScanner(clamd.address),
    examiner: sandboxedExaminer(),
    limits: { 'media-upload': 1000 },
  });
}, 300_000);
afterAll(async () => {
  await evidence?.[Symbol.asyncDispose]();
  await clamd?.[Symbol.asyncDispose]();
});

const moderator = operator('supervisor');
const statesOf = async (id: string) =>
  (await evidence.emitted(publicMediaChanged)).filter(({ mediaId }) => mediaId === id).map(({ state }) => state);
const readersOf = async (id: string) =>
  (await evidence.emitted(publicMediaRead))
    .filter(({ mediaId }) => mediaId === id)
    .map(({ part, readerId }) => [part, readerId]);
const noticesOf = async (id: string) =>
  (await evidence.emitted(notificationRequested.evidence)).filter(({ data }) => data.mediaId === id);
const fetchImage = (url: string, headers: Record<string, string> = {}) => evidence.get(pathOf(url), { headers });
const publicFiles = () => readdir(join(evidence.folder, 'public'));

test('U5 an image is uploaded, scanned, moderated and served in three sizes without metadata', async () => {
  using exiftool = await openExiftool();
  const gallery = await makeGallery(evidence);
  const plain = await sharp({ create: { width: 2400, height: 1200, channels: 3, background: 'teal' } })
    .jpeg()
    .toBuffer();
  const gps = { GPSLatitude: '48.8566', GPSLongitude: '2.3522', 'XMP-dc:Creator': 'Zoe Canary' };
  const image = exiftool.write(plain, gps, photo());
  expect(JSON.stringify(exiftool.read(image))).toContain('Canary');

  const media = await makeMedia(evidence, gallery, image);
  const first = { id: media.id, kind: 'work', alt: 'A new distribution board', sizes: [], publishedAt: null };
  expect(await evidence.post(mediaPath, { actor: gallery.rep, body: media.body })).toMatchObject({
    status: 200,
    body: { id: media.id, session: { parts: [{ received: true }] } },
  });
  expect(await media.confirm()).toMatchObject({ status: 201, body: { ...first, state: 'processing' } });
  expect(await media.confirm()).toMatchObject({ status: 200, body: { ...first, state: 'processing' } });
  await scanDueVersions(evidence.app);
  expect(await viewOf(evidence, gallery, media.id)).toMatchObject({ ...first, state: 'pending' });
  expect(await publicFiles()).toEqual([]);

  const path = `/operations/media/${media.id}`;
  expect(await evidence.get(path, { actor: moderator })).toMatchObject({
    status: 200,
    body: { alt: 'A new distribution board', images: [{ width: 320 }, { width: 960 }, { width: 1920, height: 960 }] },
  });
  const seen = await evidence.get(`${path}/image?size=small`, { actor: moderator });
  expect([seen.status, seen.headers.get('content-type'), seen.headers.get('cache-control')]).toEqual([
    ...[200, 'image/webp', 'no-store'],
  ]);
  expect((await evidence.emitted(auditRecorded.evidence)).at(-1)).toMatchObject({
    ...{ action: 'getModeratedImage', objectId: media.id, actorId: moderator.userId },
  });
  expect((await evidence.open(`${path}/image`, { actor: moderator, method: 'HEAD' })).status).toBe(200);
  expect((await evidence.open(path, { actor: moderator, method: 'HEAD' })).status).toBe(200);
  const description = ['description', moderator.userId];
  expect(await readersOf(media.id)).toEqual([description]);
  expect((await evidence.get(`${path}/image`, { actor: moderator })).status).toBe(200);
  await expect.poll(() => readersOf(media.id)).toEqual([description, ['image', moderator.userId]]);
  const own = { ...moderator, assignments: representative(gallery.providerId).assignments };
  expect(await evidence.get(path, { actor: own })).toMatchObject({ status: 404 });
  expect(await evidence.get(`${path}/image`, { actor: own })).toMatchObject({ status: 404 });

  await decideMedia(evidence, gallery, media.id);
  await publishDueMedia(evidence.app);
  const { sizes } = await viewOf(evidence, gallery, media.id);
  expect(sizes).toMatchObject([
    { width: 320, height: 160 },
    { width: 960, height: 480 },
    { width: 1920, height: 960 },
  ]);
  for (const { url, width } of sizes) {
    const served = await fetchImage(url);
    const etag = `"${/([0-9a-f]{64})\.webp$/.exec(url)?.[1]}"`;
    expect(served.status).toBe(200);
    expect(Object.fromEntries(served.headers)).toMatchObject({
      ...{ 'content-type': 'image/webp', 'cache-control': 'public, max-age=60', etag },
      'x-content-type-options': 'nosniff',
    });
    expect(await sharp(served.body).metadata()).toMatchObject({ format: 'webp', width });
    const tags = JSON.stringify(exiftool.read(served.body));
    expect(tags).toMatch(/RIFF/);
    expect(tags).not.toMatch(/GPS|XMP|EXIF|ICC|Canary/i);
    expect(await fetchImage(url, { 'if-none-match': etag })).toMatchObject({ status: 304 });
  }
  const events = (await evidence.emitted(publicMediaChanged)).filter(({ mediaId }) => mediaId === media.id);
  expect(events).toMatchObject([
    { state: 'pending', uploaderId: gallery.rep.userId, published: null },
    { state: 'published', published: { alt: first.alt, sizes: [{ width: 320 }, { width: 960 }, { width: 1920 }] } },
  ]);
  expect(await noticesOf(media.id)).toMatchObject([{ userId: gallery.rep.userId, template: 'media_published' }]);
});

test('the origin answers 410 as soon as an image is withdrawn or rejected, and then its bytes are gone', async () => {
  const gallery = await makeGallery(evidence);
  const other = await makeGallery(evidence);
  const image = await sharp(photo()).negate().jpeg().toBuffer();
  const [one, same] = [await makePublished(evidence, gallery, image), await makePublished(evidence, other, image)];
  const { url } = one.view.sizes[0];
  expect(same.view.sizes[0].url).toBe(url);
  expect(await one.withdraw()).toMatchObject({ status: 204 });
  expect(await one.withdraw()).toMatchObject({ status: 204 });
  // A decision that arrives late has no effect.
  await decideMedia(evidence, gallery, one.id);
  expect(await statesOf(one.id)).toEqual(['pending', 'published', 'removed']);
  await publishDueMedia(evidence.app);
  // Another provider has the same image.
  expect(await fetchImage(url)).toMatchObject({ status: 200 });
  await decideMedia(evidence, other, same.id, 'rejected');
  const gone = { status: 410, body: { type: 'http://trust.test/problems/gone' } };
  expect((await fetchImage(url)).headers.get('cache-control')).toBe('no-store');
  expect(await fetchImage(url)).toMatchObject(gone);
  expect(await publicFiles()).toContain(url.split('/').at(-1));
  await publishDueMedia(evidence.app);
  expect(await publicFiles()).not.toContain(url.split('/').at(-1));
  expect(await fetchImage(url)).toMatchObject(gone);
  expect(await fetchImage(url.replace(/[0-9a-f]{64}/, 'a'.repeat(64)))).toMatchObject({ status: 404 });
  expect(await statesOf(same.id)).toEqual(['pending', 'published', 'removed']);
  expect(await viewOf(evidence, other, same.id)).toMatchObject({ state: 'rejected', reason: { code: 'off_topic' } });
  expect(await noticesOf(one.id)).toMatchObject([{ template: 'media_published' }]);
  expect((await noticesOf(same.id)).map(({ template }) => template)).toEqual(['media_published', 'media_rejected']);
});

test('M4 images are 410 while their provider is suspended or withheld, by the clock and without a job', async () => {
  const gallery = await makeGallery(evidence);
  const { view } = await makePublished(evidence, gallery);
  const status = async () => (await fetchImage(view.sizes[2].url)).status;
  expect(await status()).toBe(200);
  // A restored store may lack its public folder.
  await evidence.app.store.published.remove(view.sizes[2].url.split('/').at(-1));
  expect(await status()).toBe(200);
  for (const changes of [{ publication: 'withheld' }, { state: 'suspended' }] as const) {
    await gallery.publish(changes);
    expect(await status()).toBe(410);
  }
  await gallery.publish();
  expect(await status()).toBe(200);
  const { now } = evidence.clock;
  await evidence.deliver(emergencyActionChanged, {
    ...{ actionId: view.id, kind: 'suspend_provider_listing', targetId: gallery.providerId },
    ...{ startedAt: now.toISOString(), occurredAt: now.toISOString() },
    endsAt: new Date(now.getTime() + 3_600_000).toISOString(),
  });
  expect(await status()).toBe(410);
  evidence.advanceClock(3600);
  expect(await status()).toBe(200);
});

test.each<[string, () => Buffer | Promise<Buffer>, string, string]>([
  ['of too many pixels', () => blackPng(8_000, 5_001), 'image/png', 'too_many_pixels'],
  [
    'that is also a web page',
    () => Buffer.concat([photo(), Buffer.from('<html><script>')]),
    'image/jpeg',
    'two_formats',
  ],
  ['that is truncated', () => photo().subarray(0, 4000), 'image/jpeg', 'damaged'],
  [
    'of WebP that is truncated',
    async () => (await noise().webp().toBuffer()).subarray(0, 2000),
    'image/webp',
    'damaged',
  ],
  ['with malware', () => Buffer.concat([photo(), eicar]), 'image/jpeg', 'malware'],
])('U4 an image %s is refused with its reason and never served', async (_what, make, mediaType, code) => {
  const gallery = await makeGallery(evidence);
  const { id } = await makePending(evidence, gallery, await make(), { mediaType });
  const refused = { state: 'refused', reason: { code, advice: expect.stringMatching(/\w/) }, sizes: [] };
  expect(await viewOf(evidence, gallery, id)).toMatchObject(refused);
  expect(await statesOf(id)).toEqual([]);
  expect(await noticesOf(id)).toMatchObject([{ userId: gallery.rep.userId, template: 'media_rejected' }]);
  expect(await evidence.get(`/operations/media/${id}`, { actor: moderator })).toMatchObject({ status: 404 });
});

const noise = () =>
  sharp({
    create: {
      width: 300,
      height: 200,
      channels: 3,
      background: 'white',
      noise: { type: 'gaussian', sigma: 40, mean: 128 },
    },
  });

test('an approval and a withdrawal at once never leave a withdrawn image public', async () => {
  for (let round = 0; round < 2; round++) {
    const gallery = await makeGallery(evidence);
    // Its bytes are those of no other image, which could be public.
    const media = await makePending(evidence, gallery, await noise().jpeg().toBuffer());
    const approve = async () => {
      await decideMedia(evidence, gallery, media.id);
      await publishDueMedia(evidence.app);
    };
    const [, withdrawn] = await Promise.all([approve(), media.withdraw()]);
    expect(withdrawn.status).toBe(204);
    await publishDueMedia(evidence.app);
    expect((await statesOf(media.id)).at(-1)).toBe('removed');
    expect(await viewOf(evidence, gallery, media.id)).toBeUndefined();
    const { sha256 } = await evidence.db
      .selectFrom('media_rendition')
      .select('sha256')
      .where('media_id', '=', media.id)
      .where('size', '=', 'small')
      .executeTakeFirstOrThrow();
    const url = `http://trust.test/api/v1/public/media/${sha256.toString('hex')}.webp`;
    const rows = await evidence.db
      .selectFrom('public_media')
      .select(['state', 'placed_at'])
      .where('id', '=', media.id)
      .execute();
    expect(rows).toEqual([{ state: 'withdrawn', placed_at: null }]);
    expect([404, 410]).toContain((await fetchImage(url)).status);
  }
});

test('a confirmation and a withdrawal at once end in one state', async () => {
  const gallery = await makeGallery(evidence);
  const media = await makeMedia(evidence, gallery);
  const [confirmed, withdrawn] = await Promise.all([media.confirm(), media.withdraw()]);
  expect(withdrawn.status).toBe(204);
  expect([201, 404, 409]).toContain(confirmed.status);
  await scanDueVersions(evidence.app);
  expect(await statesOf(media.id)).toEqual([]);
  expect(await viewOf(evidence, gallery, media.id)).toBeUndefined();
  expect(await media.confirm()).toMatchObject({ status: 404 });
});

test('P2 the images of an erased provider are gone at once, and their objects with the next sweep', async () => {
  const gallery = await makeGallery(evidence);
  const { id, view } = await makePublished(evidence, gallery, await noise().jpeg().toBuffer());
  const open = await makeMedia(evidence, gallery);
  const occurredAt = evidence.clock.now.toISOString();
  await evidence.deliver(providerErased, { providerId: gallery.providerId, occurredAt });
  expect(await fetchImage(view.sizes[0].url)).toMatchObject({ status: 410 });
  expect(await open.confirm()).toMatchObject({ status: 404 });
  expect((await statesOf(id)).at(-1)).toBe('removed');
  const alts = await evidence.db
    .selectFrom('public_media')
    .select('alt')
    .where('provider_id', '=', gallery.providerId)
    .execute();
  expect(alts).toEqual([{ alt: null }, { alt: null }]);
  await publishDueMedia(evidence.app);
  const names = view.sizes.map(({ url }: { url: string }) => url.split('/').at(-1));
  expect((await publicFiles()).filter((name) => names.includes(name))).toEqual([]);
  const keys = (
    await evidence.db.selectFrom('media_rendition').select('object_key').where('media_id', '=', id).execute()
  ).map(({ object_key }) => object_key);
  const kept = async () =>
    (await evidence.app.store.objects({ after: '', limit: 1000 })).filter(({ objectKey }) => keys.includes(objectKey));
  expect(await kept()).toHaveLength(3);
  // Files have the time of the machine.
  evidence.clock.now = new Date(Date.now() + 3 * 3_600_000);
  await sweepStore(evidence.app, openLog('evidence', 'silent'));
  expect(await kept()).toEqual([]);
});
