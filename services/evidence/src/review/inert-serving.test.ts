import { operator } from '@trust/service-testing/actors';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeJpeg, makePdf } from '../../../../demo/documents.ts';
import { openExiftool } from '../../test/documents/exiftool.ts';
import { assignedTo, confirm, contractFor, intentsPath, makeCase, makeUpload } from '../../test/make.ts';
import { type Evidence, pathOf, startEvidence } from '../../test/service.ts';
import { sandboxedExaminer } from '../scanning/examination/sandboxed-examiner.ts';
import { scanDueVersions } from '../scanning/scan-versions.ts';

let evidence: Evidence;
beforeAll(async () => {
  evidence = await startEvidence({ connections: 4, examiner: sandboxedExaminer() });
});
afterAll(() => evidence[Symbol.asyncDispose]());

async function reviewed(document: Buffer, overrides: object) {
  const made = await makeCase(evidence);
  const reviewer = operator('reviewer');
  const upload = await makeUpload(evidence, made, document, overrides);
  const { body } = await confirm(evidence, made.rep, upload);
  await scanDueVersions(evidence.app);
  await made.change({ state: 'in_review', duties: assignedTo({ review: reviewer.userId }) });
  const { evidenceId } = (await evidence.get(upload.path, { actor: made.rep })).body.evidence;
  const grant = await evidence.post(`/verification-cases/${made.caseId}/evidence/${evidenceId}/review-grants`, {
    actor: reviewer,
    body: { reason: 'To check the document.' },
  });
  const path = pathOf(grant.body.url);
  const read = (query = '') => evidence.get(`${path}${query}`, { actor: reviewer });
  return { read, version: body.evidenceVersionId as string };
}

const canary = { latitude: '48.85837', longitude: '2.294481', author: 'Canary Author', note: 'canary note' };

test('U5 D1 the preview of an image has no location, author, thumbnail or profile', async () => {
  using exiftool = await openExiftool();
  const plain = await sharp(makeJpeg().bytes).withIccProfile('p3').jpeg().toBuffer();
  const tags = {
    GPSLatitude: canary.latitude,
    GPSLatitudeRef: 'N',
    GPSLongitude: canary.longitude,
    GPSLongitudeRef: 'E',
    Artist: canary.author,
    'XMP-dc:Description': canary.note,
    'IPTC:By-line': canary.author,
    Comment: canary.note,
    Orientation: '6',
  };
  const document = exiftool.write(plain, tags, makeJpeg(10, 10).bytes);
  const before = exiftool.read(document);
  expect(Object.keys(before)).toEqual(
    expect.arrayContaining([
      'GPS:GPSLatitude',
      'XMP-dc:Description',
      'IFD1:ThumbnailImage',
      'ICC_Profile:ProfileDescription',
    ]),
  );

  const { read, version } = await reviewed(document, { mediaType: 'image/jpeg' });
  const preview = await read('?rendition=preview');
  expect([preview.status, preview.headers.get('content-disposition')]).toEqual([
    200,
    `attachment; filename="${version}-preview.jpg"`,
  ]);
  const after = Object.keys(exiftool.read(preview.body)).filter(
    (name) => !/^(JFIF|Composite:(ImageSize|Megapixels))\b/.test(name),
  );
  expect(after).toEqual([]);
  for (const secret of Object.values(canary)) expect(preview.body.includes(secret)).toBe(false);
  // Upright, without the orientation tag.
  expect(await sharp(preview.body).metadata()).toMatchObject({ width: 480, height: 640 });
  expect(document.equals((await read()).body)).toBe(true);
});

test('returns 404 for the preview of a PDF and 400 for unknown renditions', async () => {
  const { read } = await reviewed(makePdf('A document').bytes, {});
  expect((await read('?rendition=preview')).status).toBe(404);
  expect((await read('?rendition=thumbnail')).status).toBe(400);
});

test.each(['a"; filename="b.html"; <script>.pdf', '../../../etc/passwd', 'passport.pdf.exe', 'passport.html'])(
  'U4 U6 a document called %o is served under a name of ours, as what its bytes are',
  async (label) => {
    const { read, version } = await reviewed(makePdf('A document').bytes, { label });
    const { status, headers } = await read();
    expect(status).toBe(200);
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': `attachment; filename="${version}.pdf"`,
      'content-security-policy': "sandbox; default-src 'none'",
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    });
    expect(headers.get('set-cookie')).toBeNull();
  },
);

test.each(['a"\r\nSet-Cookie: owned=1\r\n\r\n<script>.pdf', 'passport\u202Efdp.exe'])(
  'U4 U6 no document can be called %o',
  async (label) => {
    const made = await makeCase(evidence);
    const body = contractFor(made, makePdf('A document').bytes, { label });
    expect(await evidence.post(intentsPath, { actor: made.rep, body })).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'label', code: 'invalid_characters' }] },
    });
  },
);

test.each([
  ['a GIF that is a JAR', Buffer.concat([Buffer.from('GIF89a'), Buffer.alloc(2000, 1)]), 'image/jpeg'],
  ['an SVG', Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg">${' '.repeat(2000)}<script/></svg>`), 'image/jpeg'],
  ['a PNG', Buffer.concat([Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'), Buffer.alloc(2000)]), 'image/jpeg'],
  ['a JPEG', makeJpeg().bytes, 'application/pdf'],
  ['a ZIP', Buffer.concat([Buffer.from('PK\x03\x04'), Buffer.alloc(2000)]), 'application/pdf'],
])('U4 %s under another name is not confirmed', async (_what, document, mediaType) => {
  const made = await makeCase(evidence);
  const upload = await makeUpload(evidence, made, document, { mediaType });
  expect(await confirm(evidence, made.rep, upload)).toMatchObject({
    status: 409,
    body: { errors: [{ code: 'media_type_mismatch' }] },
  });
});
