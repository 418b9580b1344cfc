import type { ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';

const badRequestByCode: Partial<Record<string, [string, string]>> = {
  HPE_HEADER_OVERFLOW: ['431 Request Header Fields Too Large', 'The headers of this request are too large'],
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'The request took too long to arrive'],
};

/**
 * A request that is not valid HTTP never reaches the app; it is answered with a sentence, but not in the middle of a
 * `response`.
 */
export function answerBadRequest(error: Error & { code?: string }, socket: Duplex, response?: ServerResponse): void {
  if (!socket.writable || error.code === 'ECONNRESET' || response?.headersSent === true) {
    socket.destroy();
    return;
  }
  const [status, text] = badRequestByCode[error.code ?? ''] ?? [
    '400 Bad Request',
    'The request could not be understood',
  ];
  const head = ['Content-Type: text/plain; charset=utf-8', `Content-Length: ${text.length}`, 'Connection: close'];
  socket.end(`HTTP/1.1 ${status}\r\n${head.join('\r\n')}\r\n\r\n${text}`);
}
