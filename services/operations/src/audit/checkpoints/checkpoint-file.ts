import { appendFile, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { checkpointName, isCheckpointName } from './checkpoint-name.ts';

/** Checkpoints are kept outside of the database. */
export type CheckpointPlace = { name: string; append(jws: string): Promise<void>; read(): Promise<string[]> };

export type StoredCheckpoints = { place: string; checkpoints: string[]; append: CheckpointPlace['append'] };

export type CheckpointFile = { append(jws: string): Promise<void>; readPlaces(): Promise<StoredCheckpoints[]> };

type Places = { file?: string | undefined; dir?: string | undefined; bucket?: CheckpointPlace | undefined };

/** In every place that is configured. */
export function checkpointFile({ file, dir, bucket }: Places): CheckpointFile {
  // In this order: a failure of the bucket must not repeat lines of the file each minute.
  const places = [...(bucket ? [bucket] : []), ...(dir ? [folder(dir)] : []), ...(file ? [lines(file)] : [])];
  return {
    async append(jws) {
      for (const place of places) await place.append(jws);
    },
    readPlaces: () =>
      Promise.all(
        places.map(async (place) => ({
          place: place.name,
          checkpoints: await place.read(),
          append: (jws: string) => place.append(jws),
        })),
      ),
  };
}

/** One checkpoint a line. */
function lines(path: string): CheckpointPlace {
  return {
    name: path,
    async append(jws) {
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      await appendFile(path, `${jws}\n`, { mode: 0o600, flush: true });
    },
    async read() {
      const text = await readFile(path, 'utf8').catch(emptyIfMissing(path, ''));
      return text.split('\n').filter(Boolean);
    },
  };
}

/** One file a checkpoint, never overwritten: for a store that keeps what was written once. */
function folder(path: string): CheckpointPlace {
  return {
    name: path,
    async append(jws) {
      await mkdir(path, { recursive: true, mode: 0o700 });
      await writeFile(join(path, checkpointName(jws)), `${jws}\n`, { mode: 0o600, flag: 'wx', flush: true });
    },
    async read() {
      const names = (await readdir(path).catch(emptyIfMissing(path, []))).filter(isCheckpointName).sort();
      return Promise.all(names.map(async (name) => (await readFile(join(path, name), 'utf8')).trim()));
    },
  };
}

function emptyIfMissing<Empty>(path: string, empty: Empty) {
  return (error: NodeJS.ErrnoException): Empty => {
    if (error.code === 'ENOENT') return empty;
    throw new Error(`The audit checkpoints in ${path} cannot be read: ${error.message}`, { cause: error });
  };
}
