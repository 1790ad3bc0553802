import { type FSWatcher, readdirSync, statSync, watch } from 'node:fs';
import { join, sep } from 'node:path';
import { repositoryRoot } from '../environment.ts';
import { type ServiceName, services } from '../services.ts';
import type { RunningServices } from './start-services.ts';

export type SourceChange =
  | { kind: 'services'; services: readonly ServiceName[] }
  | { kind: 'restart-needed'; why: string };

/** An editor writes a file in several steps; one change is reported for all of them. */
const settleMs = 80;

/** Undefined when nothing runs the file. `file` is relative to the root. */
export function changeOf(file: string): SourceChange | undefined {
  const [area, name, ...rest] = file.split(sep);
  const path = rest.join('/');
  if (/(^|\/)\.|~$|\.test\.ts$|^test\//.test(path) || !/\.(ts|js|json|css|sql)$/.test(path)) return undefined;
  if (path.endsWith('.sql')) {
    return { kind: 'restart-needed', why: 'Migrations are applied by the next `npm start`.' };
  }
  if (area === 'packages') {
    if (name === 'service-testing') return undefined;
    if (path === 'asyncapi.json')
      return { kind: 'restart-needed', why: 'Streams and NATS permissions are made by the next `npm start`.' };
    return { kind: 'services', services };
  }
  const service = services.find((known) => known === name);
  return area === 'services' && service && path.startsWith('src/')
    ? { kind: 'services', services: [service] }
    : undefined;
}

export function restartOnChange(
  { restart }: Pick<RunningServices, 'restart'>,
  announce: (message: string) => void,
): Disposable {
  return watchSources((files, change) => {
    const [first, ...others] = files;
    const what = `${first}${others.length > 0 ? ` and ${others.length} more` : ''} changed`;
    if (change.kind === 'restart-needed') return announce(`${what}. ${change.why}`);
    const isAll = change.services.length === services.length;
    announce(`${what}; restarting ${isAll ? 'all services' : change.services.join(', ')}`);
    for (const service of change.services) restart(service);
  });
}

export function watchSources(onChange: (files: string[], change: SourceChange) => void): Disposable {
  const pending = new Map<string, SourceChange>();
  let timer: NodeJS.Timeout | undefined;
  const flush = () => {
    const entries = [...pending];
    pending.clear();
    for (const why of new Set(entries.flatMap(([, change]) => (change.kind === 'restart-needed' ? change.why : [])))) {
      const files = entries.filter(([, change]) => change.kind === 'restart-needed' && change.why === why);
      onChange(
        files.map(([file]) => file),
        { kind: 'restart-needed', why },
      );
    }
    const code = entries.filter(([, change]) => change.kind === 'services');
    const affected = new Set(code.flatMap(([, change]) => (change.kind === 'services' ? change.services : [])));
    if (code.length > 0) {
      onChange(
        code.map(([file]) => file),
        { kind: 'services', services: [...affected] },
      );
    }
  };
  const watchers = ['services', 'packages'].map((area) =>
    watchTree(area, (file) => {
      const change = changeOf(file);
      if (!change) return;
      pending.set(file, change);
      clearTimeout(timer);
      timer = setTimeout(flush, settleMs);
    }),
  );
  return {
    [Symbol.dispose]() {
      clearTimeout(timer);
      for (const watcher of watchers) watcher[Symbol.dispose]();
    },
  };
}

/** Watches each folder: Node's `recursive` on Linux loses a file that an editor replaces. */
function watchTree(root: string, onFile: (file: string) => void): Disposable {
  const watchers = new Map<string, FSWatcher>();
  const add = (folder: string) => {
    if (watchers.has(folder) || /(^|\/)(node_modules|\..*)$/.test(folder)) return;
    const watcher = watch(join(repositoryRoot, folder), (_event, name) => {
      if (!name) return;
      const file = join(folder, name);
      if (isFolder(file)) add(file);
      else onFile(file);
    });
    watcher.on('error', () => {
      watcher.close();
      watchers.delete(folder);
    });
    watchers.set(folder, watcher);
    for (const entry of readdirSync(join(repositoryRoot, folder), { withFileTypes: true })) {
      if (entry.isDirectory()) add(join(folder, entry.name));
    }
  };
  add(root);
  return {
    [Symbol.dispose]() {
      for (const watcher of watchers.values()) watcher.close();
    },
  };
}

function isFolder(file: string): boolean {
  return statSync(join(repositoryRoot, file), { throwIfNoEntry: false })?.isDirectory() ?? false;
}
