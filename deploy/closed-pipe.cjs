// `| head` closes the pipe before a command has printed its whole list: drop the rest, and finish the work.
for (const stream of [process.stdout, process.stderr])
  stream.on('error', (error) => {
    if (error.code !== 'EPIPE') throw error;
  });
