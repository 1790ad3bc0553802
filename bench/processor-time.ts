import { readdirSync } from 'node:fs';
import { commandLine } from '../deploy/local/supervisor/process-identity.ts';
import { readRun } from '../deploy/local/supervisor/run-file.ts';
import { childrenOf, type ProcessStat, readStat } from './proc.ts';

/** Seconds by name. */
export type ProcessorTimes = Record<string, number>;

/**
 * User and system time in seconds, by part of a running platform. Children are included, also those that ended:
 * Postgres ends a process with each connection.
 */
export function processorSeconds(dataDir: string): ProcessorTimes {
  const all = new Map(processIds().flatMap((pid) => statOf(pid)));
  const byParent = Map.groupBy(all.keys(), (pid) => all.get(pid)?.parent);
  const total = (pid: number): number =>
    (byParent.get(pid) ?? []).reduce(
      (sum, child) => sum + total(child),
      all.get(pid)?.withEndedChildrenMs ?? Number.NaN,
    );
  const children = Object.entries(readRun(dataDir)?.children ?? {});
  return Object.fromEntries(children.map(([name, { pid }]) => [name, total(pid) / 1000]));
}

/** Milliseconds of the whole platform so far: services, Postgres, NATS. */
export function platformMs(dataDir: string): number {
  return Object.values(processorSeconds(dataDir)).reduce((sum, seconds) => sum + seconds * 1000, 0);
}

export function postgresMs(dataDir: string): number {
  return (processorSeconds(dataDir).postgres ?? Number.NaN) * 1000;
}

/** The processes of Postgres by database; `own` is the rest, with the connections that ended. */
export function processorSecondsOfPostgres(dataDir: string): ProcessorTimes {
  const times: ProcessorTimes = {};
  const postgres = readRun(dataDir)?.children.postgres?.pid ?? 0;
  for (const pid of [postgres, ...childrenOf(postgres)]) {
    const database = /^postgres: (?:\S+: )?\S+ (\w+) [\d.]+\(/.exec(commandLine(pid))?.[1] ?? 'own';
    times[database] = (times[database] ?? 0) + (readStat(pid)?.withEndedChildrenMs ?? 0) / 1000;
  }
  return times;
}

function processIds(): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number);
}

function statOf(pid: number): [number, ProcessStat][] {
  const stat = readStat(pid);
  return stat ? [[pid, stat]] : [];
}
