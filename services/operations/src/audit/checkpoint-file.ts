import { appendFile, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** Where checkpoints are kept outside of the database. */
export type CheckpointFile = { append(jws: string): Promise<void>; read(): Promise<string[]> };

type Places = { file?: string | undefined; dir?: string | undefined };

/** In every place that is configured. */
export function checkpointFile({ file, dir }: Places): CheckpointFile {
  const places = [...(file ? [lines(file)] : []), ...(dir ? [folder(dir)] : [])];
  return {
    async append(jws) {
      for (const place of places) await place.append(jws);
    },
    async read() {
      const texts = await Promise.all(places.map((place) => place.read()));
      return [...new Set(texts.flat())];
    },
  };
}

/** One checkpoint a line. */
function lines(path: string): CheckpointFile {
  return {
    async append(jws) {
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      await appendFile(path, `${jws}\n`, { mode: 0o600, flush: true });
    },
    async read() {
      const text = await readFile(path, 'utf8').catch(emptyIfMissing(''));
      return text.split('\n').filter(Boolean);
    },
  };
}

const suffix = '.jws';

/** One file a checkpoint, never overwritten: for a store that keeps what was written once. */
function folder(path: string): CheckpointFile {
  return {
    async append(jws) {
      await mkdir(path, { recursive: true, mode: 0o700 });
      const name = `${new Date().toISOString().replaceAll(':', '')}-${jws.slice(-8)}${suffix}`;
      await writeFile(join(path, name), `${jws}\n`, { mode: 0o600, flag: 'wx', flush: true });
    },
    async read() {
      const names = (await readdir(path).catch(emptyIfMissing([]))).filter((name) => name.endsWith(suffix)).sort();
      return Promise.all(names.map(async (name) => (await readFile(join(path, name), 'utf8')).trim()));
    },
  };
}

function emptyIfMissing<Empty>(empty: Empty) {
  return (error: NodeJS.ErrnoException): Empty => {
    if (error.code === 'ENOENT') return empty;
    throw error;
  };
}
