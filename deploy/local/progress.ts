export type Step = <T>(title: string, work: (report: (line: string) => void) => Promise<T>) => Promise<T>;

const indent = '      ';

export function consoleSteps(out: NodeJS.WriteStream = process.stdout): Step {
  return async (title, work) => {
    const started = performance.now();
    const seconds = () => `${((performance.now() - started) / 1_000).toFixed(1)} s`;
    const live = out.isTTY ? liveLine(out, () => `  … ${title} ${seconds()}`) : undefined;
    const report = (line: string) => {
      live?.clear();
      out.write(`${indent}${line}\n`);
    };
    try {
      const result = await work(report);
      live?.stop();
      out.write(`  ✓ ${title.padEnd(44)} ${seconds().padStart(7)}\n`);
      return result;
    } catch (error) {
      live?.stop();
      out.write(`  ✗ ${title.padEnd(44)} ${seconds().padStart(7)}\n`);
      throw error;
    }
  };
}

function liveLine(out: NodeJS.WriteStream, text: () => string) {
  const clear = () => out.write('\r\x1b[K');
  const draw = () => {
    clear();
    out.write(text().slice(0, out.columns || 80));
  };
  draw();
  const timer = setInterval(draw, 200);
  return {
    clear,
    stop() {
      clearInterval(timer);
      clear();
    },
  };
}
