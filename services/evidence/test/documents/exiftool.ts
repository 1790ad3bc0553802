import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sharedResource } from '@trust/service-testing/shared-resource';

type Tags = Record<string, string>;

/** Shares no code with the library that draws the previews. */
export async function openExiftool() {
  const { exiftool } = await sharedResource<Record<'exiftool', string>>('exiftool');
  const folder = mkdtempSync(join(tmpdir(), 'trust-exif-'));
  const place = (name: string, bytes: Buffer) => {
    const path = join(folder, name);
    writeFileSync(path, bytes);
    return path;
  };
  return {
    write(image: Buffer, tags: Tags, thumbnail: Buffer): Buffer {
      const path = place('image.jpg', image);
      const given = Object.entries(tags).map(([name, value]) => `-${name}=${value}`);
      const small = `-ThumbnailImage<=${place('thumbnail.jpg', thumbnail)}`;
      execFileSync(exiftool, ['-overwrite_original', '-n', ...given, small, path], { stdio: 'pipe' });
      return readFileSync(path);
    },
    read(image: Buffer): Tags {
      const output = execFileSync(exiftool, ['-json', '-G1', '-a', '-u', '-n', place('read.jpg', image)]);
      const [tags = {}] = JSON.parse(output.toString()) as Tags[];
      const entries = Object.entries(tags).filter(([name]) => !/^(System|ExifTool|SourceFile|File)\b/.test(name));
      return Object.fromEntries(entries);
    },
    [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }),
  };
}
