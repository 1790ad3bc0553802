import { createHash, randomBytes, randomInt } from 'node:crypto';

export type Document = { mediaType: 'application/pdf' | 'image/jpeg'; bytes: Buffer; sha256: string };

export function makePdf(title: string, atLeastBytes = 2048): Document {
  const width = 1024;
  const height = Math.ceil(atLeastBytes / width);
  const picture = randomBytes(width * height);
  const page = `BT /F1 18 Tf 60 780 Td (${title.replace(/[()\\]/g, ' ')}) Tj ET\nq 475 0 0 ${Math.min(680, height)} 60 60 cm /Im1 Do Q`;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> /XObject << /Im1 6 0 R >> >> >>',
    stream('', Buffer.from(page)),
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    stream(
      `/Type /XObject /Subtype /Image /Width ${width} /Height ${height} /ColorSpace /DeviceGray /BitsPerComponent 8`,
      picture,
    ),
  ];
  return document('application/pdf', assemblePdf(objects));
}

/** A page of text, as offices print it. */
export function makeLetter(title: string, lines: readonly string[]): Document {
  const shown = (text: string) => text.replace(/’/g, "'").replace(/[()\\]/g, ' ');
  const body = lines.map((line) => `0 -22 Td (${shown(line)}) Tj`).join('\n');
  const page = `BT /F1 20 Tf 60 760 Td (${shown(title)}) Tj /F1 12 Tf 0 -20 Td\n${body}\nET\n60 745 m 535 745 l S\nq 72 0 0 72 440 60 cm /Im1 Do Q`;
  // Each seal is another one, so no two papers are the same.
  const seal = randomBytes(40 * 40);
  const font = '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>';
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> /XObject << /Im1 6 0 R >> >> >>',
    stream('', Buffer.from(page, 'latin1')),
    font,
    stream('/Type /XObject /Subtype /Image /Width 40 /Height 40 /ColorSpace /DeviceGray /BitsPerComponent 8', seal),
  ];
  return document('application/pdf', assemblePdf(objects));
}

/** Readable with a password only, which examination refuses. */
export function makeProtectedPdf(): Document {
  const { bytes } = makeLetter('Protected', [randomBytes(8).toString('hex')]);
  const trailer = '/Encrypt << /Filter /Standard /V 1 /R 2 /P -44 /O <00> /U <00> >> /Root 1 0 R';
  return document('application/pdf', Buffer.from(bytes.toString('latin1').replace('/Root 1 0 R', trailer), 'latin1'));
}

function stream(entries: string, content: Buffer): Buffer {
  return Buffer.concat([
    Buffer.from(`<< ${entries} /Length ${content.length} >>\nstream\n`),
    content,
    Buffer.from('\nendstream'),
  ]);
}

function assemblePdf(objects: (string | Buffer)[]): Buffer {
  const parts: Buffer[] = [Buffer.from('%PDF-1.4\n%\xe2\xe3\xcf\xd3\n', 'latin1')];
  const offsets: number[] = [];
  let length = parts[0]?.length ?? 0;
  const add = (part: Buffer) => {
    parts.push(part);
    length += part.length;
  };
  for (const [index, object] of objects.entries()) {
    offsets.push(length);
    add(Buffer.concat([Buffer.from(`${index + 1} 0 obj\n`), Buffer.from(object), Buffer.from('\nendobj\n')]));
  }
  const start = length;
  const entries = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  add(Buffer.from(`xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${entries}`));
  add(Buffer.from(`trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`));
  return Buffer.concat(parts);
}

/** Squares of 8 pixels, whose tones are from -60 to 60. */
export function makeJpeg(
  columns = 80,
  rows = 60,
  toneAt: (column: number, row: number) => number = () => randomInt(-60, 60),
): Document {
  const bits = new BitWriter();
  let previous = 0;
  for (let block = 0; block < columns * rows; block++) {
    const tone = toneAt(block % columns, Math.floor(block / columns));
    writeTone(bits, tone - previous);
    previous = tone;
  }
  const size = [(rows * 8) >> 8, (rows * 8) & 255, (columns * 8) >> 8, (columns * 8) & 255];
  return document(
    'image/jpeg',
    Buffer.concat([
      Buffer.from([0xff, 0xd8]),
      segment(0xe0, [...Buffer.from('JFIF\0'), 1, 1, 0, 0, 1, 0, 1, 0, 0]),
      segment(0xdb, [0, ...Array<number>(64).fill(8)]),
      segment(0xc0, [8, ...size, 1, 1, 0x11, 0]),
      // Huffman tables: sizes 0 to 7 in three bits each; "no higher frequencies" in one bit.
      segment(0xc4, [0x00, 0, 0, 7, 1, ...Array<number>(12).fill(0), 0, 1, 2, 3, 4, 5, 6, 7]),
      segment(0xc4, [0x10, 1, ...Array<number>(15).fill(0), 0]),
      segment(0xda, [1, 1, 0, 0, 63, 0]),
      bits.finish(),
      Buffer.from([0xff, 0xd9]),
    ]),
  );
}

function segment(marker: number, content: number[]): Buffer {
  const length = content.length + 2;
  return Buffer.from([0xff, marker, length >> 8, length & 255, ...content]);
}

/** JPEG codes a difference of tones as its size in bits, the bits, and the end of the block. */
function writeTone(bits: BitWriter, difference: number): void {
  const size = 32 - Math.clz32(Math.abs(difference));
  if (size < 7) bits.write(size, 3);
  else bits.write(0b1110, 4);
  if (size > 0) bits.write(difference > 0 ? difference : difference + 2 ** size - 1, size);
  bits.write(0, 1);
}

class BitWriter {
  readonly #bytes: number[] = [];
  #pending = 0;
  #count = 0;

  write(value: number, length: number): void {
    for (let bit = length - 1; bit >= 0; bit--) {
      this.#pending = (this.#pending << 1) | ((value >> bit) & 1);
      if (++this.#count < 8) continue;
      // A byte of ones would be a marker.
      this.#bytes.push(this.#pending, ...(this.#pending === 0xff ? [0] : []));
      this.#pending = 0;
      this.#count = 0;
    }
  }

  finish(): Buffer {
    while (this.#count > 0) this.write(1, 1);
    return Buffer.from(this.#bytes);
  }
}

/** The EICAR test file, in two halves so that scanners do not find this source. */
const signature = `X5O!P%@AP[4\\PZX54(P^)7CC)7}$${'EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'}`;

export function makeInfectedPhoto(): Document {
  return document('image/jpeg', Buffer.concat([makeJpeg().bytes, Buffer.from(`\n${signature}\n`)]));
}

export function makeEicar(): Document {
  const { bytes } = makePdf('EICAR test file');
  return document('application/pdf', Buffer.concat([bytes, Buffer.from(`\n${signature}\n`)]));
}

function document(mediaType: Document['mediaType'], bytes: Buffer): Document {
  return { mediaType, bytes, sha256: createHash('sha256').update(bytes).digest('hex') };
}
