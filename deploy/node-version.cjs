// Plain JavaScript, because an older Node cannot load the TypeScript that would say so.
const minimum = require('../package.json').engines.node.replace('>=', '');
const [major, minor] = minimum.split('.').map(Number);
const [ownMajor, ownMinor] = process.versions.node.split('.').map(Number);
if (ownMajor < major || (ownMajor === major && ownMinor < minor)) {
  console.error(
    `Node ${process.versions.node} is too old: install Node ${minimum} or newer, because npm ci brings it only to Linux x64 and arm64, with optional packages.`,
  );
  process.exit(1);
}

require('./closed-pipe.cjs');
