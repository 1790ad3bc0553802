import { type ParseArgsConfig, parseArgs } from 'node:util';

/** Throws an error that names the help of the npm script. */
export function parseOptions<Config extends ParseArgsConfig>(script: string, config: Config) {
  try {
    return parseArgs(config);
  } catch (error) {
    const [reason = ''] = (error instanceof Error ? error.message : String(error)).split(/\.\s/);
    throw new Error(`${reason.replace('is ambiguous', 'is missing')}. See \`npm run ${script} -- --help\`.`);
  }
}
