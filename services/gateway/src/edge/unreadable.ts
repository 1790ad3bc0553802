import type { Server } from 'node:http';
import type { Socket } from 'node:net';

const lines: Record<string, string> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  HPE_INVALID_METHOD: '501 Not Implemented',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
};

/** Answers what Node cannot read as a request, and ends its connection. As Node itself does, but for methods that nobody knows. */
export function answerUnreadable(server: Server): void {
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    const line = lines[error.code ?? ''] ?? '400 Bad Request';
    // On a connection that has had an answer, this could come into the middle of another.
    if (socket.writable && socket.bytesWritten === 0) socket.write(`HTTP/1.1 ${line}\r\nConnection: close\r\n\r\n`);
    socket.destroy(error);
  });
}
