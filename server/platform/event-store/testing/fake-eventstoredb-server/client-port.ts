import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { findFreePort } from '#server/lib/testing/free-port.ts';

export type ClientPort = Awaited<ReturnType<typeof openClientPort>>;

/** The port that clients connect to, separate from the server behind it: it can be closed, and connections be cut. */
export async function openClientPort() {
  const sockets = new Set<Socket>();
  let enter = (socket: Socket): unknown => socket.destroy();
  const listener = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    enter(socket);
  });
  const listen = async (requestedPort: number) => {
    listener.listen(requestedPort, '127.0.0.1');
    await once(listener, 'listening');
    // A listener on TCP has an address of this kind.
    return (listener.address() as AddressInfo).port;
  };
  const port = await listen(await findFreePort());
  const cut = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    port,
    onEntry: (take: (socket: Socket) => void) => {
      enter = take;
    },
    cut,
    open: async () => {
      await listen(port);
    },
    shut: async () => {
      if (!listener.listening) return;
      const closed = once(listener, 'close');
      listener.close();
      cut();
      await closed;
    },
  };
}
