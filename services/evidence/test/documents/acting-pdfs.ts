import { deflateSync } from 'node:zlib';
import { padded, plainPdf } from './hostile-documents.ts';

type Parts = { catalog?: string; page?: string; others?: string[] };

const firstOther = 4;

function pdfOf({ catalog = '', page = '', others = [] }: Parts): Buffer {
  return padded(
    plainPdf([
      `<< /Type /Catalog /Pages 2 0 R ${catalog} >>`,
      '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 100 100] ${page} >>`,
      ...others,
    ]),
  );
}

function streamOf(entries: string, content: string): string {
  return `<< ${entries} /Length ${content.length} >>\nstream\n${content}\nendstream`;
}

function compressed(object: string): string {
  const numbers = `${firstOther + 1} 0 `;
  const content = deflateSync(Buffer.from(numbers + object)).toString('hex');
  return streamOf(`/Type /ObjStm /N 1 /First ${numbers.length} /Filter [/ASCIIHexDecode /FlateDecode]`, `${content}>`);
}

const actions: Record<string, string> = {
  URI: '<< /S /URI /URI (http://example.org/) >>',
  SubmitForm: '<< /S /SubmitForm /F << /FS /URL /F (http://example.org/) >> >>',
  GoToR: '<< /S /GoToR /F (other.pdf) /D [0 /Fit] >>',
  ImportData: '<< /S /ImportData /F (data.fdf) >>',
  Launch: '<< /S /Launch /F (cmd.exe) >>',
  JavaScript: '<< /S /JavaScript /JS (app.alert\\(1\\)) >>',
  Named: '<< /S /Named /N /Print >>',
  'URI after GoTo': '<< /S /GoTo /D [3 0 R /Fit] /Next [<< /S /URI /URI (http://example.org/) >>] >>',
};

const escapedKind = (_: string, first: string) => `/#53 /#${first.charCodeAt(0).toString(16)}`;

const ways: Record<string, (action: string) => Parts> = {
  'when it is opened': (action) => ({ catalog: `/OpenAction ${action}` }),
  'when a page is shown': (action) => ({ page: `/AA << /O ${action} >>` }),
  'by references': (action) => ({
    catalog: '/OpenAction 4 0 R',
    others: [action.replace(/\/S \/(\w+)/, '/S 5 0 R'), `/${/\/S \/(\w+)/.exec(action)?.[1]}`],
  }),
  'compressed in a stream of objects': (action) => ({
    page: '/AA 5 0 R',
    others: [compressed(`<< /C ${action} >>`)],
  }),
  'with escaped names': (action) => ({ catalog: `/#4fpen#41ction ${action.replace(/\/S \/(.)/, escapedKind)}` }),
};

/** The cross-reference table could lead to another object than the last one of a number. */
const hidden: Record<string, () => Buffer> = {
  'an action that a later object replaces': () =>
    Buffer.concat([
      pdfOf({ catalog: '/OpenAction 4 0 R', others: [actions.URI ?? ''] }),
      Buffer.from('4 0 obj\n<< /S /GoTo /D [3 0 R /Fit] >>\nendobj\n'),
    ]),
  'a script in the content of a stream': () =>
    pdfOf({ others: [streamOf('', `9 0 obj ${actions.JavaScript} endobj`)] }),
  'a script in a comment': () => pdfOf({ others: [`(text)\nendobj\n% 9 0 obj ${actions.JavaScript}`] }),
  'a catalog in the trailer': () =>
    Buffer.concat([
      pdfOf({}),
      Buffer.from(`trailer\n<< /Root << /Type /Catalog /Pages 2 0 R /OpenAction ${actions.URI} >> >>\n%%EOF\n`),
    ]),
};

const external: Record<string, () => Buffer> = {
  'a stream that is another file': () => pdfOf({ others: [streamOf('/F (/etc/passwd)', '')] }),
  'a stream that is another file, by a reference': () => pdfOf({ others: [streamOf('/F 5 0 R', ''), '(other.bin)'] }),
  'a picture on the web': () =>
    pdfOf({ others: [streamOf('/Type /XObject /Subtype /Image /F << /FS /URL /F (http://example.org/a) >>', '')] }),
  'a file on the web': () => pdfOf({ others: ['<< /Type /Filespec /#46S /UR#4c /F (http://example.org/) >>'] }),
  'a page of another PDF in its place': () =>
    pdfOf({
      others: [streamOf('/Type /XObject /Subtype /Form /BBox [0 0 9 9] /Ref << /F (other.pdf) /Page 0 >>', '')],
    }),
};

export const actingPdfs: Record<string, () => Buffer> = {
  ...Object.fromEntries(
    Object.entries(ways).flatMap(([way, write]) =>
      Object.entries(actions).map(([action, written]) => [`${action} ${way}`, () => pdfOf(write(written))] as const),
    ),
  ),
  ...hidden,
  ...external,
};

const link = (action: string) => `/Annots [<< /Type /Annot /Subtype /Link /Rect [0 0 50 50] ${action} >>]`;

export const quietPdfs: Record<string, () => Buffer> = {
  'a link to the web that has to be clicked': () => pdfOf({ page: link(`/A ${actions.URI}`) }),
  'a link to a page': () => pdfOf({ page: link('/Dest [3 0 R /Fit]') }),
  'a page to begin with': () => pdfOf({ catalog: '/OpenAction [3 0 R /FitH null]' }),
  'a page to begin with, by an action': () =>
    pdfOf({ catalog: '/OpenAction 4 0 R', others: ['<< /Type /Action /S /GoTo /D [3 0 R /Fit] >>'] }),
  'a font that is called AA': () =>
    pdfOf({
      page: '/Resources << /Font << /AA 4 0 R >> >>',
      others: ['<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding << /Type /Encoding >> >>'],
    }),
  'a form with a picture': () =>
    pdfOf({ others: [streamOf('/Type /XObject /Subtype /Form /BBox [0 0 9 9]', '0 0 9 9 re f')] }),
  'the words of a PDF in a text': () => pdfOf({ others: [streamOf('', 'BT (An object, a trailer: 1 0 obj) Tj ET')] }),
};
