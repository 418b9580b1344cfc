import { once } from 'node:events';
import { connect, type NetConnectOpts, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';

export type RawConnection = {
  socket: Socket;
  /** All that the server sends until it ends the connection. */
  read: () => Promise<string>;
};

/** A connection to `url` that has sent `bytes`, and reads nothing until asked to. */
export async function openRawConnection(
  url: string,
  bytes = '',
  options: Pick<NetConnectOpts, 'allowHalfOpen'> = {},
): Promise<RawConnection> {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port), ...options });
  socket.pause();
  // A connection that the server destroys may end in a reset.
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  if (bytes !== '') socket.write(bytes);
  return { socket, read: () => text(socket) };
}

/** A request as sent over the wire. */
export function renderRequest(method: string, path: string, headers: Record<string, string> = {}): string {
  const lines = Object.entries({ host: 'localhost', ...headers }).map(([name, value]) => `${name}: ${value}`);
  return [`${method} ${path} HTTP/1.1`, ...lines, '', ''].join('\r\n');
}
