import { readFileSync } from 'node:fs';

const kept = (name: string) => readFileSync(new URL(`documents/${name}`, import.meta.url));

// qpdf 11: `qpdf --encrypt 'a password' another 256 -- small.pdf password.pdf`; '' for no-changes.
// libheif-examples 1.15: `heif-enc -q 40 small.png -o photo.heic`, of a PNG of 96 by 64.
export const passwordPdf = () => kept('password.pdf');
/** Opens without a password; changes are forbidden. */
export const unchangeablePdf = () => kept('no-changes.pdf');
export const photoHeic = () => kept('photo.heic');
