import { pathToFileURL } from 'node:url';

let runs = 0;

/**
 * Runs the module of a command in this process, because a process of its own takes 0.3 s of CPU
 * time. The module must print with `console` and set `process.exitCode`.
 */
export async function runCommand(
  script: string,
  args: string[],
  settings: Record<string, string>,
): Promise<{ status: number; output: string }> {
  const { argv, env } = process;
  const { log, error } = console;
  const lines: unknown[] = [];
  const print = (line: unknown) => void lines.push(line);
  Object.assign(process, { argv: [process.execPath, script, ...args], env: { ...env, ...settings } });
  Object.assign(console, { log: print, error: print });
  try {
    // The query makes Node run the module again.
    await import(`${pathToFileURL(script)}?run=${++runs}`);
    return { status: Number(process.exitCode ?? 0), output: lines.map((line) => `${line}\n`).join('') };
  } finally {
    process.exitCode = undefined;
    Object.assign(process, { argv, env });
    Object.assign(console, { log, error });
  }
}
