import { type Html, html } from '@trust/html/html';
import { z } from 'zod';

export const Media = z.object({
  alt: z.string(),
  sizes: z.array(z.object({ url: z.url(), width: z.number(), height: z.number() })).min(1),
});

/** `width`: of the image in CSS pixels, at most. The page needs `hasImages`. */
export function mediaImage({ alt, sizes }: z.output<typeof Media>, width: string): Html {
  // The policy of the page allows images of this origin.
  const own = sizes.map(({ url, width, height }) => ({ path: new URL(url).pathname, width, height }));
  const [first] = own;
  // A small image is not enlarged: its larger sizes are the same file.
  const files = new Map(own.map(({ path, width }) => [path, `${path} ${width}w`]));
  return html`<img src="${first?.path ?? ''}" srcset="${[...files.values()].join(', ')}" sizes="(max-width: 40rem) 100vw, ${width}" width="${first?.width}" height="${first?.height}" alt="${alt}" loading="lazy">`;
}
