import { io, type ManagerOptions, type Socket, type SocketOptions } from 'socket.io-client';

type Message = [name: string, payload: unknown];
type Options = Partial<ManagerOptions & SocketOptions>;

export type SocketClient = {
  socket: Socket;
  /** All that the server sent, in this order. */
  messages: Message[];
  /** The payloads of the messages of this name. */
  of: (name: string) => unknown[];
};

/**
 * Resolves with a socket of a session's cookie once it is connected. It never connects again, so it ends with its server.
 * Throws where the server refuses it.
 */
export async function connectSocket(
  url: string,
  cookie: string,
  { extraHeaders, ...options }: Options = {},
): Promise<SocketClient> {
  const headers = { ...(cookie && { cookie }), ...extraHeaders };
  const socket = io(url, { forceNew: true, reconnection: false, extraHeaders: headers, ...options });
  const messages: Message[] = [];
  socket.onAny((name: string, payload: unknown) => messages.push([name, payload]));
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve);
    socket.once('connect_error', reject);
  });
  return { socket, messages, of: (name) => messages.filter(([of]) => of === name).map(([, payload]) => payload) };
}
