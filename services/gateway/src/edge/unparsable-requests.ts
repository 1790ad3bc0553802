import type { Server } from 'node:http';
import type { Socket } from 'node:net';

const statusLines: Record<string, string> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  HPE_INVALID_METHOD: '501 Not Implemented',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
};

/** Responds to what Node cannot parse, and closes the connection. Unlike Node's default, an unknown method is 501. */
export function handleUnparsableRequests(server: Server): void {
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    const line = statusLines[error.code ?? ''] ?? '400 Bad Request';
    // After a response on the connection, this could end up in the middle of the next one.
    if (socket.writable && socket.bytesWritten === 0) socket.write(`HTTP/1.1 ${line}\r\nConnection: close\r\n\r\n`);
    socket.destroy(error);
  });
}
