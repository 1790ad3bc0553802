import { randomBytes } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { confirm, jpeg, makeCase, makeIntent, pdf } from '../../test/make.ts';
import { type Evidence, pathOf, startEvidence } from '../../test/service.ts';
import { snapshot } from '../../test/stored-state.ts';
import { startPausingProxy } from '../../test/stores/pausing-proxy.ts';
import { openSwift } from '../../test/stores/swift.ts';
import { openS3Store } from './s3-store.ts';

const opened = new AsyncDisposableStack();
const services: Record<string, Evidence> = {};
let proxy: Awaited<ReturnType<typeof startPausingProxy>>;
beforeAll(async () => {
  const swift = await openSwift();
  proxy = opened.use(await startPausingProxy(swift.endpoint));
  const store = openS3Store({ ...swift, endpoint: proxy.endpoint }, () => new Date());
  services.s3 = opened.use(await startEvidence({ s3: store, connections: 4 }));
  services.s3.clock.now = new Date();
  services.folder = opened.use(await startEvidence({ connections: 4 }));
}, 300_000);
afterAll(() => opened.disposeAsync());

type Url = { url: string };

describe.each(['folder', 's3'])('%s', (name) => {
  const service = () => services[name] as Evidence;
  const send = async ({ url }: Url, bytes: Buffer): Promise<boolean> => {
    if (name === 'folder') return (await service().put(pathOf(url), { rawBody: bytes })).status === 200;
    const answer = await fetch(url, { method: 'PUT', body: new Uint8Array(bytes) });
    await answer.arrayBuffer();
    return answer.ok;
  };
  const intentFor = async (document: Buffer) => {
    const made = await makeCase(service());
    const intent = await makeIntent(service(), made, document);
    return { made, intent, part: intent.session.parts[0] as Url };
  };
  const versionOf = (intentId: string) =>
    service()
      .db.selectFrom('evidence_version')
      .select(['object_key', 'sha256'])
      .where('intent_id', '=', intentId)
      .executeTakeFirst();

  test.each<[string, (document: Buffer) => Buffer]>([
    ['one byte more', (document) => Buffer.concat([document, Buffer.from('x')])],
    ['one byte less', (document) => document.subarray(0, -1)],
    ['a file of another type', (document) => jpeg(document.length)],
    ['other bytes of the same length', (document) => pdf(document.length)],
    ['nothing', () => Buffer.alloc(0)],
  ])(
    'U1 for a document, %s is refused by the store or by the confirmation, and nothing changes',
    async (_what, other) => {
      const document = pdf();
      const { made, intent, part } = await intentFor(document);
      await send(part, other(document));
      const before = await snapshot(service());
      expect((await confirm(service(), made.rep, intent)).status).toBe(409);
      expect(await snapshot(service())).toEqual(before);
    },
  );

  test('U1 the last version of a part counts, and none is accepted after confirming', async () => {
    const document = pdf();
    const { made, intent, part } = await intentFor(document);
    expect([await send(part, pdf()), await send(part, document)]).toEqual([true, true]);
    expect((await confirm(service(), made.rep, intent)).status).toBe(201);
    expect(await send(part, pdf())).toBe(false);
    const version = await versionOf(intent.id);
    expect(document.equals(await buffer(await service().app.store.read(version?.object_key ?? '')))).toBe(true);
  });

  test('U1 the signature of one upload does not work for another', async () => {
    const [mine, theirs] = [await intentFor(pdf()), await intentFor(pdf())];
    const [from, to] = [new URL(mine.part.url), new URL(theirs.part.url)];
    // The path of another upload with the signature of this one.
    const spliced = new URL(to);
    if (name === 's3') spliced.searchParams.set('X-Amz-Signature', from.searchParams.get('X-Amz-Signature') ?? '');
    else spliced.pathname = to.pathname.replace(/\.[\w-]{43}/, /\.[\w-]{43}/.exec(from.pathname)?.[0] ?? '');
    expect(await send({ url: spliced.href }, pdf())).toBe(false);
  });

  test.each([
    ['before', 'returns 409 for a document that is replaced before it is copied', 409],
    ['after', 'keeps the copied bytes of a document that is replaced after it is copied', 201],
  ] as const)('U2 (%s) %s', async (when, _rule, status) => {
    const { store } = service().app;
    const { seal } = store;
    const document = pdf();
    const { made, intent, part } = await intentFor(document);
    await send(part, document);
    try {
      store.seal = async (...args) => {
        if (when === 'before') await send(part, pdf());
        const sealed = await seal(...args);
        if (when === 'after') await send(part, pdf());
        return sealed;
      };
      expect((await confirm(service(), made.rep, intent)).status).toBe(status);
    } finally {
      store.seal = seal;
    }
    const version = await versionOf(intent.id);
    const stored = version && (await buffer(await store.read(version.object_key)));
    expect(stored?.equals(document)).toBe(status === 201 ? true : undefined);
  });
});

// 503: the store notices that a part is not the one that was listed or completed.
test.each([
  ['its parts are listed', 'GET', 'uploads', 409],
  ['the upload is completed', 'POST', 'uploads', 503],
  ['it is copied', 'PUT', 'evidence', 503],
  ['the copy is read', 'GET', 'evidence', 201],
])(
  'U2 an S3 upload replaced just before %s (%s to %s): confirming returns %d and keeps no other bytes',
  async (_when, method, bucket, status) => {
    const evidence = services.s3 as Evidence;
    const document = pdf();
    const made = await makeCase(evidence);
    const intent = await makeIntent(evidence, made, document);
    const { url } = intent.session.parts[0] as Url;
    const send = (bytes: Buffer) => fetch(url, { method: 'PUT', body: new Uint8Array(bytes) });
    await send(document);
    let pauses = 0;
    proxy.before = async (requested, path) => {
      if (requested !== method || !path.startsWith(`/${bucket}-`) || pauses++ > 0) return;
      proxy.before = async () => undefined;
      await send(Buffer.concat([pdf(2048), randomBytes(2048)]));
    };
    const response = await confirm(evidence, made.rep, intent);
    proxy.before = async () => undefined;
    expect([pauses, response.status]).toEqual([1, status]);
    const version = await evidence.db
      .selectFrom('evidence_version')
      .select('object_key')
      .where('intent_id', '=', intent.id)
      .executeTakeFirst();
    const stored = version && (await buffer(await evidence.app.store.read(version.object_key)));
    expect(stored?.equals(document)).toBe(status === 201 ? true : undefined);
  },
);
