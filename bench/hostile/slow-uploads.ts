import { connect, type Socket } from 'node:net';
import type { Client, Session } from '../../demo/client.ts';
import { type Document, makePdf } from '../../demo/documents.ts';
import { openIntent, putPart } from '../../demo/steps/evidence.ts';
import { newPhoneNumber, signIn } from '../../demo/steps/sign-in.ts';
import { awaitCase, completeWorkspace, register } from '../../demo/steps/workspace.ts';
import type { UploadIntent, VerificationCase } from '../../packages/client/src/client.ts';
import type { HonestRequest, Scenario } from './scenario.ts';

const providers = 5;
const intentsPerProvider = 10;
const sockets = 200;

/** Promises I6 and L3: slow uploads do not slow down other clients (ADR 0028). */
export const slowUploads: Scenario = {
  promise: 'I6',
  what: `${sockets} uploads of ${providers} providers that send a byte a second`,
  others: 'reading upload intents, the workspace and the catalog, and uploading parts',
  seconds: 30,
  async prepare(client) {
    const targets: string[] = [];
    for (let name = 1; name <= providers; name++) {
      const { owner, opened } = await registered(client, `Slow ${name}`);
      const document = makePdf('Sent slowly', 4 * 1024 * 1024);
      for (let intent = 0; intent < intentsPerProvider; intent++)
        targets.push(partOf(await openIntent(client, owner, requestFor(opened, document))).url);
    }
    const { owner, opened } = await registered(client, 'Honest');
    const document = makePdf('Sent at once');
    const part = partOf(await openIntent(client, owner, requestFor(opened, document)));
    const { api } = client.as(owner);
    const visitor = client.withoutSession({ attempts: 1 });
    const succeeds =
      (request: () => Promise<unknown>): HonestRequest =>
      () =>
        request().then(() => true);
    const requests: HonestRequest[] = [
      succeeds(() => api.listUploadIntents()),
      succeeds(() => api.listUploadIntents()),
      succeeds(() => api.getWorkspace()),
      succeeds(() => visitor.api.listPublicCategories()),
      succeeds(() => putPart(client, part, document.bytes)),
    ];
    return { requests, attack: async () => attack(targets) };
  },
};

async function registered(client: Client, name: string): Promise<{ owner: Session; opened: VerificationCase }> {
  const owner = await signIn(client, newPhoneNumber());
  const { id } = await register(client, owner, name);
  await completeWorkspace(client, owner);
  return { owner, opened: await awaitCase(client, owner, id) };
}

function requestFor({ id: caseId, requirements }: VerificationCase, document: Document) {
  const requirement = requirements.find(({ mediaTypes }) => mediaTypes.includes(document.mediaType));
  if (!requirement) throw new Error(`No requirement accepts ${document.mediaType}.`);
  return { caseId, requirement, document };
}

function partOf({ session }: UploadIntent) {
  const [part] = session.parts;
  if (!part) throw new Error('The intent has no parts.');
  return part;
}

/** Each socket sends a part at a byte per second, and again a second after it was rejected. */
function attack(urls: readonly string[]): AsyncDisposable {
  const open = new Map<number, Socket>();
  let isStopped = false;
  const start = (index: number) => {
    const { hostname, port, pathname } = new URL(urls[index % urls.length] ?? '');
    const socket = connect(Number(port), hostname);
    socket.write(`PUT ${pathname} HTTP/1.1\r\nHost: ${hostname}:${port}\r\nContent-Length: 4194304\r\n\r\n%`);
    open.set(index, socket);
    socket.on('error', () => {}).once('data', () => socket.destroy());
    socket.once('close', () => setTimeout(() => isStopped || start(index), 1000));
  };
  for (let index = 0; index < sockets; index++) start(index);
  const sending = setInterval(() => {
    for (const socket of open.values()) if (socket.writable) socket.write('%');
  }, 1000);
  return {
    async [Symbol.asyncDispose]() {
      isStopped = true;
      clearInterval(sending);
      for (const socket of open.values()) socket.destroy();
    },
  };
}
