import { deflateSync } from 'node:zlib';
import { drawing, drawn, flate, page, pageOf, pdfOf, photo, picture, pictureOf, stream, treeOf } from './whole-pdfs.ts';

const cut = deflateSync(Buffer.from(Array.from({ length: 999 }, (_, at) => `${at} 0 m\n`).join(''))).subarray(0, 300);
const jpegPicture = picture('/ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /DCTDecode');
const end = Buffer.from([0xff, 0xd9]);
const grey = (entries = '') => picture(`/ColorSpace /DeviceGray /BitsPerComponent 8 ${entries}`);
const form = '/Type /XObject /Subtype /Form /BBox [0 0 99 99]';

const damagedTrees: Record<string, () => Buffer> = {
  'a page that is missing': () => pdfOf(treeOf('3 0 R 9 0 R', 2, page())),
  'fewer pages than its count': () => pdfOf(treeOf('3 0 R', 3, page())),
  'a page more than its count': () => pdfOf(treeOf('3 0 R 4 0 R', 1, page(), page())),
  'a page more than the count of a node': () =>
    pdfOf(
      treeOf('3 0 R', 2, '<< /Type /Pages /Parent 2 0 R /Kids [4 0 R 5 0 R] /Count 1 >>', page('', 3), page('', 3)),
    ),
  'fewer pages than the count of a node': () =>
    pdfOf(treeOf('3 0 R', 1, '<< /Type /Pages /Parent 2 0 R /Kids [4 0 R] /Count 5 >>', page('', 3))),
  'a later tree that its table of objects lacks': () =>
    pdfOf(treeOf('3 0 R', 1, page()), {
      after: `4 0 obj\n${page()}\nendobj\n2 0 obj\n<< /Type /Pages /Kids [3 0 R 4 0 R] /Count 2 >>\nendobj\n`,
    }),
  'a tree that contains itself': () => pdfOf(treeOf('2 0 R', 1)),
  'a node that contains its parent': () =>
    pdfOf(treeOf('3 0 R 4 0 R', 1, '<< /Type /Pages /Parent 2 0 R /Kids [2 0 R] /Count 1 >>', page())),
  'a kid that is no page': () => pdfOf(treeOf('3 0 R 4 0 R', 2, page(), '<< /Type /Font /MediaBox [0 0 9 9] >>')),
  'a kid that is a number': () => pdfOf(treeOf('3 0 R 4 0 R', 2, page(), '7')),
  'a page with kids': () => pdfOf(treeOf('3 0 R', 1, page('/Kids [4 0 R] /Count 1'), page())),
  'a tree without kids': () => pdfOf(['<< /Type /Catalog /Pages 2 0 R >>', '<< /Type /Pages /Count 1 >>']),
  'a count that is no number': () => pdfOf(treeOf('3 0 R', '(1)', page())),
  'a page that its table of objects lacks': () => pdfOf(treeOf('3 0 R 4 0 R', 2, page(), page()), { free: [4] }),
};

const damagedStreams: Record<string, () => Buffer | Promise<Buffer>> = {
  'contents that are missing': () => pdfOf(treeOf('3 0 R', 1, page('/Contents 77 0 R'))),
  'a part of its contents missing': () =>
    pdfOf(treeOf('3 0 R', 1, page('/Contents [4 0 R 77 0 R]'), stream('', 'q Q'))),
  'contents that are no stream': () => pdfOf(pageOf('(q Q)')),
  'contents that end early': () => pdfOf(pageOf(stream(flate, cut))),
  'contents with noise in them': () =>
    pdfOf(pageOf(stream(flate, Buffer.concat([cut.subarray(0, 40), Buffer.alloc(60, 7)])))),
  'contents that are not compressed as they say': () => pdfOf(pageOf(stream(flate, drawing))),
  'contents of two filters that end early': () =>
    pdfOf(pageOf(stream('/Filter [/AHx /Fl]', `${cut.toString('hex')}>`))),
  'a picture that ends early': () => pdfOf(pictureOf(stream(grey(flate), cut))),
  'a picture of half its rows': () => pdfOf(pictureOf(stream(grey(flate), deflateSync(Buffer.alloc(64 * 24))))),
  'a picture of half its rows in a colour profile': () =>
    pdfOf(
      pictureOf(
        stream(picture('/ColorSpace [/ICCBased 6 0 R] /BitsPerComponent 8'), Buffer.alloc(64 * 24 * 3)),
        stream('/N 3', ''),
      ),
    ),
  'a JPEG that ends early': async () => pdfOf(pictureOf(stream(jpegPicture, (await photo()).subarray(0, 20_000)))),
  'half a JPEG with an end': async () =>
    pdfOf(pictureOf(stream(jpegPicture, Buffer.concat([(await photo()).subarray(0, 20_000), end])))),
  'half a JPEG with zeros after it': async () =>
    pdfOf(pictureOf(stream(jpegPicture, Buffer.concat([(await photo()).subarray(0, 20_000), Buffer.alloc(500_000)])))),
  'a JPEG that is noise': () => pdfOf(pictureOf(stream(jpegPicture, Buffer.concat([Buffer.alloc(999, 'x'), end])))),
  'a picture that is missing': () => pdfOf(pageOf(drawn, '/Resources << /XObject << /Im 77 0 R >> >>')),
  'a mask that ends early': () =>
    pdfOf(pictureOf(stream(grey('/SMask 6 0 R'), Buffer.alloc(64 * 48)), stream(grey(flate), cut))),
  'a picture in a form that ends early': () =>
    pdfOf(pictureOf(stream(`${form} /Resources << /XObject << /Im 6 0 R >> >>`, '/Im Do'), stream(grey(flate), cut))),
  'an inherited picture that ends early': () =>
    pdfOf([
      '<< /Type /Catalog /Pages 2 0 R >>',
      '<< /Type /Pages /Kids [3 0 R] /Count 1 /Resources << /XObject << /Im 5 0 R >> >> >>',
      page('/Contents 4 0 R'),
      drawn,
      stream(grey(flate), cut),
    ]),
  'an annotation that ends early': () =>
    pdfOf(
      treeOf(
        '3 0 R',
        1,
        page('/Annots [4 0 R]'),
        '<< /Type /Annot /Subtype /Stamp /Rect [0 0 50 50] /AP << /N 5 0 R >> >>',
        stream(`${form} ${flate}`, cut),
      ),
    ),
};

export const damagedPdfs: Record<string, () => Buffer | Promise<Buffer>> = { ...damagedTrees, ...damagedStreams };

const links = (count: number) =>
  Array.from({ length: count }, (_, at) => `<< /Type /Pages /Kids [${at + 4} 0 R] /Count 1 >>`);
const doubled = (count: number) =>
  Array.from({ length: count }, (_, at) => `<< /Type /Pages /Kids [${at + 4} 0 R ${at + 4} 0 R] /Count 0 >>`);

/** Small, and endless to follow. */
export const expandingPdfs: Record<string, () => Buffer> = {
  'a tree of 2,000 levels': () => pdfOf(treeOf('3 0 R', 1, ...links(2000), page())),
  'a tree of 2^16 empty nodes': () => pdfOf(treeOf('3 0 R', 0, ...doubled(16), '<< /Type /Pages /Kids [] /Count 0 >>')),
  'a page 501 times': () => pdfOf(treeOf('3 0 R '.repeat(501), 501, page())),
  'contents of more than 256 MiB': () => pdfOf(pageOf(stream(flate, deflateSync(Buffer.alloc(2 ** 28 + 1))))),
  'contents in a hundred filters': () => pdfOf(pageOf(stream(`/Filter [${'/AHx '.repeat(100)}]`, '>'))),
};
