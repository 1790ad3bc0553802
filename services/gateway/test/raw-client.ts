import { connect, type Socket } from 'node:net';

const head = 'POST /api/v1/things HTTP/1.1\r\nHost: trust.test\r\nContent-Type: application/json\r\n';

/** Beginnings of incomplete requests, and the bytes to send repeatedly. */
export const incompleteRequests: [beginning: string, more: string][] = [
  [head, 'X'],
  [`${head}Content-Length: 1000\r\n\r\n`, ' '],
  [`${head}Transfer-Encoding: chunked\r\n\r\n`, '1\r\n \r\n'],
  [`${head.replace('things', 'elsewhere')}Content-Length: 1000\r\n\r\n`, ' '],
];

export function sendRaw(url: string, text: string): Promise<string> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve) => {
    let received = '';
    const socket = connect(Number(port), hostname, () => socket.write(text));
    socket.on('data', (chunk) => (received += chunk)).on('error', () => {});
    socket.on('close', () => resolve(received));
  });
}

export function sendSlowly(url: string, beginning: string, more: string) {
  const { hostname, port } = new URL(url);
  const [connected, ended] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const socket: Socket = connect(Number(port), hostname, () => {
    socket.write(beginning);
    connected.resolve();
  });
  socket.resume().on('error', () => {});
  socket.on('close', () => ended.resolve());
  return { send: () => socket.writable && socket.write(more), connected: connected.promise, ended: ended.promise };
}
