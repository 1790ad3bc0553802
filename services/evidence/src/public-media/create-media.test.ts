import { uploadIntentChanged } from '@trust/contracts/events/evidence';
import { representative } from '@trust/service-testing/actors';
import { exportPersonalData } from '@trust/service-testing/personal-data';
import { expect, test } from 'vitest';
import { evidenceOf, makeCase, sendParts } from '../../test/make.ts';
import { makeGallery, makeMedia, mediaOf, mediaPath, photo } from '../../test/make-media.ts';
import { startEvidence } from '../../test/service.ts';

test('only owners and managers upload; at most 20 images are in use; other uploads do not show them', async () => {
  await using evidence = await startEvidence({ limits: { 'media-upload': 1000 } });
  const made = await makeCase(evidence);
  const gallery = { ...(await makeGallery(evidence)), providerId: made.providerId, rep: made.rep };
  const contributor = representative(made.providerId, 'contributor');
  expect(await evidence.get(mediaPath, { actor: contributor })).toMatchObject({ status: 403 });
  const post = (changes: object) => evidence.post(mediaPath, { actor: made.rep, body: mediaOf(photo(), changes) });
  expect(await post({ mediaType: 'image/heic' })).toMatchObject({ status: 400 });
  expect(await post({ mediaType: 'application/pdf' })).toMatchObject({ status: 400 });
  expect(await post({ alt: ' ' })).toMatchObject({ status: 400 });
  // C1: the same responses under one key.
  const headers = { 'idempotency-key': 'one image' };
  const image = photo();
  const opened = mediaOf(image);
  const open = () => evidence.post(mediaPath, { actor: made.rep, headers, body: opened });
  const first = await open();
  expect(await open()).toMatchObject({ status: 201, body: first.body });
  await sendParts(evidence, first.body, image);
  const confirm = () => evidence.post(`${mediaPath}/${first.body.id}/confirm`, { actor: made.rep, headers });
  const confirmed = await confirm();
  expect(confirmed).toMatchObject({ status: 201, body: { kind: 'work', state: 'processing' } });
  expect(await confirm()).toMatchObject({ status: 201, body: confirmed.body });
  await evidence.delete(`${mediaPath}/${first.body.id}`, { actor: made.rep });
  const png = await makeMedia(evidence, gallery, photo(), { mediaType: 'image/png' });
  expect(await png.confirm()).toMatchObject({ status: 409, body: { errors: [{ code: 'media_type_mismatch' }] } });
  const late = await makeMedia(evidence, gallery);
  for (let count = 0; count < 20; count++) await (await makeMedia(evidence, gallery)).confirm();
  const full = { status: 409, body: { errors: [{ field: 'kind', code: 'versions' }] } };
  expect(await post({})).toMatchObject(full);
  expect(await late.confirm()).toMatchObject(full);
  const intents = await evidence.get('/provider-workspace/me/upload-intents', { actor: made.rep });
  expect(intents.body.items).toEqual([]);
  expect((await evidence.get(evidenceOf(made), { actor: made.rep })).body.items).toEqual([]);
  const announced = (await evidence.emitted(uploadIntentChanged)).filter((one) => one.providerId === made.providerId);
  expect(announced).toEqual([]);
  const { file } = await exportPersonalData(evidence, 'evidence', made.rep.userId);
  expect(file.uploads).toContainEqual(
    expect.objectContaining({ purpose: 'public_media', documentKind: 'work', alt: 'A new distribution board' }),
  );
});
