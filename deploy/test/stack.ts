import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { repositoryRoot } from '../local/environment.ts';
import { type RunOptions, run } from './run.ts';

const files = ['deploy/compose.yaml', 'deploy/test/compose.override.yaml'];

export type Container = {
  Id: string;
  Name: string;
  RestartCount: number;
  State: { Pid: number; Status: string; ExitCode: number; Health?: { Status: string } };
  Config: { User: string; Env: string[] };
  HostConfig: { ReadonlyRootfs: boolean; CapDrop: string[]; SecurityOpt: string[]; Memory: number; PidsLimit: number };
};

/** compose.yaml with the stand-ins, in a project of its own. */
export class Stack {
  readonly #options: RunOptions;
  readonly #command: string[];
  readonly #ofProject: string[];

  constructor(project: string, options: RunOptions) {
    this.#ofProject = ['--filter', `label=com.docker.compose.project=${project}`];
    this.#options = { ...options, cwd: repositoryRoot };
    const named = files.flatMap((file) => ['--file', join(repositoryRoot, file)]);
    this.#command = ['docker-compose', '--project-name', project, ...named];
  }

  compose(...args: string[]): Promise<string> {
    return run([...this.#command, ...args], this.#options);
  }

  /** With a standard input. */
  composeWith(input: string, ...args: string[]): Promise<string> {
    return run([...this.#command, ...args], { ...this.#options, input });
  }

  docker(...args: string[]): Promise<string> {
    return run(['docker', ...args], this.#options);
  }

  async container(service: string): Promise<Container> {
    const id = (await this.compose('ps', '--quiet', service)).trim();
    return JSON.parse(await this.docker('inspect', id))[0];
  }

  async containers(): Promise<Container[]> {
    const ids = (await this.docker('ps', '--all', '--quiet', ...this.#ofProject)).split('\n');
    return JSON.parse(await this.docker('inspect', ...ids));
  }

  /** The last lines of each container that failed. */
  async failures(): Promise<string> {
    const ids = (await this.docker('ps', '--all', '--quiet', '--filter', 'status=exited')).split('\n').filter(Boolean);
    const shown = ids.map(async (id) => {
      const [{ Name, State }] = JSON.parse(await this.docker('inspect', id));
      if (State.ExitCode === 0) return '';
      const logs = await run(['sh', '-c', `docker logs --tail 20 ${id} 2>&1`], this.#options);
      return `${Name} exited with ${State.ExitCode}:\n${logs}\n`;
    });
    return (await Promise.all(shown)).join('');
  }

  /** Runs JavaScript in the container of a service; without a shell, Node is the only program there. */
  async node(service: string, script: string): Promise<string> {
    const { Id } = await this.container(service);
    return this.docker('exec', Id, 'node', '--input-type=module', '--eval', script);
  }

  async awaitLog(service: string, line: RegExp, withinMs: number): Promise<void> {
    let logs = '';
    for (let waited = 0; waited < withinMs; waited += 2000) {
      logs = await this.compose('logs', '--tail=20', '--no-color', service);
      if (line.test(logs)) return;
      await delay(2000);
    }
    throw new Error(`${service} does not print ${line} in ${withinMs / 1000} s.\n${logs}`);
  }

  /** As a machine that is lost: kills containers by the name of their service, and removes volumes. */
  async destroy(isLost: (name: string) => boolean): Promise<void> {
    const shown = '{{.ID}} {{.Label "com.docker.compose.service"}}';
    const containers = (await this.docker('ps', '--all', ...this.#ofProject, '--format', shown)).split('\n');
    const lost = containers.flatMap((line) => {
      const [id = '', name = ''] = line.split(' ');
      return isLost(name) ? [id] : [];
    });
    await this.docker('rm', '--force', ...lost);
    const volumes = (await this.docker('volume', 'ls', '--quiet', ...this.#ofProject)).split('\n');
    await this.docker('volume', 'rm', ...volumes.filter(isLost));
  }

  async awaitHealthy(service: string, withinMs: number, isDone = (_container: Container) => true): Promise<void> {
    for (let waited = 0; waited < withinMs; waited += 1000) {
      const container = await this.container(service);
      if (container.State.Health?.Status === 'healthy' && isDone(container)) return;
      await delay(1000);
    }
    const logs = await this.compose('logs', '--tail=20', '--no-color', service);
    throw new Error(`${service} is not healthy after ${withinMs / 1000} s.\n${logs}`);
  }
}
