// A test that fails, or is killed itself, must leave nothing running: the pipe to it ends with it.
process.stdin.resume().once('end', () => process.exit());
