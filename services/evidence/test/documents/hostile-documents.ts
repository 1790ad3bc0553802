import { readFileSync } from 'node:fs';
import { crc32, deflateSync } from 'node:zlib';
import { PDFDocument, PDFName, PDFString } from '@cantoo/pdf-lib';

/** The writer compresses objects, so that a search of the bytes does not find them. */
async function pdfWith(add: (document: PDFDocument) => unknown): Promise<Buffer> {
  const document = await PDFDocument.create();
  document.addPage([300, 200]).drawRectangle({ x: 20, y: 20, width: 100, height: 50 });
  await add(document);
  return padded(Buffer.from(await document.save({ useObjectStreams: true })));
}

export function padded(pdf: Buffer): Buffer {
  return Buffer.concat([pdf, Buffer.from(`\n%${' '.repeat(1024)}\n`)]);
}

const action = (document: PDFDocument, entries: Record<string, unknown>) =>
  document.context.obj({ Type: 'Action', ...entries } as Parameters<typeof document.context.obj>[0]);

export const activePdfs: Record<string, () => Promise<Buffer>> = {
  'a script': () => pdfWith((document) => document.addJavaScript('main', 'app.alert("Hello")')),
  'a script on opening': () =>
    pdfWith((document) =>
      document.catalog.set(
        PDFName.of('OpenAction'),
        action(document, { S: 'JavaScript', JS: PDFString.of('app.alert("Hello")') }),
      ),
    ),
  'a program to launch': () =>
    pdfWith((document) =>
      document.catalog.set(PDFName.of('OpenAction'), action(document, { S: 'Launch', F: PDFString.of('cmd.exe') })),
    ),
  'an embedded file': () => pdfWith((document) => document.attach(Buffer.from('MZ'), 'invoice.exe')),
  'a form of XML': () =>
    pdfWith((document) => document.getForm().acroForm.dict.set(PDFName.of('XFA'), PDFString.of('<xdp/>'))),
  // Spelled so that a search for the name does not find it.
  'a script by another spelling': async () =>
    padded(
      plainPdf([
        '<< /Type /Catalog /Pages 2 0 R /OpenAction << /S /J#61v#61Script /#4aS (app.alert\\(1\\)) >> >>',
        '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
        '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 100 100] >>',
      ]),
    ),
};

export function plainPdf(objects: string[]): Buffer {
  const body = objects.map((object, index) => `${index + 1} 0 obj\n${object}\nendobj\n`).join('');
  return Buffer.from(`%PDF-1.7\n${body}trailer\n<< /Root 1 0 R /Size ${objects.length + 1} >>\nstartxref\n0\n%%EOF\n`);
}

export function crowdedPdf(objectCount: number, countKey = '/N'): Buffer {
  const inStream = 1000;
  const head = plainPdf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 100 100] >>',
  ]);
  const streams = Array.from({ length: objectCount / inStream }, (_, index) => {
    const first = 10 + index * (inStream + 1);
    const offsets = Array.from({ length: inStream }, (__, at) => `${first + 1 + at} ${at * 3}`).join(' ');
    const content = deflateSync(`${offsets} ${'[] '.repeat(inStream)}`);
    const entries = `/Type /ObjStm ${countKey} ${inStream} /First ${offsets.length + 1} /Filter /FlateDecode /Length ${content.length}`;
    return [Buffer.from(`${first} 0 obj\n<< ${entries} >>\nstream\n`), content, Buffer.from('\nendstream\nendobj\n')];
  });
  return Buffer.concat([head, ...streams.flat()]);
}

export function endlessPdf(): Buffer {
  const depth = 12;
  const forms = Array.from({ length: depth }, (_, index) => {
    const draw = index + 1 < depth ? '/F Do '.repeat(20) : '0 0 9 9 re f ';
    const next = index + 1 < depth ? `/Resources << /XObject << /F ${index + 6} 0 R >> >>` : '';
    return `<< /Type /XObject /Subtype /Form /BBox [0 0 99 99] ${next} /Length ${draw.length} >>\nstream\n${draw}\nendstream`;
  });
  return padded(
    plainPdf([
      '<< /Type /Catalog /Pages 2 0 R >>',
      '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
      '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 100 100] /Contents 4 0 R /Resources << /XObject << /F 5 0 R >> >> >>',
      '<< /Length 6 >>\nstream\n/F Do \nendstream',
      ...forms,
    ]),
  );
}

export function stallingPdf(pages = 400, curves = 60_000): Buffer {
  const numbers = [...'0123456789'];
  const curve = (index: number) =>
    `${numbers[index % 10]} 9 ${numbers[(index * 7) % 10]}0 4 60 ${numbers[(index * 3) % 10]}1 c\n`;
  const drawn = deflateSync(
    `0 0 m\n${Array.from({ length: curves }, (_, index) => curve(index)).join('')}S\n`,
  ).toString('hex');
  const kids = Array.from({ length: pages }, (_, index) => `${index + 4} 0 R`).join(' ');
  return padded(
    plainPdf([
      '<< /Type /Catalog /Pages 2 0 R >>',
      `<< /Type /Pages /Kids [${kids}] /Count ${pages} >>`,
      `<< /Length ${drawn.length + 1} /Filter [/ASCIIHexDecode /FlateDecode] >>\nstream\n${drawn}>\nendstream`,
      ...Array.from({ length: pages }, () => '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 100 100] /Contents 3 0 R >>'),
    ]),
  );
}

export function blackPng(width: number, height: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = 1;
  const rows = deflateSync(Buffer.alloc((Math.ceil(width / 8) + 1) * height));
  const signature = Buffer.from('89504e470d0a1a0a', 'hex');
  return Buffer.concat([
    signature,
    pngChunk('IHDR', header),
    pngChunk('IDAT', rows),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}

function pngChunk(type: string, content: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), content]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(content.length, 0);
  frame.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
}

export function zip(name: string, content: Buffer): Buffer {
  const local = Buffer.alloc(30);
  local.writeUInt32LE(0x04034b50, 0);
  local.writeUInt16LE(20, 4);
  local.writeUInt32LE(crc32(content), 14);
  local.writeUInt32LE(content.length, 18);
  local.writeUInt32LE(content.length, 22);
  local.writeUInt16LE(name.length, 26);
  const central = Buffer.alloc(46);
  central.writeUInt32LE(0x02014b50, 0);
  central.writeUInt16LE(20, 6);
  local.copy(central, 16, 14, 30);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(1, 8);
  end.writeUInt16LE(1, 10);
  end.writeUInt32LE(central.length + name.length, 12);
  end.writeUInt32LE(local.length + name.length + content.length, 16);
  return Buffer.concat([local, Buffer.from(name), content, central, Buffer.from(name), end]);
}

const kept = (name: string) => readFileSync(new URL(name, import.meta.url));

// qpdf 11: `qpdf --encrypt 'a password' another 256 -- small.pdf password.pdf`; '' for no-changes.
// libheif-examples 1.15: `heif-enc -q 40 small.png -o photo.heic`, of a PNG of 96 by 64.
export const passwordPdf = () => kept('password.pdf');
/** Opens without a password; changes are forbidden. */
export const unchangeablePdf = () => kept('no-changes.pdf');
export const photoHeic = () => kept('photo.heic');
