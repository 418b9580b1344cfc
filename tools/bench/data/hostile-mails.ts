const kind = (n: number) => `From: Alerts <alerts@mail-${n}.example>\r\nSubject: New listings\r\nMIME-Version: 1.0\r\n`;
const html = 'Content-Type: text/html; charset=utf-8\r\n\r\n';
const plain = 'Content-Type: text/plain; charset=utf-8\r\n\r\n';

/** Mails of up to some MB that are slow to parse: deep, wide, long or ambiguous. */
export function createHostileMails(): string[] {
  const offer = '<a href="https://example.com/1">3 bedroom house</a> $45,000 Detroit, MI 48204 ';
  const bodies = [
    html + '<div>'.repeat(200_000),
    html + offer.repeat(20_000),
    html + `<table>${`<tr><td>${offer}`.repeat(10_000)}`,
    html + `<a href="${'x'.repeat(1_000_000)}">house</a>`,
    html + '&amp;&lt;&#x26;'.repeat(100_000),
    plain + '$1,'.repeat(500_000),
    plain + '1 1/2 acres '.repeat(100_000),
    plain + ' '.repeat(1_500_000),
    plain + 'https://example.com/'.repeat(70_000),
    nestMultiparts(2_000),
  ];
  return bodies.map((body, n) => kind(n) + body);
}

function nestMultiparts(depth: number): string {
  const begins = Array.from(
    { length: depth },
    (_, n) => `Content-Type: multipart/mixed; boundary="b${n}"\r\n\r\n--b${n}\r\n`,
  );
  return `${begins.join('')}${plain}a house`;
}
