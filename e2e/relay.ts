import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { delay } from '#server/lib/delay.ts';

export type Relay = {
  url: string;
  /** Accepts data and forwards none, in either direction, like a network that fails silently. */
  swallow: () => void;
  /** Forwards data in order, each part this many ms late. */
  slow: (milliseconds: number) => void;
  /** Breaks every connection; new ones are accepted. */
  cut: () => void;
  /** Drops the connections that were swallowed or slow and forwards the next ones. */
  mend: () => void;
  close: () => Promise<void>;
};

/** A proxy in front of the server at `target` that can fail like a network. */
export async function openRelay(target: string): Promise<Relay> {
  const { hostname, port } = new URL(target);
  const open = new Set<Socket>();
  let isSwallowing = false;
  let lateMs = 0;
  const pass = (from: Socket, to: Socket) => {
    let isWritten = Promise.resolve();
    const writeLate = async (bytes: Buffer, before: Promise<void>, milliseconds: number) => {
      await Promise.all([before, delay(milliseconds)]);
      to.write(bytes);
    };
    open.add(from);
    from.on('data', (bytes: Buffer) => {
      if (isSwallowing) return;
      if (lateMs > 0) isWritten = writeLate(bytes, isWritten, lateMs);
      else to.write(bytes);
    });
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
  const cut = () => {
    for (const socket of open) socket.destroy();
  };
  return {
    url: `http://${hostname}:${address.port}`,
    swallow: () => {
      isSwallowing = true;
    },
    slow: (milliseconds) => {
      lateMs = milliseconds;
    },
    cut,
    mend: () => {
      isSwallowing = false;
      lateMs = 0;
      cut();
    },
    close: async () => {
      server.close();
      cut();
      await once(server, 'close');
    },
  };
}
