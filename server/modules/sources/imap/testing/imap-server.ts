import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';

type StoredMail = { uid: number; raw: string };
type MailboxData = { uidValidity: number; nextUid: number; mails: StoredMail[] };
/** Faults to simulate: no answer, none to fetches, no login, a disconnect at this many of the next fetches, or no IDLE. */
type Faults = { silent: boolean; silentAtFetch: boolean; refuse: boolean; dropAtFetch: number; noIdle: boolean };
type CommandInput = {
  write: (text: string) => void;
  tag: string;
  rest: string;
  end: () => void;
  idle: (tag: string) => void;
};
type Command = (said: CommandInput) => void;

export type ImapServer = Awaited<ReturnType<typeof openImapServer>>;
export const imapAccount = { user: 'scout@example.com', password: 'p:a/ss@word' };

/** The few commands of IMAP4rev1 that the mailbox reader uses. */
function createCommands(box: MailboxData, faults: Faults): Record<string, Command> {
  return {
    CAPABILITY: ({ write, tag }) =>
      write(`* CAPABILITY IMAP4rev1${faults.noIdle ? '' : ' IDLE'}\r\n${tag} OK done\r\n`),
    IDLE: ({ write, tag, idle }) => {
      idle(tag);
      write('+ idling\r\n');
    },
    NOOP: ({ write, tag }) => write(`* ${box.mails.length} EXISTS\r\n${tag} OK done\r\n`),
    LOGIN: ({ write, tag, rest }) => {
      const isRight = rest === `"${imapAccount.user}" "${imapAccount.password}"` && !faults.refuse;
      write(isRight ? `${tag} OK welcome\r\n` : `${tag} NO [AUTHENTICATIONFAILED] who are you\r\n`);
    },
    LIST: ({ write, tag, rest }) => {
      const folder = rest === '"" ""' ? '* LIST (\\Noselect) "/" ""' : '* LIST () "/" "INBOX"';
      write(`${folder}\r\n${tag} OK done\r\n`);
    },
    LSUB: ({ write, tag }) => write(`${tag} OK done\r\n`),
    EXAMINE: ({ write, tag, rest }) => {
      const facts = `* OK [UIDVALIDITY ${box.uidValidity}] v\r\n* OK [UIDNEXT ${box.nextUid}] n\r\n`;
      const opened = `* FLAGS ()\r\n* ${box.mails.length} EXISTS\r\n${facts}${tag} OK [READ-ONLY] done\r\n`;
      write(/^"?INBOX"?$/i.test(rest) ? opened : `${tag} NO [NONEXISTENT] no such mailbox\r\n`);
    },
    'UID SEARCH': ({ write, tag, rest }) => {
      const last = box.mails.at(-1)?.uid ?? 0; // n:* always includes the last one
      const from = Math.min(Number(/UID (\d+):/.exec(rest)?.[1] ?? 1), last);
      const found = box.mails.map(({ uid }) => uid).filter((uid) => uid >= from);
      write(`* SEARCH ${found.join(' ')}\r\n${tag} OK done\r\n`);
    },
    'UID FETCH': (said) => {
      faults.dropAtFetch -= 1;
      if (faults.dropAtFetch >= 0) said.end();
      else if (!faults.silentAtFetch) said.write(`${renderFetch(box, said.rest)}${said.tag} OK done\r\n`);
    },
    LOGOUT: ({ write, tag, end }) => {
      write(`* BYE\r\n${tag} OK done\r\n`);
      end();
    },
  };
}

function renderFetch({ mails }: MailboxData, rest: string): string {
  const [set = ''] = rest.split(' ');
  const wanted = new Set(set.split(',').map(Number));
  const maxLength = Number(/<0\.(\d+)>/.exec(rest)?.[1] ?? Infinity);
  return mails
    .map(({ uid, raw }, index) => {
      const shown = raw.slice(0, maxLength);
      return wanted.has(uid) ? `* ${index + 1} FETCH (UID ${uid} BODY[]<0> {${shown.length}}\r\n${shown})\r\n` : '';
    })
    .join('');
}

function handleConnection(
  socket: Socket,
  commands: Record<string, Command>,
  { faults, said, idling }: { faults: Faults; said: string[]; idling: Map<Socket, string> },
) {
  const write = (text: string) => {
    if (!faults.silent) socket.write(text, 'latin1');
  };
  const end = () => {
    socket.end();
  };
  write('* OK ready\r\n');
  let begun = '';
  socket.setEncoding('latin1').on('error', () => undefined);
  socket.on('data', (data: string) => {
    const lines = (begun + data).split('\r\n');
    begun = lines.pop() ?? '';
    for (const line of lines) {
      said.push(line.replace(/^\S+ /, ''));
      if (line === 'DONE') {
        write(`${idling.get(socket) ?? ''} OK done\r\n`);
        idling.delete(socket);
        continue;
      }
      const [, tag = '', name = '', rest = ''] = /^(\S+) ((?:UID )?\S+) ?(.*)$/.exec(line) ?? [];
      const command = commands[name.toUpperCase()];
      const idle = (as: string) => void idling.set(socket, as);
      if (command) command({ write, tag, rest, end, idle });
      else write(`${tag} BAD unknown\r\n`);
    }
  });
}

type ImapServerOptions = { port?: number; certificate?: { key: Buffer; cert: Buffer } };

/** A mail server with one mailbox, on a free port unless one is given, over TLS with a certificate. */
export async function openImapServer({ port = 0, certificate }: ImapServerOptions = {}) {
  const box: MailboxData = { uidValidity: 1, nextUid: 1, mails: [] };
  const faults: Faults = { silent: false, silentAtFetch: false, refuse: false, dropAtFetch: 0, noIdle: false };
  const said: string[] = [];
  const sockets = new Set<Socket>();
  /** The client in IDLE, and the tag of that command. */
  const idling = new Map<Socket, string>();
  const commands = createCommands(box, faults);
  const accept = (socket: Socket) => {
    sockets.add(socket.once('close', () => sockets.delete(socket) && idling.delete(socket)));
    handleConnection(socket, commands, { faults, said, idling });
  };
  const server = certificate === undefined ? createServer(accept) : createTlsServer(certificate, accept);
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const { port: at } = server.address() as AddressInfo; // it listens on TCP
  const [user, password] = [imapAccount.user, imapAccount.password].map((text) => encodeURIComponent(text));
  const cut = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    port: at,
    url: `${certificate === undefined ? 'imap' : 'imaps'}://${user}:${password}@127.0.0.1:${at}/INBOX`,
    /** What clients sent, without their tags. */
    said,
    faults,
    put: (raw: string) => {
      box.mails.push({ uid: box.nextUid, raw: raw.replaceAll(/\r?\n/g, '\r\n') });
      box.nextUid += 1;
      for (const socket of idling.keys()) if (!faults.silent) socket.write(`* ${box.mails.length} EXISTS\r\n`);
    },
    isIdle: () => idling.size > 0,
    /** As when a mailbox was created again: other UIDs for the same mails. */
    renumber: () => {
      box.uidValidity += 1;
      box.mails = box.mails.map(({ raw }, index) => ({ uid: index + 1, raw }));
      box.nextUid = 1 + box.mails.length;
      cut();
    },
    cut,
    close: async () => {
      cut();
      server.close();
      await once(server, 'close');
    },
  };
}
