import { constants, deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { padded } from './hostile-documents.ts';

type Part = string | Buffer;

/** With a cross-reference table, as programs write it; `free` object numbers are not in it. */
export function pdfOf(objects: Part[], { free = [] as number[], after = '' } = {}): Buffer {
  const parts: Buffer[] = [Buffer.from('%PDF-1.7\n')];
  const offsets: number[] = [];
  let length = 9;
  for (const [index, object] of objects.entries()) {
    offsets.push(length);
    const part = Buffer.concat([Buffer.from(`${index + 1} 0 obj\n`), Buffer.from(object), Buffer.from('\nendobj\n')]);
    parts.push(part);
    length += part.length;
  }
  const entry = (offset: number, index: number) =>
    free.includes(index + 1) ? '0000000000 00001 f \n' : `${String(offset).padStart(10, '0')} 00000 n \n`;
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.map(entry).join('')}`;
  const trailer = `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${length}\n%%EOF\n${after}`;
  return padded(Buffer.concat([...parts, Buffer.from(table), Buffer.from(trailer)]));
}

export function stream(entries: string, content: Part): Buffer {
  const bytes = Buffer.from(content);
  return Buffer.concat([
    Buffer.from(`<< ${entries} /Length ${bytes.length} >>\nstream\n`),
    bytes,
    Buffer.from('\nendstream'),
  ]);
}

export const page = (entries = '', parent = 2) =>
  `<< /Type /Page /Parent ${parent} 0 R /MediaBox [0 0 100 100] ${entries} >>`;
const catalog = '<< /Type /Catalog /Pages 2 0 R >>';

/** Objects 1 and 2 are the catalog and the tree. */
export const treeOf = (kids: string, count: number | string, ...others: Part[]) => [
  catalog,
  `<< /Type /Pages /Kids [${kids}] /Count ${count} >>`,
  ...others,
];

/** One page, object 3, whose content is object 4. */
export const pageOf = (content: Part, entries = '', ...others: Part[]) =>
  treeOf('3 0 R', 1, page(`/Contents 4 0 R ${entries}`), content, ...others);

export const drawing = '0 0 50 50 re f\n'.repeat(200);
export const flate = '/Filter /FlateDecode';
export const drawn = stream('', 'q 90 0 0 90 0 0 cm /Im Do Q');

/** One page that draws a picture, object 5. */
export const pictureOf = (picture: Part, ...others: Part[]) =>
  pageOf(drawn, '/Resources << /XObject << /Im 5 0 R >> >>', picture, ...others);

export const picture = (entries: string) => `/Type /XObject /Subtype /Image /Width 64 /Height 48 ${entries}`;
const jpegPicture = picture('/ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /DCTDecode');

export function photo(progressive = false): Promise<Buffer> {
  const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const;
  return sharp({ create: { width: 640, height: 480, channels: 3, background: 'grey', noise } })
    .jpeg({ progressive })
    .toBuffer();
}

const unfinished = () => deflateSync(drawing, { finishFlush: constants.Z_SYNC_FLUSH });
const deflated = (bytes: number) => deflateSync(Buffer.alloc(bytes, 100));
const nested = [
  catalog,
  '<< /Type /Pages /Kids [3 0 R 5 0 R 8 0 R] /Count 3 >>',
  '<< /Type /Pages /Parent 2 0 R /Kids [4 0 R] /Count 1 /MediaBox [0 0 50 50] /Resources << >> >>',
  '<< /Type /Page /Parent 3 0 R >>',
  '<< /Type /Pages /Parent 2 0 R /Kids 6 0 R /Count 7 0 R >>',
  '[9 0 R 10 0 R]',
  '2',
  '<< /Type /Pages /Parent 2 0 R /Kids [] /Count 0 >>',
  page('', 5),
  page('', 5),
];

/** Appended, as programs do that change a file (ISO 32000-2 §7.5.6). */
function revised(before: Buffer): Buffer {
  const [, previous] = /startxref\n(\d+)/.exec(before.toString('latin1')) ?? [];
  const tree = '2 0 obj\n<< /Type /Pages /Kids [3 0 R 4 0 R] /Count 2 >>\nendobj\n';
  const second = `4 0 obj\n${page()}\nendobj\n`;
  const offsets = [before.length, before.length + tree.length].map((offset) => String(offset).padStart(10, '0'));
  const table = `xref\n2 1\n${offsets[0]} 00000 n \n4 1\n${offsets[1]} 00000 n \n`;
  const trailer = `trailer\n<< /Size 5 /Root 1 0 R /Prev ${previous} >>\nstartxref\n${before.length + tree.length + second.length}\n%%EOF\n`;
  return Buffer.concat([before, Buffer.from(tree + second + table + trailer)]);
}

export const wholePdfs: Record<string, () => Buffer | Promise<Buffer>> = {
  'a page without contents': () => pdfOf(treeOf('3 0 R', 1, page())),
  'empty contents': () => pdfOf(pageOf(stream(flate, ''))),
  'contents in parts': () =>
    pdfOf(
      treeOf('3 0 R', 1, page('/Contents [4 0 R 5 0 R null]'), stream(flate, deflateSync(drawing)), stream('', 'q Q')),
    ),
  'contents in an array of their own': () =>
    pdfOf(treeOf('3 0 R', 1, page('/Contents 4 0 R'), '[5 0 R]', stream(flate, deflateSync(drawing)))),
  'nested nodes, inherited entries and an empty node': () => pdfOf(nested),
  'pages without types and counts': () =>
    pdfOf([catalog, '<< /Kids [3 0 R] >>', '<< /Parent 2 0 R /MediaBox [0 0 100 100] >>']),
  'a wrong generation in a reference': () => pdfOf(treeOf('3 1 R', 1, page())),
  'a page that occurs twice': () => pdfOf(treeOf('3 0 R 3 0 R', 2, page())),
  'a later revision with another page': () => revised(pdfOf(treeOf('3 0 R', 1, page()))),
  'bytes after its end': () =>
    pdfOf(pageOf(stream(flate, deflateSync(drawing))), { after: '\0\0\x1a\r\n\r\n<!-- scanned -->' }),
  'contents without a checksum': () => pdfOf(pageOf(stream(flate, deflateSync(drawing).subarray(0, -4)))),
  'bytes after compressed contents': () =>
    pdfOf(pageOf(stream(flate, Buffer.concat([deflateSync(drawing), Buffer.from('\r\n\0\0')])))),
  'contents of a compressor that never finished': () => pdfOf(pageOf(stream(flate, unfinished()))),
  'a page in the place of the tree': () => pdfOf(['<< /Type /Catalog /Pages 3 0 R >>', '<< >>', page()]),
  'a length that is another object': () =>
    pdfOf(pageOf(`<< /Length 5 0 R >>\nstream\n${drawing}endstream`, '', String(drawing.length))),
  'contents in two filters': () =>
    pdfOf(pageOf(stream('/Filter [/ASCIIHexDecode /Fl]', `${deflateSync(drawing).toString('hex')}>`))),
  'a JPEG': async () => pdfOf(pictureOf(stream(jpegPicture, await photo()))),
  'a progressive JPEG': async () => pdfOf(pictureOf(stream(jpegPicture, await photo(true)))),
  'a JPEG between other bytes': async () =>
    pdfOf(pictureOf(stream(jpegPicture, Buffer.concat([Buffer.from('\r\n'), await photo(), Buffer.alloc(99, 'x')])))),
  'a compressed JPEG': async () => {
    const filters = picture('/ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter [/FlateDecode /DCTDecode]');
    return pdfOf(pictureOf(stream(filters, deflateSync(await photo()))));
  },
  'an indexed picture of one bit': () =>
    pdfOf(
      pictureOf(
        stream(
          picture(`/ColorSpace [/Indexed /DeviceRGB 1 <000000ffffff>] /BitsPerComponent 1 ${flate}`),
          deflated(8 * 48),
        ),
      ),
    ),
  'a picture with a colour profile and a mask': () =>
    pdfOf(
      pictureOf(
        stream(
          picture(`/ColorSpace [/ICCBased 6 0 R] /BitsPerComponent 8 /SMask 7 0 R ${flate}`),
          deflated(64 * 48 * 3),
        ),
        stream(`/N 3 /Alternate /DeviceRGB ${flate}`, deflateSync(Buffer.alloc(128))),
        stream(picture(`/ColorSpace /DeviceGray /BitsPerComponent 8 ${flate}`), deflated(64 * 48)),
      ),
    ),
  'a picture of a row too few': () =>
    pdfOf(pictureOf(stream(picture(`/ColorSpace /DeviceGray /BitsPerComponent 8 ${flate}`), deflated(64 * 47)))),
  'a stencil': () => pdfOf(pictureOf(stream(picture(`/ImageMask true ${flate}`), deflated(8 * 48)))),
  'a picture of a fax': () =>
    pdfOf(pictureOf(stream(picture('/BitsPerComponent 1 /ColorSpace /DeviceGray /Filter /CCITTFaxDecode'), 'fax'))),
  'broken metadata, which is not drawn': () =>
    pdfOf(
      pageOf(stream('/Metadata 5 0 R', 'q Q'), '/Metadata 5 0 R', stream(flate, deflateSync(drawing).subarray(0, 20))),
    ),
};
