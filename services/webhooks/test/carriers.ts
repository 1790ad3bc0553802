import { generateKeyPairSync } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createHttp2Server } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

export type Received = { path: string; headers: Record<string, unknown>; body: string };
type Answer = { status: number; body?: unknown; headers?: Record<string, string> };

/** An HTTP carrier on this machine: records requests and sends the configured responses. */
export async function startHttpCarrier(answer: (request: Received) => Answer) {
  const received: Received[] = [];
  const server = createServer((request, response) => handle(request, response, received, answer));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: urlOf(server),
    received,
    [Symbol.asyncDispose]: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function handle(
  request: IncomingMessage,
  response: ServerResponse,
  received: Received[],
  answer: (request: Received) => Answer,
): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const one = { path: request.url ?? '', headers: { ...request.headers }, body: Buffer.concat(chunks).toString() };
  received.push(one);
  const { status, body = {}, headers = {} } = answer(one);
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
}

/** APNs without TLS. */
export async function startApns(answer: (request: Received) => Answer) {
  const received: Received[] = [];
  const server = createHttp2Server();
  const sessions = new Set<{ destroy(): void }>();
  server.on('session', (session) => sessions.add(session));
  server.on('stream', (stream, headers) => {
    let body = '';
    stream.setEncoding('utf8');
    stream.on('data', (chunk: string) => {
      body += chunk;
    });
    stream.on('end', () => {
      const one = { path: String(headers[':path']), headers: { ...headers }, body };
      received.push(one);
      const { status, body: answered } = answer(one);
      stream.respond({ ':status': status });
      stream.end(answered === undefined ? undefined : JSON.stringify(answered));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: urlOf(server),
    received,
    async [Symbol.asyncDispose]() {
      for (const session of sessions) session.destroy();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

/** `refused`: recipients that do not exist. */
export async function startSmtp({ refused = [] as string[] } = {}) {
  const received: { from: string; to: string[]; source: string }[] = [];
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    authOptional: true,
    onRcptTo: ({ address }, _session, done) =>
      done(refused.includes(address) ? Object.assign(new Error(`No mailbox ${address}`), { responseCode: 550 }) : null),
    onData(stream, { envelope }, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const { mailFrom, rcptTo } = envelope;
        const from = mailFrom ? mailFrom.address : '';
        received.push({ from, to: rcptTo.map(({ address }) => address), source: Buffer.concat(chunks).toString() });
        done();
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    [Symbol.asyncDispose]: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}

export function newFcmAccount(tokenUri: string) {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  return {
    project_id: 'trust-test',
    client_email: 'push@trust-test.example',
    private_key: privateKey.export({ type: 'pkcs8', format: 'pem' }) as string,
    token_uri: tokenUri,
  };
}

export function newApnsKey(): string {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return privateKey.export({ type: 'pkcs8', format: 'pem' }) as string;
}

function urlOf(server: { address(): AddressInfo | string | null }): string {
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
