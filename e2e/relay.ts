import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

export type Relay = {
  url: string;
  /** Accepts data and forwards none, in either direction, like a network that fails silently. */
  swallow: () => void;
  /** Drops the connections that were swallowed and forwards the next ones. */
  mend: () => void;
  close: () => Promise<void>;
};

/** A proxy between a browser and the product at `target` that can fail like a network. */
export async function openRelay(target: string): Promise<Relay> {
  const { hostname, port } = new URL(target);
  const open = new Set<Socket>();
  let isSwallowing = false;
  const pass = (from: Socket, to: Socket) => {
    open.add(from);
    from.on('data', (bytes) => isSwallowing || to.write(bytes));
    from.on('error', () => to.destroy());
    from.on('close', () => {
      open.delete(from);
      to.destroy();
    });
  };
  const server = createServer((near) => {
    const far = connect(Number(port), hostname);
    pass(near, far);
    pass(far, near);
  });
  server.listen(0, hostname);
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The relay listens on no port');
  const drop = () => {
    for (const socket of open) socket.destroy();
  };
  return {
    url: `http://${hostname}:${address.port}`,
    swallow: () => {
      isSwallowing = true;
    },
    mend: () => {
      isSwallowing = false;
      drop();
    },
    close: async () => {
      server.close();
      drop();
      await once(server, 'close');
    },
  };
}
