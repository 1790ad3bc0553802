import { parseArgs } from 'node:util';
import { type ServiceName, services } from './services.ts';

export type StartOptions = {
  reset: boolean;
  journey: boolean;
  world: boolean;
  /** Of the names, places and times of the world. */
  seed: string;
  watch: boolean;
  inspect: ServiceName[];
  lan: boolean;
  help: boolean;
};

export const helpText = (
  dataDir: string,
) => `npm start [-- options]   starts the whole platform on this machine, for development

  --reset              delete all data of earlier starts first
  --watch              restart a service when its files change; all services when packages/ changes
  --inspect <service>  open a debugger port for a service; may be repeated
  --lan                let a phone or an emulator on your network reach the API and its pages; links and uploads then
                       use the address of this machine there. Mailbox, traces and databases stay on this machine
  --no-journey         do not run the main journey on the first start; with --world, the platform lives a year ago
                       and waits for \`npm run demo -- --world\`
  --world              fill an empty platform with 60 providers and a year of history, in a few minutes
  --seed <number>      another world of the same kind (default 1): the same seed gives the same names, states and counts
  --help               show this text

  PORT                 port of the gateway on 127.0.0.1 (default 8080)
  DATA_DIR             folder for all data (now ${dataDir})
  LAN_ADDRESS          address for --lan (default: the first IPv4 one of a network card)
  LOG_LEVEL            of the services: ${logLevels.join(', ')} (default info)
  EDGE_*               settings of the gateway, such as EDGE_REQUESTS_PER_MINUTE per address (default 3000)
  OTEL_*               passed to the services. Traces and metrics go to a local receiver unless you set
                       OTEL_EXPORTER_OTLP_ENDPOINT, or OTEL_SDK_DISABLED=true for none

Services: ${services.join(', ')}.
Ctrl-C stops everything. The next start continues with the same data. Logs: npm run logs -- --help
`;

const seeHelp = 'See `npm start -- --help`.';

export function startOptions(args: string[], environment: NodeJS.ProcessEnv = process.env): StartOptions {
  // npm keeps options before `--` for itself and passes nothing on.
  for (const name of ['reset', 'watch', 'inspect', 'lan', 'help', 'journey', 'world', 'seed']) {
    const value = environment[`npm_config_${name}`];
    // npm reads --no-journey as `journey` without a value.
    if (environment.npm_lifecycle_event === 'start' && (name === 'journey' ? value === '' : value)) {
      const option = name === 'journey' ? 'no-journey' : name;
      throw new Error(`npm did not pass on --${option}. Write \`npm start -- --${option}\`.`);
    }
  }
  const values = parse(args);
  return {
    reset: values.reset ?? false,
    journey: !values['no-journey'],
    world: values.world ?? false,
    seed: values.seed ?? '1',
    watch: values.watch ?? false,
    inspect: [...new Set(values.inspect?.map(serviceNamed))],
    lan: values.lan ?? false,
    help: values.help ?? false,
  };
}

function parse(args: string[]) {
  try {
    return parseArgs({
      args,
      options: {
        reset: { type: 'boolean' },
        'no-journey': { type: 'boolean' },
        world: { type: 'boolean' },
        seed: { type: 'string' },
        watch: { type: 'boolean' },
        inspect: { type: 'string', multiple: true },
        lan: { type: 'boolean' },
        help: { type: 'boolean', short: 'h' },
      },
    }).values;
  } catch (error) {
    const [reason = ''] = (error instanceof Error ? error.message : String(error)).split(/\. To specify/);
    throw new Error(`${reason}. ${seeHelp}`);
  }
}

function serviceNamed(name: string): ServiceName {
  const service = services.find((one) => one === name);
  if (!service) throw new Error(`There is no service ${name}. --inspect takes one of: ${services.join(', ')}.`);
  return service;
}

const logLevels = ['debug', 'info', 'warn', 'error', 'silent'];

export function validateLogLevel(text = process.env.LOG_LEVEL || 'info'): void {
  if (logLevels.includes(text)) return;
  throw new Error(`LOG_LEVEL is "${text}". It must be one of: ${logLevels.join(', ')}.`);
}

export function gatewayPort(text = process.env.PORT || '8080'): number {
  const port = Number(text);
  if (!Number.isInteger(port) || port < 1 || port > 65_535) {
    throw new Error(`PORT is "${text}". It must be a whole number from 1 to 65535.`);
  }
  return port;
}
