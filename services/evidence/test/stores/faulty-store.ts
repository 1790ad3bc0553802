import { once } from 'node:events';
import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

export const storeFaults = [
  'no response',
  '503 SlowDown',
  'reset in the body',
  'lost response',
  '404',
  'wrong ETag',
] as const;
export type StoreFault = (typeof storeFaults)[number];

export const storeOperations = ['list parts', 'complete', 'copy', 'read'] as const;
export type StoreOperation = (typeof storeOperations)[number];

export type FaultyStore = AsyncDisposable & {
  endpoint: string;
  /** The next request of this kind fails. */
  failNext(operation: StoreOperation, fault: StoreFault): void;
  hasFired(): boolean;
};

/** A proxy in front of a real store. It passes Host on, because signatures cover it. */
export async function startFaultyStore(target: string): Promise<FaultyStore> {
  let next: { operation: StoreOperation; fault: StoreFault } | undefined;
  let hasFired = false;
  const server = http.createServer((request, response) => {
    const isHit = next !== undefined && operationOf(request) === next.operation;
    const fault = isHit ? next?.fault : undefined;
    if (isHit) {
      next = undefined;
      hasFired = true;
    }
    void answer(target, request, response, fault).catch(() => response.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    failNext(operation, fault) {
      next = { operation, fault };
      hasFired = false;
    },
    hasFired: () => hasFired,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function operationOf({ method, url = '', headers }: IncomingMessage): StoreOperation | undefined {
  const { pathname, searchParams } = new URL(url, 'http://store');
  if (searchParams.has('uploadId')) return method === 'GET' ? 'list parts' : method === 'POST' ? 'complete' : undefined;
  if (method === 'PUT' && headers['x-amz-copy-source']) return 'copy';
  return method === 'GET' && pathname.startsWith('/evidence-') ? 'read' : undefined;
}

async function answer(
  target: string,
  request: IncomingMessage,
  response: ServerResponse,
  fault: StoreFault | undefined,
): Promise<void> {
  const sent = await buffer(request);
  if (fault === 'no response') return;
  if (fault === '503 SlowDown') return refuse(response, 503, 'SlowDown');
  if (fault === '404') return refuse(response, 404, 'NoSuchKey');
  const { status, headers, body } = await forward(target, request, sent);
  if (fault === 'lost response') return void response.destroy();
  const isWrong = fault === 'wrong ETag';
  const wrong = '0'.repeat(32);
  const responseHeaders = isWrong ? { ...headers, ...(headers.etag && { etag: `"${wrong}"` }) } : headers;
  const text = isWrong && /xml/.test(headers['content-type'] ?? '') ? withWrongTags(body, wrong) : body;
  const { 'transfer-encoding': _chunked, ...kept } = responseHeaders;
  response.writeHead(status, { ...kept, 'content-length': text.length });
  if (fault !== 'reset in the body') return void response.end(text);
  response.write(text.subarray(0, Math.floor(text.length / 2)), () => response.socket?.resetAndDestroy());
}

function withWrongTags(body: Buffer, tag: string): Buffer {
  return Buffer.from(body.toString().replaceAll(/<ETag>[^<]*<\/ETag>/g, `<ETag>"${tag}"</ETag>`));
}

function refuse(response: ServerResponse, status: number, code: string): void {
  const xml = `<?xml version="1.0"?><Error><Code>${code}</Code><Message>${code}</Message></Error>`;
  response.writeHead(status, { 'content-type': 'application/xml' }).end(xml);
}

async function forward(target: string, { method, url, headers }: IncomingMessage, body: Buffer) {
  const { hostname, port } = new URL(target);
  const sending = http.request({ hostname, port, method, path: url, headers, agent: false });
  sending.end(body);
  const [answered] = (await once(sending, 'response')) as [IncomingMessage];
  const received = await buffer(answered);
  return { status: answered.statusCode ?? 502, headers: answered.headers as Record<string, string>, body: received };
}
