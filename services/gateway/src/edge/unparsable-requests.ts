import type { Server } from 'node:http';
import type { Socket } from 'node:net';

const statusLines: Record<string, string> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  HPE_INVALID_METHOD: '501 Not Implemented',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
};

export function handleUnparsableRequests(server: Server): void {
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    const line = statusLines[error.code ?? ''] ?? '400 Bad Request';
    // After earlier bytes on the connection, this could end up inside another response.
    if (socket.writable && socket.bytesWritten === 0) socket.write(`HTTP/1.1 ${line}\r\nConnection: close\r\n\r\n`);
    socket.destroy(error);
  });
}
