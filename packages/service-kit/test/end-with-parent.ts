// Ends the process with its parent, also if that is killed.
process.stdin.resume().once('end', () => process.exit());
